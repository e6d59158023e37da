//! The verdict: a headline, its reasons, the command in colours, and what was found in it.

use leptos::prelude::*;
use policy_core::settings::{Group, Kind};

use super::super::el::{El, Piece, View, all, el};
use super::super::icon::icon;
use super::super::parts::{about, button, code, rich};
use super::super::reveal;
use crate::app::{App, Judged};
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::fields::{at_path, field, flag};
use crate::model::verdict::{
    DecidedBy, Explanation, Finding, Nested, Risk, Stretch, Verdict, recovery,
};
use crate::model::visible::visible;

/// The verdict on the command, or a word that there is none yet.
pub(super) fn answer(app: App, rule: RwSignal<Option<String>>) -> View {
    let Some(judged) = app.judged.get() else {
        return el("p").class("empty").test("verdict-empty").add(t(Key::TryEmpty)).view();
    };
    let Judged { command, verdict } = &*judged;
    let headline = el("p")
        .class("headline")
        .test("verdict-headline")
        .add(icon(sign(verdict.risk)))
        .add(t(verdict.headline()));
    let told =
        el("p").add(rich(&verdict.explanation.what)).add(" ").add(rich(&verdict.explanation.why));
    let box_ = el("div")
        .class(&format!("verdict {}", verdict.risk.id()))
        .test("verdict")
        .attr("data-risk", verdict.risk.id())
        .attr("role", "status")
        .attr("aria-label", &t(Key::TryVerdict))
        .add(headline)
        .add(told);
    let nested = verdict.nested.iter().enumerate();
    let nested = nested.map(|(place, text)| inside(verdict, place + 1, text));
    all([
        box_.view(),
        reasons(app, verdict).view(),
        el("h3").add(t(Key::TryReading)).view(),
        coloured(verdict.stretches(command), "verdict-stretches").view(),
        all(nested),
        findings(verdict, command, rule),
    ])
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
pub(super) fn badge(risk: Risk) -> El {
    el("span").class(&format!("badge {}", risk.id())).add(t(risk.word()))
}

fn aside(words: Key) -> El {
    el("span").class("aside").add(t(words))
}

fn reasons(app: App, verdict: &Verdict) -> El {
    let plan = verdict.plan;
    let when = [
        (plan.before, Key::TryBefore),
        (plan.after, Key::TryAfter),
        (plan.on_error, Key::TryOnError),
    ];
    let when: Vec<String> = when.iter().filter(|(is, _)| *is).map(|(_, key)| t(*key)).collect();
    let when = if when.is_empty() { t(Key::TryNever) } else { when.join(", ") };
    let row = |title: Key, id: &str, text: View| {
        let id = format!("verdict-{id}");
        all([el("dt").add(t(title)), el("dd").test(&id).add(text)])
    };
    let by = |by: &Option<DecidedBy>| by.as_ref().map(|by| decided(app, by)).view();
    let unsure = verdict.unverified.then(|| aside(Key::TryUnverified));
    let checkpoint = all([t(verdict.reason_words()).view(), by(&verdict.checkpoint_decided_by)]);
    let permission =
        all([t(verdict.permission_words()).view(), by(&verdict.permission_decided_by)]);
    el("dl")
        .class("reasons")
        .add(row(Key::TryRisk, "risk", all([badge(verdict.risk).view(), unsure.view()])))
        .add(row(Key::TryRecovery, "recovery", t(verdict.recovery_words()).view()))
        .add(row(Key::TryCheckpoint, "checkpoint", checkpoint))
        .add(row(Key::TryWhen, "plan", when.view()))
        .add(row(Key::TryPermission, "permission", permission))
}

/// The entry that decided, as a way to it.
fn decided(app: App, by: &DecidedBy) -> View {
    let shown = visible(&by.pattern);
    let layer = match by.layer.as_str() {
        "workspace" => Some(Key::EntryFromWorkspace),
        "default" => Some(Key::TryBuiltIn),
        _ => None,
    };
    let path = by.path.clone();
    let entry = button("link entry", move || go_to(app, &path))
        .test("decided-by")
        .attr("title", &t_with(Key::TryGoTo, &[("entry", &shown)]))
        .add(code(&shown))
        .add(icon("arrow-right"));
    let line = el("p").class("decided").add(aside(Key::TryDecidedBy)).add(entry);
    line.add(layer.map(aside)).view()
}

/// Goes to the entry at a path; whatever hides it steps aside.
fn go_to(app: App, path: &str) {
    let Some((target, _)) = at_path(path) else { return };
    app.keep(|kept| {
        kept.search.clear();
        kept.only_changed = false;
        if let Group::Shell(section) = target.group {
            kept.shell = Some(section);
        }
    });
    let execute = field(Group::Root, "alwaysCheckpointExecute");
    let off = app.peek(|draft| flag(draft.clean(), execute) == Some(false));
    let is_list = matches!(target.kind, Kind::Patterns { .. }) && target.group == Group::Root;
    reveal::field(if off && is_list { execute } else { target });
}

/// A text in colours.
fn coloured(stretches: Vec<Stretch>, id: &str) -> El {
    let piece = |Stretch { text, risk, titles }: Stretch| {
        // Lines stay lines; everything else that hides is shown.
        let text = text.split('\n').map(visible).collect::<Vec<_>>().join("\n");
        match risk {
            None => el("span").add(text),
            Some(risk) => el("mark").class(risk.id()).attr("title", &titles.join("\n")).add(text),
        }
    };
    el("pre")
        .class("code")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", &t(Key::TryMarked))
        .test(id)
        .add(el("bdi").add(all(stretches.into_iter().map(piece))))
}

fn inside(verdict: &Verdict, number: usize, text: &Nested) -> El {
    el("div")
        .class("nested")
        .add(about(t_with(Key::TryNested, &[("shell", &text.shell)])))
        .add(coloured(verdict.nested_stretches(number, &text.text), "nested-stretches"))
}

fn findings(verdict: &Verdict, command: &str, rule: RwSignal<Option<String>>) -> View {
    if verdict.findings.is_empty() {
        return el("p").class("empty").add(t(Key::TryNoFindings)).view();
    }
    let groups = verdict.by_rule();
    let title = el("h3").add(count(Counted::TryFindings, groups.len(), &[]));
    let cards = groups.iter().filter_map(|group| finding(verdict, command, group, rule));
    all([title, el("ul").class("findings").test("findings").add(all(cards))])
}

fn finding(
    verdict: &Verdict,
    command: &str,
    group: &[&Finding],
    rule: RwSignal<Option<String>>,
) -> Option<El> {
    let first = group.first()?;
    let part = |finding: &&Finding| {
        let place = finding.place.as_deref().map(|place| place.replace('_', " "));
        let place = place.map(|place| format!("{}: {place}", t(Key::TryPlace)));
        let back = (finding.risk >= Risk::Medium).then(|| t(recovery(&finding.recovery)));
        let back = back.map(|back| format!("{} {back}", t(Key::TryRecovery)));
        let possible = finding.possible.then(|| t(Key::TryPossible));
        let said: Vec<String> = [place, back, possible].into_iter().flatten().collect();
        let text = visible(&verdict.part(command, finding));
        let text = (!text.is_empty()).then(|| code(&text));
        el("li").add(text).add(el("span").class("about").add(said.join(" · ")))
    };
    let link = first.rule.clone().map(|id| {
        let (label, shown) = (t_with(Key::TryAboutRule, &[("rule", &id)]), id.clone());
        button("link", move || rule.set(Some(id.clone())))
            .test("about-rule")
            .attr("aria-label", &label)
            .add(shown)
    });
    let head = el("p")
        .class("head")
        .add(el("strong").add(first.title.as_deref().unwrap_or_default()))
        .add(badge(first.risk));
    Some(
        el("li")
            .class(&format!("finding {}", first.risk.id()))
            .add(head)
            .add(el("ul").class("parts").add(all(group.iter().map(part))))
            .add(three(&first.explanation))
            .add(link),
    )
}

/// What, why, instead.
pub(super) fn three(said: &Explanation) -> El {
    let rows =
        [(Key::TryWhat, &said.what), (Key::TryWhy, &said.why), (Key::TryInstead, &said.instead)];
    let row = |(key, text): (Key, &String)| all([el("dt").add(t(key)), el("dd").add(rich(text))]);
    el("dl").class("three").add(all(rows.map(row)))
}
