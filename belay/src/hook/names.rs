//! The names events go by.

use crate::event::{Event, Host, Moment};

/// The event that is answered: the host, and what it calls the event.
#[derive(Clone, Copy, Debug)]
pub struct Place<'t> {
    /// Who reads the answer.
    pub host: Host,
    /// Where in the agent's work.
    pub moment: Moment,
    /// The host's own name for it.
    pub native: &'t str,
}

impl<'t> Place<'t> {
    /// The place with this name: one of ours (`pre_tool`) or the host's own (`PreToolUse`).
    /// Where a host has several events for one moment, its own name says which.
    #[must_use]
    pub fn named(host: Host, name: &'t str) -> Self {
        match Moment::named(name) {
            Some(moment) => Self { host, moment, native: native_name(host, moment) },
            None => Self { host, moment: moment_of(name), native: name },
        }
    }

    /// Whether this is the host's event of that name, in any spelling.
    pub(super) fn is(&self, native: &str) -> bool {
        squashed(self.native) == squashed(native)
    }
}

impl<'t> From<&'t Event> for Place<'t> {
    fn from(event: &'t Event) -> Self {
        Self { host: event.host, moment: event.moment, native: &event.native }
    }
}

/// The moment a name stands for, in any host's words and in any spelling (`PreToolUse`,
/// `pre_tool_use`, `preToolUse`). What nobody knows is ignored.
pub(super) fn moment_of(name: &str) -> Moment {
    match squashed(name).as_str() {
        "sessionstart" | "taskstart" | "taskresume" | "agentstart" | "sessioncreated" => {
            Moment::SessionStart
        }
        "prompt"
        | "userpromptsubmit"
        | "userpromptsubmitted"
        | "beforesubmitprompt"
        | "beforeagent"
        | "chatmessage"
        | "promptsubmit" => Moment::Prompt,
        "pretool"
        | "pretooluse"
        | "beforetool"
        | "beforeshellexecution"
        | "beforemcpexecution"
        | "beforereadfile"
        | "toolcall"
        | "toolexecutebefore"
        | "pretoolcall" => Moment::PreTool,
        "posttool"
        | "posttooluse"
        | "aftertool"
        | "aftershellexecution"
        | "aftermcpexecution"
        | "afterfileedit"
        | "toolresult"
        | "toolexecuteafter"
        | "posttoolcall" => Moment::PostTool,
        "posttoolfailure" | "posttoolusefailure" => Moment::PostToolFailure,
        "permissionrequest" | "permissionask" | "permissionasked" => Moment::PermissionRequest,
        "stop" | "agentstop" | "afteragent" | "agentend" | "taskcomplete" | "taskcancel"
        | "sessionidle" => Moment::Stop,
        "sessionend" | "sessionshutdown" | "sessiondeleted" => Moment::SessionEnd,
        _ => Moment::Ignored,
    }
}

/// The name at which an answer matters most: before a tool, then where the host would ask, then
/// any that is known at all.
pub(super) fn gravest<'t>(names: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let grave = |name: &&str| match moment_of(name) {
        Moment::PreTool => 3,
        Moment::PermissionRequest => 2,
        Moment::Ignored => 0,
        _ => 1,
    };
    names.filter(|name| grave(name) > 0).max_by_key(grave)
}

/// What a host calls a moment; the one that can do least where it has several.
pub(super) fn native_name(host: Host, moment: Moment) -> &'static str {
    use Moment::{
        Ignored, PermissionRequest, PostTool, PostToolFailure, PreTool, Prompt, SessionEnd,
        SessionStart, Stop,
    };
    match (host, moment) {
        (_, Ignored) => "",
        (Host::Gemini, PreTool) => "BeforeTool",
        (Host::Gemini, PostTool | PostToolFailure) => "AfterTool",
        (Host::Gemini, Prompt) => "BeforeAgent",
        (Host::Gemini, Stop) => "AfterAgent",
        (Host::Opencode, PreTool) => "tool.execute.before",
        (Host::Opencode, PostTool | PostToolFailure) => "tool.execute.after",
        (Host::Opencode, Prompt) => "chat.message",
        (Host::Opencode, SessionStart) => "session.created",
        (Host::Opencode, Stop) => "session.idle",
        (Host::Opencode, SessionEnd) => "session.deleted",
        (Host::Opencode, PermissionRequest) => "permission.asked",
        (Host::Cline, SessionStart) => "TaskStart",
        (Host::Cline, Stop) => "TaskComplete",
        (Host::Cline, PostToolFailure) => "PostToolUse",
        (Host::Cursor, Prompt) => "beforeSubmitPrompt",
        (Host::CopilotCli, Prompt) => "userPromptSubmitted",
        (Host::CopilotCli, Stop) => "agentStop",
        (Host::Cursor, Stop) => "stop",
        (Host::Cursor | Host::CopilotCli, PreTool) => "preToolUse",
        (Host::Cursor | Host::CopilotCli, PostTool) => "postToolUse",
        (Host::Cursor | Host::CopilotCli, PostToolFailure) => "postToolUseFailure",
        (Host::Cursor | Host::CopilotCli, SessionStart) => "sessionStart",
        (Host::Cursor | Host::CopilotCli, SessionEnd) => "sessionEnd",
        (Host::Cursor | Host::CopilotCli, PermissionRequest) => "permissionRequest",
        (_, PreTool) => "PreToolUse",
        (_, PostTool) => "PostToolUse",
        (_, PostToolFailure) => "PostToolUseFailure",
        (_, Prompt) => "UserPromptSubmit",
        (_, SessionStart) => "SessionStart",
        (_, SessionEnd) => "SessionEnd",
        (_, Stop) => "Stop",
        (_, PermissionRequest) => "PermissionRequest",
    }
}

/// A name without what hosts spell differently.
pub(super) fn squashed(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
