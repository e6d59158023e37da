//! Infrastructure kept as code.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "infrastructure/destroy",
        title: "Destroys everything a configuration manages",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Infrastructure
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "Every resource that the configuration or stack manages is destroyed.",
        why: "Machines, databases and addresses are deleted with all their data.",
        instead: "Read `plan -destroy` first, and name the one resource with `-target`.",
        matches: &[
            "terraform destroy -auto-approve",
            "terraform -chdir=infra apply -destroy",
            "pulumi destroy --yes",
            "cdk destroy --all --force",
            "sam delete --no-prompts",
        ],
        non_matches: &["terraform plan -destroy", "pulumi preview", "cdk diff"],
    },
    Rule {
        id: "infrastructure/delete",
        title: "Deletes parts of the infrastructure or its state",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Infrastructure,
        what: "Resources, or their entries in the state, are deleted.",
        why: "A resource missing from the state is no longer managed, and a deleted one may not come back.",
        instead: "Pull a copy of the state first, and read the plan.",
        matches: &[
            "terraform state rm aws_instance.web",
            "pulumi stack rm dev --yes",
            "knife node delete web1 -y",
        ],
        non_matches: &["terraform state list", "pulumi stack ls"],
    },
    Rule {
        id: "infrastructure/apply-unasked",
        title: "Applies changes without showing them first",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRemote],
        condition: |effect| {
            effect.domain == Domain::Infrastructure && effect.traits.contains(Traits::FORCED)
        },
        what: "Changes are made to real resources without a question.",
        why: "A change may replace a resource, which destroys the old one.",
        instead: "Make a plan, read it, then apply exactly that plan.",
        matches: &[
            "terraform apply -auto-approve",
            "pulumi up --yes",
            "tofu apply -auto-approve -var x=1",
        ],
        non_matches: &["terraform plan", "terraform show"],
    },
    Rule {
        id: "infrastructure/apply",
        title: "Changes real resources",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote],
        condition: |effect| effect.domain == Domain::Infrastructure,
        what: "Resources or machines are changed to match the configuration.",
        why: "A change may replace a resource, which destroys the old one.",
        instead: "Read the plan or the dry run first.",
        matches: &[
            "terraform apply plan.out",
            "cdk deploy",
            "ansible-playbook site.yml",
            "terraform taint aws_instance.web",
        ],
        non_matches: &["ansible-playbook site.yml --check", "terraform validate"],
    },
    Rule {
        id: "infrastructure/stop",
        title: "Stops services on other machines",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Infrastructure,
        what: "A service on one or many machines is stopped or restarted.",
        why: "Its users are cut off in the meantime.",
        instead: "Try it on one machine first.",
        matches: &[
            "ansible web -m service -a 'name=nginx state=stopped'",
            "salt '*' service.restart nginx",
        ],
        non_matches: &["ansible web -m ping", "salt '*' test.ping"],
    },
];
