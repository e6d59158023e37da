// The few values that go with the types. Everything else is the extension's own.
"use strict";

exports.EXTENSION_ID = "belay.belay";
exports.PermissionResult = Object.freeze({ Allow: "allow", Deny: "deny", Skip: "skip" });
exports.ShellIntegrationQuality = Object.freeze({ None: "none", Basic: "basic", Rich: "rich" });
