//! Programs that copy, move, link and write over files.

use crate::facts::arg::{Arg, Knowledge};
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, ALSO_CHANGES, Subject, Target, WordAction, exists, has_flag, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["cp", "gcp"],
        Options::gnu(
            "a|archive attributes-only backup=? copy-contents f|force i|interactive l|link L|dereference n|no-clobber P|no-dereference p preserve=? no-preserve= parents R|r|recursive reflink=? remove-destination sparse= strip-trailing-slashes s|symbolic-link S|suffix= t|target-directory= T|no-target-directory update=? v|verbose x|one-file-system context=? help version",
        ),
        Behavior::Code(cp),
    ),
    program(
        &["mv", "gmv", "zf_mv"],
        Options::gnu(
            "backup=? b f|force i|interactive n|no-clobber strip-trailing-slashes S|suffix= t|target-directory= T|no-target-directory u update=? v|verbose context exchange no-copy h help version",
        ),
        Behavior::Code(mv),
    ),
    program(
        &["ln", "gln", "link", "zf_ln"],
        Options::gnu(
            "backup=? f|force i|interactive L|logical n|no-dereference P|physical r|relative s|symbolic S|suffix= t|target-directory= T|no-target-directory v|verbose help version",
        ),
        Behavior::Code(ln),
    ),
    program(
        &["install", "ginstall"],
        Options::gnu(
            "backup=? c C|compare d|directory g|group= m|mode= o|owner= p|preserve-timestamps s|strip strip-program= S|suffix= t|target-directory= T|no-target-directory v|verbose context=? preserve-context help version",
        ),
        Behavior::Code(install),
    ),
    program(
        &["tee", "gtee"],
        Options::gnu("a|append i|ignore-interrupts p output-error=? help version"),
        Behavior::Code(tee),
    ),
    program(&["sponge"], Options::gnu("a"), Behavior::Code(tee)),
    program(&["dd", "gdd", "dcfldd", "dc3dd"], Options::gnu("help version"), Behavior::Code(dd)),
    program(
        &["truncate", "gtruncate"],
        Options::gnu("c|no-create o|io-blocks r|reference= s|size= help version"),
        Behavior::Code(truncate),
    ),
    program(
        &["fallocate"],
        Options::gnu(
            "c|collapse-range d|dig-holes i|insert-range l|length= n|keep-size o|offset= p|punch-hole v|verbose x|posix z|zero-range help version",
        ),
        FALLOCATE,
    ),
    program(
        &["mkdir", "gmkdir", "touch", "gtouch", "mkfifo"],
        Options::gnu(
            "m|mode= p|parents v|verbose d|date= r|reference= t= time= h|no-dereference help version",
        ),
        Behavior::Runs,
    ),
    program(
        &["mktemp", "gmktemp"],
        Options::gnu("d|directory u|dry-run q|quiet suffix= p= t tmpdir=? help version"),
        Behavior::Code(mktemp),
    ),
    program(
        &["sort", "gsort"],
        Options::gnu(
            "b f i n M R V C d g h r c ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort reverse version-sort check=? m|merge o|output= s|stable u|unique k|key= t|field-separator= S|buffer-size= T|temporary-directory= z|zero-terminated batch-size= compress-program= debug files0-from= parallel= random-source= sort= help version",
        ),
        Behavior::Code(sort),
    ),
    program(
        &["uniq", "guniq"],
        Options::gnu(
            "c|count D d|repeated all-repeated=? f|skip-fields= group=? i|ignore-case s|skip-chars= u|unique z|zero-terminated w|check-chars= help version",
        ),
        Behavior::Code(second_overwritten),
    ),
    program(
        &["shuf", "gshuf", "iconv"],
        Options::gnu(
            "e|echo i|input-range= n|head-count= o|output= random-source= r|repeat z|zero-terminated f|from-code= t|to-code= l|list s|silent verbose help version",
        ),
        Behavior::Code(output_option),
    ),
    program(
        &["split", "gsplit"],
        Options::gnu(
            "a|suffix-length= additional-suffix= b|bytes= C|line-bytes= numeric-suffixes=? x hex-suffixes=? e|elide-empty-files filter= l|lines= n|number= p= t|separator= u|unbuffered verbose help version",
        ),
        Behavior::Code(split),
    ),
    program(
        &["csplit", "gcsplit"],
        Options::gnu(
            "b|suffix-format= f|prefix= k|keep-files suppress-matched n|digits= s|quiet|silent z|elide-empty-files help version",
        ),
        Behavior::Code(csplit),
    ),
    program(
        &["patch", "gpatch"],
        Options::gnu(
            "b|backup B|prefix= c|context d|directory= D|ifdef= E|remove-empty-files e|ed f|force F|fuzz= g|get= i|input= l|ignore-whitespace merge=? n|normal N|forward o|output= p|strip= posix quoting-style= r|reject-file= R|reverse s|quiet|silent t|batch T|set-time u|unified v|version V|version-control= x|debug= Y|basename-prefix= z|suffix= Z|set-utc dry-run C|check read-only= reject-format= help verbose",
        ),
        Behavior::Code(patch),
    ),
    program(
        &["dos2unix", "unix2dos", "mac2unix", "unix2mac", "todos", "fromdos"],
        Options::gnu(
            "n|newfile O|to-stdout i|info=? k|keepdate q|quiet o|oldfile c|convmode= D|display-enc= f|force s|safe h|help V|version",
        ),
        Behavior::Code(dos2unix),
    ),
    program(&["mogrify"], Options::long(IMAGE), Behavior::On(WordAction::Overwrites, ALL)),
    program(
        &["convert", "magick", "composite", "montage"],
        Options::long(IMAGE),
        Behavior::Code(last_overwritten),
    ),
    program(
        &["ffmpeg"],
        Options::long(
            "y i= f= c= codec= c:v= c:a= b= b:v= b:a= t= ss= to= r= s= vf= af= map= filter_complex= loglevel= v= preset= crf= pix_fmt= threads= vcodec= acodec=",
        ),
        FFMPEG,
    ),
    program(
        &["pandoc"],
        Options::gnu(
            "f|r|from|read= t|w|to|write= o|output= s|standalone d|defaults= metadata= M= V|variable= template= H= B= A= c|css= toc number-sections L|lua-filter= F|filter= extract-media= log=> pdf-engine= resource-path= help version data-dir=",
        ),
        Behavior::Code(output_option),
    ),
    program(
        &["gpg", "gpg2"],
        Options::gnu(
            "o|output= yes batch e|encrypt d|decrypt s|sign c|symmetric b|detach-sign r|recipient= u|local-user= a|armor verify import export list-keys delete-keys delete-secret-keys delete-secret-and-public-key gen-key full-generate-key quick-generate-key passphrase= passphrase-file= homedir= keyserver= recv-keys help version no-tty pinentry-mode= q|quiet v|verbose clear-sign clearsign list-secret-keys fingerprint",
        ),
        Behavior::Code(gpg),
    ),
    program(
        &["strip"],
        Options::gnu(
            "s|strip-all g|S|d|strip-debug o= K|keep-symbol= N|strip-symbol= p|preserve-dates R|remove-section= x|discard-all v|verbose F|target= I|input-target= O|output-target= help V|version strip-unneeded",
        ),
        STRIP,
    ),
    program(
        &["objcopy"],
        Options::gnu(
            "I|input-target= O|output-target= B|binary-architecture= S|strip-all g|strip-debug K= N= L= G= W= j|only-section= R|remove-section= p|preserve-dates add-section= rename-section= set-section-flags= change-addresses= help V|version only-keep-debug add-gnu-debuglink= redefine-sym=",
        ),
        Behavior::On(WordAction::Overwrites, Target::Last),
    ),
    program(
        &["sd"],
        Options::gnu(
            "p|preview F|fixed-strings s|string-mode n|max-replacements= f|flags= A|across help version",
        ),
        Behavior::Code(sd),
    ),
    program(
        &["yq"],
        Options::gnu(
            "i|inplace|in-place C|colors M|no-colors P|prettyPrint I|indent= N|no-doc e|exit-status j|tojson n|null-input o|output-format= p|input-format= r|unwrapScalar=? s|split-exp= from-file= y|yaml-output x|xml-output t|toml-output arg= verbose help version",
        ),
        Behavior::Code(yq),
    ),
    program(
        &["xmlstarlet", "xml", "dasel", "crudini", "xmllint"],
        Options::gnu(
            "L|inplace f|file= o|output= w|write= r|read= v|value= t|type= s|selector= noout format xpath= schema= set del get existing ed",
        ),
        Behavior::Code(structured),
    ),
];

const IMAGE: &str = "resize= quality= crop= rotate= format= path= density= background= gravity= extent= geometry= fill= font= pointsize= annotate= draw= colorspace= depth= type= size= blur= sharpen= level= gamma= threshold= fuzz= alpha= define= compress= delay= loop= set=";

fn cp<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let keeps = call.has_any(words!("no-clobber attributes-only"))
        || call.value("update").is_some_and(|value| value.text.starts_with("none"));
    if keeps {
        return;
    }
    copy_all(walker, call.operands, call.value("target-directory"));
    // Links instead of copies: what is written there later is written here.
    if call.has_any(words!("link symbolic-link"))
        && let [source, target] = call.operands
    {
        let destination = land(walker, source, target, false);
        walker.link_file(&destination, source, call.has("symbolic-link"));
    }
}

/// Copies the words to the last one, or into a directory.
pub(super) fn copy_all<'a>(
    walker: &mut Walker<'a>,
    words: &'a [Arg<'a>],
    directory: Option<&'a Arg<'a>>,
) {
    let Some((sources, target, into)) = parted(words, directory) else { return };
    // One effect is enough where everything lands in the same place, with all that it reaches.
    let mut last = None;
    for source in sources {
        let destination = land(walker, source, target, into);
        // A copy of a program is that program.
        if source.text.starts_with('/') && !into {
            walker.link_program(&destination, *source);
        }
        let place = walker.place_of(&destination);
        if last == Some(place) {
            walker.has_reached(0, &destination);
        } else {
            walker.overwrites(&destination);
        }
        last = Some(place);
    }
}

fn land<'a>(walker: &Walker<'a>, source: &Arg<'a>, target: &Arg<'a>, into: bool) -> Arg<'a> {
    if into && matches!(target.knowledge, Knowledge::Whole) {
        let slashed = target.with_text(walker.alloc_str(&format!("{}/", target.text)));
        return walker.destination(source, &Arg { glob: target.glob, ..slashed });
    }
    walker.destination(source, target)
}

/// Sources, target, and whether the target is a directory for certain.
fn parted<'a>(
    words: &'a [Arg<'a>],
    directory: Option<&'a Arg<'a>>,
) -> Option<(&'a [Arg<'a>], &'a Arg<'a>, bool)> {
    if let Some(directory) = directory {
        return Some((words, directory, true));
    }
    let (target, sources) = words.split_last()?;
    (!sources.is_empty()).then_some((sources, target, sources.len() > 1))
}

fn mv<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let keeps = call.has("no-clobber")
        || call.value("update").is_some_and(|value| value.text.starts_with("none"));
    move_all(walker, call.operands, call.value("target-directory"), keeps);
}

/// Moves the words to the last one, or into a directory.
pub(super) fn move_all<'a>(
    walker: &mut Walker<'a>,
    words: &'a [Arg<'a>],
    directory: Option<&'a Arg<'a>>,
    keeps: bool,
) {
    let Some((sources, target, into)) = parted(words, directory) else { return };
    let nowhere = walker.place_of(target) == Place::Nowhere;
    for source in sources {
        if nowhere {
            walker.touches(Kind::Deletes, source, Traits::RECURSIVE);
            continue;
        }
        let destination = land(walker, source, target, into);
        let there = walker.place_of(&destination);
        let stays = matches!(there, Place::Workspace | Place::WorkspaceRoot | Place::BuildOutput);
        if !keeps || !stays {
            walker.touches(Kind::Moves, source, Traits::empty());
        }
        if !keeps {
            walker.overwrites(&destination);
        }
    }
}

fn ln<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let (target, into) = match (call.value("target-directory"), call.operands) {
        (Some(directory), _) => (directory, true),
        (None, [one]) => (&*walker.arena.alloc(Arg::whole("./", one.at)), true),
        (None, [.., target]) => (target, call.operands.len() > 2),
        (None, []) => return,
    };
    let source = call.operands.first().unwrap_or(target);
    let destination = land(walker, source, target, into);
    walker.link_program(&destination, *source);
    if call.has("force") {
        walker.overwrites(&destination);
    } else {
        walker.makes(&destination);
    }
    walker.link_file(&destination, source, call.has("symbolic"));
}

fn install<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.has("directory") {
        copy_all(walker, call.operands, call.value("target-directory"));
    }
}

fn tee<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes(input);
    for file in call.operands {
        if call.has_any(words!("append a")) {
            walker.touches(Kind::Appends, file, Traits::empty());
        } else {
            walker.overwrites(file);
            walker.set_content(file, input);
        }
    }
}

fn dd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    for word in call.operands {
        if word.text.starts_with("of=") {
            walker.overwrites(&word.skip(3));
        }
    }
}

fn truncate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // `+1G` only makes a file longer.
    let grows = call.value("size").is_some_and(|size| size.text.starts_with('+'));
    for file in call.operands {
        let kind = if grows { Kind::Appends } else { Kind::Overwrites };
        walker.touches(kind, file, Traits::empty());
    }
}

const FALLOCATE: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    when(
        has_flag("collapse-range punch-hole zero-range insert-range"),
        Behavior::On(WordAction::Overwrites, ALL),
    ),
    // It grows.
    otherwise(Behavior::On(WordAction::Touches(Kind::Appends, Traits::empty()), ALL)),
]);

fn mktemp<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let directory = call.value("p").or(call.value("tmpdir")).filter(|value| !value.text.is_empty());
    let template = call.operands.first();
    let known = |arg: &Arg<'a>| arg.literal().filter(|_| !arg.tilde);
    let text = match (directory, template) {
        (Some(directory), template) => {
            match (known(directory), template.map_or(Some("tmp.XXXXXXXXXX"), known)) {
                (Some(directory), Some(name)) => format!("{directory}/{name}"),
                _ => return,
            }
        }
        (None, Some(template)) => match known(template) {
            Some(name) if call.has_any(words!("t tmpdir")) => format!("/tmp/{name}"),
            Some(name) => name.to_owned(),
            None => return,
        },
        (None, None) => "/tmp/tmp.XXXXXXXXXX".to_owned(),
    };
    let text = walker.alloc_str(&format!("{text}\n"));
    let flow = crate::facts::arg::Flow { text, at: call.at, written: None, exact: true };
    walker.writes(crate::facts::arg::Stream::Text(flow));
}

fn sort<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands);
    walker.writes_made_of(input);
    if let Some(program) = call.value("compress-program") {
        walker.runs_shell(program);
    }
    if let Some(file) = call.value("output") {
        walker.overwrites(file);
    }
}

/// `uniq in out`.
fn second_overwritten<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands.get(..1).unwrap_or(&[]));
    walker.writes_made_of(input);
    match call.operands {
        [_, file] => walker.overwrites(file),
        // It may stand for two names.
        [files] if files.glob => walker.touches(Kind::Overwrites, files, Traits::POSSIBLE),
        _ => {}
    }
}

/// Writes over what its output option names.
pub(super) fn output_option<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands);
    walker.writes_made_of(input);
    // Filters are programs or scripts of the project's.
    if call.has_any(words!("lua-filter filter pdf-engine defaults extract-media")) {
        walker.mark_changing();
    }
    if let Some(file) = call.value("output") {
        walker.overwrites(file);
    }
}

fn split<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(filter) = call.value("filter") {
        walker.runs_shell(filter);
        return;
    }
    // The command line of Split, a service for feature flags, has the same name.
    if let [things, verb, ..] = call.operands
        && words!(
            "split splits environment environments segment segments workspace workspaces \
             traffic-type traffic-types flag flags feature features"
        )
        .has(things.text)
        && words!("delete kill archive remove unassign").has(verb.text)
    {
        return walker.does(Kind::Deletes, Domain::Flag, Traits::empty(), call);
    }
    let prefix = call.operands.get(1).unwrap_or_else(|| walker.implicit_arg("x", call));
    overwrites_pieces(walker, prefix);
}

/// Files whose names go on behind a prefix.
fn overwrites_pieces<'a>(walker: &mut Walker<'a>, prefix: &Arg<'a>) {
    let text = bumpalo::format!(in walker.arena, "{}*", prefix.text).into_bump_str();
    walker.overwrites(&Arg { text, glob: true, written: None, ..*prefix });
}

fn csplit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let prefix = call.value("prefix").unwrap_or_else(|| walker.implicit_arg("xx", call));
    overwrites_pieces(walker, prefix);
}

fn patch<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("dry-run") || call.has_any(words!("check version")) {
        return;
    }
    let directory = call.value("directory");
    walker.in_directory(directory, |walker| {
        let file = match (call.value("output"), call.operands.first()) {
            (Some(file), _) | (None, Some(file)) => *file,
            (None, None) => walker.somewhere_below(walker.implicit_arg(".", call)),
        };
        walker.overwrites(&file);
    });
}

fn dos2unix<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(&[]);
    walker.writes_made_of(input);
    if call.has_any(words!("to-stdout info version")) {
        return;
    }
    for (index, file) in call.operands.iter().enumerate() {
        if !call.has("newfile") || index % 2 == 1 {
            walker.overwrites(file);
        }
    }
}

fn last_overwritten<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks =
        call.name == "magick" && call.operands.first().is_some_and(|verb| verb.is("identify"));
    if let [_, .., file] = call.operands
        && !looks
        && !file.text.ends_with(":-")
        && !matches!(file.text, "info:" | "null:")
    {
        walker.overwrites(file);
    }
}

const FFMPEG: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    when(has_flag("y"), Behavior::On(WordAction::Overwrites, Target::Last)),
]);

fn gpg<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("delete-keys delete-secret-keys delete-secret-and-public-key")) {
        walker.add(Kind::Deletes, Domain::Secret, Place::Machine, Traits::BEYOND_REPAIR, call.at);
    }
    if let Some(file) = call.value("output") {
        // Without `--yes` it asks before it writes over anything.
        if call.has_any(words!("yes batch")) { walker.overwrites(file) } else { walker.makes(file) }
    } else if call.has_any(words!("import gen-key full-generate-key quick-generate-key recv-keys"))
    {
        walker.mark_changing();
    }
}

const STRIP: Behavior = Behavior::Cases(&[
    when(exists(Subject::Value).of("o"), Behavior::On(WordAction::Overwrites, Target::Value("o"))),
    otherwise(Behavior::On(WordAction::Overwrites, ALL)),
]);

/// `sd from to file…` changes the files; without files it is a filter.
fn sd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let files = call.operands.get(2..).unwrap_or(&[]);
    let input = walker.input_of(files);
    walker.writes_made_of(input);
    if call.has("preview") {
        return;
    }
    for file in files {
        walker.overwrites(file);
    }
}

fn yq<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    if call.has("split-exp") {
        // Each part goes into a file whose name is worked out.
        return walker.overwrites(&Arg::whole("./_.yml", call.at));
    }
    if !call.has("in-place") {
        return;
    }
    walker.mark_changing();
    for file in call.operands.get(1..).unwrap_or(&[]) {
        walker.overwrites(file);
    }
}

/// Tools that change a structured file in place when a flag says so.
fn structured<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    let verb = call.operands.first().and_then(Arg::literal);
    // Behind `sel`, `-o` prints a text.
    let prints = matches!(call.name, "xml" | "xmlstarlet") && matches!(verb, Some("sel" | "el"));
    if let Some(file) = call.value("output").filter(|_| !prints) {
        walker.overwrites(file);
        return;
    }
    let changes = call.has("inplace")
        || (call.name == "dasel" && matches!(verb, Some("put" | "delete")))
        || (call.name == "crudini" && call.has_any(words!("set del")));
    if changes {
        let file = call.value("file").or(call.operands.last());
        if let Some(file) = file {
            walker.overwrites(file);
        }
    }
}
