//! The help of every command, so that a change of words is seen in review, and its pages.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p belay --test cli help`.

use std::fs;

use super::stage::{Stage, fits};

/// The commands, as the help lists them.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty()).then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn every_command_has_help_of_eighty_columns() {
    let stage = Stage::new();
    let mut pages = stage.belay(&["--help"]).ends(0).out;
    let names = commands(&pages);
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let help = stage.belay(&[&name, "--help"]).ends(0).out;
        pages.push_str(&format!("\n$ belay {name} --help\n{help}"));
        for inner in commands(&help) {
            let help = stage.belay(&[&name, &inner, "--help"]).ends(0).out;
            pages.push_str(&format!("\n$ belay {name} {inner} --help\n{help}"));
        }
    }
    // clap pads the empty lines between long descriptions.
    let pages = pages.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    fits(&pages);
    insta::assert_snapshot!(pages);
}

#[test]
fn manual_pages_and_completions_name_every_command() {
    let stage = Stage::new();
    let names = commands(&stage.belay(&["--help"]).ends(0).out);
    let pages = stage.home.join("man");
    fs::create_dir(&pages).unwrap();
    stage.belay(&["man", "--folder", pages.to_str().unwrap()]).ends(0);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let completions = stage.belay(&["completions", shell]).ends(0).out;
        for name in &names {
            assert!(completions.contains(name.as_str()), "{shell} does not know {name}");
        }
    }
    for name in &names {
        let page = fs::read_to_string(pages.join(format!("belay-{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME"), "{name}");
    }
}
