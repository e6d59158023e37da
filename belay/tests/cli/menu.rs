//! `belay rewind` in a real terminal: what a person sees, and what becomes of the files.

use checkpoint_store::{MessageId, Options, SessionId, Silent, Store};
use serde_json::json;

use super::screen::{DOWN, END, ENTER, ESCAPE, RIGHT, Screen, UP};
use super::stage::Stage;

const TWO: &str = "export const add = 1;\nexport const subtract = 2;\n";
const FOUR: &str =
    "export const add = 1;\nexport const subtract = 2;\nexport const multiply = 3;\n";

/// The seed's walk: a file with two functions, then two more.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.prompt("s-1", "m1", "Create a file utils.ts with add and subtract functions");
    stage.write("utils.ts", TWO);
    stage.prompt("s-1", "m2", "Add multiply and divide functions to utils.ts");
    stage.write("utils.ts", FOUR);
    stage.write("notes.md", "new\n");
    stage
}

#[test]
fn the_whole_walk_at_every_size() {
    for size in [(60, 15), (80, 24), (132, 50)] {
        let stage = stage();
        let mut screen = Screen::open(&stage, size, &["rewind"]);
        let first = screen.sees("(current)");
        assert!(first.contains("▸0") && first.contains("2 messages"), "{first}");
        let newest = first.find("Add multiply").unwrap_or_default();
        assert!(newest < first.find("Create a file").unwrap_or_default(), "newest first: {first}");
        assert!(screen.is_drawn_over());

        // Enter on what is there now does nothing.
        screen.press(ENTER).sees("This is now");
        screen.press(DOWN).sees("utils.ts");
        let list = screen.sees("1 file written, 1 deleted");
        assert!(list.contains("notes.md"), "{list}");

        let plan = {
            screen.press(ENTER);
            screen.sees("Press y to go back")
        };
        assert!(plan.contains("Go back to: Add multiply"), "{plan}");
        assert!(plan.contains("gets its old") && plan.contains("was not there"), "{plan}");
        screen.press(ENTER).sees("Press y to go back, Esc");
        assert_eq!(stage.read("utils.ts").as_deref(), Some(FOUR), "nothing before y");

        screen.press("y").sees("Restored to checkpoint: Add multiply");
        assert_eq!(screen.colour_of("Restored"), vt100::Color::Idx(2), "green");
        assert_eq!(stage.read("utils.ts").as_deref(), Some(TWO));
        assert_eq!(stage.read("notes.md"), None);

        screen.press("u").sees("Undone: the files are as they were before the rewind.");
        assert_eq!(stage.read("utils.ts").as_deref(), Some(FOUR));
        assert_eq!(stage.read("notes.md").as_deref(), Some("new\n"));
        screen.press(ENTER);
        let (code, rest) = screen.ends();
        assert_eq!(code, 0);
        assert!(rest.contains("Undone:") && !rest.contains("(current)"), "{rest}");
    }
}

#[test]
fn numbers_search_and_lines() {
    let stage = stage();
    let mut screen = Screen::open(&stage, (80, 24), &["rewind"]);
    screen.sees("(current)");
    screen.press("2").sees("▸2");
    screen.press("9").sees("There are 2 checkpoints: 1 to 2, 0 cancels.");
    screen.press("/MULT").sees("1 found");
    screen.misses("Create a file");
    screen.press(ENTER).sees("1 file written");
    screen.press("d").sees("-export const multiply = 3;");
    assert_eq!(screen.colour_of("-export"), vt100::Color::Idx(1), "what goes is red");
    screen.press(ESCAPE).sees("(current)");
    screen.press("?").sees("code, conversation or both");
    screen.press("x").sees("(current)");
    screen.press("c").sees("The conversation goes back, the files stay.");
    screen.press("0");
    let (code, rest) = screen.ends();
    assert_eq!((code, rest.trim()), (0, ""));
    assert_eq!(stage.read("utils.ts").as_deref(), Some(FOUR));
}

/// A conversation that is not there fails in red and changes nothing; with the files, they are back
/// and the rest is said in yellow. An agent without conversations says so.
#[test]
fn code_conversation_or_both() {
    let stage = stage();
    let mut screen = Screen::open(&stage, (80, 24), &["rewind"]);
    screen.sees("(current)");
    screen.press("1").press("c").press(ENTER).sees("The conversation is forked just before this");
    screen.press("y").sees("Restore failed: ");
    assert_eq!(screen.colour_of("Restore failed"), vt100::Color::Idx(1), "red");
    assert_eq!(stage.read("utils.ts").as_deref(), Some(FOUR));
    screen.press("l").sees("(current)");
    screen.press("1").press("c").press(ENTER).sees("both");
    screen.press("y").sees("The files are back, the conversation is not");
    assert_eq!(screen.colour_of("The files are back"), vt100::Color::Idx(3), "yellow");
    assert_eq!(stage.read("utils.ts").as_deref(), Some(TWO));
    screen.press("q");
    assert_eq!(screen.ends().0, 1);

    let payload = json!({
        "session_id": "g", "cwd": stage.project, "hook_event_name": "BeforeAgent",
        "prompt": "To gemini", "timestamp": "2026-01-18T10:30:00Z",
    });
    stage.answer("gemini", "BeforeAgent", &payload);
    let mut screen = Screen::open(&stage, (80, 24), &["rewind"]);
    screen.sees("gemini g");
    screen.press("c").sees("This agent's conversation cannot be forked.");
    assert_eq!(screen.colour_of("This agent's"), vt100::Color::Idx(3), "yellow");
    screen.press("q");
    assert_eq!(screen.ends().0, 0);
}

#[test]
fn single_files_go_back_by_themselves() {
    let stage = stage();
    let mut screen = Screen::open(&stage, (60, 15), &["rewind"]);
    screen.sees("(current)");
    screen.press(DOWN).sees("notes.md");
    screen.press(RIGHT).sees("[ ] write");
    screen.press(DOWN).press(" ").sees("[x] delete notes.md");
    screen.press(ENTER).sees("Press y to go back");
    screen.misses("write");
    screen.press("y").sees("Restored to checkpoint");
    screen.press("q");
    assert_eq!(screen.ends().0, 0);
    assert_eq!((stage.read("notes.md"), stage.read("utils.ts").as_deref()), (None, Some(FOUR)));
    // Later, from the command line.
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read("notes.md").as_deref(), Some("new\n"));
}

#[test]
fn another_session_and_what_it_changed() {
    let stage = stage();
    stage.prompt("t-2", "m1", "Write the other file");
    stage.write("other.txt", "theirs\n");
    stage.prompt("t-2", "m2", "And now something else");
    let mut screen = Screen::open(&stage, (80, 24), &["rewind"]);
    screen.sees("t-2");
    screen.press("s").sees("Add multiply");
    screen.press(DOWN).press(ENTER).sees("claude s-1");
    screen.press("2").sees("leave");
    screen.press(ENTER).sees("not changed by this session");
    screen.press("a").sees("other.txt");
    screen.sees("was not there");
    screen.press(ESCAPE).sees("Nothing was changed.");
    screen.press("q");
    assert_eq!(screen.ends().0, 0);
    assert_eq!(stage.read("other.txt").as_deref(), Some("theirs\n"));
    let mut named = Screen::open(&stage, (80, 24), &["rewind", "--session", "s-"]);
    named.sees("claude s-1");
    named.press("\x03");
    assert_eq!(named.ends().0, 0);
}

#[test]
fn wide_and_right_to_left_letters_keep_the_columns() {
    let stage = Stage::new();
    let texts = [
        "添加一个深色模式切换到设置页面，并且确保所有的颜色都符合无障碍标准，然后写测试",
        "أضف وضعًا داكنًا إلى صفحة الإعدادات وتأكد من أن جميع الألوان مناسبة للجميع",
        "👩‍👩‍👧 family and \u{202e}reversed\u{1b}[31m and\ttabs",
    ];
    for (at, text) in texts.iter().enumerate() {
        stage.prompt("s", &format!("m{at}"), text);
        stage.write("文件.txt", &at.to_string());
    }
    for size in [(60, 15), (80, 24)] {
        let mut screen = Screen::open(&stage, size, &["rewind"]);
        screen.sees("添加一个深色");
        let shown = screen.press(DOWN).sees("文件.txt");
        // The line between the two parts is straight.
        let places = screen.columns_of("│");
        assert_eq!(places.len(), usize::from(size.1) - 4, "{shown}");
        assert!(places.iter().all(|place| *place == places[0]), "{places:?}\n{shown}");
        assert!(!shown.contains('\u{202e}'), "{shown}");
        screen.press("q");
        assert_eq!(screen.ends().0, 0);
    }
}

#[test]
fn it_follows_the_size_of_the_window() {
    let stage = stage();
    let mut screen = Screen::open(&stage, (80, 24), &["rewind"]);
    screen.sees("(current)");
    screen.resize((20, 5));
    screen.sees("Make the window");
    screen.resize((60, 15));
    screen.sees("(current)");
    screen.press(DOWN).press(UP).press("q");
    assert_eq!(screen.ends().0, 0);
}

#[test]
fn a_thousand_messages() {
    let stage = Stage::new();
    stage.belay(&["settings", "set", "checkpointKeepCount", "1000"]).ends(0);
    stage.write("a.txt", "first\n");
    let options = Options {
        message_checkpoints: 1_000,
        sessions_folder: Some(stage.data().join("sessions")),
        ..Options::default()
    };
    std::fs::create_dir_all(stage.data()).unwrap();
    let store = Store::open(stage.data().join("store"), options).unwrap();
    let session = SessionId::new("s").unwrap();
    store.start_session(&session, Some(&stage.project), Some("claude")).unwrap();
    let workspace = store.workspace(&stage.project).unwrap();
    for number in (1..=1_000).rev() {
        let message = MessageId::new(format!("m{number}")).unwrap();
        store.record_message(&session, &message, &format!("Message number {number}")).unwrap();
        if number == 1_000 {
            store.save_at_message(&workspace, (&session, &message), false, &mut Silent).unwrap();
        }
    }
    drop((workspace, store));
    stage.write("a.txt", "last\n");
    let mut screen = Screen::open(&stage, (80, 24), &["rewind"]);
    screen.sees("1000 messages");
    screen.press(&DOWN.repeat(300)).sees("▸ 300");
    // A message whose files were never saved says so in words people look for.
    screen.sees("Checkpoint data not found in SDK.");
    screen.press(END).sees("▸1000");
    screen.sees("1 file written");
    screen.press("/number 77").sees("11 found");
    screen.press(ESCAPE).press("1000").sees("▸1000");
    screen.press(ENTER).sees("Press y to go back");
    screen.press("y").sees("Restored to checkpoint: Message number 1000");
    assert_eq!(stage.read("a.txt").as_deref(), Some("first\n"));
    screen.press("q");
    assert_eq!(screen.ends().0, 0);
}

#[test]
fn a_restore_that_was_killed_is_offered_first() {
    let stage = stage();
    let ids = |stage: &Stage| -> Vec<String> {
        let lines = stage.belay(&["log", "--json", "-n", "0"]).ends(0).json();
        lines.iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
    };
    // What a process leaves that dies in the middle: both ends are saved, a note of the paths lies
    // there, and one file of two is written.
    stage.belay(&["save", "-m", "before it was killed"]).ends(0);
    let all = ids(&stage);
    let (safety, target) = (&all[0], &all[1]);
    stage.write("utils.ts", TWO);
    let journals = stage.data().join("store/journals");
    assert!(journals.is_dir(), "the layout of the store has changed");
    let bytes = |name: &str| name.bytes().collect::<Vec<u8>>();
    let note = json!({
        "target": target, "safety": safety, "paths": [bytes("utils.ts"), bytes("notes.md")],
    });
    std::fs::write(journals.join("1.json"), note.to_string()).unwrap();

    let mut screen = Screen::open(&stage, (60, 15), &["rewind"]);
    screen.sees("was cut short: 2 files may be old or new.");
    screen.press(ENTER).press("t").sees("The restore that was cut short is taken back.");
    assert_eq!(stage.read("utils.ts").as_deref(), Some(FOUR));
    screen.press("q");
    assert_eq!(screen.ends().0, 0);

    stage.write("utils.ts", TWO);
    std::fs::write(journals.join("1.json"), note.to_string()).unwrap();
    let said = stage.plain("f\n");
    assert!(said.out.contains("The restore that was cut short is finished."), "{}", said.out);
    assert_eq!((stage.read("utils.ts").as_deref(), stage.read("notes.md")), (Some(TWO), None));
    assert!(!said.out.contains("Warning: Warning"), "{}", said.out);
}
