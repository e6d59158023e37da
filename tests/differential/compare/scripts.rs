//! Scripts nobody wrote: a small tree of commands, drawn at random and written out.
//!
//! Every command is called `c0` to `c9` and carries a number of its own as its first word, so
//! that what a shell ran can be laid beside what was read, whatever the order.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// What the scripts are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To be read only: anything goes.
    Read,
    /// To be read by tree-sitter-bash. Left out is what it misreads: a backslash behind quotes
    /// or an expansion (`'a'\\b`) or before a blank, `$'\\\\'`, a line that goes on behind the
    /// start of a heredoc, a brace group on a line of its own, and a keyword behind `!`.
    Editors,
    /// To be run as well: nothing waits, repeats without end or looks at files.
    Run,
}

/// Draws scripts, always the same ones.
pub(crate) fn many(count: usize, kind: Kind) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let strategy = script(kind);
    (0..count)
        .map(|_| {
            let script = strategy.new_tree(&mut runner).unwrap().current();
            let mut out = Out { editors: kind == Kind::Editors, ..Out::default() };
            out.script(&script);
            out.newline();
            out.text
        })
        .collect()
}

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Bare(String),
    Single(String),
    Double(Vec<Inner>),
    Escaped(char),
    Ansi(&'static str),
    Brace(Vec<String>),
    Default(String),
    Variable(u8),
    Substitution(Script),
    Arithmetic,
}

#[derive(Clone, Debug)]
pub(crate) enum Inner {
    Text(String),
    Escaped(char),
    Variable(u8),
    Substitution(Script),
}

type Word = Vec<Part>;

#[derive(Clone, Debug)]
pub(crate) struct Simple {
    name: u8,
    quoted: bool,
    assigned: Option<(u8, Word)>,
    words: Vec<Word>,
    redirections: Vec<Redirection>,
}

#[derive(Clone, Debug)]
pub(crate) enum Redirection {
    To(u8, &'static str),
    Nowhere(&'static str),
    HereString(Word),
    HereDocument { quoted: bool, dashed: bool, lines: Vec<String> },
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Simple(Simple),
    Assign(u8, Word),
    Pipeline(Vec<Node>, bool),
    Group(Script, bool),
    If(Script, Script, Option<Script>),
    For(Vec<Word>, Script),
    Until(Script, Script),
    Case(Word, Vec<(String, Script)>),
    Function(u8, Script, bool, bool),
    Not(Box<Node>),
}

#[derive(Clone, Debug)]
pub(crate) struct Script(Vec<(Node, &'static str)>);

fn text() -> impl Strategy<Value = String> {
    "[a-z0-9_./:+%@,-]{1,5}"
}

fn inner(depth: u32, kind: Kind) -> BoxedStrategy<Inner> {
    let plain = prop_oneof![
        6 => "[a-z0-9 '*?;|&<>(){}#~!=\\]\\[]{0,6}".prop_map(Inner::Text),
        2 => proptest::sample::select(vec!['$', '`', '"', '\\']).prop_map(Inner::Escaped),
        1 => (0..3u8).prop_map(Inner::Variable),
    ];
    if depth == 0 {
        return plain.boxed();
    }
    prop_oneof![9 => plain, 1 => nested(depth - 1, kind).prop_map(Inner::Substitution)].boxed()
}

fn part(depth: u32, kind: Kind) -> BoxedStrategy<Part> {
    let ansi = ["a\\tb", "\\x41", "it\\'s", "\\\\", "\\101", "\\u00e9", "\\n", "a b;c"];
    let plain = prop_oneof![
        8 => text().prop_map(Part::Bare),
        3 => "[a-z0-9 \"*?;|&<>(){}#~!=$`\\\\\n]{0,6}".prop_map(Part::Single),
        3 => proptest::collection::vec(inner(depth, kind), 0..4).prop_map(Part::Double),
        2 => proptest::sample::select(" ;|&<>(){}#~!*?'\"$`\\ab".chars().collect::<Vec<_>>()).prop_map(Part::Escaped),
        1 => proptest::sample::select(ansi.to_vec()).prop_map(Part::Ansi),
        1 => proptest::collection::vec("[a-z0-9]{0,2}", 2..4).prop_map(Part::Brace),
        1 => "[a-z0-9]{1,3}".prop_map(Part::Default),
        1 => (0..3u8).prop_map(Part::Variable),
        1 => Just(Part::Arithmetic),
    ];
    if depth == 0 {
        return plain.boxed();
    }
    prop_oneof![14 => plain, 1 => nested(depth - 1, kind).prop_map(Part::Substitution)].boxed()
}

fn word(depth: u32, kind: Kind) -> BoxedStrategy<Word> {
    proptest::collection::vec(part(depth, kind), 1..4).boxed()
}

fn redirection(depth: u32, kind: Kind) -> BoxedStrategy<Redirection> {
    prop_oneof![
        3 => (0..3u8, proptest::sample::select(vec![">", ">>", "2>", ">|", "&>"])).prop_map(|(file, how)| Redirection::To(file, how)),
        2 => proptest::sample::select(vec!["2>&1", "< /dev/null", "2> /dev/null", ">&2"]).prop_map(Redirection::Nowhere),
        1 => word(depth.min(1), kind).prop_map(Redirection::HereString),
        2 => (any::<bool>(), any::<bool>(), proptest::collection::vec("[a-z '\"#;|&()*]{0,8}", 0..3))
            .prop_map(|(quoted, dashed, lines)| Redirection::HereDocument { quoted, dashed, lines }),
    ]
    .boxed()
}

fn simple(depth: u32, kind: Kind) -> BoxedStrategy<Simple> {
    (
        0..10u8,
        proptest::bool::weighted(0.1),
        proptest::option::weighted(0.1, (0..3u8, word(depth, kind))),
        proptest::collection::vec(word(depth, kind), 0..4),
        proptest::collection::vec(redirection(depth, kind), 0..2),
    )
        .prop_map(|(name, quoted, assigned, words, redirections)| Simple {
            name,
            quoted,
            assigned,
            words,
            redirections,
        })
        .boxed()
}

fn node(depth: u32, kind: Kind) -> BoxedStrategy<Node> {
    let simple = simple(depth, kind);
    if depth == 0 {
        return simple.prop_map(Node::Simple).boxed();
    }
    let inner = node(depth - 1, kind);
    let script = move || nested(depth - 1, kind);
    prop_oneof![
        10 => simple.prop_map(Node::Simple),
        2 => (0..3u8, word(depth - 1, kind)).prop_map(|(name, word)| Node::Assign(name, word)),
        2 => (proptest::collection::vec(inner.clone(), 2..4), any::<bool>()).prop_map(|(list, both)| Node::Pipeline(list, both)),
        2 => (script(), any::<bool>()).prop_map(|(script, sub)| Node::Group(script, sub)),
        1 => (script(), script(), proptest::option::of(script())).prop_map(|(a, b, c)| Node::If(a, b, c)),
        1 => (proptest::collection::vec(word(0, kind), 1..4), script()).prop_map(|(words, body)| Node::For(words, body)),
        1 => (condition(depth - 1, kind), script()).prop_map(|(a, b)| Node::Until(a, b)),
        1 => (word(0, kind), proptest::collection::vec(("[a-z]{1,2}[*]{0,1}", script()), 1..3)).prop_map(|(word, arms)| Node::Case(word, arms)),
        1 => (0..3u8, script(), any::<bool>(), any::<bool>()).prop_map(|(name, body, keyword, called)| Node::Function(name, body, keyword, called)),
        1 => inner.prop_map(|node| Node::Not(Box::new(node))),
    ]
    .boxed()
}

/// What decides about a loop: where it is run it must end, and a lone stub succeeds.
fn condition(depth: u32, kind: Kind) -> BoxedStrategy<Script> {
    match kind {
        Kind::Run => {
            simple(depth, kind).prop_map(|one| Script(vec![(Node::Simple(one), "; ")])).boxed()
        }
        _ => nested(depth, kind),
    }
}

fn nested(depth: u32, kind: Kind) -> BoxedStrategy<Script> {
    let joint = proptest::sample::select(vec![
        "; ",
        "\n",
        " && ",
        " || ",
        " & ",
        " # x; y 'z\n",
        " \\\n && ",
    ]);
    proptest::collection::vec((node(depth, kind), joint), 1..3).prop_map(Script).boxed()
}

fn script(kind: Kind) -> BoxedStrategy<Script> {
    let joint =
        proptest::sample::select(vec!["; ", "\n", " && ", " || ", " & ", " # x; y 'z\n", ";\n\n"]);
    proptest::collection::vec((node(2, kind), joint), 1..4).prop_map(Script).boxed()
}

/// Writes a script out.
#[derive(Debug, Default)]
struct Out {
    text: String,
    editors: bool,
    serial: usize,
    /// Bodies of heredocs that begin behind the next line break.
    pending: Vec<String>,
}

impl Out {
    fn newline(&mut self) {
        self.text.push('\n');
        for body in std::mem::take(&mut self.pending) {
            self.text.push_str(&body);
        }
    }

    /// Whatever closes a group stands on a line of its own when a heredoc waits for one.
    fn close(&mut self, with: &str) {
        if self.pending.is_empty() {
            self.text.push_str("; ");
        } else {
            self.newline();
        }
        self.text.push_str(with);
    }

    /// The commands with what joins them, without anything behind the last one.
    fn script(&mut self, script: &Script) {
        for (at, (node, _)) in script.0.iter().enumerate() {
            self.node(node);
            let Some((_, joint)) = script.0.get(at).filter(|_| at + 1 < script.0.len()) else {
                continue;
            };
            if let Some(before) = joint.strip_suffix('\n') {
                self.text.push_str(before.trim_end_matches('\n'));
                self.newline();
            } else if joint.contains("\\\n") && !self.pending.is_empty() {
                // A continued line has no break for a heredoc to begin behind.
                self.text.push_str(" && ");
            } else {
                self.text.push_str(joint);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Simple(simple) => self.simple(simple),
            Node::Assign(name, word) => {
                self.text.push_str(&format!("v{name}="));
                self.word(word);
            }
            Node::Pipeline(members, both) => {
                for (at, member) in members.iter().enumerate() {
                    if at > 0 {
                        self.text.push_str(if *both { " |& " } else { " | " });
                    }
                    // Only the first word of a pipeline may turn its answer round.
                    let mut member = member;
                    while let Node::Not(inner) = member {
                        member = inner;
                    }
                    match member {
                        Node::Pipeline(..) => {
                            self.node(&Node::Group(Script(vec![(member.clone(), "; ")]), false))
                        }
                        _ => self.node(member),
                    }
                }
            }
            Node::Group(script, subshell) => {
                self.text.push_str(if *subshell { "( " } else { "{ " });
                self.script(script);
                self.close(if *subshell { ")" } else { "}" });
            }
            Node::If(condition, yes, no) => {
                self.text.push_str("if ");
                self.script(condition);
                self.close("then ");
                self.script(yes);
                if let Some(no) = no {
                    self.close("else ");
                    self.script(no);
                    self.close("fi");
                } else {
                    self.close("fi");
                }
            }
            Node::For(words, body) => {
                self.text.push_str("for v0 in");
                for word in words {
                    self.text.push(' ');
                    self.word(word);
                }
                self.close("do ");
                self.script(body);
                self.close("done");
            }
            Node::Until(condition, body) => {
                self.text.push_str("until ");
                self.script(condition);
                self.close("do ");
                self.script(body);
                self.close("done");
            }
            Node::Case(word, arms) => {
                self.text.push_str("case ");
                self.word(word);
                self.text.push_str(" in ");
                for (pattern, body) in arms {
                    self.text.push_str(&format!("{pattern}) "));
                    self.script(body);
                    if self.pending.is_empty() {
                        self.text.push(' ');
                    } else {
                        self.newline();
                    }
                    self.text.push_str(";; ");
                }
                self.text.push_str("esac");
            }
            Node::Function(name, body, keyword, called) => {
                self.text.push_str(&if *keyword {
                    format!("function f{name} {{ ")
                } else {
                    format!("f{name}() {{ ")
                });
                self.script(body);
                self.close("}");
                if *called {
                    if self.pending.is_empty() {
                        self.text.push_str("; ");
                    } else {
                        self.newline();
                    }
                    self.text.push_str(&format!("f{name}"));
                }
            }
            Node::Not(inner) => {
                let mut inner = inner;
                while let Node::Not(deeper) = inner.as_ref() {
                    inner = deeper;
                }
                if !self.editors || matches!(inner.as_ref(), Node::Simple(_)) {
                    self.text.push_str("! ");
                }
                self.node(inner);
            }
        }
    }

    fn simple(&mut self, simple: &Simple) {
        if let Some((name, word)) = &simple.assigned {
            self.text.push_str(&format!("v{name}="));
            self.word(word);
            self.text.push(' ');
        }
        let serial = self.serial;
        self.serial += 1;
        let name = if simple.quoted {
            format!("c\"{}\"", simple.name)
        } else {
            format!("c{}", simple.name)
        };
        self.text.push_str(&format!("{name} n{serial}"));
        for word in &simple.words {
            self.text.push(' ');
            self.word(word);
        }
        for redirection in &simple.redirections {
            self.text.push(' ');
            self.redirection(redirection);
        }
    }

    fn redirection(&mut self, redirection: &Redirection) {
        match redirection {
            Redirection::To(file, how) => self.text.push_str(&format!("{how} o{file}")),
            Redirection::Nowhere(how) => self.text.push_str(how),
            Redirection::HereString(word) => {
                self.text.push_str("<<< ");
                self.word(word);
            }
            Redirection::HereDocument { .. } if self.editors => self.text.push_str("< /dev/null"),
            Redirection::HereDocument { quoted, dashed, lines } => {
                let end = format!("E{}", self.serial);
                self.serial += 1;
                self.text.push_str(if *dashed { "<<-" } else { "<<" });
                self.text.push_str(&if *quoted { format!("'{end}'") } else { end.clone() });
                let tab = if *dashed { "\t" } else { "" };
                let mut body = String::new();
                for line in lines {
                    body.push_str(&format!("{tab}{line}\n"));
                }
                body.push_str(&format!("{tab}{end}\n"));
                self.pending.push(body);
            }
        }
    }

    fn word(&mut self, word: &Word) {
        let mut before = None;
        for part in word {
            let behind = before.replace(part);
            match part {
                Part::Escaped(_)
                    if self.editors && !matches!(behind, None | Some(Part::Bare(_))) =>
                {
                    before = behind;
                }
                Part::Bare(text) => self.text.push_str(text),
                Part::Single(text) => self.quoted(text),
                Part::Double(inner) => {
                    self.text.push('"');
                    for inner in inner {
                        self.inner(inner);
                    }
                    self.text.push('"');
                }
                Part::Escaped(c) => {
                    self.text.push('\\');
                    self.text.push(*c);
                }
                Part::Ansi(text) => self.text.push_str(&format!("$'{text}'")),
                Part::Brace(list) => self.text.push_str(&format!("{{{}}}", list.join(","))),
                Part::Default(text) => self.text.push_str(&format!("${{nope:-{text}}}")),
                Part::Variable(name) => self.text.push_str(&format!("${{v{name}}}")),
                Part::Substitution(script) => self.substitution(script),
                Part::Arithmetic => self.text.push_str("$((1+2))"),
            }
        }
    }

    /// A quoted text; where a heredoc waits its line breaks would begin it.
    fn quoted(&mut self, text: &str) {
        let text = if self.pending.is_empty() { text.to_owned() } else { text.replace('\n', "") };
        self.text.push_str(&format!("'{text}'"));
    }

    fn inner(&mut self, inner: &Inner) {
        match inner {
            Inner::Text(text) => self.text.push_str(text),
            Inner::Escaped(c) => {
                self.text.push('\\');
                self.text.push(*c);
            }
            Inner::Variable(name) => self.text.push_str(&format!("$v{name} ")),
            Inner::Substitution(script) => self.substitution(script),
        }
    }

    fn substitution(&mut self, script: &Script) {
        // A heredoc that waits outside must not begin inside.
        let waiting = std::mem::take(&mut self.pending);
        let mut inside = Out { serial: self.serial, editors: self.editors, ..Self::default() };
        inside.script(script);
        if !inside.pending.is_empty() {
            inside.newline();
        }
        self.serial = inside.serial;
        // A line break inside would begin the heredoc that waits outside.
        if waiting.is_empty() || !inside.text.contains('\n') {
            self.text.push_str(&format!("$( {} )", inside.text));
        } else {
            self.text.push_str("$(c0 n_)");
        }
        self.pending = waiting;
    }
}
