//! The verdict: a headline, its reasons, the command in colours, and what was found in it.

use leptos::prelude::*;
use policy_core::settings::{Group, Kind};
use policy_core::wire::{DecidedBy, Explanation, Finding, Layer, Nested, Risk, Verdict};

use super::super::parts::{Code, Icon, rich};
use crate::app::{App, Judged};
use crate::i18n::{Counted, Key, count, rules, t, text, text_with};
use crate::model::fields::{at_path, field, flag};
use crate::model::verdict::{Shown as _, Stretch, recovery_word, risk_word, translated};
use crate::model::visible::visible;

/// The verdict on the command, or a word that there is none yet.
#[component]
pub(super) fn Answer(app: App, rule: RwSignal<Option<String>>) -> impl IntoView {
    move || match app.judged.get() {
        Some(judged) => answer(app, &judged, rule).into_any(),
        None => view! {
            <p class="empty" data-testid="verdict-empty">
                {t(Key::TryEmpty)}
            </p>
        }
        .into_any(),
    }
}

fn answer(app: App, judged: &Judged, rule: RwSignal<Option<String>>) -> impl IntoView + use<> {
    let Judged { command, verdict } = judged;
    let verdict = &translated(verdict, &rules());
    let nested = (1..).zip(&verdict.nested);
    let nested = nested.map(|(number, text)| nested_text(verdict, number, text)).collect_view();
    view! {
        <div
            class=format!("verdict {}", verdict.risk.name())
            data-testid="verdict"
            data-risk=verdict.risk.name()
            role="status"
            aria-label=t(Key::TryVerdict)
        >
            <p class="headline" data-testid="verdict-headline">
                <Icon name=sign(verdict.risk) />
                {t(verdict.headline())}
            </p>
            <p>{rich(&verdict.explanation.what)} " " {rich(&verdict.explanation.why)}</p>
        </div>
        {reasons(app, verdict)}
        <h3>{t(Key::TryReading)}</h3>
        <Coloured stretches=verdict.stretches(command) testid="verdict-stretches" />
        {nested}
        {findings(verdict, command, rule)}
    }
}

const fn sign(risk: Risk) -> &'static str {
    match risk {
        Risk::Safe | Risk::Low => "pass",
        Risk::Medium => "info",
        Risk::High => "warning",
        Risk::Critical => "error",
    }
}

/// The word for a risk, in its colour.
#[component]
pub(super) fn Badge(risk: Risk) -> impl IntoView {
    view! { <span class=format!("badge {}", risk.name())>{t(risk_word(risk))}</span> }
}

fn aside(label: Key) -> impl IntoView {
    view! { <span class="aside">{t(label)}</span> }
}

fn reasons(app: App, verdict: &Verdict) -> impl IntoView + use<> {
    let plan = verdict.plan;
    let when = move || {
        let all = [
            (plan.before, Key::TryBefore),
            (plan.after, Key::TryAfter),
            (plan.on_error, Key::TryOnError),
        ];
        let when: Vec<_> = all.iter().filter(|(is, _)| *is).map(|(_, key)| text(*key)).collect();
        if when.is_empty() { text(Key::TryNever) } else { when.join(", ") }
    };
    let by = |by: &Option<DecidedBy>| by.as_ref().map(|by| decided(app, by));
    view! {
        <dl class="reasons">
            <dt>{t(Key::TryRisk)}</dt>
            <dd data-testid="verdict-risk">
                <Badge risk=verdict.risk />
                {verdict.unverified.then(|| aside(Key::TryUnverified))}
            </dd>
            <dt>{t(Key::TryRecovery)}</dt>
            <dd data-testid="verdict-recovery">{t(verdict.recovery_words())}</dd>
            <dt>{t(Key::TryCheckpoint)}</dt>
            <dd data-testid="verdict-checkpoint">
                {verdict.reason_words().map(t)} {by(&verdict.checkpoint_decided_by)}
            </dd>
            <dt>{t(Key::TryWhen)}</dt>
            <dd data-testid="verdict-plan">{when}</dd>
            <dt>{t(Key::TryPermission)}</dt>
            <dd data-testid="verdict-permission">
                {verdict.permission_words().map(t)} {by(&verdict.permission_decided_by)}
            </dd>
        </dl>
    }
}

/// The entry that decided, as a way to it.
fn decided(app: App, by: &DecidedBy) -> impl IntoView + use<> {
    let shown = visible(&by.pattern);
    let layer = match by.layer {
        Layer::Workspace => Some(Key::EntryFromWorkspace),
        Layer::Default => Some(Key::TryBuiltIn),
        Layer::User | Layer::Managed => None,
    };
    let path = by.path.clone();
    let title = {
        let shown = shown.clone();
        move || text_with(Key::TryGoTo, &[("entry", &shown)])
    };
    view! {
        <p class="decided">
            {aside(Key::TryDecidedBy)}
            <button
                type="button"
                class="link entry"
                data-testid="decided-by"
                title=title
                on:click=move |_| go_to(app, &path)
            >
                <Code text=shown />
                <Icon name="arrow-right" />
            </button>
            {layer.map(aside)}
        </p>
    }
}

/// Goes to the entry at a path; whatever hides it steps aside.
fn go_to(app: App, path: &str) {
    let Some((target, _)) = at_path(path) else { return };
    app.edit_session(|session| {
        session.search.clear();
        session.only_changed = false;
        if let Group::Shell(section) = target.group {
            session.shell = Some(section);
        }
    });
    let execute = field(Group::Root, "alwaysCheckpointExecute");
    let off = app.peek(|draft| flag(draft.clean(), execute) == Some(false));
    let is_list = matches!(target.kind, Kind::Patterns { .. }) && target.group == Group::Root;
    app.go_to_field(if off && is_list { execute } else { target });
}

/// A text in colours.
#[component]
fn Coloured(stretches: Vec<Stretch>, testid: &'static str) -> impl IntoView {
    let piece = |Stretch { text, risk, titles }: Stretch| {
        // Lines stay lines; everything else that hides is shown.
        let text = text.split('\n').map(visible).collect::<Vec<_>>().join("\n");
        match risk {
            None => view! { <span>{text}</span> }.into_any(),
            Some(risk) => {
                view! { <mark class=risk.name() title=titles.join("\n")>{text}</mark> }.into_any()
            }
        }
    };
    view! {
        <pre
            class="code"
            tabindex="0"
            role="group"
            aria-label=t(Key::TryMarked)
            data-testid=testid
        >
            <bdi>{stretches.into_iter().map(piece).collect_view()}</bdi>
        </pre>
    }
}

fn nested_text(verdict: &Verdict, number: u16, nested: &Nested) -> impl IntoView + use<> {
    let shell = nested.shell.name();
    view! {
        <div class="nested">
            <p class="about">{move || text_with(Key::TryNested, &[("shell", shell)])}</p>
            <Coloured
                stretches=verdict.nested_stretches(number, &nested.text)
                testid="nested-stretches"
            />
        </div>
    }
}

fn findings(verdict: &Verdict, command: &str, rule: RwSignal<Option<String>>) -> AnyView {
    let groups = verdict.by_rule();
    if groups.is_empty() {
        return view! { <p class="empty">{t(Key::TryNoFindings)}</p> }.into_any();
    }
    let number = groups.len();
    let cards = groups.iter().filter_map(|group| finding(verdict, command, group, rule));
    view! {
        <h3>{move || count(Counted::TryFindings, number, &[])}</h3>
        <ul class="findings" data-testid="findings">
            {cards.collect_view()}
        </ul>
    }
    .into_any()
}

fn finding(
    verdict: &Verdict,
    command: &str,
    group: &[&Finding],
    rule: RwSignal<Option<String>>,
) -> Option<impl IntoView + use<>> {
    let first = group.first()?;
    let id = first.rule.to_string();
    let parts = group.iter().map(|finding| part(verdict, command, finding)).collect_view();
    Some(view! {
        <li class=format!("finding {}", first.risk.name())>
            <p class="head">
                <strong>{first.title.to_string()}</strong>
                <Badge risk=first.risk />
            </p>
            <ul class="parts">{parts}</ul>
            {explanation(&first.explanation)}
            <RuleLink id open=rule />
        </li>
    })
}

/// The part of the command a finding is about, and what is known about it.
fn part(verdict: &Verdict, command: &str, finding: &Finding) -> impl IntoView + use<> {
    let place = finding.place.map(|place| place.name().replace('_', " "));
    let place = place.map(|place| format!("{}: {place}", text(Key::TryPlace)));
    let back = (finding.risk >= Risk::Medium).then(|| text(recovery_word(finding.recovery)));
    let back = back.map(|back| format!("{} {back}", text(Key::TryRecovery)));
    let possible = finding.possible.then(|| text(Key::TryPossible));
    let known: Vec<String> = [place, back, possible].into_iter().flatten().collect();
    let shown = visible(&verdict.part(command, finding));
    view! {
        <li>
            {(!shown.is_empty()).then(|| view! { <Code text=shown /> })}
            <span class="about">{known.join(" · ")}</span>
        </li>
    }
}

#[component]
fn RuleLink(id: String, open: RwSignal<Option<String>>) -> impl IntoView {
    let label = {
        let id = id.clone();
        move || text_with(Key::TryAboutRule, &[("rule", &id)])
    };
    let shown = id.clone();
    view! {
        <button
            type="button"
            class="link"
            data-testid="about-rule"
            aria-label=label
            on:click=move |_| open.set(Some(id.clone()))
        >
            {shown}
        </button>
    }
}

/// What, why, instead.
pub(super) fn explanation(said: &Explanation) -> impl IntoView + use<> {
    view! {
        <dl class="three">
            <dt>{t(Key::TryWhat)}</dt>
            <dd>{rich(&said.what)}</dd>
            <dt>{t(Key::TryWhy)}</dt>
            <dd>{rich(&said.why)}</dd>
            <dt>{t(Key::TryInstead)}</dt>
            <dd>{rich(&said.instead)}</dd>
        </dl>
    }
}
