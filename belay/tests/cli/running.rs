//! Commands of one's own, the tour, and the pages.

use std::fs;

use super::stage::{Stage, fits};

#[test]
fn a_command_is_saved_for_run_and_its_code_passed_on() {
    let stage = Stage::new();
    stage.write("src/a.txt", "one\n");
    let run = stage.belay(&["run", "--", "rm", "-rf", "src"]).ends(0);
    assert!(run.err.contains("belay undo"), "{}", run.err);
    assert_eq!(stage.read("src/a.txt"), None);
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read("src/a.txt").as_deref(), Some("one\n"));
    assert_eq!(stage.belay(&["run", "-c", "echo $((40 + 2)); exit 7"]).ends(7).out, "42\n");
    stage.belay(&["run", "--", "no-such-program"]).ends(127);
    stage.belay(&["run"]).ends(2);
}

#[test]
fn what_nobody_can_be_asked_about_is_denied_with_a_code() {
    let stage = Stage::new();
    stage.write("a.txt", "one\n");
    let outside = stage.home.join("precious");
    fs::write(&outside, "only copy").unwrap();
    let text = "git push --force origin main";
    let run = stage.belay(&["run", "-c", text]).ends(4);
    let code = run.err.split("belay allow ").nth(1).unwrap_or_else(|| panic!("{}", run.err));
    let code = code.split('`').next().unwrap().to_owned();
    stage.belay(&["allow", &code]).ends(0);
    let again = stage.belay(&["run", "-c", text]);
    assert_ne!(again.code, 4, "it was allowed once: {}", again.err);
    stage.belay(&["run", "-c", text]).ends(4);
    stage.belay(&["deny", "touch"]).ends(0);
    stage.belay(&["run", "--yes", "--", "touch", "x"]).ends(4);
    assert_eq!(stage.read("x"), None);
}

#[test]
fn the_tour_works_without_a_terminal_and_leaves_nothing() {
    let stage = Stage::new();
    let scratch = stage.home.join("scratch");
    fs::create_dir(&scratch).unwrap();
    let mut command = stage.command(&stage.project, &["demo"]);
    let output = command.env("TMPDIR", &scratch).env("TEMP", &scratch).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    fits(&text);
    assert!(text.contains("Every byte is back."), "{text}");
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0, "the folder is gone");
    assert!(!stage.data().exists(), "a store of its own");
}

#[test]
fn labels_name_and_pins_keep() {
    let stage = Stage::new();
    stage.write("a.txt", "one\n");
    stage.belay(&["save"]).ends(0);
    stage.belay(&["label", "@", "before-migration"]).ends(0);
    stage.belay(&["pin", "before-migration"]).ends(0);
    stage.write("a.txt", "two\n");
    stage.belay(&["save", "-m", "later"]).ends(0);
    let log = stage.belay(&["log"]).ends(0);
    fits(&log.out);
    assert!(log.out.contains("* [before-migration] saved by hand"), "{}", log.out);
    let taken = stage.belay(&["label", "@", "before-migration"]).ends(1);
    assert!(taken.err.contains("already"), "{}", taken.err);
    let lines = stage.belay(&["log", "--json"]).ends(0).json();
    assert_eq!(
        (&lines[1]["label"], &lines[1]["pinned"]),
        (&"before-migration".into(), &true.into())
    );
    stage.belay(&["restore", "before-migration", "--yes"]).ends(0);
    assert_eq!(stage.read("a.txt").as_deref(), Some("one\n"));
    stage.belay(&["unpin", "before-migration"]).ends(0);
    stage.belay(&["label", "before-migration"]).ends(0);
    stage.belay(&["show", "before-migration"]).ends(1);
}

#[test]
fn a_session_travels_as_one_file() {
    let stage = Stage::new();
    stage.write("a.txt", "one\n");
    stage.hook("s-1", "PreToolUse", "rm -rf a.txt");
    let file = stage.home.join("session.belay");
    stage.belay(&["export", file.to_str().unwrap()]).ends(0);
    stage.belay(&["export", "--session", "nobody", "x"]).ends(1);
    let other = Stage::new();
    other.write("a.txt", "two\n");
    let run = other.belay(&["import", file.to_str().unwrap()]).ends(0);
    assert!(run.out.contains("s-1"), "{}", run.out);
    fs::write(&file, "something else").unwrap();
    other.belay(&["import", file.to_str().unwrap()]).ends(1);
}

#[test]
fn help_fits_a_screen_and_pages_are_written() {
    let stage = Stage::new();
    let help = stage.belay(&["--help"]).ends(0).out;
    fits(&help);
    assert!(help.lines().count() <= 54, "{help}");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|word| help.contains(&format!("\n  {word} ")))
        .collect();
    assert!(commands.len() > 25, "{commands:?}");
    for command in commands {
        let page = stage.belay(&[command, "--help"]).ends(0).out;
        fits(&page);
        assert!(page.lines().count() <= 40, "{page}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stage.belay(&["completions", shell]).ends(0).out.contains("belay"), "{shell}");
    }
    assert!(stage.belay(&["man"]).ends(0).out.starts_with(".ie"), "roff");
    let folder = stage.home.join("man");
    fs::create_dir(&folder).unwrap();
    stage.belay(&["man", "--folder", folder.to_str().unwrap()]).ends(0);
    assert!(folder.join("belay-undo.1").exists());
    let page = stage.belay(&["agent-help"]).ends(0).out;
    assert!(page.contains("When you are refused"));
}
