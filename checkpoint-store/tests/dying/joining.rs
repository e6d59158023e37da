//! Several processes save into one store, and each dies while it joins the small packs of all.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use checkpoint_store::{CheckpointId, SaveRequest, Silent, Store, TreePath, Workspace};

use crate::child::{FOLDER, SEED, die_at_the_step, say};
use crate::killed::{check_by_git, start};
use crate::place::options;

/// Saves in a row: more than are left unjoined.
const SAVES: usize = 150;
/// Joining begins above forty packs; a few more come while somebody joins.
const PACKS: usize = 60;

fn open(folder: &Path, worker: &str) -> (Store, Workspace) {
    let work = folder.join(worker);
    fs::create_dir_all(&work).unwrap();
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(work).unwrap();
    (store, workspace)
}

/// Not a test by itself: without the environment the first process sets it does nothing.
#[test]
fn one_of_a_crowd() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let worker = env::var(SEED).unwrap();
    die_at_the_step();
    let (_store, workspace) = open(&folder, &worker);
    for round in 0..SAVES {
        let content = format!("{worker} {round}");
        fs::write(workspace.root().join("a"), &content).unwrap();
        let done = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
        say("saved", &(done.checkpoint.unwrap(), content));
    }
}

/// What a process was promised until its end, and whether it came to its end.
fn promised(mut child: std::process::Child) -> (Vec<(CheckpointId, String)>, bool) {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let saved = lines
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str(line.split_once("SAYS saved ")?.1).ok())
        .collect();
    (saved, child.wait().unwrap().success())
}

#[test]
fn a_crowd_whose_processes_die_while_they_join_packs_loses_nothing() {
    let _turn = crate::turn();
    let test = "joining::one_of_a_crowd";
    for step in ["collect:copied=0", "collect:remove=0", "collect:remove=7", "collect:removed=0"] {
        let folder = tempfile::tempdir().unwrap();
        let begin = |worker, step| start(folder.path(), test, worker, step);
        // All at once: whoever joins first dies, while the others are at work; then the next.
        let crowd = [1, 2, 3].map(|worker| (worker, begin(worker, Some(step))));
        let mut saved: Vec<_> = Vec::new();
        for (worker, child) in crowd {
            let (promises, ended) = promised(child);
            assert!(!ended, "{step}: process {worker} never joined packs");
            assert!(!promises.is_empty(), "{step}: process {worker} saved nothing");
            saved.extend(promises.into_iter().map(|promise| (worker, promise)));
        }
        let (promises, ended) = promised(begin(4, None));
        assert!(ended, "{step}: nobody can go on after the deaths");
        saved.extend(promises.into_iter().map(|promise| (4, promise)));
        let path = TreePath::new("a").unwrap();
        for (worker, (id, content)) in saved {
            let (_store, workspace) = open(folder.path(), &worker.to_string());
            let found = workspace.bytes(id, &path).unwrap();
            assert_eq!(found.as_deref(), Some(content.as_bytes()), "{step}: {id} of {worker}");
        }
        let packs = fs::read_dir(folder.path().join("store/objects.git/objects/pack")).unwrap();
        let packs = packs.filter(|entry| {
            entry.as_ref().unwrap().path().extension().is_some_and(|kind| kind == "idx")
        });
        assert!(packs.count() <= PACKS, "{step}: the packs pile up");
        check_by_git(folder.path());
    }
}
