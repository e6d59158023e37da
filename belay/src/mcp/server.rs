//! What an agent sees: the tools, and checkpoints as resources.

use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    Implementation, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};

use super::desk::Desk;
use super::shapes::{
    CheckAsked, Checked, Compared, CreateAsked, Created, DiffAsked, ListAsked, Listed, Point,
    RestoreAsked, Returned,
};
use crate::guard::cut;

/// What an agent is told once.
const INSTRUCTIONS: &str = "Belay saves the files of this workspace before they are changed, and \
    brings them back. List checkpoints, see what changed since one, make one before something \
    risky, and go back. `command_check` says what a shell command would do without running it. \
    Going back is a dry run unless `dry_run` is false, and a checkpoint is made first, so it can \
    be taken back. What is refused needs a person: tell them, and do not look for a way around.";

/// The list of all of them.
const CHECKPOINTS: &str = "belay://checkpoints";

/// One conversation.
#[derive(Clone, Debug)]
pub(super) struct Server {
    desk: Desk,
}

impl Server {
    pub(super) fn new(desk: Desk) -> Self {
        Self { desk }
    }
}

#[tool_router]
impl Server {
    /// List the checkpoints of this workspace, the newest first.
    #[tool(annotations(
        title = "List checkpoints",
        read_only_hint = true,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn checkpoint_list(
        &self,
        Parameters(asked): Parameters<ListAsked>,
    ) -> Result<Json<Listed>, String> {
        self.desk.ask(move |work| work.list(asked)).await.map(Json)
    }

    /// Show what changed between two checkpoints, or between one and the files as they are now.
    #[tool(annotations(
        title = "Compare with a checkpoint",
        read_only_hint = true,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn checkpoint_diff(
        &self,
        Parameters(asked): Parameters<DiffAsked>,
    ) -> Result<Json<Compared>, String> {
        self.desk.ask(move |work| work.compare(&asked)).await.map(Json)
    }

    /// Save the whole workspace as it is now, so that it can be gone back to. Costs next to
    /// nothing where little has changed.
    #[tool(annotations(
        title = "Save the workspace",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn checkpoint_create(
        &self,
        Parameters(asked): Parameters<CreateAsked>,
        context: RequestContext<RoleServer>,
    ) -> Result<Json<Created>, String> {
        let caller = caller(&context);
        self.desk.ask(move |work| work.create(asked, &caller)).await.map(Json)
    }

    /// Go back to a checkpoint, as a whole or for some files. Shows what would happen unless
    /// `dry_run` is false. What is there now is saved first, so it can be taken back.
    #[tool(annotations(
        title = "Go back to a checkpoint",
        read_only_hint = false,
        destructive_hint = true,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn checkpoint_restore(
        &self,
        Parameters(asked): Parameters<RestoreAsked>,
        context: RequestContext<RoleServer>,
    ) -> Result<Json<Returned>, String> {
        let caller = caller(&context);
        self.desk.ask(move |work| work.restore(&asked, &caller)).await.map(Json)
    }

    /// Say what a shell command would do, how dangerous that is, whether a checkpoint could undo
    /// it, and whether it may run. Runs nothing.
    #[tool(annotations(
        title = "Judge a command",
        read_only_hint = true,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn command_check(
        &self,
        Parameters(asked): Parameters<CheckAsked>,
    ) -> Result<Json<Checked>, String> {
        self.desk.ask(move |work| work.check(asked)).await.map(Json)
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("belay", env!("CARGO_PKG_VERSION")).with_title("Belay"),
            )
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let listed = self.desk.ask(|work| work.list(ListAsked::default())).await;
        let listed = listed.map_err(|error| ErrorData::internal_error(error, None))?;
        let all = Resource::new(CHECKPOINTS, "checkpoints")
            .with_title("Checkpoints of this workspace")
            .with_mime_type("application/json");
        let each = listed.checkpoints.iter().flat_map(|point| {
            let uri = format!("{CHECKPOINTS}/{}", point.id);
            let diff = Resource::new(format!("{uri}/diff"), format!("since {}", point.id))
                .with_title(format!("Since: {}", point.reason))
                .with_mime_type("text/x-diff");
            let one = Resource::new(uri, point.id.clone())
                .with_title(point.reason.clone())
                .with_mime_type("application/json");
            [one, diff]
        });
        Ok(ListResourcesResult::with_all_items([all].into_iter().chain(each).collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = |rest: &str, name: &str, title: &str, kind: &str| {
            ResourceTemplate::new(format!("{CHECKPOINTS}{rest}"), name)
                .with_title(title)
                .with_mime_type(kind)
        };
        Ok(ListResourceTemplatesResult::with_all_items(vec![
            template("/{id}", "checkpoint", "A checkpoint", "application/json"),
            template("/{id}/diff", "diff", "What changed since a checkpoint", "text/x-diff"),
            template(
                "/{id}/diff/{to}",
                "diff-between",
                "What changed between two checkpoints",
                "text/x-diff",
            ),
        ]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let unknown = || {
            let sentence = format!("there is no resource `{uri}`; `{CHECKPOINTS}` lists them");
            ErrorData::resource_not_found(sentence, None)
        };
        let rest = uri.strip_prefix(CHECKPOINTS).ok_or_else(unknown)?;
        let parts: Vec<String> = rest.split('/').skip(1).map(str::to_owned).collect();
        let read = match parts.as_slice() {
            [] if rest.is_empty() => {
                let asked = self.desk.ask(|work| work.list(ListAsked::default()));
                asked.await.map(|listed| json(&listed))
            }
            [id] => {
                let id = id.clone();
                let asked = self.desk.ask(move |work| Ok(Point::of(&work.checkpoint(&id)?)));
                asked.await.map(|point| json(&point))
            }
            [from, word] if word == "diff" => self.compared(from, None).await,
            [from, word, to] if word == "diff" => self.compared(from, Some(to)).await,
            _ => return Err(unknown()),
        };
        let (text, kind) =
            read.map_err(|sentence| ErrorData::resource_not_found(sentence, None))?;
        let contents = ResourceContents::text(text, uri).with_mime_type(kind);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

impl Server {
    async fn compared(
        &self,
        from: &str,
        to: Option<&String>,
    ) -> Result<(String, &'static str), String> {
        let asked = DiffAsked { from: from.to_owned(), to: to.cloned(), paths: Vec::new() };
        let compared = self.desk.ask(move |work| work.compare(&asked)).await?;
        let mut text = compared.diff;
        if compared.truncated {
            text.push_str("# there is more; `checkpoint_diff` takes `paths`\n");
        }
        Ok((text, "text/x-diff"))
    }
}

/// Who calls, for the log. Older clients say it once, newer ones with each call.
fn caller(context: &RequestContext<RoleServer>) -> String {
    context.client_info().map_or_else(|| "mcp".to_owned(), |client| cut(&client.name))
}

fn json(value: &impl serde::Serialize) -> (String, &'static str) {
    (serde_json::to_string_pretty(value).unwrap_or_default(), "application/json")
}
