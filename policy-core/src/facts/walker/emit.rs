//! How the models of programs report what is done.

use super::Walker;
use crate::facts::Role;
use crate::facts::arg::{Arg, Knowledge};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::facts::place::{Base, Path, Place};
use crate::facts::target::Target;
use crate::source::Location;
use crate::wire::TargetKind;

impl<'a> Walker<'a> {
    /// Says that the current program changes something, though nothing worth a finding.
    pub(crate) fn mark_changing(&mut self) {
        self.set_role(self.current, Role::Changes);
    }

    /// Says that the current program only passes another command on.
    pub(crate) fn mark_wrapper(&mut self) {
        self.set_role(self.current, Role::Wrapper);
    }

    /// Says that the current program has no effect of its own.
    pub(crate) fn mark_no_effect(&mut self) {
        self.set_role(self.current, Role::NoEffect);
    }

    /// Adds an effect of the current program.
    pub(crate) fn add(
        &mut self,
        kind: Kind,
        domain: Domain,
        place: Place,
        traits: Traits,
        at: Location,
    ) {
        let mut traits = traits;
        let mut place = place;
        // A script of the project may do what is not known; it may do so without being read.
        let (kind, traits_of_kind) = match kind {
            Kind::RunsUnknown if self.is_in_file() => (Kind::Overwrites, Traits::POSSIBLE),
            _ => (kind, Traits::empty()),
        };
        traits |= traits_of_kind;
        if self.scope.now.privileged {
            traits |= Traits::PRIVILEGED;
        }
        if self.scope.now.elsewhere {
            traits |= Traits::ELSEWHERE;
            if place != Place::Temporary {
                place = Place::Elsewhere;
            }
        }
        self.mark_changing();
        self.effects.push(Effect { kind, domain, place, traits, invocation: self.current, at });
    }

    /// Adds an effect of a call on things that are where [those of their domain](Domain::place)
    /// are.
    pub(crate) fn does(&mut self, kind: Kind, domain: Domain, traits: Traits, call: &Call<'a>) {
        self.add(kind, domain, domain.place(), traits, call.at);
    }

    /// Says that unknown code runs.
    pub(crate) fn runs_unknown(&mut self, at: Location) {
        self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
    }

    /// Says that something unknown may happen.
    pub(crate) fn may_run_anything(&mut self, at: Location) {
        self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::POSSIBLE, at);
    }

    /// Adds an effect on a path, and on what a link of this very text makes of it.
    pub(crate) fn touches(&mut self, kind: Kind, arg: &Arg<'a>, traits: Traits) {
        self.touches_itself(kind, arg, traits);
        if let Some(led_to) = self.behind_link(kind, arg) {
            self.touches_itself(kind, &led_to, traits);
        }
    }

    /// Where a path leads by a link that the text has made. Deleting takes the link itself, unless
    /// a slash stands behind it.
    fn behind_link(&self, kind: Kind, arg: &Arg<'a>) -> Option<Arg<'a>> {
        let links = self.scope.links()?;
        let path = self.paths.path(self.scope.now.directory, arg)?;
        let takes_link = matches!(kind, Kind::Deletes | Kind::Moves) && !arg.text.ends_with('/');
        let most = path.parts.len().saturating_sub(usize::from(takes_link));
        let (at, to) = (1..=most).rev().find_map(|at| {
            let start = Path { base: path.base, parts: path.parts.get(..at)? };
            Some((at, *links.get(&start)?))
        })?;
        if to.base != Base::Root {
            return None;
        }
        let mut text = bumpalo::collections::String::new_in(self.arena);
        for part in to.parts.iter().chain(path.parts.get(at..)?) {
            text.push('/');
            text.push_str(part);
        }
        Some(Arg { text: text.into_bump_str(), written: None, tilde: false, ..*arg })
    }

    fn touches_itself(&mut self, kind: Kind, arg: &Arg<'a>, traits: Traits) {
        // `tee >(wc)`: what runs behind a pipe was looked at where it is written.
        if matches!(arg.knowledge, Knowledge::Pipe(_)) {
            return;
        }
        let arg = &self.on_drive(arg);
        let mut place = self.place_of(arg);
        if kind == Kind::Deletes {
            // Nothing is lost in `/dev/null`, but without it much breaks.
            if place == Place::Nowhere {
                place = Place::System;
            }
            // Where `cd` failed, a script without `&&` deletes in the old directory.
            if let Some(fallback) = self.scope.now.fallback {
                self.reaches(Some(fallback), arg);
                place = place.max(self.paths.place(Some(fallback), arg));
            }
        }
        if place == Place::Nowhere {
            return;
        }
        let mut traits = traits;
        if matches!(
            place,
            Place::Root | Place::HomeRoot | Place::WorkspaceRoot | Place::TemporaryRoot
        ) {
            traits |= Traits::WHOLE;
        }
        let domain = match place {
            Place::Device => Domain::Disk,
            Place::VersionControl => Domain::Repository,
            _ => Domain::Files,
        };
        self.reaches(self.scope.now.directory, arg);
        self.file_changes(arg);
        self.add(kind, domain, place, traits, arg.at);
    }

    /// Notes that the effect that is about to be added reaches this file or folder with all that
    /// is below it, ignored files too.
    pub(crate) fn will_reach(&mut self, arg: &Arg<'a>) {
        self.reaches(self.scope.now.directory, arg);
    }

    /// Notes that the effect that is about to be added reaches what git knows at or below this.
    pub(crate) fn will_reach_tracked(&mut self, arg: &Arg<'a>) {
        let before = self.targets.len();
        self.reaches(self.scope.now.directory, arg);
        if let Some(target) = self.targets.get_mut(before) {
            target.kind = TargetKind::Tracked;
        }
    }

    /// Notes that the effect that is about to be added reaches what git knows in the whole
    /// workspace, from whichever folder of it.
    pub(crate) fn will_reach_all_tracked(&mut self, at: Location) {
        let before = self.targets.len();
        self.will_reach_tracked(&Arg::whole(".", at));
        if let Some(target) = self.targets.get_mut(before) {
            target.path = self.paths.configured_workspace().or(target.path);
        }
    }

    /// Notes that the last effect, if any was added since there were so many, reached this file.
    pub(crate) fn has_reached(&mut self, since: usize, arg: &Arg<'a>) {
        if self.effects.len() > since {
            let last = self.effects.len() - 1;
            self.reaches_by(last, self.scope.now.directory, arg);
        }
    }

    /// Notes what the effect that is about to be added reaches.
    fn reaches(&mut self, from: Option<Path<'a>>, arg: &Arg<'a>) {
        self.reaches_by(self.effects.len(), from, arg);
    }

    /// Notes what one of the effects reaches. Most hosts do not ask.
    fn reaches_by(&mut self, effect: usize, from: Option<Path<'a>>, arg: &Arg<'a>) {
        if !self.saves_targets || self.scope.now.elsewhere {
            return;
        }
        let kind = match arg.knowledge {
            Knowledge::Whole if arg.glob => TargetKind::Pattern,
            Knowledge::Whole => TargetKind::Path,
            _ => TargetKind::Below,
        };
        let effect = u32::try_from(effect).unwrap_or(u32::MAX);
        let widened = self.widened(arg);
        let (kind, path) = match (kind, self.paths.path(from, widened.as_ref().unwrap_or(arg))) {
            // Some file of a folder: the folder is what is known.
            (TargetKind::Below, Some(Path { base, parts: [above @ .., "_"] })) => {
                (kind, Some(Path { base, parts: above }))
            }
            // A name in some folder below another one.
            (_, Some(Path { base, parts: [parts @ .., _] })) if parts.contains(&"_") => {
                let known = parts.iter().position(|part| *part == "_").unwrap_or_default();
                let parts = parts.get(..known).unwrap_or_default();
                (TargetKind::Below, Some(Path { base, parts }))
            }
            (_, path) => (kind, path),
        };
        self.targets.push(Target { effect, path, kind });
    }

    /// A pattern that only some shells read (`!(keep)`, `*(.)`), made one that every host reads
    /// and that stands for more.
    fn widened(&self, arg: &Arg<'a>) -> Option<Arg<'a>> {
        if !arg.glob || !arg.text.contains('(') {
            return None;
        }
        let mut text = bumpalo::collections::String::new_in(self.arena);
        let mut depth = 0_u32;
        for letter in arg.text.chars() {
            match letter {
                '(' => {
                    if depth == 0 && text.ends_with(['!', '@', '+', '*', '?']) {
                        text.pop();
                    }
                    depth += 1;
                }
                ')' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        text.push('*');
                    }
                }
                _ if depth == 0 => text.push(letter),
                _ => {}
            }
        }
        Some(Arg { text: text.into_bump_str(), written: None, ..*arg })
    }

    /// Where a path leads from the current directory.
    #[must_use]
    pub(crate) fn place_of(&self, arg: &Arg<'a>) -> Place {
        // `> nul` of cmd and `> $null` of PowerShell.
        if self.dialect().ignores_case()
            && let Some(name) = arg.known()
            && ["", "nul", "con", "prn", "aux", "nul:", "con:"]
                .iter()
                .any(|device| name.eq_ignore_ascii_case(device))
        {
            return Place::Nowhere;
        }
        self.paths.place(self.scope.now.directory, &self.on_drive(arg))
    }

    /// `D:file` of Windows lies in whatever directory one is in on that drive: the current one
    /// where it is the same drive, one that nobody knows otherwise.
    fn on_drive(&self, arg: &Arg<'a>) -> Arg<'a> {
        let is_relative = matches!(
            arg.text.as_bytes(),
            [letter, b':', next, ..] if letter.is_ascii_alphabetic() && !matches!(next, b'/' | b'\\')
        );
        if !is_relative || !self.dialect().ignores_case() {
            return *arg;
        }
        match self.drive_here() {
            Some(here)
                if arg.text.get(..2).is_some_and(|drive| drive.eq_ignore_ascii_case(here)) =>
            {
                arg.skip(2)
            }
            _ => Arg { knowledge: Knowledge::Start, ..arg.with_text("") },
        }
    }

    /// A file that a redirection writes, and what a link of this very text makes of it.
    pub(in crate::facts) fn redirected(&mut self, arg: &Arg<'a>, overwrites: bool, at: Location) {
        self.redirected_itself(arg, overwrites, at);
        if let Some(led_to) = self.behind_link(Kind::Overwrites, arg) {
            self.redirected_itself(&led_to, overwrites, at);
        }
    }

    fn redirected_itself(&mut self, arg: &Arg<'a>, overwrites: bool, at: Location) {
        if matches!(arg.knowledge, Knowledge::Pipe(_)) {
            return;
        }
        let arg = &self.on_drive(arg);
        let place = self.place_of(arg);
        if place == Place::Nowhere {
            return;
        }
        // `> /dev/tcp/host/80` sends, it overwrites nothing.
        if place == Place::Elsewhere && !self.scope.now.elsewhere {
            let next = u32::try_from(self.invocations.len()).unwrap_or(u32::MAX);
            let outer = std::mem::replace(&mut self.current, next);
            self.add(Kind::Sends, Domain::Network, place, Traits::REDIRECTION, arg.at);
            self.connected = true;
            self.current = outer;
            return;
        }
        let kind = if overwrites { Kind::Overwrites } else { Kind::Appends };
        // The effect belongs to the command that is about to be run.
        let next = u32::try_from(self.invocations.len()).unwrap_or(u32::MAX);
        let outer = std::mem::replace(&mut self.current, next);
        let domain = if place == Place::Device { Domain::Disk } else { Domain::Files };
        self.reaches(self.scope.now.directory, arg);
        self.file_changes(arg);
        self.add(kind, domain, place, Traits::REDIRECTION, Location { span: at.span, ..arg.at });
        self.current = outer;
    }
}
