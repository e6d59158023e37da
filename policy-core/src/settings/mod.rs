//! The settings document: fields, defaults, layers, problems.
