//! Random histories of edits, saves and rewinds, beside plain copies kept aside.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::bench::{Bench, message, session};
use checkpoint_store::Options;
use proptest::prelude::*;

/// What an agent may do to one of a few files.
#[derive(Clone, Debug)]
enum Act {
    Write(usize, Vec<u8>),
    Delete(usize),
    Message,
    /// Back to some message, counted from the first.
    Rewind(usize),
    Undo,
}

const NAMES: [&str; 4] = ["a", "b", "deep/c", "deep/er/d"];

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (0..NAMES.len(), prop::collection::vec(any::<u8>(), 0..64))
            .prop_map(|(file, bytes)| Act::Write(file, bytes)),
        2 => (0..NAMES.len()).prop_map(Act::Delete),
        3 => Just(Act::Message),
        1 => (0..20_usize).prop_map(Act::Rewind),
        1 => Just(Act::Undo),
    ]
}

type Tree = BTreeMap<PathBuf, Vec<u8>>;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn going_back_equals_the_copy_kept_aside(acts in prop::collection::vec(act(), 1..30)) {
        let bench = Bench::with(Options { file_checkpoints: 1_000, ..Options::default() });
        bench.file("a", "there from the start");
        let mut current = 0;
        let mut copies: Vec<Tree> = vec![bench.contents()];
        bench.store.record_message(&session("s"), &message("m0"), "").unwrap();
        let mut before_last_rewind: Option<Tree> = None;
        for act in acts {
            match act {
                Act::Message => {
                    current = copies.len();
                    let id = message(&format!("m{current}"));
                    bench.store.record_message(&session("s"), &id, "").unwrap();
                    copies.push(bench.contents());
                }
                Act::Write(file, bytes) => {
                    let path = bench.path(NAMES[file]);
                    bench.save("s", &format!("m{current}"), &path);
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, bytes).unwrap();
                }
                Act::Delete(file) => {
                    let path = bench.path(NAMES[file]);
                    bench.save("s", &format!("m{current}"), &path);
                    let _ = fs::remove_file(path);
                }
                Act::Rewind(to) => {
                    let to = to % copies.len();
                    let before = bench.contents();
                    let result = bench.rewind("s", &format!("m{to}"));
                    prop_assert!(result.success, "{:?}", result);
                    prop_assert_eq!(bench.contents(), copies[to].clone());
                    if result.undo.is_some() {
                        before_last_rewind = Some(before);
                    }
                }
                Act::Undo => {
                    let now = bench.contents();
                    match (&before_last_rewind, bench.store.undo_rewind(&session("s"))) {
                        (None, undone) => prop_assert!(undone.is_err()),
                        (Some(before), undone) => {
                            let undone = undone.unwrap();
                            prop_assert!(undone.success, "{:?}", undone);
                            prop_assert_eq!(bench.contents(), before.clone());
                            if undone.undo.is_some() {
                                before_last_rewind = Some(now);
                            }
                        }
                    }
                }
            }
        }
    }
}
