//! "Try a command": a command goes in, and what Belay would do comes out at once.

mod answer;
mod question;
mod rule;

use leptos::html;
use leptos::prelude::*;

use self::answer::Answer;
use self::question::QuestionForm;
use self::rule::RulePage;
use super::labels::shell_name;
use super::parts::{Hint, Icon, SampleCommand};
use super::reveal;
use crate::app::{App, Target};
use crate::engine::State;
use crate::i18n::{Key, t};
use crate::model::panel::Panel;
use crate::model::samples::{FIRST, Sample};

/// The panel.
#[component]
pub(super) fn Trial(app: App) -> impl IntoView {
    // The rule whose page is open.
    let rule = RwSignal::new(None::<String>);
    let heading = NodeRef::<html::H2>::new();
    reveal::on_request(app, Target::Panel(Panel::Try), heading);
    let offer = move |Sample { shell, command }: Sample| {
        let pick = move |()| {
            rule.set(None);
            app.try_command(command.to_owned(), Some(shell.name().to_owned()));
        };
        view! { <SampleCommand command title=shell_name(shell) on_pick=pick /> }
    };
    view! {
        <aside class="panel trial" id=Panel::Try.id() aria-labelledby="try-title">
            <h2 id="try-title" tabindex="-1" node_ref=heading>
                <Icon name=Panel::Try.icon() />
                {t(Key::SectionsTry)}
            </h2>
            <p class="about">{t(Key::TryDescription)}</p>
            <QuestionForm app />
            {move || match app.engine.get() {
                State::Loading => {
                    view! {
                        <Hint icon="loading" testid="engine-loading">
                            {t(Key::EngineLoading)}
                        </Hint>
                    }
                        .into_any()
                }
                State::Failed(why) => view! { <EngineFailed app why /> }.into_any(),
                State::Ready => view! { <Outcome app rule /> }.into_any(),
            }}
            <h3 id="samples-title">{t(Key::TrySamples)}</h3>
            <ul class="samples" aria-labelledby="samples-title">
                {FIRST.iter().copied().map(offer).collect_view()}
            </ul>
        </aside>
    }
}

/// The verdict, or the page of a rule that was asked about.
#[component]
fn Outcome(app: App, rule: RwSignal<Option<String>>) -> impl IntoView {
    move || match rule.get() {
        Some(id) => view! { <RulePage app id open=rule /> }.into_any(),
        None => view! { <Answer app rule /> }.into_any(),
    }
}

#[component]
fn EngineFailed(app: App, why: String) -> impl IntoView {
    view! {
        <div class="notice error" role="alert" data-testid="engine-failed">
            <Icon name="error" />
            <div>
                <p>{t(Key::EngineFailed)}</p>
                <p>{t(Key::EngineFailedHelp)}</p>
                <p class="about">{why}</p>
                <p class="actions">
                    <button
                        type="button"
                        class="button"
                        data-testid="engine-retry-button"
                        on:click=move |_| app.load_engine()
                    >
                        {t(Key::EngineRetry)}
                    </button>
                </p>
            </div>
        </div>
    }
}
