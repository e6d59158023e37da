//! What the host says.

use leptos::prelude::*;
use serde_json::Value;

use super::{App, Notice};
use crate::i18n::{Key, text};
use crate::message::{Cause, ToApp};
use crate::model::draft::Draft;
use crate::model::panel::Panel;

impl App {
    /// Takes a message of the host. One that cannot be read is shown and changes nothing.
    pub fn receive(self, message: Result<ToApp, String>) {
        match message {
            Err(why) => self.notify(Notice::Malformed(why)),
            Ok(ToApp::Settings { user, workspace, fallback }) => {
                self.context.update(|context| {
                    context.workspace = workspace;
                    context.fallback = fallback;
                });
                let before = self.peek(|draft| draft.clean().clone());
                self.draft.update(|draft| draft.receive(Value::Object(user)));
                let was_there = self.has_settings.get_value();
                self.has_settings.set_value(true);
                if was_there && self.peek(|draft| *draft.clean() != before) {
                    self.say(text(Key::NoticeOtherTab));
                }
            }
            Ok(ToApp::Surroundings(surroundings)) => {
                self.context.update(|context| context.host = surroundings);
                self.find_language();
            }
            Ok(ToApp::Saved { id }) => {
                self.draft.update(|draft| draft.saved(id));
                if self.notices.read_untracked().iter().any(|(_, each)| each.is_about_saving())
                    && !self.peek(Draft::has_refused)
                {
                    self.say(text(Key::LiveSaved));
                    self.dismiss_about_saving();
                }
            }
            Ok(ToApp::Refused { id, problems, cause }) => {
                self.draft.update(|draft| draft.refuse(id));
                self.notify(match cause {
                    None if problems.is_empty() => Notice::NotStored(Cause::Other),
                    None => Notice::Refused(problems),
                    Some(cause) => Notice::NotStored(cause),
                });
            }
            Ok(ToApp::Show { panel, command, shell }) => self.show(panel, command, shell),
        }
    }

    fn show(self, panel: Option<String>, command: Option<String>, shell: Option<String>) {
        let panel = panel.as_deref().and_then(Panel::from_id);
        let panel = panel.or(command.as_ref().map(|_| Panel::Try));
        if let Some(command) = command {
            self.try_command(command, shell);
        }
        if let Some(panel) = panel {
            self.go_to_panel(panel);
            self.say(text(panel.title()));
        }
    }
}
