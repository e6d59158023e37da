//! File checkpoints that Claude's own SDK makes, and the variable without which it makes none.

use super::Judging;

/// The variable.
pub const VARIABLE: &str = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING";

/// What is wrong where somebody asks for file checkpoints by name and the SDK makes none. Belay's
/// own do not depend on it.
#[must_use]
pub fn warning(judging: &Judging) -> Option<String> {
    let wanted = judging.policy.settings().enable_file_checkpointing.value;
    let set = std::env::var(VARIABLE).is_ok_and(|value| value == "1");
    let asked = [&judging.layers.user, &judging.layers.workspace]
        .iter()
        .filter_map(|file| file.settings.as_ref())
        .any(|settings| settings.enable_file_checkpointing == Some(true));
    (wanted && asked && !set).then(|| {
        format!(
            "File checkpointing enabled in config but environment variable not set. Set \
             {VARIABLE}=1 to enable SDK checkpointing."
        )
    })
}
