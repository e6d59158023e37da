//! Services, and what runs later.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "services/restart",
        title: "Restarts or reloads a service",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| {
            effect.domain == Domain::Service && effect.traits.contains(Traits::MINOR)
        },
        what: "A service is restarted or reads its set-up anew.",
        why: "It is away for a moment, and a mistake in its set-up keeps it away.",
        instead: "Test the set-up first.",
        matches: &["systemctl restart nginx", "sudo service nginx reload", "pm2 restart all"],
        non_matches: &["systemctl status nginx", "nginx -t"],
    },
    Rule {
        id: "services/stop",
        title: "Stops or disables a service",
        level: Risk::High,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Service,
        what: "A service is stopped, or does not start any more.",
        why: "Whoever uses it is cut off.",
        instead: "Say which service and why, and let a person do it.",
        matches: &[
            "systemctl stop nginx",
            "sudo systemctl disable --now sshd",
            "service mysql stop",
            "nginx -s stop",
            "launchctl unload x.plist",
        ],
        non_matches: &[
            "systemctl is-active nginx",
            "systemctl start nginx",
            "systemctl restart nginx",
        ],
    },
    Rule {
        id: "services/delete",
        title: "Deletes a service",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Service,
        what: "A service is taken out of its manager, or its logs are deleted.",
        why: "It does not come back by itself.",
        instead: "Stop it instead.",
        matches: &["pm2 delete all", "pm2 flush"],
        non_matches: &["pm2 list", "pm2 logs"],
    },
    Rule {
        id: "services/configure",
        title: "Changes how services are set up",
        level: Risk::Medium,
        effect_kinds: &[Kind::Configures],
        condition: |effect| {
            effect.domain == Domain::Service && !effect.traits.contains(Traits::MINOR)
        },
        what: "The set-up of a service or of all services changes.",
        why: "It holds until somebody changes it back.",
        instead: "Note the old set-up first.",
        matches: &["systemctl edit nginx", "systemctl set-default multi-user.target"],
        non_matches: &["systemctl enable nginx", "systemctl cat nginx"],
    },
    Rule {
        id: "services/schedule-all",
        title: "Deletes every scheduled job",
        level: Risk::High,
        effect_kinds: &[Kind::Schedules],
        condition: |effect| effect.traits.contains(Traits::WHOLE),
        what: "The whole table of scheduled jobs is deleted.",
        why: "Nothing asks first, and nothing keeps the old one.",
        instead: "Save it first: `crontab -l > jobs`.",
        matches: &["crontab -r", "sudo crontab -u www -r"],
        non_matches: &["crontab -l", "crontab jobs"],
    },
    Rule {
        id: "services/schedule",
        title: "Changes what runs later",
        level: Risk::Medium,
        effect_kinds: &[Kind::Schedules],
        condition: |_| true,
        what: "Scheduled jobs are replaced, added or deleted.",
        why: "They run later, when nobody looks.",
        instead: "Show the new table to a person first.",
        matches: &["crontab jobs", "echo x | crontab -", "atrm 3"],
        non_matches: &["crontab -l", "atq"],
    },
];
