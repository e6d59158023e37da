//! Version control other than git.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["hg", "sl", "chg"], HG_GLOBAL, HG, Behavior::Runs),
    toolbox(
        &["svn"],
        Options::gnu(
            "q|quiet username= password= config-dir= config-option=! editor-cmd=$ diff-cmd=$ diff3-cmd=$",
        ),
        SVN,
        Behavior::Runs,
    ),
    toolbox(
        &["jj"],
        Options::gnu("R|repository= at-operation|at-op= color= config= config-toml="),
        JJ,
        Behavior::Runs,
    ),
    program(
        &["bfg"],
        Options::gnu("help version"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::RewritesHistory, Domain::Repository).with(Traits::WHOLE)
        ]),
    ),
];

const HG_GLOBAL: Options = Options::gnu(
    "R|repository=/ cwd=/ y|noninteractive q|quiet v|verbose config=! debug pager= color=",
);

const DISCARDS: EffectSpec = EffectSpec::new(Kind::Discards, Domain::Files);
const DISCARDS_ALL: EffectSpec = EffectSpec::new(Kind::Discards, Domain::Files).with(Traits::WHOLE);
const REWRITES: EffectSpec = EffectSpec::new(Kind::RewritesHistory, Domain::Repository);
const DROPS: EffectSpec = EffectSpec::new(Kind::DropsRefs, Domain::Repository);

static HG: &[Sub] = &[
    sub(
        "update|up|checkout|co|goto|go",
        Options::gnu("C|clean c|check m|merge r|rev= d|date= t|tool="),
        Behavior::Effects(&[DISCARDS_ALL.only("clean")]),
    ),
    sub(
        "strip|debugstrip",
        Options::gnu("r|rev= f|force no-backup k|keep B|bookmark="),
        Behavior::Effects(&[REWRITES.with(Traits::WHOLE)]),
    ),
    sub(
        "purge|clean",
        Options::gnu(
            "a|abort-on-err all i|ignored dirs files p|print 0|print0 confirm I|include= X|exclude=",
        ),
        Behavior::Effects(&[DISCARDS_ALL.unless("print print0")]),
    ),
    sub(
        "revert",
        Options::gnu(
            "a|all d|date= r|rev= C|no-backup i|interactive n|dry-run I|include= X|exclude=",
        ),
        Behavior::Effects(&[DISCARDS.unless("dry-run")]),
    ),
    sub(
        "rollback",
        Options::gnu("n|dry-run f|force"),
        Behavior::Effects(&[REWRITES.unless("dry-run")]),
    ),
    sub(
        "rebase|histedit|fold|split|absorb|amend|uncommit|unamend|metaedit",
        Options::gnu("s|source= b|base= r|rev= d|dest= m= abort continue stop n|dry-run"),
        Behavior::Effects(&[REWRITES.unless("dry-run continue")]),
    ),
    sub("prune|obsolete|hide", Options::gnu("r|rev= B|bookmark="), Behavior::Effects(&[REWRITES])),
    sub(
        "commit|ci",
        Options::gnu("amend m|message= l|logfile= A|addremove u|user= d|date= I= X= i|interactive"),
        Behavior::Effects(&[REWRITES.only("amend")]),
    ),
    sub(
        "remove|rm",
        Options::gnu("A|after f|force n|dry-run I= X="),
        Behavior::Effects(&[DISCARDS.with(Traits::MINOR).unless("dry-run after")]),
    ),
    sub(
        "bookmark|bookmarks",
        Options::gnu("f|force r|rev= d|delete m|rename= i|inactive l|list"),
        Behavior::Effects(&[DROPS.with(Traits::MINOR).only("delete force")]),
    ),
    sub(
        "shelve|unshelve",
        Options::gnu("d|delete cleanup n|name= l|list p|patch m= a|abort c|continue k|keep"),
        Behavior::Effects(&[DROPS.only("delete cleanup")]),
    ),
    sub(
        "push",
        Options::gnu("f|force r|rev= B|bookmark= b|branch= new-branch d|delete= to= create"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ForcesRemote, Domain::Registry).only("force delete")
        ]),
    ),
    sub(
        "status|st|log|diff|annotate|blame|cat|heads|tip|parents|summary|branches|tags|identify|id|files|manifest|grep|help|version|paths|showconfig|root|incoming|outgoing|show|ssl|smartlog|bookmarks-list",
        Options::gnu("l|limit= r|rev= T|template= p|patch stat"),
        Behavior::Reads,
    ),
];

static SVN: &[Sub] = &[
    sub(
        "revert",
        Options::gnu("R|recursive depth= targets= changelist="),
        Behavior::Effects(&[DISCARDS_ALL.only("recursive depth"), DISCARDS]),
    ),
    sub(
        "delete|del|remove|rm",
        Options::gnu("keep-local m|message= F|file= targets="),
        Behavior::Effects(&[DISCARDS.unless("keep-local")]),
    ),
    sub(
        "cleanup",
        Options::gnu("remove-unversioned remove-ignored"),
        Behavior::Effects(&[DISCARDS_ALL.only("remove-unversioned remove-ignored")]),
    ),
    sub(
        "switch|sw|update|up",
        Options::gnu("r|revision= force accept= depth= set-depth="),
        Behavior::Effects(&[DISCARDS.only("force")]),
    ),
    sub(
        "propdel|propset|move|mv|rename|copy|cp|merge|patch|resolve|commit|ci|checkout|co|add|mkdir|import|export|lock|unlock",
        Options::gnu("m|message= F|file= r|revision="),
        Behavior::Runs,
    ),
    sub(
        "status|st|stat|info|log|diff|di|blame|praise|annotate|ann|cat|list|ls|help|propget|proplist|mergeinfo",
        Options::gnu("r|revision= v|verbose q l|limit= c|change= depth="),
        Behavior::Reads,
    ),
];

static JJ: &[Sub] = &[
    sub("abandon", Options::gnu("r= s|summary"), Behavior::Effects(&[DROPS])),
    sub(
        "restore",
        Options::gnu("f|from= t|to= c|changes-in= i|interactive"),
        Behavior::Effects(&[DISCARDS]),
    ),
    sub(
        "operation|op restore",
        Options::gnu("what="),
        Behavior::Effects(&[REWRITES.with(Traits::WHOLE)]),
    ),
    sub("operation|op abandon", Options::gnu(""), Behavior::Effects(&[DROPS])),
    sub("operation|op undo|revert", Options::gnu(""), Behavior::Effects(&[REWRITES])),
    sub("undo", Options::gnu(""), Behavior::Effects(&[REWRITES])),
    sub(
        "bookmark|branch|b delete|d|forget|f",
        Options::gnu("r="),
        Behavior::Effects(&[DROPS.with(Traits::MINOR)]),
    ),
    sub("workspace forget", Options::gnu(""), Behavior::Effects(&[DROPS.with(Traits::MINOR)])),
    sub(
        "git push",
        Options::gnu("b|bookmark= all deleted r= c|change= remote= dry-run N|allow-new"),
        Behavior::Effects(&[DROPS.only("deleted").unless("dry-run")]),
    ),
    sub(
        "rebase|squash|split|diffedit|fix|simplify-parents|parallelize|unsquash|move|describe|desc|metaedit|absorb",
        Options::gnu(
            "r|revision= s|source= b|branch= d|destination= m|message= i|interactive f|from= t|into= k|keep-emptied",
        ),
        Behavior::Runs,
    ),
    sub(
        "log|status|st|diff|show|files|file|evolog|obslog|operation log|op log|help|version|root|interdiff|cat|config",
        Options::gnu("r|revisions= n|limit= T|template= p|patch s|summary"),
        Behavior::Reads,
    ),
];
