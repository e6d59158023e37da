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
        what: "A service is restarted, or reloads its configuration.",
        why: "It is unavailable for a moment, or for longer if its configuration has a mistake.",
        instead: "Test the configuration first.",
        matches: &["systemctl restart nginx", "sudo service nginx reload", "pm2 restart all"],
        non_matches: &["systemctl status nginx", "nginx -t"],
    },
    Rule {
        id: "services/stop",
        title: "Stops or disables a service",
        level: Risk::High,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Service,
        what: "A service is stopped, or no longer started.",
        why: "Its users are cut off.",
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
        what: "A service is removed from its manager, or its logs are deleted.",
        why: "It does not come back by itself.",
        instead: "Stop it instead.",
        matches: &["pm2 delete all", "pm2 flush"],
        non_matches: &["pm2 list", "pm2 logs"],
    },
    Rule {
        id: "services/configure",
        title: "Changes the configuration of services",
        level: Risk::Medium,
        effect_kinds: &[Kind::Configures],
        condition: |effect| {
            effect.domain == Domain::Service && !effect.traits.contains(Traits::MINOR)
        },
        what: "The configuration of a service or of all services changes.",
        why: "It stays that way until someone changes it back.",
        instead: "Note the old configuration first.",
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
        why: "There is no question, and the old table is stored nowhere.",
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
        why: "They run later, when nobody is watching.",
        instead: "Show the new table to a person first.",
        matches: &["crontab jobs", "echo x | crontab -", "atrm 3"],
        non_matches: &["crontab -l", "atq"],
    },
];
