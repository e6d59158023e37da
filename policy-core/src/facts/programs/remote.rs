//! What fetches from other machines and sends to them.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["curl"],
        Options::gnu(
            "X|request= d|data= data-raw= data-binary= data-urlencode= data-ascii= json= F|form= form-string= T|upload-file= o|output= output-dir= O|remote-name remote-name-all J|remote-header-name G|get I|head i|include L|location location-trusted f|fail fail-with-body s|silent S|show-error v|verbose k|insecure g|globoff H|header= A|user-agent= b|cookie= c|cookie-jar= e|referer= u|user= U|proxy-user= x|proxy= m|max-time= w|write-out= D|dump-header= K|config= E|cert= key= cacert= capath= cert-type= r|range= C|continue-at= z|time-cond= y|speed-time= Y|speed-limit= t|telnet-option= P|ftp-port= Q|quote= postquote= h=? connect-timeout= retry= retry-delay= retry-max-time= retry-all-errors retry-connrefused resolve= connect-to= interface= limit-rate= url= url-query= max-redirs= noproxy= oauth2-bearer= unix-socket= abstract-unix-socket= create-dirs no-clobber remove-on-error compressed http1.1 http2 http3 tlsv1.2 tlsv1.3 ciphers= dns-servers= doh-url= local-port= max-filesize= netrc-file= n|netrc stderr=> libcurl=> etag-save=> etag-compare= alt-svc=> hsts=> trace= trace-ascii= variable= expand-url= proto= proto-default= proto-redir= aws-sigv4= mail-from= mail-rcpt= parallel-max= Z|parallel N|no-buffer a|append l|list-only p|proxytunnel M|manual q|disable R|remote-time V|version B 0 4|ipv4 6|ipv6 #|progress-bar no-progress-meter ssl-reqd anyauth basic digest ntlm negotiate next path-as-is post301 post302 post303 raw tcp-nodelay keepalive-time= help",
        ),
        Behavior::Code(curl),
    ),
    program(
        &["wget", "wget2"],
        Options::gnu(
            "O|output-document= o|output-file=> a|append-output= q|quiet nv|no-verbose c|continue N|timestamping nc|no-clobber r|recursive m|mirror l|level= p|page-requisites k|convert-links np|no-parent P|directory-prefix= nd nH i|input-file= U|user-agent= header= method= body-data= body-file= post-data= post-file= user= password= T|timeout= t|tries= w|wait= Q|quota= A|accept= R|reject= D= I= X= e|execute= no-check-certificate content-disposition spider S|server-response b|background progress= show-progress limit-rate= load-cookies= save-cookies=> warc-file=> hsts-file=> rejected-log=> referer= ca-certificate= max-redirect= connect-timeout= read-timeout= dns-timeout= waitretry= retry-connrefused use-askpass= delete-after V|version h|help",
        ),
        Behavior::Code(wget),
    ),
    program(
        &["http", "https", "xh", "xhs", "httpie", "curlie"],
        Options::gnu(
            "j|json f|form p|print= h|headers b|body v|verbose q|quiet d|download o|output= c|continue a|auth= A|auth-type= s|style= session= session-read-only= proxy= F|follow timeout= check-status verify= cert= cert-key= I|ignore-stdin offline stream raw= multipart pretty= P|history-print= max-redirects= all default-scheme= help version",
        ),
        Behavior::Code(httpie),
    ),
    program(
        &["aria2c", "axel", "fetch", "ftp", "youtube-dl", "yt-dlp", "lftpget", "pget"],
        Options::gnu(
            "d|dir= o|out|output= x= s= j= i= c q|quiet allow-overwrite=? k|insecure n exec=$ exec-before-download=$ force-overwrites on-download-complete=$ on-download-start=$ on-download-error=$ on-bt-download-complete=$ log=> l=> save-session=>",
        ),
        Behavior::Code(aria),
    ),
    program(
        &["lynx", "w3m", "links", "elinks", "GET", "lwp-request"],
        Options::long("m="),
        Behavior::Code(prints_page),
    ),
    program(
        &["lftp"],
        Options::gnu("c= e= f= u= p= d norc rcfile= help version"),
        Behavior::Code(lftp),
    ),
    program(&["HEAD"], Options::gnu(""), Behavior::Reads),
    program(&["POST", "PUT", "DELETE"], Options::gnu("c= H= t= e"), Behavior::Code(lwp)),
    program(
        &["nc", "ncat", "netcat", "nc.traditional", "nc.openbsd"],
        Options::gnu(
            "e|exec= c|sh-exec= lua-exec= l|listen p|source-port= s|source= w|wait= i|idle-timeout= k|keep-open n u|udp v|verbose z x|proxy= X= q= N C|crlf D h=? I= O= P= T= V= W= M= m= o|output=> ssl ssl-cert= ssl-key= allow= deny= broker chat proxy-type= send-only recv-only append-output version help",
        ),
        Behavior::Code(netcat),
    ),
    program(&["socat"], Options::gnu("b= t= T= L= W= lf= lp= V"), Behavior::Code(socat)),
    program(
        &["ssh", "slogin", "autossh", "mosh", "dbclient"],
        Options::leading(
            "a f G g M= N n s V y B= b= c= D= E= e= F= I= i= J= L= l= m= O= o= p= P= Q= R= S= W= w= ssh= predict= server= no-init",
        ),
        Behavior::Code(ssh),
    ),
    program(
        &["telnet", "cu", "minicom", "rsh", "rlogin", "rexec"],
        Options::leading("l= n p="),
        Behavior::Code(rsh),
    ),
    program(
        &["ssh-keygen"],
        Options::gnu(
            "B b= C= c D= E= e F= f= I= K= L l M= m= N= n= O= o P= p Q R= r= s= t= V= w= Y= y Z= z= a=",
        ),
        Behavior::Code(ssh_keygen),
    ),
    program(&["ssh-copy-id"], Options::gnu("i= p= o= f n F= t="), Behavior::Code(ssh_copy_id)),
    program(&["ssh-keyscan"], Options::gnu("t= p= T= f= a="), Behavior::Runs),
];

/// What a request over the web does.
fn request<'a>(walker: &mut Walker<'a>, call: &Call<'a>, method: &str, local: bool) {
    let traits = if local { Traits::MINOR } else { Traits::empty() };
    // Many services take a `POST` to an address that says what is to go.
    let looks = matches!(method.to_ascii_uppercase().as_str(), "HEAD" | "OPTIONS");
    if !looks && call.args.iter().any(|arg| tells_to_delete(arg.text, method)) {
        return walker.does(Kind::Deletes, Domain::Web, traits, call);
    }
    match method.to_ascii_uppercase().as_str() {
        "DELETE" | "PURGE" | "UNLINK" => {
            walker.does(Kind::Deletes, Domain::Web, traits, call);
        }
        "GET" | "HEAD" | "OPTIONS" | "TRACE" => {}
        "POST" => {
            walker.does(Kind::ChangesRemote, Domain::Web, Traits::MINOR, call);
        }
        _ => walker.does(Kind::ChangesRemote, Domain::Web, traits, call),
    }
}

/// Whether an address, or what is sent there, says that something is to go, to stop or to be
/// taken back.
fn tells_to_delete(text: &str, method: &str) -> bool {
    let gets = method.eq_ignore_ascii_case("GET");
    if text.starts_with(['{', '[', '<']) {
        let body = text.trim_start_matches(['{', '[', ' ']);
        return !gets
            && (body.starts_with("\"delete\"")
                || text.starts_with("<delete>")
                || words!("\"remove_index\" \"purge_everything\"").any_within(text));
    }
    let Some(at) = text.find('/') else { return false };
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let asked = query.split('&').any(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (matches!(name, "action" | "cmd" | "command" | "method" | "_method")
            && ["delete", "unload", "drop", "purge", "remove"]
                .iter()
                .any(|verb| value.eq_ignore_ascii_case(verb)))
            || value.starts_with("<delete>")
    });
    if asked || gets {
        return asked;
    }
    // The host part says nothing, so it is left out.
    path.get(at..).unwrap_or_default().trim_start_matches('/').split('/').skip(1).any(|part| {
        let part = part.trim_start_matches(['_', '-']);
        let words =
            ["delete", "destroy", "purge", "remove", "wipe", "dodelete", "truncate", "terminate"];
        let lower = part.to_ascii_lowercase();
        words.iter().any(|word| {
            lower
                .strip_prefix(word)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        }) || words!(
            "cancel refund refunds void kill shutdown quit drop close restore clean_tombstones \
             mute_all off archive disable update_by_query reset revoke deactivate suspend"
        )
        .has(lower.as_str())
    })
}

/// Whether an address is this machine's own.
fn is_local(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = host.rsplit('@').next().unwrap_or(host);
    words!("localhost 127. [::1] 0.0.0.0 :").any_starts(host)
}

/// A file that is sent out.
fn sends<'a>(walker: &mut Walker<'a>, file: &Arg<'a>) {
    if file.text.is_empty() || file.is("-") {
        return;
    }
    let place = walker.place_of(file);
    // What holds secrets is known by its name, wherever it lies.
    let name = file.text.rsplit('/').next().unwrap_or_default();
    let secret = words!(".env id_").any_starts(name)
        || name.ends_with(".pem")
        || name.ends_with(".key")
        || name.contains("credentials")
        || words!("shadow passwd .netrc .npmrc .pypirc .pgpass").has(name);
    let place = if secret { Place::Protected } else { place };
    walker.add(Kind::Sends, Domain::Files, place, Traits::empty(), file.at);
}

/// What the program before the pipe hands over is sent out.
fn sends_input<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let feeder =
        walker.piped_from.and_then(|index| walker.invocations.get(index as usize)).copied();
    let secret = feeder.is_some_and(|feeder| {
        matches!(feeder.name, "env" | "printenv" | "set" | "export" | "history")
            || feeder.words.iter().any(|word| walker.place_of(word) == Place::Protected)
    });
    if secret {
        walker.add(Kind::Sends, Domain::Files, Place::Protected, Traits::empty(), call.at);
    }
}

fn curl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version manual help")) {
        return;
    }
    let mut urls = call.operands.iter().chain(call.values("url")).peekable();
    let local = urls.peek().is_some() && urls.all(|url| is_local(url.text));
    for name in ["data", "data-binary", "data-urlencode", "data-ascii", "json"] {
        for value in
            call.flags.iter().filter(|flag| flag.name == name).filter_map(|flag| flag.value)
        {
            if value.is("@-") {
                sends_input(walker, call);
            } else if value.text.starts_with('@') {
                sends(walker, &value.skip(1));
            }
        }
    }
    for value in call.values("form") {
        if let Some(at) = value.text.find("=@").or(value.text.find("=<")) {
            sends(walker, &value.skip(at + 2));
        }
    }
    for file in call.values("upload-file") {
        if file.is("-") {
            sends_input(walker, call);
        } else {
            sends(walker, file);
        }
    }
    match call.value("request") {
        Some(method) => request(walker, call, method.known().unwrap_or("POST"), local),
        None if call.has_any(words!(
            "data data-raw data-binary data-urlencode data-ascii json form form-string upload-file"
        )) && !call.has("get") =>
        {
            // What is uploaded takes the place of what was there.
            let method = if call.has("upload-file") { "PUT" } else { "POST" };
            request(walker, call, method, local);
        }
        None => request(walker, call, "GET", local),
    }
    for shape in call.values("write-out") {
        if let Some(at) = shape.text.find("%output{") {
            let file = shape.text.get(at + 8..).unwrap_or_default();
            let file = file.split('}').next().unwrap_or_default().trim_start_matches(">>");
            walker.overwrites(&Arg::whole(walker.alloc_str(file), shape.at));
        }
    }
    // A file of flags may name any.
    for file in call.values("config").filter(|file| !file.is("/dev/null")) {
        walker.overwrites(&Arg::unknown(file.at));
    }
    // Commands for a file server.
    for quote in call.values("quote").chain(call.values("postquote")) {
        let verb = quote.text.trim_start_matches(['-', '*', '+', ' ']).to_ascii_lowercase();
        if words!("dele rm").any_starts(&verb) {
            walker.add(Kind::Deletes, Domain::Web, Place::Elsewhere, Traits::empty(), quote.at);
        }
    }
    let mut to_file = false;
    for file in call.values("output") {
        if !matches!(file.text, "-" | "/dev/stdout") {
            to_file = true;
            saves(walker, call, file);
        }
    }
    for name in ["dump-header", "cookie-jar", "trace", "trace-ascii"] {
        if let Some(file) = call.value(name)
            && !file.is("-")
        {
            walker.touches(Kind::Overwrites, file, Traits::empty());
        }
    }
    if call.has_any(words!("remote-name remote-name-all remote-header-name")) && !to_file {
        to_file = true;
        match call.value("output-dir") {
            Some(directory) => saves(walker, call, &in_directory(walker, directory)),
            None => {
                let here = Arg::whole("./download", call.at);
                saves(walker, call, &here);
            }
        }
    }
    if to_file || call.has("head") {
        return walker.writes(Stream::Unknown);
    }
    walker.writes(Stream::Download);
}

/// Something below a directory.
fn in_directory<'a>(walker: &Walker<'a>, directory: &Arg<'a>) -> Arg<'a> {
    let text = bumpalo::format!(in walker.arena, "{}/download", directory.text).into_bump_str();
    Arg { text, written: None, ..*directory }
}

fn saves<'a>(walker: &mut Walker<'a>, call: &Call<'a>, file: &Arg<'a>) {
    if call.has_any(words!("no-clobber continue-at")) {
        return walker.mark_changing();
    }
    let file = match call.value("output-dir") {
        Some(directory) if !file.text.starts_with('/') => in_directory(walker, directory),
        _ => *file,
    };
    walker.touches(Kind::Overwrites, &file, Traits::empty());
    walker.set_content(&file, Stream::Download);
}

/// Its own language; `!` and `shell` hand a line to a shell.
fn lftp<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    for code in call.values("c").chain(call.values("e")).copied().collect::<Vec<_>>() {
        for line in code.text.split(';') {
            let line = line.trim();
            let shell = line.strip_prefix('!').or_else(|| line.strip_prefix("shell "));
            if let Some(shell) = shell {
                walker.runs_shell(&Arg::whole(walker.alloc_str(shell), code.at));
                continue;
            }
            let mut words = line.split_whitespace();
            let verb = words.next().unwrap_or_default();
            if words!("rm mrm rmdir mv glob").has(verb) {
                walker.add(Kind::Deletes, Domain::Web, Place::Elsewhere, Traits::empty(), code.at);
            } else if words!("get mget pget get1 mirror source local lcd eval command cat")
                .has(verb)
            {
                walker.overwrites(&Arg::unknown(code.at));
            }
        }
    }
}

fn wget<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // `-nv`, `-nc`, `-np` are written as two letters.
    if call.has_any(words!("version help")) {
        return;
    }
    let local = !call.operands.is_empty() && call.operands.iter().all(|url| is_local(url.text));
    if let Some(method) = call.value("method") {
        request(walker, call, method.known().unwrap_or("POST"), local);
    } else if call.has_any(words!("post-data post-file body-data body-file")) {
        request(walker, call, "POST", local);
    }
    for file in call.values("post-file").chain(call.values("body-file")) {
        sends(walker, file);
    }
    for setting in call.values("execute") {
        // A setting may be any flag.
        let lower = setting.text.to_ascii_lowercase().replace(['_', '-'], "");
        if setting.known().is_none() || lower.starts_with("useaskpass") {
            walker.runs_unknown(setting.at);
        } else if lower.starts_with("output")
            || lower.starts_with("logfile")
            || lower.starts_with("savecookies")
            || lower.starts_with("dirprefix")
        {
            let at = setting.text.find('=').map_or(0, |at| at + 1);
            let file = setting.text.get(at..).unwrap_or_default();
            let file = Arg::whole(walker.alloc_str(file.trim()), setting.at);
            walker.overwrites(&file);
        }
    }
    if let Some(helper) = call.value("use-askpass") {
        walker.run_wrapped(std::slice::from_ref(helper));
    }
    if call.has("spider") {
        return;
    }
    match call.value("output-document") {
        Some(file) if matches!(file.text, "-" | "/dev/stdout") => walker.writes(Stream::Download),
        Some(file) => {
            walker.touches(Kind::Overwrites, file, Traits::empty());
            walker.set_content(file, Stream::Download);
        }
        // Without a name it takes a new one where the file is there.
        None => {
            walker.mark_changing();
            let directory = call.value("directory-prefix");
            let timestamping = call.has_any(words!("timestamping recursive mirror"));
            if let Some(directory) = directory {
                let place = walker.place_of(&in_directory(walker, directory));
                if matches!(place, Place::System | Place::Protected) {
                    let file = in_directory(walker, directory);
                    walker.touches(Kind::Overwrites, &file, Traits::empty());
                }
            } else if timestamping && call.has("timestamping") && !call.has("recursive") {
                walker.touches(
                    Kind::Overwrites,
                    &Arg::whole("./download", call.at),
                    Traits::empty(),
                );
            }
        }
    }
    if let Some(log) = call.value("output-file")
        && !matches!(log.text, "-" | "/dev/null")
    {
        walker.touches(Kind::Overwrites, log, Traits::empty());
    }
}

fn httpie<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help offline")) {
        return;
    }
    let (method, url) = match call.operands {
        [method, url, ..] if is_method(method.text) => (Some(method.text), url),
        [url, rest @ ..] => {
            let sends =
                rest.iter().any(|item| item.text.contains('=') && !item.text.contains("=="));
            (sends.then_some("POST"), url)
        }
        [] => return,
    };
    if let Some(method) = method {
        request(walker, call, method, is_local(url.text));
    }
    for item in call.operands.iter().skip(1) {
        if let Some(at) = item.text.find("=@").or(item.text.find(":=@")) {
            sends(walker, &item.skip(at + 2));
        }
    }
    if let Some(file) = call.value("output") {
        return walker.touches(Kind::Overwrites, file, Traits::empty());
    }
    if call.has("download") {
        return walker.mark_changing();
    }
    walker.writes(Stream::Download);
}

fn is_method(text: &str) -> bool {
    words!("GET HEAD OPTIONS POST PUT PATCH DELETE PURGE").has(text.to_ascii_uppercase().as_str())
}

fn aria<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let overwrite = call.value("allow-overwrite").is_some_and(|value| value.text != "false");
    if call.name == "ftp" {
        return super::sync::orders(walker, call);
    }
    let out = call.value("output");
    let overwrite = overwrite || call.has("force-overwrites");
    match out {
        Some(file) if file.is("-") => walker.writes(Stream::Download),
        Some(file) if overwrite || call.name == "fetch" => {
            walker.touches(Kind::Overwrites, file, Traits::empty());
        }
        _ => {}
    }
}

fn prints_page<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.operands.iter().any(|arg| arg.text.contains("://") || arg.text.contains('.')) {
        walker.writes(Stream::Download);
    }
}

fn lwp<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let local = call.operands.first().is_some_and(|url| is_local(url.text));
    request(walker, call, call.name, local);
}

fn netcat<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let runs = call.has_any(words!("exec sh-exec lua-exec"));
    // With OpenBSD's netcat `-c` is a switch of TLS; a value that is not an address is a command.
    if runs {
        walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), call.at);
        return;
    }
    if call.has("z") {
        return;
    }
    walker.mark_changing();
    // What flows out may be anything, unless the text itself says it.
    if matches!(walker.input(), Stream::Unknown) && !call.has("listen") {
        walker.add(Kind::Sends, Domain::Web, Place::Unknown, Traits::empty(), call.at);
    }
    walker.writes(Stream::Download);
}

fn socat<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let starts_with_any = |arg: &Arg<'_>, heads: Words| {
        let head = arg.text.split([':', ',']).next().unwrap_or_default().to_ascii_uppercase();
        heads.has(&head)
    };
    let runs = call.operands.iter().any(|arg| starts_with_any(arg, words!("EXEC SYSTEM SHELL")));
    let net = call.operands.iter().any(|arg| {
        let head = arg.text.split([':', ',']).next().unwrap_or_default().to_ascii_uppercase();
        words!("TCP UDP OPENSSL SSL SCTP VSOCK UNIX").any_starts(&head)
    });
    walker.mark_changing();
    if runs && net {
        walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), call.at);
    } else if runs {
        for arg in
            call.operands.iter().filter(|arg| starts_with_any(arg, words!("EXEC SYSTEM SHELL")))
        {
            let at = arg.text.find(':').map_or(arg.text.len(), |at| at + 1);
            let code = arg.skip(at);
            walker.run_code(&code, Dialect::Sh, Scoping::Own);
        }
    }
    for arg in call.operands {
        for head in ["CREATE:", "OPEN:", "create:", "open:", "FILE:", "file:"] {
            if arg.text.starts_with(head) {
                let end = arg.text.find(',').unwrap_or(arg.text.len());
                if arg.text.contains("trunc") || head.eq_ignore_ascii_case("CREATE:") {
                    let file = arg.with_text(arg.text.get(head.len()..end).unwrap_or_default());
                    walker.touches(Kind::Overwrites, &file, Traits::empty());
                }
            }
        }
    }
    walker.writes(Stream::Download);
}

/// Options of ssh that take a value, for those that stand behind the host.
const SSH_VALUED: &str = "BbcDEeFIiJLlmOopPQRSWw";

fn ssh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("V G Q")) {
        return;
    }
    walker.mark_changing();
    for option in call.values("o") {
        local_command(walker, option);
    }
    let Some((_host, mut rest)) = call.operands.split_first() else { return };
    while let Some((first, behind)) = rest.split_first() {
        if !first.is_flag() {
            break;
        }
        if first.is("--") {
            rest = behind;
            break;
        }
        let valued =
            first.text.len() == 2 && first.text.ends_with(|c: char| SSH_VALUED.contains(c));
        if let (true, Some(value)) = (first.is("-o"), behind.first()) {
            local_command(walker, value);
        }
        rest = if valued { behind.get(1..).unwrap_or(&[]) } else { behind };
    }
    walker.with_elsewhere(|walker| {
        if rest.is_empty() {
            let input = walker.input();
            if !call.has_any(words!("N n")) && !matches!(input, Stream::Idle) {
                walker.run_stream(input, Dialect::Sh, Scoping::Own, call.at);
            }
            return;
        }
        let code = walker.joined(rest, call.at);
        walker.run_stream(code, Dialect::Sh, Scoping::Own, call.at);
    });
    walker.writes(Stream::Unknown);
}

/// `-o ProxyCommand=code` runs on this machine.
fn local_command<'a>(walker: &mut Walker<'a>, option: &Arg<'a>) {
    let name_end = option.text.find(['=', ' ']).unwrap_or(option.text.len());
    let name = option.text.get(..name_end).unwrap_or_default();
    if ["ProxyCommand", "LocalCommand", "KnownHostsCommand", "RemoteCommand"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
    {
        let code = option.skip(name_end + 1);
        if !code.is("none") {
            walker.run_code(&code, Dialect::Sh, Scoping::Own);
        }
    }
}

fn rsh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if matches!(call.name, "rsh" | "rexec")
        && let [_host, rest @ ..] = call.operands
        && !rest.is_empty()
    {
        walker.with_elsewhere(|walker| {
            let code = walker.joined(rest, call.at);
            walker.run_stream(code, Dialect::Sh, Scoping::Own, call.at);
        });
        return;
    }
    walker.writes(Stream::Download);
}

fn ssh_keygen<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("l F y e L B Q D")) && !call.has("R") {
        return;
    }
    walker.mark_changing();
    // It asks before it writes over a key, unless the answer flows in.
    let answered = !matches!(walker.input(), Stream::Idle);
    if let Some(file) = call.value("f")
        && answered
        && !call.has_any(words!("R p c"))
    {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

fn ssh_copy_id<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.has("n") {
        walker.add(Kind::Configures, Domain::Account, Place::Elsewhere, Traits::empty(), call.at);
    }
}
