//! Names, caches, balancers and gateways.

use super::verbs;
use super::verbs::respects_dry_run::{edges as respects_dry_run, secrets};
use super::verbs::unconditional;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{first_operand, has_flag, named, not, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["cloudflared"],
        Options::gnu(
            "config= origincert= cred-file= f|force loglevel= name= h|help credentials-file= url=",
        ),
        CLOUDFLARED_SUBS,
        Behavior::Runs,
    ),
    program(
        &["flarectl", "cf-terraforming", "cloudflare", "cfcli", "cf-cli", "cloudflare-cli"],
        SAAS,
        Behavior::Verb(Domain::Edge),
    ),
    program(&["nsupdate"], Options::gnu("k= y= t= r= u= p= L="), Behavior::Code(nsupdate)),
    toolbox(&["rndc"], Options::gnu("b= c= k= p= s= y= clean"), RNDC_SUBS, Behavior::Runs),
    toolbox(
        &[
            "pdnsutil",
            "pdns_control",
            "knotc",
            "nsd-control",
            "unbound-control",
            "dnscmd",
            "gandi",
            "godaddy",
            "namecheap",
            "porkbun",
            "dnsimple",
            "hover",
            "desec",
            "transip",
            "inwx",
        ],
        Options::gnu(
            "config-dir= config-name= c|config= s|socket= f|force v|verbose h|help zone= type= name=",
        ),
        PDNS_SUBS,
        Behavior::Verb(Domain::Edge),
    ),
    toolbox(
        &["dnscontrol"],
        Options::gnu("config= creds= domains= providers= h|help v|verbose"),
        DNSCONTROL_SUBS,
        Behavior::Runs,
    ),
    program(
        &["octodns-sync"],
        Options::gnu("config-file= doit force quiet debug source= target= h|help"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Edge).only("doit"),
            EffectSpec::new(Kind::Deletes, Domain::Edge).only("force"),
        ]),
    ),
    program(
        &["octodns-dump", "octodns-validate", "octodns-compare", "octodns-report"],
        Options::gnu(""),
        Behavior::Runs,
    ),
    toolbox(
        &["fastly"],
        Options::gnu(
            "s|service-id= service-name= t|token= version= n|name= all key= h|help y|auto-yes autoclone verbose o|profile=",
        ),
        FASTLY_SUBS,
        Behavior::Verb(Domain::Edge),
    ),
    toolbox(
        &[
            "akamai",
            "bunny",
            "bunnycdn",
            "keycdn",
            "cdn77",
            "edgio",
            "ec",
            "imperva",
            "gcore",
            "stackpath",
        ],
        SAAS,
        AKAMAI_SUBS,
        Behavior::Verb(Domain::Edge),
    ),
    toolbox(
        &["certbot", "letsencrypt"],
        Options::gnu(
            "cert-name= cert-path= d|domain|domains= n|non-interactive dry-run delete-after-revoke reason= config-dir= m|email= agree-tos q|quiet force-renewal nginx apache standalone webroot w|webroot-path= expand key-path= server= h|help staging test-cert post-hook= pre-hook= deploy-hook= renew-hook=",
        ),
        CERTBOT_SUBS,
        Behavior::Runs,
    ),
    program(
        &["acme.sh", "lego", "dehydrated"],
        Options::gnu(
            "remove revoke d|domain= deactivate deactivate-account uninstall list issue renew install-cert upgrade cron r= path= server= m|email= dns= force w|webroot= reloadcmd= key-file= fullchain-file=",
        ),
        ACME,
    ),
    program(&["varnishadm"], Options::gnu("n= S= T= t="), Behavior::Code(varnish)),
    toolbox(
        &["haproxyctl", "hatop", "ipvsadm", "traefik", "caddy", "envoy"],
        Options::gnu(
            "C|clear D|delete-service d|delete-server A|add-service a|add-server L|l|list n|numeric t= u= r= s= R|restore S|save Z|zero config= adapter= address= force h|help",
        ),
        LB_SUBS,
        IPVS,
    ),
    // Gateways.
    toolbox(&["deck"], DECK, DECK_SUBS, Behavior::Runs),
    toolbox(&["rover"], ROVER, ROVER_SUBS, Behavior::Runs),
    toolbox(
        &["kong"],
        Options::gnu("c|conf= p|prefix= f|force y|yes q|quiet nginx-conf= db-timeout= h|help"),
        KONG_SUBS,
        Behavior::Runs,
    ),
    program(
        &[
            "apigeecli",
            "apigeetool",
            "tyk",
            "tyk-sync",
            "tykctl",
            "tyk-cli",
            "krakend",
            "apisix",
            "a7",
            "adc",
            "gravitee",
            "graviteeio",
            "kumactl",
            "konnect",
            "wso2",
            "apictl",
            "mulesoft",
            "anypoint-cli",
            "anypoint-cli-v4",
            "zuplo",
            "gloo",
            "glooctl",
            "ambassador",
            "edgectl",
            "solo",
            "emissary",
            "maestro",
            "apigee",
        ],
        GATEWAY,
        Behavior::Code(gateway),
    ),
];

const NONE: Options = Options::gnu("");

const SAAS: Options = Options::gnu(
    "z|zone= id= n|name= t|type= content= account-id= api-token= e|email= k|key= h|help y|yes o|output= section= edgerc= network= d|domain= force all files= tags= hosts= accountkey= r|region=",
);

static CLOUDFLARED_SUBS: &[Sub] = &[
    sub("tunnel delete|cleanup", NONE, respects_dry_run::DELETES),
    sub("tunnel route", NONE, Behavior::Runs),
    sub(
        "tunnel route dns",
        Options::gnu("f|overwrite-dns"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Edge).only("overwrite-dns")
        ]),
    ),
    sub("tunnel route ip", NONE, Behavior::Runs),
    sub("tunnel route ip delete", NONE, respects_dry_run::DELETES),
    sub("tunnel vnet delete", NONE, respects_dry_run::DELETES),
    sub("tunnel list|info|create|run|login|ready|diag|token", NONE, Behavior::Runs),
    sub(
        "service uninstall",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)]),
    ),
    sub("service install", NONE, Behavior::Runs),
];

static RNDC_SUBS: &[Sub] = &[
    sub("delzone", Options::gnu("clean"), respects_dry_run::DELETES),
    sub("stop|halt|freeze|querylog", NONE, respects_dry_run::STOPS),
    sub("flush|flushname|flushtree", NONE, respects_dry_run::DELETES_MINOR),
    sub("modzone|addzone|signing|sign", NONE, respects_dry_run::CHANGES),
    sub("nta|dnssec|managed-keys|tsig-delete", NONE, respects_dry_run::CHANGES),
    sub(
        "status|zonestatus|stats|showzone|tsig-list|recursing|dumpdb|reload|reconfig|thaw|notify|sync|refresh|retransfer",
        NONE,
        Behavior::Runs,
    ),
];

static PDNS_SUBS: &[Sub] = &[
    sub(
        "delete-zone|delete-rrset|remove-zone-key|disable-dnssec|delete-tsig-key|deactivate-zone-key|clear-zone|unset-nsec3|replace-rrset|bulk-delete",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("zone|rrset|tsigkey delete|remove|replace", NONE, respects_dry_run::DELETES),
    sub(
        "zone-purge|zone-unset|conf-unset|zone-abort|zone-freeze|stop|delzone|flush|flush_all|local_zone_remove|flush_zone|local_data_remove|forward_remove",
        NONE,
        respects_dry_run::STOPS,
    ),
    sub("purge|wipe-cache|quit", NONE, respects_dry_run::STOPS),
    sub(
        "load-zone|edit-zone|set-kind|set-meta|change-slave-zone-master|increase-serial|rectify-zone|secure-zone|b2b-migrate|import-zone-key",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "list-zone|list-all-zones|show-zone|check-zone|check-all-zones|list-keys|get-meta|list-tsig-keys|create-zone|zone-read|zone-status|status|stats|rping|list|show|conf-read|zone-check|list_local_zones|dump_cache",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "/ZoneDelete|/RecordDelete|/zonedelete|/recorddelete|/ClearCache",
        NONE,
        respects_dry_run::DELETES,
    ),
];

static DNSCONTROL_SUBS: &[Sub] = &[
    sub("push", NONE, respects_dry_run::CHANGES),
    sub(
        "preview|check|version|get-zones|print-ir|fmt|shell-completion|ppreview|write-types",
        NONE,
        Behavior::Reads,
    ),
    sub("ppush", NONE, respects_dry_run::CHANGES),
];

static FASTLY_SUBS: &[Sub] = &[
    sub("purge", NONE, respects_dry_run::DELETES_MINOR),
    sub("service purge", NONE, respects_dry_run::DELETES_MINOR),
    sub("service delete", NONE, respects_dry_run::DELETES_ALL),
    sub("service-version|version activate|deactivate|unstage", NONE, respects_dry_run::CHANGES),
    sub("compute publish|deploy|update", NONE, respects_dry_run::PUBLISHES),
    sub("compute build|init|serve|validate|pack|hash-files|metadata", NONE, Behavior::Runs),
];

static AKAMAI_SUBS: &[Sub] = &[
    sub("purge", NONE, respects_dry_run::DELETES_MINOR),
    sub("purge delete|invalidate", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "property|property-manager|pm activate|deactivate|remove|delete|save",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "property|property-manager|pm|dns|edgeworkers|eaa list|show|ls|diff|retrieve|list-zoneconfig|retrieve-zoneconfig",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "edgeworkers activate|deactivate|delete|delete-edgeworker-id",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "dns delete-recordset|delete-zone|update-zone|update-zoneconfig|submit-bulkzones|update-recordsets",
        NONE,
        respects_dry_run::DELETES,
    ),
];

static CERTBOT_SUBS: &[Sub] = &[
    sub("delete|revoke|unregister|rollback", NONE, secrets::DELETES),
    sub("certificates|plugins|show_account", NONE, Behavior::Reads),
    sub(
        "renew|certonly|run|install|register|update_account|enhance|reconfigure",
        NONE,
        Behavior::Runs,
    ),
];

static LB_SUBS: &[Sub] = &[
    sub("stop", NONE, respects_dry_run::STOPS),
    sub("disable|shutdown|del", NONE, respects_dry_run::STOPS),
    sub("set server", NONE, respects_dry_run::STOPS),
    sub(
        "run|start|reload|validate|fmt|adapt|version|list-modules|healthcheck|show|enable|file-server|reverse-proxy|build-info|environ|hash-password|trust",
        NONE,
        Behavior::Runs,
    ),
    sub("untrust", NONE, Behavior::Runs),
];

const DECK: Options = Options::gnu(
    "kong-addr= s|state= headers= w|workspace= konnect-token= konnect-addr= konnect-control-plane-name= select-tag= f|force config= o|output-file= parallelism= timeout= h|help format=",
);

/// Apollo's schema registry.
const ROVER: Options =
    Options::gnu("n|name= p|profile= l|log= format= output= schema= routing-url= h|help");

static ROVER_SUBS: &[Sub] = &[
    sub("subgraph delete", NONE, respects_dry_run::DELETES),
    sub("graph delete", NONE, respects_dry_run::DELETES),
    sub("subgraph publish", NONE, respects_dry_run::PUBLISHES),
    sub("graph publish", NONE, respects_dry_run::PUBLISHES),
    sub("subgraph check|fetch|introspect|lint|list", NONE, Behavior::Reads),
    sub("graph check|fetch|introspect|lint", NONE, Behavior::Reads),
];

static DECK_SUBS: &[Sub] = &[
    sub("reset", NONE, respects_dry_run::DELETES_ALL),
    sub("gateway reset", NONE, respects_dry_run::DELETES_ALL),
    sub("sync", NONE, respects_dry_run::CHANGES),
    sub("gateway sync|apply", NONE, respects_dry_run::CHANGES),
    sub("gateway dump|diff|ping|validate", NONE, Behavior::Reads),
    sub("dump|diff|ping|validate|version|convert|file|lint|completion", NONE, Behavior::Runs),
];

static KONG_SUBS: &[Sub] = &[
    sub("migrations reset", NONE, respects_dry_run::DELETES_ALL),
    sub("migrations up|finish|bootstrap", Options::gnu("f|force"), respects_dry_run::CHANGES),
    sub("migrations list|status", NONE, Behavior::Reads),
    sub("config db_import", NONE, respects_dry_run::CHANGES),
    sub("config parse|init|db_export", NONE, Behavior::Runs),
    sub("stop|quit|restart", NONE, respects_dry_run::STOPS),
    sub("vault|health|version|check|start|prepare|reload|hybrid|roar", NONE, Behavior::Runs),
];

const GATEWAY: Options = Options::gnu(
    "o|org= e|env= n|name= t|token= r|rev= p|prefs= a|account= u|user= h|help y|yes f|force organization= environment= d|dashboard= s|secret= g|gateway= l|location= api= P|plan= b|org-id= m|mesh= type= k|insecure proxy= i= v|version= id= username= password= client-id= client-secret= service= apiname= config= cascade backend-url= label-selector= server= wait",
);

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Edge, traits, call);
}

/// `nsupdate` reads its changes from the text that flows in.
fn nsupdate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Stream::Text(flow) = walker.input() else {
        // A file of changes, or nobody knows what.
        return add(walker, call, Kind::ChangesRemote, Traits::POSSIBLE);
    };
    let mut deletes = false;
    let mut adds = false;
    for line in flow.text.lines() {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let verb = if first == "update" { words.next().unwrap_or_default() } else { first };
        deletes |= matches!(verb, "delete" | "del");
        adds |= verb == "add";
    }
    if deletes {
        add(walker, call, Kind::Deletes, Traits::empty());
    } else if adds {
        add(walker, call, Kind::ChangesRemote, Traits::empty());
    }
}

const ACME: Behavior = Behavior::Cases(&[
    when(
        has_flag("remove revoke deactivate deactivate-account uninstall"),
        unconditional::secrets::DELETES,
    ),
    when(first_operand("revoke remove"), unconditional::secrets::DELETES),
    when(not(has_flag("list")), Behavior::Runs),
]);

fn varnish<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.first().map_or("", |word| word.text).split(' ').next().unwrap_or_default() {
        "ban" | "ban.url" | "purge" | "purge.url" => {
            add(walker, call, Kind::Deletes, Traits::MINOR)
        }
        "stop" | "panic.clear" | "backend.set_health" | "vcl.discard" => {
            add(walker, call, Kind::Stops, Traits::empty())
        }
        "vcl.use" | "param.set" => add(walker, call, Kind::ChangesRemote, Traits::empty()),
        _ => {}
    }
}

const IPVS: Behavior = Behavior::Cases(&[
    when(not(named("ipvsadm")), Behavior::Verb(Domain::Edge)),
    when(has_flag("clear"), unconditional::edges::DELETES_ALL),
    when(has_flag("delete-service delete-server restore"), unconditional::edges::DELETES),
    when(not(has_flag("list save")), Behavior::Runs),
]);

/// Gateways: `apigeecli apis delete`, `apigeetool deleteproxy`, `tyk-sync sync`.
fn gateway<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let glued = call.operands.iter().take(3).filter_map(Arg::literal).find(|word| {
        ["delete", "undeploy", "remove"]
            .iter()
            .any(|verb| word.len() > verb.len() && word.starts_with(verb))
    });
    if glued.is_some() && !call.affirms(words!("dry-run")) {
        return add(walker, call, Kind::Deletes, Traits::empty());
    }
    let first = call.operands.first().and_then(Arg::literal);
    if matches!(first, Some("sync" | "update")) && !call.affirms(words!("dry-run")) {
        return add(walker, call, Kind::ChangesRemote, Traits::WHOLE);
    }
    verbs::by_verb(walker, call, Domain::Edge);
}
