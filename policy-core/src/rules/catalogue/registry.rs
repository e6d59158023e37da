//! Published packages and images.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "registry/delete",
        title: "Withdraws a published package",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Registry,
        what: "A version that others may use is deleted or withdrawn.",
        why: "Builds that rely on it break, and its version number can often never be used again.",
        instead: "Deprecate it and publish a fixed version.",
        matches: &[
            "gem yank rails -v 1.0",
            "vsce unpublish me.ext",
            "nuget delete Pkg 1.0 -NonInteractive",
            "skopeo delete docker://r.example/app:1",
        ],
        non_matches: &["gem list", "vsce show me.ext", "skopeo inspect docker://r.example/app:1"],
    },
    Rule {
        id: "registry/publish",
        title: "Publishes a package or an image",
        level: Risk::High,
        effect_kinds: &[Kind::Publishes],
        condition: |effect| {
            effect.domain == Domain::Registry && !effect.traits.contains(Traits::MINOR)
        },
        what: "A package or image becomes available to everyone who uses the registry.",
        why: "A version cannot be replaced, and copies spread at once.",
        instead: "Try the dry run, and let the pipeline publish from a tag.",
        matches: &[
            "twine upload dist/*",
            "gem push app-1.0.gem",
            "docker push r.example/app:1",
            "goreleaser release --clean",
            "mix hex.publish",
        ],
        non_matches: &[
            "twine check dist/*",
            "goreleaser release --snapshot",
            "docker pull r.example/app:1",
            "mix hex.publish --dry-run",
        ],
    },
    Rule {
        id: "registry/change",
        title: "Changes the contents of a registry",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops, Kind::Publishes],
        condition: |effect| effect.domain == Domain::Registry,
        what: "Images or packages that others use are copied, moved or renamed.",
        why: "Others may get something different under the same name.",
        instead: "Use a new version or tag.",
        matches: &[
            "skopeo copy docker://a/x:1 docker://b/x:1",
            "anaconda move me/pkg --to-label main",
        ],
        non_matches: &["skopeo copy docker://a/x:1 dir:/tmp/x"],
    },
];
