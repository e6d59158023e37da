//! Which names cmd runs itself, and where such a name ends when something is glued to it.

use super::Reader;
use super::cursor::{BLANK, COMMA, EQUALS, LINE, OPERATOR, SLASH, is};

/// How the words behind a name fall apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A program, or a name only the shell will know.
    Program,
    /// A command of cmd that takes its words as they are.
    Internal,
    /// `del`, `copy`…: files separated by blanks, `,`, `;` and `=`, switches wherever a `/` stands.
    Files,
    /// `cd`, `pushd`: switches, then a folder in which `/` may stand.
    Folder,
    /// `echo`: the character glued to the name is not part of the text.
    Echo,
    /// `set`
    Set,
    /// `call`, with a command behind it.
    Call,
    /// `start`, with switches, a title and a command behind it.
    Start,
}

/// Words that have a grammar of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    If,
    For,
    Else,
    Remark,
}

/// The longest name worth knowing is `cmdextversion`.
const LONGEST: usize = 13;

/// The letters at the cursor, in lower case and without the carets and quotes between them.
pub(super) struct Letters {
    letters: [u8; LONGEST],
    len: usize,
    start: usize,
    /// Behind the last letter and its quote.
    pub(super) end: usize,
    /// What follows, behind the carets in front of it.
    next: Option<u8>,
    /// Whether the letters are all of it: neither cut off nor continued inside quotes.
    is_whole: bool,
}

impl Letters {
    pub(super) fn text(&self) -> &[u8] {
        match self.letters.get(..self.len) {
            Some(letters) if self.is_whole => letters,
            _ => b"",
        }
    }

    /// Whether the letters so far, none of them in quotes, are a command that takes files.
    fn takes_files(&self) -> bool {
        self.len > 0
            && self.start + self.len == self.end
            && internal(self.text()) == Some(Kind::Files)
    }

    /// Whether it is this word, and a word by itself.
    pub(super) fn is_word(&self, word: &[u8]) -> bool {
        self.text() == word && self.is_delimited()
    }

    /// Whether it is this word, by itself or with a `(` behind it.
    pub(super) fn opens_or_is(&self, word: &[u8]) -> bool {
        self.text() == word && (self.next == Some(b'(') || self.is_delimited())
    }

    fn is_delimited(&self) -> bool {
        self.next.is_none() || is(self.next, BLANK | COMMA | EQUALS | LINE | OPERATOR)
    }

    /// The keyword it is.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        let keyword = match self.text() {
            b"if" => Keyword::If,
            b"for" => Keyword::For,
            b"else" => Keyword::Else,
            b"rem" => Keyword::Remark,
            _ => return None,
        };
        let glues = match keyword {
            Keyword::If | Keyword::Else => matches!(self.next, Some(b'/' | b'(' | b')')),
            Keyword::For => matches!(self.next, Some(b'/')),
            // `rem.` and `rem/` are looked up like any other name and hide nothing.
            Keyword::Remark => false,
        };
        (glues || self.is_delimited()).then_some(keyword)
    }

    /// What cmd does with the name itself, when what follows lets it end here.
    fn internal(&self, in_group: bool, behind: &str) -> Option<Kind> {
        let kind = internal(self.text())?;
        let takes_any = matches!(kind, Kind::Echo | Kind::Files | Kind::Folder);
        let ends = match self.next {
            Some(b'/') => true,
            Some(b')') => in_group || takes_any,
            Some(b':') => takes_any || matches!(self.text(), b"goto" | b"call"),
            // `path\x.exe` and `start\x.exe` are programs in a folder.
            Some(b'\\') => takes_any,
            // `move.exe` and `start.bat` are programs; `cd..`, `rd.git` and `del.\x` are not.
            Some(b'.') => takes_any && !names_program(behind),
            // `copy-item` and `type_1` are names of their own; `del+x` and `rd[x` are not.
            Some(byte) if !self.is_delimited() => {
                takes_any
                    && byte.is_ascii_punctuation()
                    && !matches!(byte, b'-' | b'_' | b'%' | b'!')
            }
            _ => true,
        };
        ends.then_some(kind)
    }
}

/// Whether what is glued to a command of cmd makes it the name of a program's file.
fn names_program(behind: &str) -> bool {
    let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(behind.len());
    let (ending, rest) = behind.split_at_checked(end).unwrap_or((behind, ""));
    let known = ["exe", "com", "bat", "cmd", "ps1", "py", "js", "vbs", "sh", "pl", "rb", "msi"];
    known.iter().any(|known| ending.eq_ignore_ascii_case(known))
        && !rest.starts_with(['.', '*', '?'])
}

/// The commands that are part of cmd, and `attrib`, which takes files as they do.
fn internal(name: &[u8]) -> Option<Kind> {
    Some(match name {
        b"del" | b"erase" | b"rd" | b"rmdir" | b"md" | b"mkdir" | b"copy" | b"move" | b"ren"
        | b"rename" | b"type" | b"dir" | b"attrib" => Kind::Files,
        b"cd" | b"chdir" | b"pushd" => Kind::Folder,
        b"echo" => Kind::Echo,
        b"set" => Kind::Set,
        b"call" => Kind::Call,
        b"start" => Kind::Start,
        b"assoc" | b"break" | b"cls" | b"color" | b"date" | b"dpath" | b"endlocal" | b"exit"
        | b"ftype" | b"goto" | b"keys" | b"mklink" | b"path" | b"pause" | b"popd" | b"prompt"
        | b"rem" | b"setlocal" | b"shift" | b"time" | b"title" | b"ver" | b"verify" | b"vol" => {
            Kind::Internal
        }
        _ => return None,
    })
}

/// Programs of Windows that people run with a switch glued to the name (`ipconfig/all`). cmd
/// ends every name at a `/`; doing so for these only leaves `bin/tool` the path it is meant to be.
const GLUED: [&str; 104] = [
    "arp",
    "auditpol",
    "bcdedit",
    "bitsadmin",
    "cacls",
    "certutil",
    "chkdsk",
    "choice",
    "cipher",
    "cleanmgr",
    "clip",
    "cmd",
    "cmdkey",
    "comp",
    "compact",
    "convert",
    "cscript",
    "defrag",
    "deltree",
    "diskpart",
    "diskshadow",
    "dism",
    "driverquery",
    "esentutl",
    "eventcreate",
    "expand",
    "extrac32",
    "fc",
    "find",
    "findstr",
    "forfiles",
    "format",
    "fsutil",
    "getmac",
    "gpresult",
    "gpupdate",
    "icacls",
    "iisreset",
    "ipconfig",
    "label",
    "logman",
    "logoff",
    "makecab",
    "manage-bde",
    "mode",
    "more",
    "mountvol",
    "mshta",
    "msiexec",
    "nbtstat",
    "net",
    "netsh",
    "netstat",
    "nslookup",
    "openfiles",
    "pathping",
    "ping",
    "pnputil",
    "powercfg",
    "powershell",
    "pwsh",
    "recover",
    "reg",
    "regedit",
    "regini",
    "regsvr32",
    "replace",
    "robocopy",
    "route",
    "runas",
    "rundll32",
    "sc",
    "schtasks",
    "sdelete",
    "secedit",
    "setx",
    "sfc",
    "shutdown",
    "slmgr",
    "sort",
    "subst",
    "systeminfo",
    "systemreset",
    "takeown",
    "taskkill",
    "tasklist",
    "timeout",
    "tracert",
    "tree",
    "tskill",
    "typeperf",
    "tzutil",
    "verifier",
    "vssadmin",
    "w32tm",
    "waitfor",
    "wbadmin",
    "wevtutil",
    "where",
    "whoami",
    "winrs",
    "wmic",
    "wscript",
    "xcopy",
];

/// Whether a program's name ends where the first `/` stands behind `name`.
pub(super) fn ends_before_slash(name: &str) -> bool {
    let file = name.rsplit('\\').next().unwrap_or(name);
    match file.rsplit_once('.') {
        Some((_, extension)) => {
            ["exe", "com", "bat", "cmd"].iter().any(|known| spells(extension, known))
        }
        None => GLUED.iter().any(|known| spells(file, known)),
    }
}

/// Whether written letters are those of a name once the carets and quotes are gone.
fn spells(written: &str, name: &str) -> bool {
    let letters = written.bytes().filter(|byte| !matches!(byte, b'^' | b'"'));
    letters.map(|byte| byte.to_ascii_lowercase()).eq(name.bytes())
}

impl Reader<'_, '_> {
    /// Looks at the letters that are next without taking them.
    pub(super) fn letters(&self) -> Letters {
        let mut found = Letters {
            letters: [0; LONGEST],
            len: 0,
            start: self.cursor.at,
            end: self.cursor.at,
            next: None,
            is_whole: true,
        };
        let mut at = self.cursor.at;
        let mut quoted = false;
        loop {
            match self.cursor.byte(at) {
                // `del"a.txt"`: a command that takes files ends before the quote.
                Some(b'"') if !quoted && found.takes_files() => {
                    found.next = Some(b'"');
                    break;
                }
                Some(b'"') => {
                    quoted = !quoted;
                    at += 1;
                    if !quoted {
                        found.end = at;
                    }
                    continue;
                }
                Some(b'^') if !quoted => {
                    let past = self.cursor.past_line_end(at + 1);
                    let next = self.cursor.byte(past);
                    if next.is_some_and(|next| next.is_ascii_alphabetic()) {
                        at = past;
                        continue;
                    }
                    // An escaped operator belongs to the name, unless it was unescaped before.
                    let hides = is(next, OPERATOR) && self.unescapes == 0 && past == at + 1;
                    found.is_whole &= !hides && next != Some(b'^');
                    found.next = next;
                    break;
                }
                Some(byte) if byte.is_ascii_alphabetic() => {
                    match found.letters.get_mut(found.len) {
                        Some(slot) => {
                            *slot = byte.to_ascii_lowercase();
                            found.len += 1;
                            at += 1;
                            if !quoted {
                                found.end = at;
                            }
                        }
                        None => {
                            found.is_whole = false;
                            break;
                        }
                    }
                }
                next => {
                    found.next = next;
                    break;
                }
            }
        }
        found.is_whole &= !quoted;
        found
    }

    /// How the command at the cursor reads its words, and where its name ends if cmd has one of
    /// that name.
    pub(super) fn kind(&self, letters: &Letters) -> Option<Kind> {
        let behind = match letters.next {
            Some(b'.') => self.cursor.slice(letters.end + 1, self.cursor.end()),
            _ => "",
        };
        letters.internal(self.groups > 0, behind)
    }

    /// Whether `else` is next.
    pub(super) fn is_else(&self) -> bool {
        self.letters().keyword() == Some(Keyword::Else)
    }

    /// The letter of a switch, if one of a single letter is next.
    pub(super) fn switch(&self) -> Option<u8> {
        if !self.cursor.is(SLASH) {
            return None;
        }
        let letter = self.cursor.byte(self.cursor.at + 1)?;
        let next = self.cursor.byte(self.cursor.at + 2);
        let ends = next.is_none() || is(next, !0);
        (letter.is_ascii_alphabetic() && ends).then_some(letter.to_ascii_lowercase())
    }
}
