//! How git and its subcommands read their words.
//!
//! Letters that mean something else before the subcommand (`-c`, `-C`, `-p`, `-P`) are given in
//! each model, so that a subcommand's own ones are not taken for those.

use crate::facts::options::Options;
use crate::facts::program::{Behavior, Sub, sub};

use super::git;

/// Options before the subcommand. Their long names are none of git's where it has only a letter.
pub(super) const GLOBAL: Options = Options::leading(
    "C|run-in= c|set-value= config-env= exec-path=? html-path man-path info-path p|paginate P|no-pager no-replace-objects no-lazy-fetch no-optional-locks no-advice bare git-dir= work-tree= namespace= super-prefix= attr-source= list-cmds= literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs v|version help",
);

const LOOK: Options = Options::gnu(
    "c C=? p P u=? output= o=? n= L= G= S= O=? ext-diff textconv no-ext-diff h grep= author= since= until= after= before= format= pretty=? max-count= skip= committer= upload-pack= e= f= sort= contains= points-at= merged=? exec= diff-filter= stat=? name-only",
)
.only_reads();

const PLAIN: Options = Options::gnu("c C=? p P h m= F= n q v f|force");

macro_rules! subs {
    ($($path:literal : $options:expr,)*) => {
        &[$(sub($path, $options, Behavior::Code(git)),)*]
    };
}

const fn gnu(model: &'static str) -> Options {
    Options::gnu(model)
}

pub(super) static SUBS: &[Sub] = subs! {
    "reset": gnu("q|quiet soft mixed hard merge keep N|intent-to-add p|patch pathspec-from-file= pathspec-file-nul recurse-submodules=? no-refresh h c C P"),
    "checkout": gnu("b= B= l q|quiet progress no-progress f|force ours theirs d|detach t|track=? no-track guess no-guess m|merge conflict= p|patch ignore-skip-worktree-bits ignore-other-worktrees overwrite-ignore recurse-submodules=? orphan= overlay no-overlay pathspec-from-file= pathspec-file-nul h c C P 2 3"),
    "restore": gnu("s|source= p|patch W|worktree S|staged q|quiet progress ours theirs m|merge conflict= ignore-unmerged ignore-skip-worktree-bits recurse-submodules=? overlay pathspec-from-file= pathspec-file-nul h c C P 2 3"),
    "switch": gnu("c|create= C|force-create= d|detach guess no-guess f|force discard-changes m|merge conflict= q|quiet progress t|track=? no-track orphan= ignore-other-worktrees recurse-submodules=? h p P"),
    "clean": gnu("d f|force i|interactive n|dry-run q|quiet e|exclude= x X h c C p P"),
    "rm": gnu("f|force n|dry-run r cached ignore-unmatch sparse q|quiet pathspec-from-file= pathspec-file-nul h c C p P"),
    "mv": gnu("f|force k n|dry-run v|verbose sparse h c C p P"),
    "stash": gnu("p|patch S|staged k|keep-index no-keep-index u|include-untracked a|all q|quiet m|message= pathspec-from-file= h c C P"),
    "stash drop": gnu("q|quiet h"),
    "stash clear": gnu("h"),
    "stash list|show": LOOK,
    "branch": gnu("v|verbose q|quiet t|track=? no-track u|set-upstream-to= unset-upstream color=? no-color r|remotes a|all contains= no-contains= abbrev=? merged=? no-merged=? d|delete D m|move M c|copy C l|list show-current create-reflog edit-description f|force column=? no-column sort= points-at= i|ignore-case recurse-submodules format= h p P"),
    "tag": gnu("a|annotate s|sign no-sign u|local-user= f|force d|delete v|verify n=? l|list sort= color=? i|ignore-case column=? contains= no-contains= merged=? no-merged=? points-at= m|message= F|file= e|edit cleanup= create-reflog format= trailer= h c C p P"),
    "update-ref": gnu("m= d no-deref stdin z create-reflog h c C p P"),
    "symbolic-ref": gnu("q|quiet d|delete short m= recurse no-recurse h c C p P"),
    "reflog": LOOK,
    "reflog expire": gnu("expire= expire-unreachable= updateref rewrite stale-fix n|dry-run verbose all single-worktree h"),
    "reflog delete": gnu("updateref rewrite n|dry-run verbose h"),
    "gc": gnu("aggressive auto detach prune=? no-prune q|quiet force keep-largest-pack cruft max-cruft-size= h c C p P"),
    "prune": gnu("n|dry-run v|verbose progress expire= exclude-promisor-objects h c C p P"),
    "repack": gnu("a A d f F l q n window= depth= threads= keep-unreachable k unpack-unreachable= cruft m write-midx h c C p P"),
    "filter-branch": gnu("setup= subdirectory-filter= env-filter= tree-filter= index-filter= parent-filter= msg-filter= commit-filter= tag-name-filter= prune-empty original= d= f|force state-branch= h c C p P"),
    "filter-repo": gnu("analyze path= path-glob= path-regex= invert-paths path-rename= paths-from-file= subdirectory-filter= to-subdirectory-filter= replace-text= replace-message= strip-blobs-bigger-than= strip-blobs-with-ids= blob-callback= commit-callback= message-callback= mailmap= f|force partial refs= dry-run debug stdin quiet source= target= h c C p P"),
    "rebase": gnu("onto= keep-base continue skip abort quit edit-todo show-current-patch apply empty= no-keep-empty keep-empty reapply-cherry-picks allow-empty-message m|merge s|strategy= X|strategy-option= rerere-autoupdate S|gpg-sign=? no-gpg-sign q|quiet v|verbose stat n|no-stat no-verify verify C= no-ff force-rebase f fork-point no-fork-point ignore-whitespace whitespace= committer-date-is-author-date ignore-date reset-author-date signoff i|interactive r|rebase-merges=? x|exec= root autosquash no-autosquash autostash no-autostash reschedule-failed-exec update-refs no-update-refs h c p P"),
    "commit": gnu("a|all p|patch C|reuse-message= c|reedit-message= fixup= squash= reset-author short branch porcelain long z|null F|file= author= date= m|message= t|template= s|signoff no-signoff trailer= n|no-verify verify allow-empty allow-empty-message cleanup= e|edit no-edit amend no-post-rewrite i|include o|only pathspec-from-file= pathspec-file-nul u|untracked-files=? v|verbose q|quiet dry-run status no-status S|gpg-sign=? no-gpg-sign h P"),
    "merge": gnu("commit no-commit edit e no-edit ff no-ff ff-only squash no-squash s|strategy= X|strategy-option= m= F|file= log=? signoff stat n no-stat q|quiet v|verbose no-verify progress autostash no-autostash allow-unrelated-histories rerere-autoupdate overwrite-ignore abort quit continue S|gpg-sign=? cleanup= into-name= h c C p P"),
    "am": gnu("s|signoff k|keep keep-non-patch keep-cr c|scissors i|interactive 3|3way q|quiet u|utf8 m|message-id whitespace= C= p= directory= exclude= include= reject patch-format= continue r|resolved skip abort quit show-current-patch=? ignore-date committer-date-is-author-date S|gpg-sign=? quoted-cr= empty= h P"),
    "apply": gnu("exclude= include= p= no-add stat numstat summary check index N|intent-to-add cached 3|3way apply C= whitespace= ignore-whitespace R|reverse unidiff-zero reject allow-overlap v|verbose inaccurate-eof recount directory= build-fake-ancestor= z allow-binary-replacement binary unsafe-paths q|quiet h c P"),
    "cherry-pick|revert": gnu("e|edit no-edit cleanup= x r m|mainline= n|no-commit s|signoff S|gpg-sign=? ff allow-empty allow-empty-message keep-redundant-commits strategy= X|strategy-option= rerere-autoupdate continue skip quit abort reference h c C p P"),
    "pull": gnu("v|verbose q|quiet progress recurse-submodules=? r|rebase=? no-rebase n stat log=? signoff squash commit no-commit edit no-edit ff no-ff ff-only S|gpg-sign=? autostash no-autostash s|strategy= X|strategy-option= all a|append upload-pack= f|force t|tags no-tags p|prune j|jobs= dry-run k|keep depth= deepen= unshallow update-shallow refmap= o|server-option= 4|ipv4 6|ipv6 show-forced-updates set-upstream allow-unrelated-histories h c C P"),
    "fetch": gnu("v|verbose q|quiet all set-upstream a|append atomic upload-pack= f|force m|multiple t|tags n|no-tags j|jobs= prefetch p|prune P|prune-tags recurse-submodules=? dry-run porcelain k|keep u|update-head-ok progress depth= shallow-since= shallow-exclude= deepen= unshallow refetch update-shallow refmap= o|server-option= 4|ipv4 6|ipv6 negotiation-tip= filter= auto-maintenance stdin h c C"),
    "push": gnu("v|verbose q|quiet repo= all branches mirror d|delete tags n|dry-run porcelain f|force force-with-lease=? no-force-with-lease force-if-includes no-force-if-includes recurse-submodules= thin no-thin receive-pack= exec= u|set-upstream progress prune no-verify verify follow-tags signed=? atomic o|push-option= 4|ipv4 6|ipv6 h c C p P"),
    "remote": gnu("v|verbose h c C p P"),
    "remote remove|rm": gnu("h"),
    "remote show|get-url": LOOK,
    "remote add|rename|set-head|set-branches|set-url|prune|update": gnu("t= m= f mirror=? tags no-tags a|auto d|delete push add n|dry-run p|prune h"),
    "worktree": gnu("h"),
    "worktree list": LOOK,
    "worktree remove": gnu("f|force h"),
    "worktree add": gnu("f|force b= B= d|detach checkout no-checkout lock reason= q|quiet track guess-remote orphan h"),
    "worktree prune|lock|unlock|move|repair": gnu("n|dry-run v|verbose expire= reason= f|force h"),
    "submodule": gnu("q|quiet cached recursive h c C p P"),
    "submodule status|summary": LOOK,
    "submodule deinit": gnu("f|force all q|quiet h"),
    "submodule update": gnu("q|quiet progress i|init remote N|no-fetch f|force checkout merge rebase recursive reference= dissociate depth= j|jobs= single-branch filter= recommend-shallow h"),
    "submodule foreach": Options::leading("q|quiet recursive h"),
    "submodule add|init|sync|absorbgitdirs|set-branch|set-url": gnu("b= f|force name= reference= depth= q recursive h"),
    "config": gnu("global system local worktree f|file= blob= replace-all add get get-all get-regexp get-urlmatch l|list unset unset-all rename-section remove-section e|edit get-color get-colorbool type= t= bool int bool-or-int path expiry-date z|null name-only show-origin show-scope includes no-includes default= fixed-value comment= value= all regexp url= append h c C p P"),
    "config get|list": LOOK,
    "bisect": gnu("h"),
    "bisect run": Options::leading("h"),
    "bisect log|view|visualize|terms": LOOK,
    "notes": LOOK,
    "notes remove|prune": gnu("ignore-missing stdin n|dry-run v|verbose h"),
    "notes add|append|copy|edit|merge": gnu("f|force m|message= F|file= C|reuse-message= c|reedit-message= allow-empty ref= stdin s|strategy= h"),
    "replace": gnu("d|delete f|force e|edit g|graft l|list format= raw convert-graft-file h c C p P"),
    "checkout-index": gnu("a|all f|force n|no-create q|quiet u|index prefix= stage= temp z stdin h c C p P"),
    "read-tree": gnu("m reset u i aggressive prefix= trivial n|dry-run v no-sparse-checkout empty q index-output= recurse-submodules h c C p P"),
    "lfs": gnu("h v version"),
    "lfs prune": gnu("f|force d|dry-run r|recent c|verify-remote v|verbose h"),
    "lfs migrate import|export": gnu("include= exclude= everything above= yes h"),
    "lfs ls-files|status|env|locks|logs|pointer": LOOK,
    "grep": Options::gnu("O|open-files-in-pager=? e= f= A= B= C= c p P h i l n q v w r E F G cached untracked m|max-count= threads= and or not max-depth= a I L o W"),
    "archive": gnu("format= prefix= o|output= l|list v|verbose remote= exec= add-file= add-virtual-file= worktree-attributes mtime= 0 1 2 3 4 5 6 7 8 9 h c C p P"),
    "bundle create": gnu("q|quiet progress version= all branches tags h"),
    "bundle verify|list-heads": LOOK,
    "difftool": gnu("d|dir-diff y|no-prompt prompt x|extcmd= t|tool= g|gui tool-help trust-exit-code cached staged rotate-to= skip-to= h c C p P"),
    "format-patch": gnu("o|output-directory= n N k s stdout start-number= v= to= cc= from=? subject-prefix= cover-letter in-reply-to= signature= base= h c C p P"),
    "clone": gnu("l|local no-hardlinks s|shared reference= reference-if-able= dissociate q|quiet v|verbose progress n|no-checkout bare mirror o|origin= b|branch= u|upload-pack= template= c|config= depth= shallow-since= shallow-exclude= single-branch no-single-branch no-tags recurse-submodules=? recursive shallow-submodules separate-git-dir= ref-format= j|jobs= filter= sparse bundle-uri= server-option= h C p P"),
    "ls-remote": gnu("h|heads t|tags refs q|quiet upload-pack= exec= exit-code get-url sort= symref o|server-option= branches c C p P"),
    "fast-import": gnu("force quiet date-format= import-marks= export-marks= h c C p P"),
    "init": gnu("q|quiet bare template= separate-git-dir= object-format= ref-format= b|initial-branch= shared=? h c C p P"),
    "fsck": gnu("full strict unreachable dangling no-dangling root tags cache no-reflogs connectivity-only v|verbose progress no-progress name-objects h c C p P"),
    "add|stage|unpack-file|web--browse|for-each-repo|interpret-trailers|format-patches|notes-merge|mergetool|maintenance|pack-refs|pack-objects|unpack-objects|update-index|update-server-info|write-tree|commit-tree|commit-graph|multi-pack-index|sparse-checkout|hash-object|mktag|mktree|mailinfo|mailsplit|request-pull|send-email|svn|p4|citool|gui|gitk|daemon|instaweb|rerere|credential|credential-cache|credential-store|fetch-pack|send-pack|http-backend|index-pack|prune-packed|merge-file|merge-index|merge-one-file|merge-octopus|stripspace|quiltimport|flow|hook|bugreport|diagnose|subtree|scalar|annex|crypt|secret|town|absorb|branchless|spr|machete": PLAIN,
    "status|diff|log|show|blame|annotate|shortlog|describe|whatchanged|range-diff|rev-parse|rev-list|ls-files|ls-tree|cat-file|for-each-ref|show-ref|show-branch|name-rev|merge-base|merge-tree|cherry|count-objects|verify-commit|verify-tag|verify-pack|check-ignore|check-attr|check-mailmap|check-ref-format|diff-tree|diff-index|diff-files|var|version|help|column|get-tar-commit-id|fmt-merge-msg|patch-id|show-index|whatchanged-since|diff-pairs|last-modified": LOOK,
};

/// git's subcommands as programs of their own (`git-reset`).
pub(super) const DASHED: &[&str] = &[
    "git-reset",
    "git-clean",
    "git-checkout",
    "git-switch",
    "git-restore",
    "git-push",
    "git-branch",
    "git-tag",
    "git-stash",
    "git-rebase",
    "git-commit",
    "git-rm",
    "git-filter-branch",
    "git-filter-repo",
    "git-update-ref",
    "git-reflog",
    "git-gc",
    "git-prune",
    "git-config",
    "git-read-tree",
    "git-checkout-index",
    "git-worktree",
    "git-submodule",
    "git-apply",
    "git-pull",
    "git-fetch",
    "git-merge",
];
