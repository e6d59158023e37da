//! What the rules say about the facts, summed up.

use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::{Facts, Role};
use crate::risk::{Recovery, Risk};
use crate::rules::{self, RuleId};
use crate::settings::Policy;
use crate::source::{Location, SourceId, Span};
use crate::surroundings::{Coverage, Surroundings};

/// One thing worth telling a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that speaks.
    pub rule: RuleId,
    /// How dangerous it is here.
    pub risk: Risk,
    /// Whether a checkpoint would bring it back.
    pub recovery: Recovery,
    /// What is done to what; `None` for something wrong with the text itself.
    pub effect: Option<(Kind, Domain, Place)>,
    /// Whether it may happen but the text does not say so for certain.
    pub possible: bool,
    /// Where, in the text the host handed in.
    pub span: Span,
    /// Where exactly, when it stands in a nested text.
    pub inner: Option<Location>,
    /// Which invocation does it.
    pub(super) invocation: u32,
}

/// Everything later stages ask about the findings.
#[derive(Debug)]
pub struct Summary {
    /// The findings in the order of the text.
    pub findings: Vec<Finding>,
    /// The worst of them, or what the roles of the invocations say.
    pub risk: Risk,
    /// The same before risk rules of the settings raised it.
    pub own_risk: Risk,
    /// The worst recovery among those that matter.
    pub recovery: Recovery,
    /// Whether a part could not be read with certainty.
    pub unverified: bool,
    /// Whether a program's name cannot be known.
    pub unknown_program: bool,
    /// Whether anything at all may be changed.
    pub changes: bool,
    /// Whether a redirection writes a file.
    pub redirects: bool,
}

/// Asks the rules about every effect and problem, and sums up.
pub(crate) fn summarise(facts: &Facts<'_>, policy: &Policy, around: &Surroundings) -> Summary {
    let coverage = around.saves.unwrap_or_default();
    let acts = facts.invocations.iter().any(|invocation| invocation.role == Role::Acts);
    let mut summary = Summary {
        findings: Vec::with_capacity(facts.effects.len() + facts.reading.problems.len()),
        // Safe while everything only looks; low as soon as something acts.
        risk: if acts { Risk::Low } else { Risk::Safe },
        own_risk: Risk::Safe,
        recovery: Recovery::Full,
        unverified: false,
        unknown_program: false,
        changes: acts,
        redirects: false,
    };
    for problem in &facts.reading.problems {
        summary.unverified |= problem.kind.makes_uncertain();
        let Some((rule, about)) = rules::for_problem(problem.kind) else { continue };
        let at = Location { source: problem.source, span: problem.span };
        summary.add(
            facts,
            Finding {
                rule,
                risk: about.level,
                recovery: Recovery::Unknown,
                effect: None,
                possible: true,
                span: problem.span,
                inner: None,
                invocation: u32::MAX,
            },
            at,
        );
    }
    for effect in facts.effects {
        summary.changes = true;
        summary.redirects |= effect.traits.contains(Traits::REDIRECTION);
        summary.unverified |= effect.kind == Kind::RunsUnknown;
        summary.unknown_program |= effect.kind == Kind::RunsUnknown;
        let Some((rule, about)) = rules::for_effect(effect) else {
            summary.risk = summary.risk.max(Risk::Low);
            continue;
        };
        summary.add(
            facts,
            Finding {
                rule,
                risk: about.level,
                recovery: recovery(effect, coverage),
                effect: Some((effect.kind, effect.domain, effect.place)),
                possible: effect.traits.contains(Traits::POSSIBLE),
                span: Span::default(),
                inner: None,
                invocation: effect.invocation,
            },
            effect.at,
        );
    }
    summary.own_risk = summary.risk;
    summary.raise_by_settings(facts, policy);
    summary.findings.sort_by(|one, other| {
        (one.span, one.inner, one.rule).cmp(&(other.span, other.inner, other.rule))
    });
    summary.findings.dedup();
    summary
}

impl Summary {
    fn add(&mut self, facts: &Facts<'_>, finding: Finding, at: Location) {
        let inner = (at.source != SourceId::ROOT).then_some(at);
        let span = facts.reading.sources.outermost(at);
        self.risk = self.risk.max(finding.risk);
        if finding.risk >= Risk::Medium {
            self.recovery = self.recovery.max(finding.recovery);
        }
        self.findings.push(Finding { span, inner, ..finding });
    }

    /// `shellSpecificRiskRules` raise what they match to high.
    fn raise_by_settings(&mut self, facts: &Facts<'_>, policy: &Policy) {
        if !policy.has_risk_rules() {
            return;
        }
        for (index, invocation) in facts.invocations.iter().enumerate() {
            let lists = policy.lists(facts.dialect_of(invocation));
            if lists.risk.is_empty() || lists.risk.claim(facts, index).is_none() {
                continue;
            }
            self.risk = self.risk.max(Risk::High);
            self.recovery = self.recovery.max(Recovery::Unknown);
            if let Some(rule) = rules::id_of("settings/risk-rule") {
                let finding = Finding {
                    rule,
                    risk: Risk::High,
                    recovery: Recovery::Unknown,
                    effect: None,
                    possible: false,
                    span: Span::default(),
                    inner: None,
                    invocation: u32::try_from(index).unwrap_or(u32::MAX),
                };
                self.add(facts, finding, invocation.at);
            }
        }
    }
}

/// Whether a checkpoint that covers this much would bring an effect back.
fn recovery(effect: &Effect, coverage: Coverage) -> Recovery {
    if effect.traits.contains(Traits::ELSEWHERE) {
        return Recovery::None;
    }
    match effect.kind {
        Kind::RunsUnknown => return Recovery::Unknown,
        Kind::RunsDownload => return Recovery::None,
        _ => {}
    }
    if !matches!(effect.domain, Domain::Files | Domain::Repository) {
        return Recovery::None;
    }
    let covered = |yes: bool, otherwise: Recovery| if yes { Recovery::Full } else { otherwise };
    match effect.place {
        Place::Nowhere | Place::Workspace => Recovery::Full,
        Place::WorkspaceRoot if effect.kind == Kind::Deletes => {
            covered(coverage.repository && coverage.ignored_files, Recovery::Partial)
        }
        Place::WorkspaceRoot => covered(coverage.ignored_files, Recovery::Partial),
        Place::BuildOutput => covered(coverage.ignored_files, Recovery::Partial),
        Place::VersionControl => covered(coverage.repository, Recovery::None),
        Place::Unknown => Recovery::Unknown,
        _ => Recovery::None,
    }
}
