//! Names, caches, balancers and gateways.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "edge/delete-much",
        title: "Deletes a zone, a service or a whole gateway",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Edge
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "The whole configuration of a zone, service or gateway is deleted.",
        why: "Names stop resolving and requests stop arriving, for everyone.",
        instead: "Dump the configuration first, and delete the one entry you mean.",
        matches: &[
            "deck reset --force",
            "kong migrations reset -y",
            "aws route53 delete-hosted-zone --id Z1",
        ],
        non_matches: &["deck dump", "aws route53 list-hosted-zones"],
    },
    Rule {
        id: "edge/delete",
        title: "Deletes records, routes or balancers",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Edge && !effect.traits.contains(Traits::MINOR),
        what: "Records, tunnels, routes or balancers are deleted.",
        why: "What they pointed to can no longer be reached.",
        instead: "Save the current entry first.",
        matches: &[
            "cloudflared tunnel delete web",
            "pdnsutil delete-zone example.org",
            "aws elbv2 delete-load-balancer --load-balancer-arn a",
            "printf 'update delete a.example. A\\nsend\\n' | nsupdate -k key",
        ],
        non_matches: &["cloudflared tunnel list", "aws elbv2 describe-load-balancers"],
    },
    Rule {
        id: "edge/purge-cache",
        title: "Empties a cache",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Edge,
        what: "Cached content is discarded.",
        why: "Every request goes to the origin until the cache is filled again.",
        instead: "Purge only the address you changed.",
        matches: &["fastly purge --all", "rndc flush"],
        non_matches: &["fastly service list", "rndc status"],
    },
    Rule {
        id: "edge/change",
        title: "Changes where names and requests go",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops, Kind::Publishes],
        condition: |effect| effect.domain == Domain::Edge,
        what: "Records, routes, versions or settings at the edge are changed.",
        why: "A mistake affects every visitor, and caches keep it for a while.",
        instead: "Preview the change first.",
        matches: &[
            "dnscontrol push",
            "octodns-sync --config-file c.yaml --doit",
            "deck sync -s kong.yaml",
            "aws route53 change-resource-record-sets --hosted-zone-id Z --change-batch file://c.json",
        ],
        non_matches: &[
            "dnscontrol preview",
            "octodns-sync --config-file c.yaml",
            "deck diff -s kong.yaml",
        ],
    },
];
