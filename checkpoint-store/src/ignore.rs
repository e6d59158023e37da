//! Which files git would see: its ignore rules, and the settings' own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bstr::ByteSlice;
use gix_glob::pattern::Case;
use gix_glob::search::pattern::{List, Mapping};
use gix_ignore::search::Ignore;

use crate::error::{Error, Result};
use crate::ids::ObjectId;
use crate::options::Options;

/// What the rules say about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Save it.
    Seen,
    /// Git ignores it.
    Ignored,
    /// Git ignores this folder, but something below it is wanted.
    IgnoredButEnter,
    /// The settings leave it out.
    Excluded,
}

/// The rules that hold in one folder: its own, then those of the folders above.
pub(crate) struct Rules {
    /// The folder above, unless a repository begins here.
    above: Option<Arc<Rules>>,
    /// Least important first; paths in them are relative to `base`.
    lists: Vec<List<Ignore>>,
    /// Bytes of the workspace path to drop before matching.
    base: usize,
    /// What to put before it instead, for rules of a folder above the workspace.
    lead: Vec<u8>,
    settings: Arc<Settings>,
    /// Names everything that decides here.
    digest: ObjectId,
}

/// Rules that hold everywhere.
struct Settings {
    exclude: List<Ignore>,
    include: List<Ignore>,
    /// The person's own ignore file for all repositories.
    global: Option<Vec<u8>>,
    case: Case,
    digest: ObjectId,
}

/// One text of rules and the folder it speaks about, for the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleText {
    /// Path of the folder in the workspace; empty for its root.
    pub(crate) folder: Vec<u8>,
    pub(crate) place: RulePlace,
    pub(crate) text: Vec<u8>,
}

/// Where a text of rules comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulePlace {
    /// Settings: left out.
    Exclude,
    /// Settings: saved although ignored.
    Include,
    /// The person's file for all repositories.
    Global,
    /// A repository begins in this folder; its `info/exclude`.
    Repository,
    /// A `.gitignore`.
    Folder,
    /// Rules of a folder above the workspace. The folder is the way from there to it.
    Above,
}

const PARSE: Ignore = Ignore { support_precious: false };

impl Rules {
    /// The rules of a workspace's root before any file of it was read.
    fn new(exclude: &[u8], include: &[u8], global: Option<Vec<u8>>) -> Arc<Self> {
        let case =
            if cfg!(any(windows, target_os = "macos")) { Case::Fold } else { Case::Sensitive };
        let digest = chained(None, &[exclude, include, global.as_deref().unwrap_or_default()]);
        let settings =
            Settings { exclude: parsed(exclude), include: parsed(include), global, case, digest };
        let lists = settings.global.as_deref().map(parsed).into_iter().collect();
        let settings = Arc::new(settings);
        Arc::new(Self { above: None, lists, base: 0, lead: Vec::new(), settings, digest })
    }

    /// A folder above the workspace has rules; `lead` is the way from there to it.
    fn above_workspace(self: &Arc<Self>, lead: &[u8], text: &[u8]) -> Arc<Self> {
        Arc::new(Self {
            above: Some(Arc::clone(self)),
            lists: vec![parsed(text)],
            base: 0,
            lead: [lead, b"/"].concat(),
            settings: Arc::clone(&self.settings),
            digest: chained(Some(self.digest), &[lead, text]),
        })
    }

    /// The rules of a workspace's root: those of the settings, and of the folders above.
    pub(crate) fn of_texts(texts: &[RuleText]) -> Arc<Self> {
        let text =
            |place| texts.iter().find(|text| text.place == place).map(|text| text.text.clone());
        let settings = Self::new(
            &text(RulePlace::Exclude).unwrap_or_default(),
            &text(RulePlace::Include).unwrap_or_default(),
            text(RulePlace::Global),
        );
        let above = texts.iter().filter(|text| text.place == RulePlace::Above);
        above.fold(settings, |rules, text| rules.above_workspace(&text.folder, &text.text))
    }

    /// A repository begins in this folder: what is above it no longer counts.
    pub(crate) fn repository(&self, folder: &[u8], info_exclude: &[u8]) -> Arc<Self> {
        let global = self.settings.global.as_deref();
        let mut lists: Vec<_> = global.map(parsed).into_iter().collect();
        lists.push(parsed(info_exclude));
        Arc::new(Self {
            above: None,
            lists,
            base: below(folder),
            lead: Vec::new(),
            settings: Arc::clone(&self.settings),
            digest: chained(Some(self.settings.digest), &[folder, info_exclude]),
        })
    }

    /// This folder has a `.gitignore`.
    pub(crate) fn folder(self: &Arc<Self>, folder: &[u8], text: &[u8]) -> Arc<Self> {
        Arc::new(Self {
            above: Some(Arc::clone(self)),
            lists: vec![parsed(text)],
            base: below(folder),
            lead: Vec::new(),
            settings: Arc::clone(&self.settings),
            digest: chained(Some(self.digest), &[folder, text]),
        })
    }

    /// Names everything that decides in this folder: the same name, the same verdicts.
    pub(crate) fn digest(&self) -> ObjectId {
        self.digest
    }

    /// What they say about a path of the workspace whose folders were all seen.
    pub(crate) fn verdict(&self, path: &[u8], is_folder: bool) -> Verdict {
        if matched(&self.settings.exclude, path, is_folder, self.settings.case) == Some(true) {
            return Verdict::Excluded;
        }
        if !self.ignores(path, is_folder) {
            return Verdict::Seen;
        }
        if matched(&self.settings.include, path, is_folder, self.settings.case) == Some(true) {
            return Verdict::Seen;
        }
        if is_folder && self.wants_below(path) {
            return Verdict::IgnoredButEnter;
        }
        Verdict::Ignored
    }

    /// Below an ignored folder: only what the settings ask for.
    pub(crate) fn verdict_below_ignored(&self, path: &[u8], is_folder: bool) -> Verdict {
        if matched(&self.settings.exclude, path, is_folder, self.settings.case) == Some(true) {
            Verdict::Excluded
        } else if matched(&self.settings.include, path, is_folder, self.settings.case) == Some(true)
        {
            Verdict::Seen
        } else if is_folder && self.wants_below(path) {
            Verdict::IgnoredButEnter
        } else {
            Verdict::Ignored
        }
    }

    fn ignores(&self, path: &[u8], is_folder: bool) -> bool {
        let mut rules = self;
        loop {
            let joined;
            let relative = if rules.lead.is_empty() {
                path.get(rules.base..).unwrap_or_default()
            } else {
                joined = [rules.lead.as_slice(), path].concat();
                &joined
            };
            let decided = rules
                .lists
                .iter()
                .rev()
                .find_map(|list| matched(list, relative, is_folder, self.settings.case));
            if let Some(ignored) = decided {
                return ignored;
            }
            match &rules.above {
                Some(above) => rules = above,
                None => return false,
            }
        }
    }

    /// Whether a wanted pattern begins with this folder, as `dist/*.map` does with `dist`.
    fn wants_below(&self, folder: &[u8]) -> bool {
        self.settings.include.patterns.iter().any(|mapping| {
            let text = mapping.pattern.text.as_bytes();
            text.strip_prefix(folder).is_some_and(|rest| rest.starts_with(b"/"))
        })
    }
}

/// All rules of a checkpoint, as they were written down, to be asked again later.
pub(crate) struct Recorded {
    root: Arc<Rules>,
    texts: Vec<RuleText>,
}

impl Recorded {
    pub(crate) fn new(texts: Vec<RuleText>) -> Self {
        let root = Rules::of_texts(&texts);
        Self { root, texts }
    }

    /// Whether these rules leave a path, or a folder above it, out.
    pub(crate) fn leaves_out(&self, path: &[u8]) -> bool {
        self.leaves(path, false)
    }

    /// The same for a folder.
    pub(crate) fn leaves_folder_out(&self, path: &[u8]) -> bool {
        self.leaves(path, true)
    }

    fn leaves(&self, path: &[u8], is_a_folder: bool) -> bool {
        let mut rules = Arc::clone(&self.root);
        let mut within_ignored = false;
        let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        let mut folder: &[u8] = b"";
        for end in ends.chain([path.len()]) {
            rules = self.in_folder(rules, folder);
            let part = path.get(..end).unwrap_or_default();
            let is_folder = is_a_folder || end < path.len();
            let verdict = if within_ignored {
                rules.verdict_below_ignored(part, is_folder)
            } else {
                rules.verdict(part, is_folder)
            };
            match verdict {
                Verdict::Seen => within_ignored = false,
                Verdict::IgnoredButEnter => within_ignored = true,
                Verdict::Ignored | Verdict::Excluded => return true,
            }
            folder = part;
        }
        false
    }

    fn in_folder(&self, mut rules: Arc<Rules>, folder: &[u8]) -> Arc<Rules> {
        let here =
            |place| self.texts.iter().find(|text| text.place == place && text.folder == folder);
        if let Some(text) = here(RulePlace::Repository) {
            rules = rules.repository(folder, &text.text);
        }
        if let Some(text) = here(RulePlace::Folder) {
            rules = rules.folder(folder, &text.text);
        }
        rules
    }

    /// As bytes, to be kept with the checkpoint.
    pub(crate) fn encode(texts: &[RuleText]) -> Vec<u8> {
        let mut out = Vec::new();
        for RuleText { folder, place, text } in texts {
            let place = match place {
                RulePlace::Exclude => "exclude",
                RulePlace::Include => "include",
                RulePlace::Global => "global",
                RulePlace::Repository => "repository",
                RulePlace::Folder => "folder",
                RulePlace::Above => "above",
            };
            out.extend_from_slice(format!("{place} {} {}\n", folder.len(), text.len()).as_bytes());
            out.extend_from_slice(folder);
            out.push(b'\n');
            out.extend_from_slice(text);
            out.push(b'\n');
        }
        out
    }

    /// From the bytes of [`Self::encode`]; `None` if they are something else.
    pub(crate) fn decode(mut bytes: &[u8]) -> Option<Vec<RuleText>> {
        let mut texts = Vec::new();
        while !bytes.is_empty() {
            let (line, rest) = bytes.split_once_str("\n")?;
            let mut words = std::str::from_utf8(line).ok()?.split(' ');
            let place = match words.next()? {
                "exclude" => RulePlace::Exclude,
                "include" => RulePlace::Include,
                "global" => RulePlace::Global,
                "repository" => RulePlace::Repository,
                "folder" => RulePlace::Folder,
                "above" => RulePlace::Above,
                _ => return None,
            };
            let folder_length: usize = words.next()?.parse().ok()?;
            let text_length: usize = words.next()?.parse().ok()?;
            let (folder, rest) = rest.split_at_checked(folder_length)?;
            let (text, rest) = rest.strip_prefix(b"\n")?.split_at_checked(text_length)?;
            bytes = rest.strip_prefix(b"\n")?;
            texts.push(RuleText { folder: folder.to_vec(), place, text: text.to_vec() });
        }
        Some(texts)
    }
}

/// The rules the options and the person's own git settings begin with.
pub(crate) fn first_texts(options: &Options) -> Result<Vec<RuleText>> {
    let mut texts = Vec::new();
    let mut add = |place, text: Vec<u8>| texts.push(RuleText { folder: Vec::new(), place, text });
    if !options.exclude.is_empty() {
        add(RulePlace::Exclude, options.exclude.join("\n").into_bytes());
    }
    if !options.include_ignored.is_empty() {
        add(RulePlace::Include, options.include_ignored.join("\n").into_bytes());
    }
    if let Some(path) = global_excludes(options)
        && let Some(text) = crate::files::read_if_there(&path).or_else(|error| match error {
            // An unreadable file of rules hides nothing: more is saved, not less.
            Error::Io { .. } => Ok(None),
            other => Err(other),
        })?
    {
        add(RulePlace::Global, text);
    }
    Ok(texts)
}

/// Where git looks when `core.excludesFile` says nothing else.
fn global_excludes(options: &Options) -> Option<PathBuf> {
    if let Some(path) = &options.global_excludes {
        return (!path.as_os_str().is_empty()).then(|| path.clone());
    }
    let home = std::env::home_dir();
    let config = std::env::var_os("XDG_CONFIG_HOME")
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
        .or_else(|| home.as_ref().map(|home| home.join(".config")))?;
    let files =
        [home.as_ref().map(|home| home.join(".gitconfig")), Some(config.join("git/config"))];
    files
        .into_iter()
        .flatten()
        .find_map(|path| excludes_file(&std::fs::read_to_string(path).ok()?, home.as_deref()))
        .or_else(|| Some(config.join("git/ignore")))
}

/// `core.excludesFile` of a configuration's text.
fn excludes_file(text: &str, home: Option<&Path>) -> Option<PathBuf> {
    let mut in_core = false;
    let mut found = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            in_core = line.eq_ignore_ascii_case("[core]");
        } else if in_core
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("excludesfile")
        {
            let value = value.trim().trim_matches('"');
            found = Some(match (value.strip_prefix("~/"), home) {
                (Some(rest), Some(home)) => home.join(rest),
                _ => PathBuf::from(value),
            });
        }
    }
    found
}

fn parsed(text: &[u8]) -> List<Ignore> {
    let patterns = gix_ignore::parse(text, PARSE.support_precious)
        .map(|(pattern, line, kind)| Mapping { pattern, value: kind, sequence_number: line })
        .collect();
    List { patterns, source: None, base: None }
}

/// `Some(true)` if the last pattern that fits says ignore, `Some(false)` if it says keep.
fn matched(list: &List<Ignore>, path: &[u8], is_folder: bool, case: Case) -> Option<bool> {
    if list.patterns.is_empty() {
        return None;
    }
    let basename = path.rfind_byte(b'/').map(|at| at + 1);
    gix_ignore::search::pattern_matching_relative_path(
        list,
        path.as_bstr(),
        basename,
        Some(is_folder),
        case,
    )
    .map(|found| !found.pattern.is_negative())
}

/// Bytes to drop from a path below this folder.
fn below(folder: &[u8]) -> usize {
    if folder.is_empty() { 0 } else { folder.len() + 1 }
}

fn chained(above: Option<ObjectId>, parts: &[&[u8]]) -> ObjectId {
    let mut all = above.map(|id| id.as_bytes().to_vec()).unwrap_or_default();
    for part in parts {
        all.extend_from_slice(&(part.len() as u64).to_le_bytes());
        all.extend_from_slice(part);
    }
    ObjectId::of("rules", &all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Vec<RuleText> {
        let text = |folder: &str, place, text: &str| RuleText {
            folder: folder.into(),
            place,
            text: text.into(),
        };
        vec![
            text("", RulePlace::Exclude, "*.iso"),
            text("", RulePlace::Include, ".env\ndist/*.map"),
            text("", RulePlace::Global, "*.swp"),
            text("", RulePlace::Repository, "/private"),
            text("", RulePlace::Folder, "*.log\n.env\n/dist\nbuild/\n!keep.log\n"),
            text("sub", RulePlace::Folder, "!*.log\n/local"),
            text("vendor/lib", RulePlace::Repository, ""),
            text("vendor/lib", RulePlace::Folder, "obj"),
        ]
    }

    #[test]
    fn recorded_rules_answer_as_git_would_with_the_settings_on_top() {
        let rules = Recorded::new(texts());
        for path in [
            "a.log",
            "x/a.log",
            "dist/app.js",
            "build/x",
            "x/build/y",
            "private",
            "x.swp",
            "a.iso",
            "sub/local/x",
            "vendor/lib/obj/x",
            "vendor/lib/x.swp",
            "vendor/lib/x.iso",
        ] {
            assert!(rules.leaves_out(path.as_bytes()), "{path}");
        }
        for path in [
            "a.txt",
            "keep.log",
            ".env",
            "x/.env",
            "dist/app.map",
            "sub/a.log",
            "x/private",
            "build",
            "x/local",
            "vendor/lib/a.log",
            "vendor/lib/build/x",
        ] {
            assert!(!rules.leaves_out(path.as_bytes()), "{path}");
        }
    }

    #[test]
    fn rules_survive_being_written_down() {
        let texts = texts();
        assert_eq!(Recorded::decode(&Recorded::encode(&texts)), Some(texts));
        assert_eq!(Recorded::decode(b"folder 5 100\nabc"), None);
        assert_eq!(Recorded::decode(b""), Some(Vec::new()));
    }
}
