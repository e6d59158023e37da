//! Programs that pass on what flows in, as it is or decoded, and those that only make something
//! else of it. What comes out of a filter fed by a download is still a download.

use crate::facts::arg::{Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{Target, WordAction, has_flag, otherwise, when};
use crate::facts::effect::{Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, Sub, program, sub, toolbox};
use crate::facts::scope::Value;
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["cat", "gcat"],
        Options::gnu(
            "A|show-all b|number-nonblank E|show-ends n|number s|squeeze-blank T|show-tabs v|show-nonprinting help version",
        )
        .only_reads(),
        Behavior::Code(cat),
    ),
    program(
        &["pv", "buffer", "mbuffer"],
        Options::gnu(
            "o|output=> P|pidfile=> l|log=> L= B= N= p t e r a b n q W i= s= w= H= c f m= help version",
        ),
        Behavior::Code(cat),
    ),
    program(
        &["base64", "gbase64", "base32"],
        Options::gnu(
            "d|D|decode i=? ignore-garbage w|wrap= b|break= o|output= input= h|help version",
        ),
        Behavior::Code(base64),
    ),
    program(
        &["xxd"],
        Options::gnu("a c= g= l= n= o= p|ps|postscript|plain r|revert R= s="),
        Behavior::Code(xxd),
    ),
    program(&["rev", "grev"], Options::gnu("help version").only_reads(), Behavior::Code(rev)),
    program(
        &[
            "grep", "egrep", "fgrep", "ggrep", "zgrep", "zegrep", "zfgrep", "bzgrep", "xzgrep",
            "pcregrep",
        ],
        Options::gnu(
            "E|extended-regexp F|fixed-strings G|basic-regexp P|perl-regexp e|regexp= f|file= i|ignore-case no-ignore-case v|invert-match w|word-regexp x|line-regexp c|count color=? colour=? L|files-without-match l|files-with-matches m|max-count= o|only-matching q|quiet|silent s|no-messages b|byte-offset H|with-filename h|no-filename label= n|line-number T|initial-tab Z|null A|after-context= B|before-context= C|context= a|text binary-files= D|devices= d|directories= exclude= exclude-from= exclude-dir= include= r|recursive R|dereference-recursive line-buffered U|binary z|null-data help V|version y",
        )
        .only_reads(),
        Behavior::Code(filter),
    ),
    program(
        &["head", "ghead", "tail", "gtail"],
        Options::gnu(
            "c|bytes= n|lines= q|quiet|silent v|verbose z|zero-terminated f|follow=? F r s|sleep-interval= pid= retry max-unchanged-stats= help version",
        )
        .only_reads(),
        Behavior::Code(filter),
    ),
    program(
        &[
            "cut", "gcut", "paste", "fold", "fmt", "expand", "unexpand", "column", "nl", "pr",
            "od", "numfmt",
        ],
        Options::gnu(
            "b|bytes= c|characters= d|delimiter= f|fields= complement s=? output-delimiter= w|width= t=? A|address-radix= j|skip-bytes= N|read-bytes= v|verbose help version to= from= field=",
        )
        .only_reads(),
        Behavior::Code(filter),
    ),
    program(
        &["jq", "gojq"],
        Options::gnu(
            "n|null-input R|raw-input s|slurp c|compact-output r|raw-output raw-output0 j|join-output a|ascii-output S|sort-keys C|color-output M|monochrome-output tab indent= unbuffered stream seq f|from-file= L= e|exit-status arg= argjson= slurpfile= rawfile= args jsonargs h|help V|version",
        )
        .only_reads(),
        Behavior::Code(filter),
    ),
    program(
        &["jaq", "xq", "htmlq"],
        Options::gnu("n r s c e o|output=> arg= argjson= f= h|help V|version x p S C M t a"),
        Behavior::Cases(&[when(
            has_flag("i in-place"),
            Behavior::On(WordAction::Overwrites, Target::From(1)),
        )]),
    ),
    // `uudecode` writes the file that its input names.
    program(
        &["uudecode"],
        Options::gnu("o|output-file=> m p"),
        Behavior::Cases(&[otherwise(Behavior::On(
            WordAction::Touches(Kind::Overwrites, Traits::POSSIBLE),
            Target::Path("./decoded"),
        ))]),
    ),
    program(
        &["recode"],
        Options::gnu("l t v q i= p f d g h S x= c k="),
        Behavior::On(WordAction::Overwrites, Target::From(1)),
    ),
    program(
        &["zstdcat", "lz4cat", "ansifilter", "fx"],
        Options::gnu("o|output=> help version"),
        Behavior::Code(filter),
    ),
    program(
        &[
            "tr",
            "gtr",
            "tac",
            "gtac",
            "strings",
            "zcat",
            "bzcat",
            "xzcat",
            "gzcat",
            "funzip",
            "colrm",
            "envsubst",
            "gron",
            "pup",
            "hxselect",
        ],
        Options::gnu("help version").only_reads(),
        Behavior::Code(filter),
    ),
    toolbox(&["openssl"], Options::long("help"), OPENSSL, Behavior::Code(openssl)),
    program(
        &["pwd", "gpwd"],
        Options::gnu("L|logical P|physical help version").only_reads(),
        Behavior::Code(pwd),
    ),
];

static OPENSSL: &[Sub] = &[
    sub(
        "enc",
        Options::long("d a base64 in= out= k= pass= K= iv= S= md= iter="),
        Behavior::Code(openssl_decode),
    ),
    sub("base64", Options::long("d a in= out="), Behavior::Code(openssl_decode)),
];

fn cat<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let stream = walker.input_of(call.operands);
    walker.writes(match stream {
        Stream::Text(_) if call.has_any(words!("show-all number number-nonblank show-ends")) => {
            Stream::Unknown
        }
        other => other,
    });
}

/// Makes something else of what it reads.
pub(super) fn filter<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // Which words are files differs; a pipe among them is one in any case.
    let pipes = call.args.iter().find_map(|arg| match arg.knowledge {
        Knowledge::Pipe(stream) => Some(*stream),
        _ => None,
    });
    let input = pipes.unwrap_or_else(|| walker.input());
    walker.writes_made_of(input);
}

fn base64<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(file) = call.value("output") {
        walker.overwrites(file);
    }
    let input = walker.input_of(call.operands);
    if !call.has("decode") || call.name == "base32" {
        return walker.writes_made_of(input);
    }
    decode(walker, input, decode_base64);
}

/// Decodes a known text; anything else stays what it is.
fn decode<'a>(walker: &mut Walker<'a>, input: Stream<'a>, decoder: fn(&str) -> Option<Vec<u8>>) {
    if let Stream::Text(flow) = input
        && flow.exact
        && let Some(bytes) = decoder(flow.text)
        && let Ok(text) = String::from_utf8(bytes)
    {
        let text = walker.alloc_str(&text);
        return walker.writes_text(flow, text);
    }
    walker.writes_made_of(input);
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let mut bits = 0u32;
    let mut count = 0;
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            byte if byte.is_ascii_whitespace() => continue,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    Some(out)
}

fn decode_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<_>> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits?;
    Some(
        digits
            .chunks_exact(2)
            .filter_map(|pair| match pair {
                [high, low] => Some(high << 4 | low),
                _ => None,
            })
            .collect(),
    )
}

fn xxd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands.get(..1).unwrap_or(&[]));
    if let Some(file) = call.operands.get(1) {
        walker.overwrites(file);
    }
    if call.has("revert") && call.has("plain") {
        decode(walker, input, decode_hex);
    } else {
        walker.writes_made_of(input);
    }
}

fn rev<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands);
    let Stream::Text(flow) = input else { return walker.writes_made_of(input) };
    if !flow.exact {
        return walker.writes_made_of(input);
    }
    let mut text = String::with_capacity(flow.text.len());
    for line in flow.text.lines() {
        text.extend(line.chars().rev());
        text.push('\n');
    }
    let text = walker.alloc_str(&text);
    walker.writes_text(flow, text);
}

fn openssl_decode<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(file) = call.value("out") {
        walker.overwrites(file);
    }
    let input = if call.has("in") { Stream::Unknown } else { walker.input() };
    let plain = call.path() == "base64" || call.has_any(words!("a base64"));
    if call.has("d") && plain {
        decode(walker, input, decode_base64);
    } else {
        walker.writes_made_of(input);
    }
}

fn openssl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    // Each of its tools writes where `-out` or `-keyout` says.
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        if matches!(arg.text, "-out" | "-keyout" | "-CAserial")
            && let Some(file) = args.next()
        {
            walker.overwrites(file);
        }
    }
}

fn pwd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let text = match walker.variable("PWD") {
        Some(Value::Text(text)) => text,
        Some(Value::List([one])) => match one.known() {
            Some(text) if !one.tilde => text,
            _ => return,
        },
        _ => return,
    };
    let flow = Flow { text, at: call.at, written: None, exact: true };
    walker.writes(Stream::Text(flow));
}
