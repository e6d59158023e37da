//! Secrets, keys and certificates.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "secret/delete-for-good",
        title: "Deletes keys or secrets permanently",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Secret
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A store of secrets, or a key itself, is destroyed.",
        why: "What was encrypted with it can never be read again.",
        instead: "Disable it first, and make sure nobody needs it.",
        matches: &[
            "vault kv metadata delete secret/app",
            "vault secrets disable kv/",
            "aws kms schedule-key-deletion --key-id k",
            "gpg --delete-secret-keys ABCD",
        ],
        non_matches: &["vault kv get secret/app", "gpg --list-secret-keys"],
    },
    Rule {
        id: "secret/delete",
        title: "Deletes or revokes secrets",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Secret,
        what: "Secrets, tokens or certificates are deleted or revoked.",
        why: "Anything that signs in with them stops working.",
        instead: "Rotate instead: add the new one, switch everything over, then delete the old one.",
        matches: &[
            "vault kv delete secret/app",
            "op item delete DB",
            "gh secret delete TOKEN",
            "certbot revoke --cert-name x",
            "aws secretsmanager delete-secret --secret-id s",
        ],
        non_matches: &["vault kv list secret/", "op item list", "gh secret list"],
    },
    Rule {
        id: "secret/change",
        title: "Changes or disables secrets",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops],
        condition: |effect| effect.domain == Domain::Secret,
        what: "Secrets are replaced, sealed or disabled.",
        why: "Anything that relies on the old value stops working.",
        instead: "Keep the old value until the new one is known to work.",
        matches: &[
            "vault kv put secret/app a=1",
            "gh secret set TOKEN --body x",
            "vault operator seal",
        ],
        non_matches: &["vault status", "gh secret list"],
    },
];
