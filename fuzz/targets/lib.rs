//! What the targets do with their bytes. An ordinary test of `policy-core` replays
//! `regressions/` through the same file.

use policy_core::settings::{WorkspaceLayer, read, resolve};
use policy_core::shell::Dialect;
use policy_core::verdict::Span;
use policy_core::verdict::Units;
use policy_core::wire;
use policy_core::{Action, Coverage, Policy, Surroundings, judge};

/// Judges the text behind the first byte, which picks the shell.
///
/// # Panics
///
/// Where a verdict points outside the text it is about.
pub fn judge_bytes(policy: &Policy, bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let shell = Dialect::ALL[usize::from(*first) % Dialect::ALL.len()];
    let saves = Coverage::WORKSPACE
        .with_ignored_files(first & 64 != 0)
        .with_repository(first & 128 != 0)
        .with_targets(first & 32 != 0);
    let surroundings = Surroundings::default()
        .with_cwd("/home/ann/app".to_owned())
        .with_workspace("/home/ann/app".to_owned())
        .with_home("/home/ann".to_owned())
        .with_saves(saves);
    let verdict = judge(&Action::Run { command: &text, shell }, policy, &surroundings);
    for finding in &verdict.findings {
        assert!(inside(finding.span, &text), "{finding:?} points outside the text");
        if let Some(inner) = finding.inner {
            let nested = &verdict.nested[usize::from(inner.source.0) - 1];
            assert!(inside(inner.span, &nested.text), "{finding:?} points outside {nested:?}");
        }
    }
    for nested in &verdict.nested {
        assert!(inside(nested.span, &text), "{nested:?} comes from outside the text");
    }
    let written = wire::Verdict::new(&verdict, &text, Units::Utf16).to_json();
    assert!(written.starts_with('{'), "the report cannot be written");
}

fn inside(span: Span, text: &str) -> bool {
    text.get(span.start as usize..span.end as usize).is_some()
}

/// Reads settings, lays them over each other as user and workspace, compiles them and judges.
pub fn settings_bytes(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // The first line break separates the user's document from the workspace's.
    let (user, workspace) = text.split_once('\n').unwrap_or((&text, "{}"));
    let user = read(user).settings;
    let workspace = read(workspace).settings;
    let layer =
        workspace.as_ref().map(|settings| WorkspaceLayer { settings, path: "/home/ann/app" });
    let (policy, _) = Policy::compile(resolve(user.as_ref(), layer).effective);
    for (command, shell) in [
        ("git push --force && rm -rf src | xargs -n1 sudo rm", Dialect::Bash),
        ("Remove-Item -Recurse -Force x; iex $y", Dialect::PowerShell),
    ] {
        let _ = judge(&Action::Run { command, shell }, &policy, &Surroundings::default());
    }
}
