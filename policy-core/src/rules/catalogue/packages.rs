//! Packages and registries.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "packages/remove",
        title: "Removes system packages",
        level: Risk::High,
        effect_kinds: &[Kind::Uninstalls],
        condition: |effect| !effect.traits.contains(Traits::MINOR),
        what: "System packages are removed, together with packages that need them.",
        why: "Other programs may stop working, and configuration may be lost.",
        instead: "Check first what else would be removed (`apt-get -s remove`).",
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
        title: "Removes packages of a project or user",
        level: Risk::Medium,
        effect_kinds: &[Kind::Uninstalls],
        condition: |_| true,
        what: "Packages of a project, an environment or a user are removed.",
        why: "Programs that use them stop working until they are installed again.",
        instead: "Nothing, if a checkpoint is taken first.",
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
        title: "Deletes downloaded packages",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Package,
        what: "The cache of a package manager is deleted.",
        why: "It can be downloaded again, but that takes time and a network.",
        instead: "Nothing, if a network is available.",
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
        title: "Upgrades or replaces all packages",
        level: Risk::Medium,
        effect_kinds: &[Kind::Installs],
        condition: |effect| effect.traits.contains(Traits::WHOLE),
        what: "All packages are replaced, or existing ones are overwritten by force.",
        why: "Packages may be removed, and there is no simple way back.",
        instead: "Check first what would change (`apt-get -s dist-upgrade`).",
        matches: &["apt-get dist-upgrade -y", "sudo apt full-upgrade", "rpm -i --force x.rpm"],
        non_matches: &["apt-get update", "apt-get upgrade", "apt install jq"],
    },
];
