//! The verdict: a headline, its reasons, the command in colours, and what was found in it.

use std::sync::Arc;

use leptos::prelude::*;
use policy_core::settings::{Group, Kind};

use super::super::icon::icon;
use super::super::reveal;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::fields::at_path;
use crate::model::verdict::{DecidedBy, Finding, Risk, Stretch, Verdict, recovery};
use crate::model::visible::visible;

/// The verdict on the command, or a word that there is none yet.
pub(super) fn answer(app: App, rule: RwSignal<Option<String>>) -> AnyView {
    let Some(verdict) = app.verdict.get() else {
        return view! { <p class="empty" data-testid="verdict-empty">{t(Key::TryEmpty)}</p> }
            .into_any();
    };
    let command = app.kept.with_untracked(|kept| kept.command.clone());
    view! {
        <div
            class=format!("verdict {}", verdict.risk.id())
            data-testid="verdict"
            data-risk=verdict.risk.id()
            role="status"
        >
            <p class="headline" data-testid="verdict-headline">
                {icon(sign(verdict.risk))}
                {t(verdict.headline())}
            </p>
            <p>{rich(&verdict.explanation.what)} " " {rich(&verdict.explanation.why)}</p>
        </div>
        {reasons(app, &verdict)}
        <h3>{t(Key::TryReading)}</h3>
        {coloured(verdict.stretches(&command), "verdict-stretches")}
        {nested(&verdict)}
        {findings(&verdict, &command, rule)}
    }
    .into_any()
}

const fn sign(risk: Risk) -> &'static str {
    match risk {
        Risk::Safe | Risk::Low => "pass",
        Risk::Medium => "info",
        Risk::High => "warning",
        Risk::Critical => "error",
    }
}

fn reasons(app: App, verdict: &Verdict) -> AnyView {
    let plan = verdict.plan;
    let when = [
        (plan.before, Key::TryBefore),
        (plan.after, Key::TryAfter),
        (plan.on_error, Key::TryOnError),
    ];
    let when: Vec<String> = when.iter().filter(|(is, _)| *is).map(|(_, key)| t(*key)).collect();
    let when = if when.is_empty() { t(Key::TryNever) } else { when.join(", ") };
    view! {
        <dl class="reasons">
            <dt>{t(Key::TryRisk)}</dt>
            <dd data-testid="verdict-risk">
                <span class=format!("badge {}", verdict.risk.id())>{t(verdict.risk.word())}</span>
                {verdict
                    .unverified
                    .then(|| view! { <span class="aside">{t(Key::TryUnverified)}</span> })}
            </dd>
            <dt>{t(Key::TryRecovery)}</dt>
            <dd data-testid="verdict-recovery">{t(verdict.recovery_words())}</dd>
            <dt>{t(Key::TryCheckpoint)}</dt>
            <dd data-testid="verdict-checkpoint">
                {t(verdict.reason_words())}
                {verdict.checkpoint_decided_by.as_ref().map(|by| decided(app, by))}
            </dd>
            <dt>{t(Key::TryWhen)}</dt>
            <dd data-testid="verdict-plan">{when}</dd>
            <dt>{t(Key::TryPermission)}</dt>
            <dd data-testid="verdict-permission">
                {t(verdict.permission_words())}
                {verdict.permission_decided_by.as_ref().map(|by| decided(app, by))}
            </dd>
        </dl>
    }
    .into_any()
}

/// The entry that decided, as a way to it.
fn decided(app: App, by: &DecidedBy) -> AnyView {
    let shown = visible(&by.pattern);
    let layer = match by.layer.as_str() {
        "workspace" => Some(Key::EntryFromWorkspace),
        "default" => Some(Key::EntryFromDefault),
        _ => None,
    };
    let path = by.path.clone();
    let go = move |_| {
        let Some((field, _)) = at_path(&path) else { return };
        app.kept.update(|kept| {
            // Whatever hides the entry steps aside.
            kept.search.clear();
            kept.only_changed = false;
            if let Group::Shell(section) = field.group {
                kept.shell = Some(section);
            }
        });
        let execute = crate::model::fields::field(Group::Root, "alwaysCheckpointExecute");
        let hidden = matches!(field.kind, Kind::Patterns { .. })
            && field.group == Group::Root
            && app.draft.with_untracked(|draft| {
                crate::model::fields::flag(draft.clean(), execute) == Some(false)
            });
        reveal::field(if hidden { execute } else { field });
    };
    view! {
        <button
            type="button"
            class="link entry"
            data-testid="decided-by"
            title=t_with(Key::TryGoTo, &[("entry", &shown)])
            on:click=go
        >
            <code><bdi>{shown.clone()}</bdi></code>
            {icon("arrow-right")}
        </button>
        {layer.map(|layer| view! { <span class="aside">{t(layer)}</span> })}
    }
    .into_any()
}

/// A text in colours.
fn coloured(stretches: Vec<Stretch>, id: &'static str) -> AnyView {
    let piece = |Stretch { text, risk, titles }: Stretch| {
        let text = visible_lines(&text);
        match risk {
            None => view! { <span>{text}</span> }.into_any(),
            Some(risk) => view! {
                <mark class=risk.id() title=titles.join("\n")>
                    {text}
                </mark>
            }
            .into_any(),
        }
    };
    view! {
        <pre class="code" tabindex="0" role="group" aria-label=t(Key::TryMarked) data-testid=id>
            <bdi>{stretches.into_iter().map(piece).collect_view()}</bdi>
        </pre>
    }
    .into_any()
}

/// Lines stay lines; everything else that hides is shown.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

fn nested(verdict: &Arc<Verdict>) -> AnyView {
    let one = |(place, text): (usize, &crate::model::verdict::Nested)| {
        let stretches = verdict.nested_stretches(place + 1, &text.text);
        view! {
            <div class="nested">
                <p class="about">{t_with(Key::TryNested, &[("shell", &text.shell)])}</p>
                {coloured(stretches, "nested-stretches")}
            </div>
        }
    };
    verdict.nested.iter().enumerate().map(one).collect_view().into_any()
}

fn findings(verdict: &Verdict, command: &str, rule: RwSignal<Option<String>>) -> AnyView {
    if verdict.findings.is_empty() {
        return view! { <p class="empty">{t(Key::TryNoFindings)}</p> }.into_any();
    }
    let groups = verdict.by_rule();
    view! {
        <h3>{count(Counted::TryFindings, groups.len(), &[])}</h3>
        <ul class="findings" data-testid="findings">
            {groups.iter().map(|group| finding(verdict, command, group, rule)).collect_view()}
        </ul>
    }
    .into_any()
}

fn finding(
    verdict: &Verdict,
    command: &str,
    group: &[&Finding],
    rule: RwSignal<Option<String>>,
) -> AnyView {
    let Some(first) = group.first() else { return ().into_any() };
    let part = |finding: &&Finding| {
        let place = finding.place.as_deref().map(|place| place.replace('_', " "));
        let back = (finding.risk >= Risk::Medium).then(|| t(recovery(&finding.recovery)));
        let possible = finding.possible.then(|| t(Key::TryPossible));
        let place = place.map(|place| format!("{}: {place}", t(Key::TryPlace)));
        let back = back.map(|back| format!("{} {back}", t(Key::TryRecovery)));
        let said: Vec<String> = [place, back, possible].into_iter().flatten().collect();
        view! {
            <li>
                <code><bdi>{visible(&verdict.part(command, finding))}</bdi></code>
                <span class="about">{said.join(" · ")}</span>
            </li>
        }
    };
    let about = first.rule.clone().map(|id| {
        let label = t_with(Key::TryAboutRule, &[("rule", &id)]);
        let (shown, asked) = (id.clone(), id);
        view! {
            <button
                type="button"
                class="link"
                data-testid="about-rule"
                aria-label=label
                on:click=move |_| rule.set(Some(asked.clone()))
            >
                {shown}
            </button>
        }
    });
    view! {
        <li class=format!("finding {}", first.risk.id())>
            <p class="head">
                <strong>{first.title.clone()}</strong>
                <span class=format!("badge {}", first.risk.id())>{t(first.risk.word())}</span>
            </p>
            <ul class="parts">{group.iter().map(part).collect_view()}</ul>
            {three(&first.what, &first.why, &first.instead)}
            {about}
        </li>
    }
    .into_any()
}

/// What, why, instead.
pub(super) fn three(what: &str, why: &str, instead: &str) -> AnyView {
    let row = |key: Key, text: &str| {
        view! {
            <dt>{t(key)}</dt>
            <dd>{rich(text)}</dd>
        }
    };
    view! {
        <dl class="three">
            {row(Key::TryWhat, what)} {row(Key::TryWhy, why)} {row(Key::TryInstead, instead)}
        </dl>
    }
    .into_any()
}

/// A text that names commands in backticks.
fn rich(text: &str) -> AnyView {
    let piece = |(place, piece): (usize, &str)| match place % 2 {
        0 => view! { <span>{piece.to_owned()}</span> }.into_any(),
        _ => view! { <code>{piece.to_owned()}</code> }.into_any(),
    };
    text.split('`').enumerate().map(piece).collect_view().into_any()
}
