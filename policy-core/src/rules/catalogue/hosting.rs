//! Hosted repositories and pipelines.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "hosting/delete-repository",
        title: "Deletes a hosted repository",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Hosting
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A repository is deleted with its issues, pull requests and settings.",
        why: "A clone has the commits and nothing else.",
        instead: "Archive it instead.",
        matches: &[
            "gh repo delete owner/name --yes",
            "gh api -X DELETE repos/owner/name",
            "glab repo delete owner/name -y",
        ],
        non_matches: &["gh repo view owner/name", "gh api repos/owner/name"],
    },
    Rule {
        id: "hosting/force",
        title: "Replaces a hosted branch",
        level: Risk::Critical,
        effect_kinds: &[Kind::ForcesRemote],
        condition: |effect| effect.domain == Domain::Hosting,
        what: "A branch that others see is replaced by another version.",
        why: "Commits that exist only there are lost for everyone.",
        instead: "Merge instead, or create a new branch.",
        matches: &[
            "gh repo sync owner/fork --force",
            "gh api -X PATCH repos/o/r/git/refs/heads/main -f sha=abc -F force=true",
        ],
        non_matches: &["gh repo sync owner/fork"],
    },
    Rule {
        id: "hosting/delete",
        title: "Deletes releases, issues or branches of a hosted repository",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Hosting && !effect.traits.contains(Traits::MINOR)
        },
        what: "Something others can see in a hosted repository is deleted.",
        why: "It is lost for everyone, and links to it break.",
        instead: "Close or archive it instead, if that is possible.",
        matches: &[
            "gh release delete v1.0 -y",
            "gh issue delete 3 --yes",
            "gh pr close 3 --delete-branch",
            "gh api --method DELETE repos/o/r/branches/b/protection",
        ],
        non_matches: &["gh release list", "gh issue close 3", "gh api repos/o/r"],
    },
    Rule {
        id: "hosting/change",
        title: "Changes a hosted repository for everyone",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops, Kind::Deletes],
        condition: |effect| effect.domain == Domain::Hosting,
        what: "Something that others see is merged, renamed, archived or replaced.",
        why: "Others may already depend on the old version.",
        instead: "Ask a second person to review it first.",
        matches: &[
            "gh pr merge 3 --squash",
            "gh repo archive owner/name -y",
            "gh repo rename new-name",
        ],
        non_matches: &["gh pr view 3", "gh pr create --title 'merge me' --body b"],
    },
    Rule {
        id: "hosting/publish",
        title: "Publishes a release",
        level: Risk::Medium,
        effect_kinds: &[Kind::Publishes],
        condition: |effect| effect.domain == Domain::Hosting,
        what: "A release or a text is published.",
        why: "Others may download it before a mistake is noticed.",
        instead: "Create a draft first.",
        matches: &["gh release create v1.0 --notes 'first'", "gh gist create notes.md --public"],
        non_matches: &["gh release create v1.0 --draft", "gh gist create notes.md"],
    },
    Rule {
        id: "pipeline/delete",
        title: "Deletes pipelines, jobs or runs",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Pipeline && !effect.traits.contains(Traits::MINOR)
        },
        what: "Jobs, runs or agents of a build server are deleted with their logs.",
        why: "Their history is stored nowhere else.",
        instead: "Disable the job instead.",
        matches: &[
            "gh run delete 123",
            "jenkins-cli -s http://ci delete-job app",
            "drone repo rm o/r",
        ],
        non_matches: &["gh run list", "jenkins-cli -s http://ci list-jobs"],
    },
    Rule {
        id: "pipeline/change",
        title: "Changes or stops pipelines",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops, Kind::Deletes, Kind::Publishes],
        condition: |effect| effect.domain == Domain::Pipeline,
        what: "Runs are cancelled, workflows disabled, or jobs and caches replaced.",
        why: "Other people's checks and deployments may fail or not run.",
        instead: "Check first which runs are in progress.",
        matches: &[
            "gh workflow disable ci.yml",
            "gh run cancel 123",
            "jenkins-cli -s http://ci safe-restart",
        ],
        non_matches: &["gh workflow list", "gh run view 123"],
    },
];
