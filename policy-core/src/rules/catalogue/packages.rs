//! Packages and registries.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "packages/remove",
        title: "Removes packages of the system",
        level: Risk::High,
        effect_kinds: &[Kind::Uninstalls],
        condition: |effect| !effect.traits.contains(Traits::MINOR),
        what: "Packages of the machine are removed, and with them what needs them.",
        why: "Other programs may stop working, and set-ups may be gone.",
        instead: "Look first what goes with it (`apt-get -s remove`).",
        matches: &[
            "apt-get remove nginx",
            "sudo apt purge -y mysql-server",
            "dnf remove httpd",
            "pacman -Rns vim",
            "dpkg -P curl",
            "apk del git",
        ],
        non_matches: &[
            "apt-get install nginx",
            "apt-get -s remove nginx",
            "dnf list",
            "pacman -Qs vim",
        ],
    },
    Rule {
        id: "packages/remove-own",
        title: "Removes packages of a project or person",
        level: Risk::Medium,
        effect_kinds: &[Kind::Uninstalls],
        condition: |_| true,
        what: "Packages of a project, an environment or a person are removed.",
        why: "What used them stops working until they are installed again.",
        instead: "Nothing, where a checkpoint is taken first.",
        matches: &[
            "npm uninstall -g typescript",
            "pip uninstall -y requests",
            "brew uninstall node",
            "cargo uninstall rg",
            "conda env remove -n ml",
            "poetry remove requests",
        ],
        non_matches: &["npm install", "pip install requests", "brew list"],
    },
    Rule {
        id: "packages/clean-cache",
        title: "Throws downloads away",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Package,
        what: "What a package manager has downloaded or kept is thrown away.",
        why: "It can be fetched again, but that takes time and a network.",
        instead: "Nothing, where the network is there.",
        matches: &[
            "npm cache clean --force",
            "go clean -modcache",
            "nix-collect-garbage -d",
            "pip cache purge",
            "brew cleanup",
        ],
        non_matches: &["npm cache verify", "go clean -n", "brew cleanup -n"],
    },
    Rule {
        id: "packages/upgrade-all",
        title: "Replaces everything that is installed",
        level: Risk::Medium,
        effect_kinds: &[Kind::Installs],
        condition: |effect| effect.traits.contains(Traits::WHOLE),
        what: "All packages are replaced, or put in by force over what is there.",
        why: "Packages may go away with it, and there is no simple way back.",
        instead: "Look first what would change (`apt-get -s dist-upgrade`).",
        matches: &["apt-get dist-upgrade -y", "sudo apt full-upgrade", "rpm -i --force x.rpm"],
        non_matches: &["apt-get update", "apt-get upgrade", "apt install jq"],
    },
];
