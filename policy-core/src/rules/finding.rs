//! What the rules say about the facts.

use super::RuleId;
use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::target::Target;
use crate::facts::{Facts, Role};
use crate::risk::{Recovery, Risk};
use crate::source::{Location, SourceId, Span};
use crate::surroundings::{Coverage, Surroundings};

/// One thing worth telling a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that applies.
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
    /// Whether it means that a part could not be read with certainty.
    pub(crate) unverified: bool,
    /// Which invocation does it.
    pub(crate) invocation: u32,
}

/// The findings about a command, summed up.
#[derive(Debug)]
pub(crate) struct Findings {
    /// The findings, in the order they were met until they are [sorted](Self::sort).
    pub(crate) list: Vec<Finding>,
    /// The worst of them, or what the roles of the invocations say.
    pub(crate) risk: Risk,
    /// The same before the settings raise it.
    pub(crate) own_risk: Risk,
    /// The worst recovery among those that matter.
    pub(crate) recovery: Recovery,
    /// Whether a part could not be read with certainty.
    pub(crate) unverified: bool,
    /// Whether a program's name cannot be known.
    pub(crate) unknown_program: bool,
    /// Whether anything at all may be changed.
    pub(crate) changes: bool,
    /// Whether a redirection writes a file.
    pub(crate) redirects: bool,
}

/// Applies the rules to every problem and effect.
pub(crate) fn apply(facts: &Facts<'_>, surroundings: &Surroundings) -> Findings {
    let coverage = surroundings.saves.unwrap_or_default();
    let changes = facts.invocations.iter().any(|invocation| invocation.role == Role::Changes);
    let mut findings = Findings {
        list: Vec::with_capacity(facts.effects.len() + facts.reading.problems.len()),
        // Safe while everything only looks; low as soon as something changes.
        risk: if changes { Risk::Low } else { Risk::Safe },
        own_risk: Risk::Safe,
        recovery: Recovery::Full,
        unverified: false,
        unknown_program: false,
        changes,
        redirects: false,
    };
    for problem in &facts.reading.problems {
        // A script of the project that cannot be read is what it would be without being read.
        let unverified =
            problem.kind.makes_uncertain() && !facts.reading.sources.is_in_file(problem.source);
        findings.unverified |= unverified;
        let Some((rule, about)) = super::for_problem(problem.kind) else { continue };
        let at = Location { source: problem.source, span: problem.span };
        findings.add(
            facts,
            Finding {
                rule,
                risk: about.level,
                recovery: Recovery::Unknown,
                effect: None,
                possible: true,
                span: problem.span,
                inner: None,
                unverified,
                invocation: u32::MAX,
            },
            at,
        );
    }
    let mut targets = facts.targets;
    for (index, effect) in facts.effects.iter().enumerate() {
        let count = targets.iter().take_while(|target| target.effect as usize == index).count();
        let (reached, rest) = targets.split_at_checked(count).unwrap_or_default();
        targets = rest;
        findings.changes = true;
        findings.redirects |= effect.traits.contains(Traits::REDIRECTION);
        findings.unverified |= effect.kind == Kind::RunsUnknown;
        findings.unknown_program |= effect.kind == Kind::RunsUnknown;
        let Some((rule, about)) = super::for_effect(effect) else {
            findings.risk = findings.risk.max(Risk::Low);
            continue;
        };
        findings.add(
            facts,
            Finding {
                rule,
                risk: about.level,
                recovery: recovery(effect, coverage, reached),
                effect: Some((effect.kind, effect.domain, effect.place)),
                possible: effect.traits.contains(Traits::POSSIBLE),
                span: Span::default(),
                inner: None,
                unverified: effect.kind == Kind::RunsUnknown,
                invocation: effect.invocation,
            },
            effect.at,
        );
    }
    findings.own_risk = findings.risk;
    findings
}

impl Findings {
    /// Adds a finding about something at a place.
    pub(crate) fn add(&mut self, facts: &Facts<'_>, finding: Finding, at: Location) {
        let inner = (at.source != SourceId::ROOT).then_some(at);
        let span = facts.reading.sources.outermost(at);
        self.risk = self.risk.max(finding.risk);
        if finding.risk >= Risk::Medium {
            self.recovery = self.recovery.max(finding.recovery);
        }
        self.list.push(Finding { span, inner, ..finding });
    }

    /// Puts the findings into the order of the text, each only once.
    pub(crate) fn sort(&mut self) {
        self.list.sort_by(|one, other| {
            (one.span, one.inner, one.rule).cmp(&(other.span, other.inner, other.rule))
        });
        self.list.dedup();
    }
}

/// Whether a checkpoint that covers this much would bring an effect back.
fn recovery(effect: &Effect, coverage: Coverage, reached: &[Target<'_>]) -> Recovery {
    if effect.traits.contains(Traits::ELSEWHERE) {
        return Recovery::None;
    }
    match effect.kind {
        Kind::RunsUnknown => return Recovery::Unknown,
        Kind::RunsDownload => return Recovery::None,
        _ => {}
    }
    // Unknown code may reach what no snapshot holds.
    if effect.domain == Domain::Code {
        return Recovery::Partial;
    }
    if !matches!(effect.domain, Domain::Files | Domain::Repository) {
        return Recovery::None;
    }
    let covered = |yes: bool, otherwise: Recovery| if yes { Recovery::Full } else { otherwise };
    if effect.traits.contains(Traits::ATTRIBUTES) && effect.place != Place::Nowhere {
        return Recovery::Partial;
    }
    match effect.place {
        Place::Nowhere | Place::Workspace => Recovery::Full,
        // A snapshot keeps who may run a file, and nothing about the folder it was taken of.
        Place::WorkspaceRoot if matches!(effect.kind, Kind::ChangesRights | Kind::ChangesOwner) => {
            Recovery::Partial
        }
        // What is captured elsewhere comes back with what it holds; folders keep the new rights.
        Place::VersionControl | Place::Outside | Place::Home | Place::Protected
            if matches!(effect.kind, Kind::ChangesRights | Kind::ChangesOwner)
                && !reached.is_empty() =>
        {
            Recovery::Partial
        }
        // Small enough to be saved by themselves, unlike a whole machine, home, system or
        // workspace.
        Place::VersionControl | Place::Outside | Place::Home | Place::Protected
            if !reached.is_empty() =>
        {
            covered(reached.iter().all(Target::is_known), Recovery::Partial)
        }
        Place::WorkspaceRoot if effect.kind == Kind::Deletes => {
            covered(coverage.repository && coverage.ignored_files, Recovery::Partial)
        }
        Place::WorkspaceRoot => covered(coverage.ignored_files, Recovery::Partial),
        Place::BuildOutput => covered(coverage.ignored_files, Recovery::Partial),
        // Fetched again, but saved by nobody.
        Place::Cache => Recovery::Partial,
        Place::VersionControl => covered(coverage.repository, Recovery::None),
        Place::Unknown => Recovery::Unknown,
        _ => Recovery::None,
    }
}
