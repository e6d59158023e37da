//! Resources of clouds and hosting platforms, and who may use what others hold.

use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "cloud/delete-much",
        title: "Deletes a whole project, group or account",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Cloud
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A project, group, application or account is deleted with everything in it.",
        why: "Nothing in it can be restored: checkpoints do not cover it.",
        instead: "List what it contains first, and delete only what you mean.",
        matches: &[
            "gcloud projects delete shop --quiet",
            "az group delete -n prod -y",
            "heroku apps:destroy -a shop --confirm shop",
            "fly apps destroy shop -y",
        ],
        non_matches: &["gcloud projects list", "az group list", "heroku apps"],
    },
    Rule {
        id: "cloud/delete",
        title: "Deletes cloud resources",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Cloud && !effect.traits.contains(Traits::MINOR)
        },
        what: "Machines, functions, networks or other resources are deleted.",
        why: "Their data is lost, and other things may depend on them.",
        instead: "Look at the resource first, and take a snapshot if it holds data.",
        matches: &[
            "aws ec2 terminate-instances --instance-ids i-1",
            "gcloud compute instances delete web --zone z",
            "az vm delete -g rg -n web --yes",
            "doctl compute droplet delete 1 -f",
        ],
        non_matches: &[
            "aws ec2 describe-instances",
            "aws ec2 terminate-instances --instance-ids i-1 --dry-run",
            "gcloud compute instances list --filter delete",
        ],
    },
    Rule {
        id: "cloud/delete-small",
        title: "Deletes a minor cloud resource",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Cloud,
        what: "Tags, caches or other minor resources are deleted.",
        why: "They are easy to create again if someone knows what they were.",
        instead: "Note the old value first.",
        matches: &["aws ec2 delete-tags --resources i-1", "heroku repo:purge_cache -a shop"],
        non_matches: &["aws ec2 describe-tags"],
    },
    Rule {
        id: "cloud/stop",
        title: "Stops cloud machines or applications",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Cloud,
        what: "Machines or applications are stopped, restarted or scaled to zero.",
        why: "Their users are cut off until they run again.",
        instead: "Make sure nobody depends on them right now.",
        matches: &[
            "aws ec2 stop-instances --instance-ids i-1",
            "az vm deallocate -g rg -n web",
            "heroku ps:scale web=0",
            "gcloud compute instances stop web",
        ],
        non_matches: &["aws ec2 start-instances --instance-ids i-1", "heroku ps"],
    },
    Rule {
        id: "cloud/deploy",
        title: "Deploys to production",
        level: Risk::Medium,
        effect_kinds: &[Kind::Publishes],
        condition: |effect| effect.domain == Domain::Cloud,
        what: "The contents of the workspace are deployed to production.",
        why: "Everyone sees it at once, mistakes included.",
        instead: "Deploy a preview and look at it first.",
        matches: &["vercel --prod", "firebase deploy", "netlify deploy --prod", "wrangler deploy"],
        non_matches: &["vercel", "netlify deploy", "wrangler deploy --dry-run"],
    },
    Rule {
        id: "cloud/change",
        title: "Replaces parts of cloud resources",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote],
        condition: |effect| effect.domain == Domain::Cloud,
        what: "Settings, versions or contents of a resource are replaced.",
        why: "The previous state is not kept.",
        instead: "Save the current settings first.",
        matches: &[
            "gcloud compute instances reset web",
            "heroku config:unset KEY -a shop",
            "vercel rollback",
            "aws ssm send-command --instance-ids i-1 --document-name x",
        ],
        non_matches: &["heroku config -a shop", "gcloud compute instances describe web"],
    },
    Rule {
        id: "access/open-to-all",
        title: "Opens something to everyone",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| elsewhere(effect) && effect.traits.contains(Traits::WORLD),
        what: "Everyone, or everyone with a role, may use or change it from now on.",
        why: "Anything seen or copied in the meantime cannot be taken back.",
        instead: "Name the one user, group or network that needs it.",
        matches: &[
            "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 0.0.0.0/0",
            "gcloud run services add-iam-policy-binding web --member allUsers --role roles/run.invoker",
            "kubectl create clusterrolebinding x --clusterrole cluster-admin --user bob",
            "gh repo edit --visibility public",
        ],
        non_matches: &[
            "kubectl create clusterrolebinding x --clusterrole view --user bob",
            "gh repo view",
        ],
    },
    Rule {
        id: "access/change",
        title: "Changes who may use something",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| elsewhere(effect),
        what: "Rights, roles, keys or members are changed.",
        why: "Someone may be locked out, or let in.",
        instead: "Check the current rights first, and keep a way back in.",
        matches: &[
            "aws iam attach-role-policy --role-name r --policy-arn arn:x",
            "psql -c 'REVOKE ALL ON t FROM bob'",
            "az role assignment create --assignee bob --role Reader",
        ],
        non_matches: &["aws iam list-attached-role-policies --role-name r", "psql -c '\\du'"],
    },
];

/// Whether the thing is one of those that live outside this machine's files and accounts.
fn elsewhere(effect: &Effect) -> bool {
    !matches!(
        effect.domain,
        Domain::Files
            | Domain::Repository
            | Domain::Disk
            | Domain::Process
            | Domain::Service
            | Domain::Package
            | Domain::Code
            | Domain::System
            | Domain::Account
            | Domain::Network
            | Domain::Schedule
            | Domain::Container
    )
}
