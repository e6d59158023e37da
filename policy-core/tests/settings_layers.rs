//! What each layer may do to the one below it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use policy_core::settings::{
    Effective, Entry, Layer, List, ProblemCode, Resolution, Settings, ShellSection, Sourced,
    WorkspaceLayer, read_value, resolve, resolve_managed,
};
use serde_json::{Value, json};

const PATH: &str = "/home/ann/app";

fn settings(value: Value) -> Settings {
    let reading = read_value(&value);
    assert_eq!(reading.problems, []);
    reading.settings.unwrap()
}

fn layered(user: Value, workspace: Value) -> Resolution {
    let (user, workspace) = (settings(user), settings(workspace));
    resolve(Some(&user), Some(WorkspaceLayer { settings: &workspace, path: PATH }))
}

/// The paths and codes of what was refused.
fn refused(resolution: &Resolution) -> Vec<(&str, ProblemCode)> {
    resolution.problems.iter().map(|p| (p.path.as_str(), p.code)).collect()
}

fn entries<'a>(list: impl IntoIterator<Item = &'a Sourced<Entry>>) -> Vec<(&'a str, Layer)> {
    list.into_iter().map(|entry| (entry.value.pattern.as_str(), entry.layer)).collect()
}

#[test]
fn the_user_replaces_defaults_and_lists_as_a_whole() {
    let user = settings(json!({
        "checkpointCommands": ["make install"],
        "alwaysCheckpointExecute": false,
        "retentionDays": 2,
        "shellSpecificCheckpoints": { "bash": { "checkpointCommands": [] } },
    }));
    let Resolution { effective, problems, .. } = resolve(Some(&user), None);
    assert_eq!(problems, []);
    assert_eq!(entries(&effective.checkpoint_commands), [("make install", Layer::User)]);
    let bash = &effective.shell(ShellSection::Bash).checkpoint_commands;
    assert_eq!(*bash, List { layer: Layer::User, entries: vec![] });
    let flag = effective.always_checkpoint_execute;
    assert_eq!(flag, Sourced { value: false, layer: Layer::User });
    assert_eq!(effective.retention_days, Sourced { value: 2, layer: Layer::User });
    assert_eq!(effective.checkpoint_enabled, Sourced { value: true, layer: Layer::Default });
}

#[test]
fn an_untrusted_workspace_adds_what_saves_or_refuses_more() {
    let resolution = layered(
        json!({ "checkpointCommands": ["a"], "permissions": { "deniedCommands": ["x"] } }),
        json!({
            "checkpointCommands": ["a", "b"],
            "permissions": { "deniedCommands": [{ "pattern": "y", "reason": "ours" }] },
            "shellSpecificCheckpoints": {
                "zsh": { "checkpointCommands": ["c"], "shellSpecificRiskRules": ["d"] },
            },
        }),
    );
    assert_eq!(refused(&resolution), []);
    let effective = &resolution.effective;
    assert_eq!(
        entries(&effective.checkpoint_commands),
        [("a", Layer::User), ("b", Layer::Workspace)]
    );
    let denied = &effective.permissions.denied_commands;
    assert_eq!(entries(denied), [("x", Layer::User), ("y", Layer::Workspace)]);
    let added = denied.entries.last().unwrap();
    assert_eq!(added.value.reason.as_deref(), Some("ours"));
    assert_eq!(added.value.place.to_string(), "$.permissions.deniedCommands[0]");
    let zsh = effective.shell(ShellSection::Zsh);
    assert_eq!(entries(&zsh.shell_specific_risk_rules), [("d", Layer::Workspace)]);
    assert_eq!(entries(&zsh.checkpoint_commands).last(), Some(&("c", Layer::Workspace)));
    assert_eq!(zsh.checkpoint_commands.layer, Layer::Default);
}

#[test]
fn an_untrusted_workspace_moves_flags_and_limits_the_careful_way_only() {
    let careful = layered(
        json!({ "checkpointEnabled": false }),
        json!({
            "checkpointEnabled": true, "checkpointOnError": true, "retentionDays": 30,
            "permissions": { "autoApproveSafeCommands": false, "confirmMediumRisk": true },
        }),
    );
    assert_eq!(refused(&careful), []);
    let effective = &careful.effective;
    let by_workspace = |value| Sourced { value, layer: Layer::Workspace };
    assert_eq!(effective.checkpoint_enabled, by_workspace(true));
    assert_eq!(effective.checkpoint_on_error, by_workspace(true));
    assert_eq!(effective.permissions.auto_approve_safe_commands, by_workspace(false));
    assert_eq!(effective.permissions.confirm_medium_risk, by_workspace(true));
    assert_eq!(effective.retention_days.value, 30);

    let careless = layered(
        json!({ "permissions": { "autoApproveSafeCommands": false } }),
        json!({
            "checkpointEnabled": false, "enableFileCheckpointing": false, "maxFileSize": 1,
            "permissions": { "autoApproveSafeCommands": true, "confirmDangerousCommands": false },
            "shellSpecificCheckpoints": { "cmd": { "checkpointBeforeHighRisk": false } },
        }),
    );
    let only = ProblemCode::WorkspaceMayOnlyTighten;
    assert_eq!(
        refused(&careless),
        [
            ("$.checkpointEnabled", only),
            ("$.enableFileCheckpointing", only),
            ("$.maxFileSize", only),
            ("$.permissions.autoApproveSafeCommands", only),
            ("$.permissions.confirmDangerousCommands", only),
            ("$.shellSpecificCheckpoints.cmd.checkpointBeforeHighRisk", only),
        ]
    );
    let user = settings(json!({ "permissions": { "autoApproveSafeCommands": false } }));
    assert_eq!(careless.effective, resolve(Some(&user), None).effective);
    let first = careless.problems.first().unwrap();
    assert_eq!(first.message, "this workspace may not set `checkpointEnabled` to `false`");
    assert_eq!(
        first.help,
        "write it in your own settings, or list the folder in `trustedWorkspaces`"
    );
}

#[test]
fn an_untrusted_workspace_exempts_excludes_allows_and_trusts_nothing() {
    let resolution = layered(
        json!({ "permissions": { "allowedCommands": ["make"] } }),
        json!({
            "noCheckpointCommands": ["git"], "excludePatterns": ["src"],
            "trustedWorkspaces": [PATH],
            "permissions": { "allowedCommands": ["make", "curl"] },
            "shellSpecificCheckpoints": { "bash": { "noCheckpointCommands": ["rm"] } },
        }),
    );
    let only = ProblemCode::WorkspaceMayOnlyTighten;
    assert_eq!(
        refused(&resolution),
        [
            ("$.noCheckpointCommands", only),
            ("$.excludePatterns", only),
            ("$.trustedWorkspaces", ProblemCode::UserOnly),
            ("$.permissions.allowedCommands", only),
            ("$.shellSpecificCheckpoints.bash.noCheckpointCommands", only),
        ]
    );
    let effective = &resolution.effective;
    assert_eq!(entries(&effective.permissions.allowed_commands), [("make", Layer::User)]);
    assert!(!effective.workspace_trusted);
    assert!(!effective.vouches(Layer::Workspace) && effective.vouches(Layer::User));
}

#[test]
fn a_trusted_workspace_is_an_ordinary_layer_but_trusts_no_other() {
    let resolution = layered(
        json!({ "trustedWorkspaces": ["/home/ann/./app/"], "checkpointCommands": ["a"] }),
        json!({
            "checkpointEnabled": false, "retentionDays": 1, "checkpointCommands": ["b"],
            "excludePatterns": ["*.log"], "permissions": { "allowedCommands": ["make"] },
            "trustedWorkspaces": ["/home/ann/other"],
        }),
    );
    assert_eq!(refused(&resolution), [("$.trustedWorkspaces", ProblemCode::UserOnly)]);
    let effective = &resolution.effective;
    assert!(effective.workspace_trusted && effective.vouches(Layer::Workspace));
    assert_eq!(effective.checkpoint_enabled, Sourced { value: false, layer: Layer::Workspace });
    assert_eq!(effective.retention_days, Sourced { value: 1, layer: Layer::Workspace });
    assert_eq!(entries(&effective.checkpoint_commands), [("b", Layer::Workspace)]);
    assert_eq!(entries(&effective.exclude_patterns), [("*.log", Layer::Workspace)]);
    assert_eq!(entries(&effective.trusted_workspaces), [("/home/ann/./app/", Layer::User)]);
}

#[test]
fn a_workspace_cannot_trust_itself_nor_climb_into_trust() {
    for (trusted, path) in [
        ("/home/ann/app", "/home/ann/app/../other"),
        ("/home/ann", "/home/ann/app"),
        ("/home/ann/App", "/home/ann/app"),
    ] {
        let user = settings(json!({ "trustedWorkspaces": [trusted] }));
        let workspace =
            settings(json!({ "checkpointEnabled": false, "trustedWorkspaces": ["/home/ann/app"] }));
        let layer = WorkspaceLayer { settings: &workspace, path };
        let effective = resolve(Some(&user), Some(layer)).effective;
        assert!(effective.checkpoint_enabled.value, "{path}");
    }
}

#[test]
fn shell_flags_inherit_the_flag_in_force() {
    let before =
        |effective: &Effective, section| effective.shell(section).checkpoint_before_high_risk;
    let resolution = layered(
        json!({
            "checkpointBeforeHighRisk": false,
            "shellSpecificCheckpoints": {
                "bash": { "checkpointBeforeHighRisk": true },
                "zsh": { "checkpointBeforeHighRisk": false },
            },
        }),
        json!({}),
    );
    let user = |value| Sourced { value, layer: Layer::User };
    assert_eq!(before(&resolution.effective, ShellSection::Bash), user(true));
    assert_eq!(before(&resolution.effective, ShellSection::Zsh), user(false));
    assert_eq!(before(&resolution.effective, ShellSection::Cmd), user(false));
    let default = Sourced { value: true, layer: Layer::Default };
    assert_eq!(before(&Effective::default(), ShellSection::Cmd), default);

    let tightened = layered(
        json!({ "checkpointBeforeHighRisk": false }),
        json!({ "checkpointBeforeHighRisk": true }),
    );
    let workspace = Sourced { value: true, layer: Layer::Workspace };
    assert_eq!(before(&tightened.effective, ShellSection::Powershell), workspace);
}

#[test]
fn the_lists_of_a_shell_are_joined_with_those_for_every_shell() {
    let user = settings(json!({
        "checkpointCommands": ["a", "b"], "noCheckpointCommands": ["n"],
        "shellSpecificCheckpoints": { "cmd": {
            "checkpointCommands": ["b", "c"], "noCheckpointCommands": ["m"],
            "shellSpecificRiskRules": ["r"],
        } },
    }));
    let effective = resolve(Some(&user), None).effective;
    let lists = effective.lists_for(ShellSection::Cmd);
    let user = |pattern| (pattern, Layer::User);
    assert_eq!(entries(lists.checkpoint.iter().copied()), ["a", "b", "c"].map(user));
    assert_eq!(entries(lists.no_checkpoint), ["n", "m"].map(user));
    assert_eq!(entries(lists.risk_rules), [user("r")]);
    let place = lists.checkpoint.last().unwrap().value.place;
    assert_eq!(place.to_string(), "$.shellSpecificCheckpoints.cmd.checkpointCommands[1]");
}

/// Everything said by the user and a trusted workspace, with the managed settings over it.
fn managed(user: Value, workspace: Value, managed: Value) -> Resolution {
    let (user, workspace, managed) = (settings(user), settings(workspace), settings(managed));
    let layer = WorkspaceLayer { settings: &workspace, path: PATH };
    resolve_managed(Some(&user), Some(layer), Some(&managed))
}

#[test]
fn managed_settings_tighten_what_everybody_else_says() {
    let Resolution { effective, problems, .. } = managed(
        json!({
            "trustedWorkspaces": [PATH],
            "checkpointEnabled": false,
            "checkpointBeforeHighRisk": false,
            "retentionDays": 2,
            "noCheckpointCommands": ["ls", "make"],
            "permissions": {"allowedCommands": ["git push --force"], "deniedCommands": ["a"]},
            "shellSpecificCheckpoints": {"bash": {"checkpointBeforeHighRisk": false}},
        }),
        json!({"checkpointEnabled": false, "permissions": {"confirmDangerousCommands": false}}),
        json!({
            "checkpointEnabled": true,
            "checkpointBeforeHighRisk": true,
            "retentionDays": 30,
            "maxFileSize": 1,
            "noCheckpointCommands": ["ls"],
            "permissions": {
                "confirmDangerousCommands": true,
                "allowedCommands": [],
                "deniedCommands": [{"pattern": "curl", "reason": "not here"}],
            },
        }),
    );
    assert_eq!(problems, []);
    let by_managed = |value| Sourced { value, layer: Layer::Managed };
    assert_eq!(effective.checkpoint_enabled, by_managed(true));
    assert_eq!(effective.checkpoint_before_high_risk, by_managed(true));
    assert_eq!(effective.permissions.confirm_dangerous_commands, by_managed(true));
    assert_eq!(effective.retention_days, Sourced { value: 30, layer: Layer::Managed });
    assert_eq!(effective.max_file_size.value, 1 << 20, "a lower limit changes nothing");
    assert_eq!(entries(&effective.no_checkpoint_commands), [("ls", Layer::User)]);
    assert_eq!(
        effective.permissions.allowed_commands,
        List { layer: Layer::Managed, entries: vec![] }
    );
    let denied = entries(&effective.permissions.denied_commands);
    assert_eq!(denied, [("a", Layer::User), ("curl", Layer::Managed)]);
    let bash = effective.shell(ShellSection::Bash).checkpoint_before_high_risk;
    assert_eq!(bash, by_managed(true), "a shell does not get round it");
    assert!(effective.vouches(Layer::Managed));
}

#[test]
fn managed_settings_loosen_nothing() {
    let loose = json!({
        "checkpointEnabled": false,
        "retentionDays": 1,
        "noCheckpointCommands": ["rm"],
        "trustedWorkspaces": [PATH],
        "permissions": {
            "confirmDangerousCommands": false,
            "autoApproveSafeCommands": true,
            "allowedCommands": ["*"],
        },
    });
    let resolution = managed(json!({}), json!({}), loose);
    let only = ProblemCode::ManagedMayOnlyTighten;
    assert_eq!(
        refused(&resolution),
        [("$.checkpointEnabled", only), ("$.permissions.confirmDangerousCommands", only)]
    );
    assert_eq!(resolution.effective, Effective::default());
}

#[test]
fn managed_settings_say_who_may_be_trusted() {
    let user = json!({"trustedWorkspaces": [PATH]});
    let workspace = json!({"checkpointEnabled": false});
    for (named, trusted) in [(json!([PATH]), true), (json!(["/other"]), false), (json!([]), false)]
    {
        let over = json!({"trustedWorkspaces": named});
        let effective = managed(user.clone(), workspace.clone(), over).effective;
        assert_eq!(effective.workspace_trusted, trusted, "{named}");
        assert_eq!(effective.checkpoint_enabled.value, !trusted, "{named}");
    }
}
