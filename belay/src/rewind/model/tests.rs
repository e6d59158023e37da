use jiff::Timestamp;

use super::*;

fn point(number: usize, text: &str) -> Point {
    Point {
        id: format!("m{number}"),
        when: Timestamp::UNIX_EPOCH,
        text: text.to_owned(),
        label: None,
        pinned: false,
        abandoned: false,
    }
}

fn menu(texts: &[&str]) -> Model {
    let session = |id: &str| SessionLine {
        id: id.to_owned(),
        agent: "claude".to_owned(),
        when: Timestamp::UNIX_EPOCH,
        points: texts.len(),
        text: String::new(),
        can_fork: true,
    };
    let points = texts.iter().enumerate().map(|(at, text)| point(at, text)).collect();
    Model::new("project".to_owned(), vec![session("one"), session("two")], 0).with(points)
}

fn file(path: &str, fate: Fate) -> FileLine {
    let note = "gets its old content".to_owned();
    FileLine { path: path.to_owned(), fate, note, conflict: None, inside: true }
}

fn plan(paths: &[&str]) -> Plan {
    let files = paths.iter().map(|path| file(path, Fate::Write)).collect();
    Plan { files, ..Plan::default() }
}

fn press(model: &mut Model, keys: &str) -> Option<Ask> {
    keys.chars().map(|key| model.press(Key::Char(key))).last().flatten()
}

/// Looks at the files, as the loop does while nobody presses a key.
fn rest(model: &mut Model, paths: &[&str]) {
    let Some(Ask::Look { point, .. }) = model.at_rest() else { panic!("nothing is asked") };
    model.take(Reply::Looked(point, Ok(plan(paths))));
}

#[test]
fn it_opens_on_the_present_and_enter_does_nothing() {
    let mut model = menu(&["b", "a"]);
    assert_eq!(model.points.chosen(), None);
    assert_eq!(model.at_rest(), None, "the present has no plan");
    assert_eq!(model.press(Key::Enter), None);
    assert_eq!(model.view, View::List);
    assert!(model.note.is_some());
}

#[test]
fn files_are_asked_for_once_and_only_for_the_chosen_message() {
    let mut model = menu(&["c", "b", "a"]);
    model.press(Key::Down);
    model.press(Key::Down);
    assert_eq!(model.at_rest(), Some(Ask::Look { point: 1, all: false }));
    assert_eq!(model.at_rest(), None, "not twice");
    model.take(Reply::Looked(0, Ok(plan(&["wrong"]))));
    assert_eq!(model.files, Files::Unknown, "an answer about another message");
    model.take(Reply::Looked(1, Ok(plan(&["x"]))));
    assert!(model.plan().is_some());
    model.press(Key::Down);
    assert_eq!(model.files, Files::Unknown);
}

#[test]
fn a_plan_is_agreed_to_by_y_alone() {
    let mut model = menu(&["b", "a"]);
    model.press(Key::Down);
    let asked = model.press(Key::Enter);
    let wish = Wish { point: 0, what: What::Code, all: false, picked: Vec::new() };
    assert_eq!(asked, Some(Ask::Plan(wish)));
    model.take(Reply::Planned(Ok(plan(&["x"]))));
    for key in [Key::Enter, Key::Char(' '), Key::Char('x'), Key::Down, Key::Tab, Key::Right] {
        assert_eq!(model.press(key), None, "{key:?}");
        assert!(matches!(model.view, View::Plan { .. }), "{key:?}");
    }
    assert_eq!(press(&mut model, "y"), Some(Ask::CarryOut));
    assert!(matches!(model.view, View::Working(_)));
    assert_eq!(press(&mut model, "yyq"), None, "keys wait while something is done");
    let said = vec![Said::good("Restored to checkpoint: b")];
    let done = Done { said, undoable: true, points: None };
    model.take(Reply::Done(done));
    assert_eq!(press(&mut model, "u"), Some(Ask::Undo));
    model.take(Reply::Done(Done::default()));
    assert_eq!(press(&mut model, "u"), None, "once");
    assert_eq!(model.press(Key::Enter), Some(Ask::Close));
}

#[test]
fn everything_else_leaves_the_plan_without_doing_it() {
    for key in [Key::Escape, Key::Char('n'), Key::Char('q'), Key::Char('0'), Key::Backspace] {
        let mut model = menu(&["a"]);
        model.press(Key::Down);
        model.press(Key::Enter);
        model.take(Reply::Planned(Ok(plan(&["x"]))));
        assert_eq!(model.press(key), None);
        assert_eq!(model.view, View::List, "{key:?}");
    }
}

#[test]
fn numbers_choose_and_zero_cancels() {
    let texts: Vec<String> = (0..120).map(|at| format!("message {at}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut model = menu(&texts);
    press(&mut model, "7");
    assert_eq!(model.points.chosen(), Some(6));
    press(&mut model, "7");
    assert_eq!(model.points.chosen(), Some(76), "77 is typed one digit after the other");
    model.press(Key::Down);
    press(&mut model, "12");
    assert_eq!(model.points.chosen(), Some(11));
    assert_eq!(press(&mut model, "0"), None, "the end of 120");
    assert_eq!(model.points.chosen(), Some(119));
    assert_eq!(press(&mut model, "9"), None);
    assert!(model.note.as_ref().is_some_and(|note| note.text.contains("1 to 120")));
    assert_eq!(press(&mut model, "0"), Some(Ask::Close), "a zero alone");
}

#[test]
fn a_search_shows_what_fits_and_keeps_the_numbers() {
    let mut model = menu(&["Fix the bug", "Add DARK mode", "add tests", "Straße"]);
    press(&mut model, "/");
    press(&mut model, "add");
    assert!(model.searching);
    assert_eq!(model.points.rows(), 3);
    assert_eq!(model.points.row(1).map(|(place, _)| place), Some(1));
    press(&mut model, " d");
    assert_eq!((model.points.rows(), model.points.chosen()), (2, Some(1)));
    model.press(Key::Enter);
    assert!(!model.searching && model.points.search() == "add d");
    press(&mut model, "4");
    assert_eq!(model.points.chosen(), Some(3), "a number finds what the search hides");
    press(&mut model, "/");
    press(&mut model, "nothing like it");
    assert_eq!((model.points.rows(), model.points.chosen()), (1, None));
    model.press(Key::Escape);
    assert_eq!((model.points.rows(), model.searching), (5, false));
    assert_eq!(model.press(Key::Escape), Some(Ask::Close));
}

#[test]
fn picked_files_go_into_the_wish() {
    let mut model = menu(&["a"]);
    model.press(Key::Down);
    rest(&mut model, &["x", "y", "z"]);
    model.press(Key::Right);
    assert_eq!(model.focus, Focus::Files);
    press(&mut model, " ");
    model.press(Key::Down);
    press(&mut model, " ");
    assert_eq!(model.picked.iter().copied().collect::<Vec<_>>(), [0, 2]);
    let Some(Ask::Plan(wish)) = model.press(Key::Enter) else { panic!("no plan") };
    assert_eq!(wish.picked, [0, 2]);
    model.take(Reply::Planned(Err("no".to_owned())));
    assert_eq!(model.view, View::List);
    press(&mut model, " ");
    assert_eq!(model.picked.len(), 1, "the second press lets go");
}

#[test]
fn what_stays_cannot_be_picked() {
    let mut model = menu(&["a"]);
    model.press(Key::Down);
    let Some(Ask::Look { .. }) = model.at_rest() else { panic!("nothing is asked") };
    let outside = FileLine { inside: false, ..file("/elsewhere", Fate::Write) };
    let files = vec![file("left", Fate::Leave), outside];
    model.take(Reply::Looked(0, Ok(Plan { files, ..Plan::default() })));
    model.press(Key::Tab);
    press(&mut model, " ");
    model.press(Key::Down);
    press(&mut model, " ");
    assert!(model.picked.is_empty() && model.note.is_some());
    assert_eq!(press(&mut model, "d"), None, "and is not compared");
}

#[test]
fn code_conversation_both() {
    let mut model = menu(&["a"]);
    let mut seen = Vec::new();
    for _ in 0..3 {
        press(&mut model, "c");
        seen.push(model.what);
    }
    assert_eq!(seen, [What::Conversation, What::Both, What::Code]);
    model.sessions.iter_mut().for_each(|session| session.can_fork = false);
    press(&mut model, "c");
    assert_eq!(model.what, What::Code);
    let note = model.note.clone().map(|note| note.text).unwrap_or_default();
    assert_eq!(note, crate::rewind::words::NO_FORK);
}

#[test]
fn lines_scroll_and_stop_at_both_ends() {
    let mut model = menu(&["a"]);
    model.page = 5;
    model.press(Key::Down);
    rest(&mut model, &["x", "y"]);
    assert_eq!(press(&mut model, "d"), Some(Ask::Diff { point: 0, file: 0 }));
    let line = |at: usize| DiffLine { kind: DiffKind::Same, text: at.to_string() };
    model.take(Reply::Diff((0..12).map(line).collect()));
    let top = |model: &Model| match model.view {
        View::Diff { top, .. } => top,
        _ => usize::MAX,
    };
    model.press(Key::Up);
    assert_eq!(top(&model), 0);
    model.press(Key::PageDown);
    model.press(Key::PageDown);
    model.press(Key::PageDown);
    assert_eq!(top(&model), 7);
    model.press(Key::Home);
    assert_eq!(top(&model), 0);
    assert_eq!(press(&mut model, "n"), Some(Ask::Diff { point: 0, file: 1 }));
    model.press(Key::Escape);
    assert_eq!(model.view, View::List);
}

#[test]
fn another_session_begins_at_its_present() {
    let mut model = menu(&["a", "b"]);
    model.press(Key::Down);
    press(&mut model, "s");
    model.press(Key::Down);
    model.press(Key::Down);
    assert_eq!(model.press(Key::Enter), Some(Ask::Session(1)));
    model.take(Reply::Session(1, vec![point(0, "other")]));
    assert_eq!((model.session, model.points.chosen()), (1, None));
    assert_eq!(model.points.rows(), 2);
}

#[test]
fn a_restore_that_was_cut_short_comes_first() {
    let text = "A restore was cut short.".to_owned();
    for (key, ask) in [('f', Ask::Finish), ('t', Ask::TakeBack), ('q', Ask::Close)] {
        let mut model = menu(&["a"]);
        model.view = View::CutShort(CutShort { text: text.clone() });
        assert_eq!(model.press(Key::Enter), None, "Enter does nothing");
        assert_eq!(press(&mut model, &key.to_string()), Some(ask));
    }
}

#[test]
fn no_sequence_of_keys_writes_without_y_on_a_plan() {
    // Every key, from every view, in a fixed but mixed order.
    let keys: Vec<Key> = "qwertuiopasdfghjklzxcvbnm/ 0123456789"
        .chars()
        .filter(|key| *key != 'y')
        .map(Key::Char)
        .chain([Key::Up, Key::Down, Key::Left, Key::Right, Key::Tab, Key::Enter, Key::Escape])
        .chain([Key::Home, Key::End, Key::PageUp, Key::PageDown, Key::Backspace])
        .collect();
    let mut state: usize = 7;
    let mut model = menu(&["a", "b", "c"]);
    for _ in 0..20_000 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(key) = keys.get((state >> 33) % keys.len()) else { continue };
        match model.press(*key) {
            Some(Ask::CarryOut) => panic!("{key:?} carried something out"),
            Some(Ask::Plan(_)) => model.take(Reply::Planned(Ok(plan(&["x"])))),
            Some(Ask::Diff { .. }) => model.take(Reply::Diff(Vec::new())),
            Some(Ask::Session(at)) => model.take(Reply::Session(at, vec![point(0, "a")])),
            Some(Ask::Close) => model = menu(&["a", "b", "c"]),
            _ => {}
        }
        if let Some(Ask::Look { point, .. }) = model.at_rest() {
            model.take(Reply::Looked(point, Ok(plan(&["x", "y"]))));
        }
    }
}
