//! Other people's parsers of bash, each parsing alone: no facts, no rules, no verdict.

use std::hint::black_box;

use tree_sitter::Parser;

/// `brush-parser`: tokens and a tree, without its cache of tokens. Whether it could.
#[must_use]
pub fn brush(command: &str) -> bool {
    let options = brush_parser::ParserOptions::default();
    let program = brush_parser::Parser::new(command.as_bytes(), &options).parse_program();
    black_box(&program).is_ok()
}

/// `tree-sitter-bash`, its parser made once and used for every text.
pub struct TreeSitter(Parser);

impl TreeSitter {
    /// A parser that knows bash; `None` where library and grammar do not fit together.
    #[must_use]
    pub fn new() -> Option<Self> {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
        Some(Self(parser))
    }

    /// Parses one text. Whether it could.
    pub fn parse(&mut self, command: &str) -> bool {
        let tree = self.0.parse(command, None);
        black_box(&tree).is_some()
    }
}
