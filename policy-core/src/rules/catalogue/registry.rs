//! Published packages and images, beyond publishing and taking back (see `packages`).

use crate::facts::effect::{Domain, Kind, Traits};
use crate::rules::Rule;
use crate::verdict::Risk;

pub(super) static RULES: &[Rule] = &[Rule {
    id: "registry/change",
    title: "Changes what a registry holds",
    level: Risk::Medium,
    on: &[Kind::ChangesRemote, Kind::Stops, Kind::Publishes],
    when: |effect| {
        effect.domain == Domain::Registry
            && (effect.kind != Kind::Publishes || effect.traits.contains(Traits::MILD))
    },
    what: "Images or packages are copied, moved or relabelled where others fetch them.",
    why: "Others may get another thing under the same name.",
    instead: "Use a new version or tag.",
    matches: &["skopeo copy docker://a/x:1 docker://b/x:1", "anaconda move me/pkg --to-label main"],
    spares: &["skopeo copy docker://a/x:1 dir:/tmp/x"],
}];
