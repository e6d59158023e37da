//! The state of the page and everything that can happen to it. [`view`](crate::view) shows it.
//!
//! - [`App`] holds signals and is copied into every part of the view.
//! - `incoming` is what the host says, `engine_client` what the engine is asked, `language` what the
//!   page speaks; `selectors` are what the view asks for.
//! - [`look`] and [`timeline`] are the state of the other page.

mod engine_client;
mod incoming;
mod language;
pub mod look;
mod selectors;
pub mod timeline;

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use policy_core::settings::{Effective, Field, Problem, Settings, WorkspaceLayer, resolve};
use serde_json::Value;

use crate::engine;
use crate::host::{self, Host, page};
use crate::i18n::{Key, text, text_with};
use crate::message::{Cause, HostInfo, ToHost, Workspace};
use crate::model::draft::{Applied, Draft, Posted};
use crate::model::fields;
use crate::model::labels::labels;
use crate::model::panel::Panel;
use crate::model::remarks::Remark;
use crate::model::session::SessionState;
use crate::model::theme::Theme;
use engine_client::Compiled;
pub use engine_client::Judged;

/// The state of the page. Copies are the same state.
#[derive(Clone, Copy)]
pub struct App {
    host: StoredValue<Option<Rc<dyn Host>>, LocalStorage>,
    judge: Compiled,
    /// Whether the host has sent the settings yet; what it sends later was changed elsewhere.
    has_settings: StoredValue<bool>,
    last_notice: StoredValue<u32>,
    /// The settings being edited.
    pub draft: RwSignal<Draft>,
    /// What the host said about itself and the workspace.
    pub context: RwSignal<HostContext>,
    /// The settings in force.
    pub in_force: Memo<Arc<InForce>>,
    /// Texts in inputs and what is chosen.
    pub session: RwSignal<SessionState>,
    /// What is searched for.
    pub search: Memo<String>,
    /// Whether only changed settings are wanted.
    pub only_changed: Memo<bool>,
    /// The language on the screen.
    pub language: RwSignal<String>,
    /// What a screen reader announces next.
    pub live: RwSignal<String>,
    /// What a person must know, each with a number of its own.
    pub notices: RwSignal<Vec<(u32, Notice)>>,
    /// How far the engine is.
    pub engine: RwSignal<engine::State>,
    /// What the engine says about the command.
    pub judged: Memo<Option<Arc<Judged>>>,
    /// The remarks beside entries.
    pub remarks: RwSignal<Arc<Vec<Remark>>>,
    /// Which dialog is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// The theme of a page of its own.
    pub theme: RwSignal<Theme>,
    /// The panel a person is at.
    pub panel: RwSignal<Panel>,
    /// What the view is to bring before the person; it takes the request away when it has.
    pub reveal: RwSignal<Option<Target>>,
    /// How far the page was scrolled when the view last brought something before the person.
    /// Scrolling away from there is the person's own.
    pub revealed_at: StoredValue<Option<f64>>,
}

/// Something on the page that can be brought before a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A panel.
    Panel(Panel),
    /// A setting.
    Field(&'static Field),
}

/// What the host said about itself and the workspace.
#[derive(Clone, Debug, Default)]
pub struct HostContext {
    /// The settings of the workspace.
    pub workspace: Option<Workspace>,
    /// Why the stored settings could not be read.
    pub fallback: Option<String>,
    /// Where the host is.
    pub host: HostInfo,
}

/// The settings in force, and what the workspace was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    /// Every value with its layer.
    pub effective: Effective,
    /// The same as a document; nothing while there is no workspace.
    pub document: Value,
    /// What of the workspace was not applied.
    pub refused: Vec<Problem>,
}

/// What a person must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The host found something wrong with a change.
    Refused(Vec<Problem>),
    /// A change could not be stored.
    NotStored(Cause),
    /// A message could not be read.
    Malformed(String),
    /// A language could not be loaded.
    NoLanguage,
}

/// The dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Ready-made choices.
    Presets,
    /// Import and export.
    Transfer,
}

impl App {
    /// A page that nothing has happened to.
    pub fn new() -> Self {
        let draft = RwSignal::new(Draft::new(Value::Object(serde_json::Map::new())));
        let context = RwSignal::new(HostContext::default());
        let in_force = Memo::new(move |_| {
            Arc::new(in_force(draft.read().settings(), context.read().workspace.as_ref()))
        });
        let judge = Compiled::new_local(None);
        let session = RwSignal::new(SessionState::default());
        let engine = RwSignal::new(engine::State::Loading);
        let judged = Memo::new(move |_| {
            if *engine.read() != engine::State::Ready {
                return None;
            }
            let question = engine_client::question(&session.read(), &context.read().host)?;
            in_force.track();
            engine_client::compile(judge, &draft.read_untracked(), &context.read_untracked());
            let verdict = judge.with_value(|judge| judge.as_ref()?.0.verdict(&question));
            verdict.map(|verdict| Arc::new(Judged::new(question, verdict)))
        });
        let app = Self {
            host: StoredValue::new_local(None),
            judge,
            has_settings: StoredValue::new(false),
            last_notice: StoredValue::new(0),
            draft,
            context,
            in_force,
            session,
            search: Memo::new(move |_| session.read().search.clone()),
            only_changed: Memo::new(move |_| session.read().only_changed),
            language: RwSignal::new("en".to_owned()),
            live: RwSignal::new(String::new()),
            notices: RwSignal::new(Vec::new()),
            engine,
            judged,
            remarks: RwSignal::new(Arc::default()),
            dialog: RwSignal::new(None),
            theme: RwSignal::new(page::theme()),
            panel: RwSignal::new(Panel::Checkpoint),
            reveal: RwSignal::new(None),
            revealed_at: StoredValue::new(None),
        };
        app.check_what_is_edited();
        app
    }

    /// Finds the host and asks it for the settings.
    pub fn launch(self) {
        let host = host::connect(Rc::new(move |message| self.receive(message)));
        if let Some(session) = host.session() {
            self.session.set(session);
        }
        self.host.set_value(Some(host));
        Effect::new(move |_| {
            let session = self.session.read();
            self.with_host(|host| host.save_session(&session));
        });
        self.find_language();
        self.with_host(|host| host.post(&ToHost::Launched {}));
    }

    fn with_host<T>(self, act: impl FnOnce(&dyn Host) -> T) -> Option<T> {
        // The host may answer before it returns, and then asks for itself.
        let host = self.host.get_value()?;
        Some(act(&*host))
    }

    /// Whether a person picks the theme here.
    pub fn has_themes(self) -> bool {
        self.with_host(|host| host.has_themes()).unwrap_or(true)
    }

    /// The address of the timeline, where `belay serve` serves the page.
    pub fn timeline_address(self) -> Option<String> {
        let served = page::boot("host").as_deref() == Some("server");
        let token = page::parameter("token").unwrap_or_default();
        served.then(|| format!("timeline.html#token={token}"))
    }

    /// Shows another theme.
    pub fn set_theme(self, theme: Theme) {
        page::set_theme(theme);
        self.theme.set(theme);
    }

    /// Brings a panel before the person.
    pub fn go_to_panel(self, panel: Panel) {
        self.panel.set(panel);
        self.reveal.set(Some(Target::Panel(panel)));
    }

    /// Brings a setting before the person.
    pub fn go_to_field(self, field: &'static Field) {
        self.panel.set(Panel::of(field));
        self.reveal.set(Some(Target::Field(field)));
    }

    /// Opens the file behind the settings.
    pub fn open_json(self) {
        self.with_host(|host| host.post(&ToHost::OpenSettingsJson {}));
    }

    /// Tells a screen reader something.
    pub fn say(self, text: String) {
        self.live.set(text);
    }

    /// Tells a person something until they have read it.
    pub fn notify(self, notice: Notice) {
        self.last_notice.update_value(|last| *last = last.wrapping_add(1));
        let id = self.last_notice.get_value();
        self.notices.update(|notices| {
            let kind = std::mem::discriminant(&notice);
            notices.retain(|(_, each)| std::mem::discriminant(each) != kind);
            notices.push((id, notice));
        });
    }

    /// Takes a notice away.
    pub fn dismiss(self, id: u32) {
        self.notices.update(|notices| notices.retain(|(each, _)| *each != id));
    }

    fn dismiss_about_saving(self) {
        self.notices.update(|notices| notices.retain(|(_, each)| !each.is_about_saving()));
    }

    /// Gives a setting a value, or its default back.
    pub fn set(self, field: &'static Field, value: Option<Value>) {
        let label = text(labels(field).label);
        let what = match &value {
            None => text_with(Key::LiveReset, &[("field", &label)]),
            Some(Value::Bool(true)) => text_with(Key::LiveSwitchedOn, &[("field", &label)]),
            Some(Value::Bool(false)) => text_with(Key::LiveSwitchedOff, &[("field", &label)]),
            Some(value) => {
                text_with(Key::LiveSet, &[("field", &label), ("value", &value.to_string())])
            }
        };
        self.set_saying(field, value, what);
    }

    /// The same with words of its own.
    pub fn set_saying(self, field: &'static Field, value: Option<Value>, what: String) {
        let update = self.peek(|draft| fields::update(draft.clean(), field, value));
        self.change(update, what);
    }

    /// Makes a change: one step of the history, one message to the host.
    pub fn change(self, update: fields::Update, what: String) {
        let mut applied = Applied::default();
        self.draft.update(|draft| applied = draft.change(update, &what));
        self.finish(applied, what);
    }

    /// Goes a step back.
    pub fn undo(self) {
        let mut undone = None;
        self.draft.update(|draft| undone = draft.undo());
        match undone {
            Some((what, applied)) => {
                self.finish(applied, text_with(Key::HistoryUndone, &[("change", &what)]));
            }
            None => self.say(text(Key::HistoryNothing)),
        }
    }

    /// Goes a step forth again.
    pub fn redo(self) {
        let mut redone = None;
        self.draft.update(|draft| redone = draft.redo());
        if let Some((what, applied)) = redone {
            self.finish(applied, text_with(Key::HistoryRedone, &[("change", &what)]));
        }
    }

    fn finish(self, applied: Applied, what: String) {
        if !applied.problems.is_empty() {
            self.notify(Notice::Refused(applied.problems));
        }
        if let Some(posted) = applied.post {
            self.say(what);
            self.post(posted);
        }
    }

    fn post(self, Posted { id, update }: Posted) {
        let message = ToHost::UpdateSettings { updated_settings: update, id };
        self.with_host(|host| host.post(&message));
    }

    /// Posts again what was not stored.
    pub fn save_again(self) {
        self.dismiss_about_saving();
        let mut posted = None;
        self.draft.update(|draft| posted = draft.retry());
        if let Some(posted) = posted {
            self.post(posted);
        }
    }

    /// Gives up what was not stored.
    pub fn discard(self) {
        self.dismiss_about_saving();
        self.draft.update(Draft::discard);
    }
}

impl Default for App {
    fn default() -> Self {
        Self::new()
    }
}

impl Dialog {
    /// Its name on the page.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Presets => "presets",
            Self::Transfer => "transfer",
        }
    }
}

impl Notice {
    /// Whether it is about a change that is not stored.
    pub fn is_about_saving(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::NotStored(_))
    }
}

fn in_force(user: &Settings, workspace: Option<&Workspace>) -> InForce {
    let theirs = workspace.map(|workspace| {
        policy_core::settings::read_value(&workspace.settings).settings.unwrap_or_default()
    });
    let layer = theirs
        .as_ref()
        .zip(workspace)
        .map(|(settings, workspace)| WorkspaceLayer { settings, path: &workspace.path });
    let resolution = resolve(Some(user), layer);
    // Who decides is only a question where there is another layer.
    let document = workspace.and_then(|_| serde_json::to_value(&resolution.effective).ok());
    let document = document.unwrap_or_default();
    InForce { effective: resolution.effective, document, refused: resolution.problems }
}
