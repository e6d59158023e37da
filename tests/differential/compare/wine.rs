//! Wine's `cmd.exe`, an implementation of its own. Batch files made here ([`batch`]) run in a
//! throw-away folder; every command in them is a stub that notes its arguments.
//!
//! Where Wine differs from what Microsoft documents, the documents win and the difference stands in
//! `known.json`. A text of which the facts say that they cannot tell what it runs is not compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use policy_core::shell::Dialect;

use super::batch;
use super::corpus::Tally;
use super::shells::{Foreseen, difference, foresee, records};

const WHO: &str = "Wine's cmd";

/// How many batch files are run.
const COUNT: usize = 150;

/// Where Debian and others keep it.
const PLACES: &[&str] = &["/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/bin/wine"];

/// A throw-away folder with the stubs, and a drive for Wine that stays between runs.
struct Stage {
    wine: &'static Path,
    folder: PathBuf,
    drive: PathBuf,
}

impl Stage {
    fn new(wine: &'static Path) -> Self {
        let folder = std::env::temp_dir().join(format!("differential-wine-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("bin")).unwrap();
        for number in 0..10 {
            // Wine starts a program of the system it runs on like any other.
            fs::copy(env!("CARGO_BIN_EXE_stub"), folder.join(format!("bin/c{number}.exe")))
                .unwrap();
        }
        let drive = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine");
        let stage = Self { wine, folder, drive };
        if !stage.drive.join("system.reg").is_file() {
            fs::create_dir_all(&stage.drive).unwrap();
            assert!(stage.command().args(["wineboot", "--init"]).status().unwrap().success());
        }
        stage
    }

    fn command(&self) -> Command {
        let mut wine = Command::new(self.wine);
        wine.env("WINEPREFIX", &self.drive)
            .env("WINEDEBUG", "-all")
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env("WINEPATH", windows(&self.folder.join("bin")))
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        wine
    }

    fn log(&self, number: usize) -> PathBuf {
        self.folder.join(format!("log{number}"))
    }

    /// Runs all batch files from one that starts each in a `cmd` and a folder of its own.
    fn run(&self, scripts: &[String]) {
        let mut all = String::from("@echo off\r\n");
        for (number, script) in scripts.iter().enumerate() {
            let work = self.folder.join(format!("work{number}"));
            fs::create_dir_all(&work).unwrap();
            fs::write(work.join("script.cmd"), script.replace('\n', "\r\n")).unwrap();
            fs::write(self.log(number), "").unwrap();
            all.push_str(&format!(
                "cd /d {}\r\nset STUB_LOG={}\r\ncmd /d /c script.cmd\r\n",
                windows(&work),
                self.log(number).display(),
            ));
        }
        let file = self.folder.join("all.cmd");
        fs::write(&file, all).unwrap();
        let status = self.command().args(["cmd", "/d", "/c", &windows(&file)]).status();
        assert!(status.is_ok(), "{WHO} cannot be started");
        // Whoever still runs belongs to this stage alone.
        let server = self.wine.with_file_name("wineserver64");
        let server = if server.is_file() { server } else { PathBuf::from("wineserver") };
        let _ = Command::new(server).arg("-w").env("WINEPREFIX", &self.drive).status();
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A path as programs for Windows see it.
fn windows(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}

#[test]
fn wine_runs_what_the_facts_foresee() {
    let Some(wine) = PLACES.iter().map(Path::new).find(|path| path.exists()) else {
        // Where tests must prove something, a missing shell is a failure and not a pass.
        assert!(std::env::var_os("CI").is_none(), "{WHO}: install wine64 to compare with it");
        println!("{WHO}: Wine is not installed, so nothing was compared");
        return;
    };
    let stage = Stage::new(wine);
    let scripts = batch::many(COUNT);
    stage.run(&scripts);
    let mut tally = Tally::new(WHO);
    let (mut ran, mut open) = (0, 0);
    for (number, script) in scripts.iter().enumerate() {
        let seen = records(&fs::read(stage.log(number)).unwrap());
        ran += seen.values().flatten().count();
        match foresee(script, Dialect::Cmd) {
            Foreseen::Unread => {
                tally.compare(script, Some("it runs this, we cannot read it".to_owned()));
            }
            Foreseen::Runs { runs, certain } => {
                let difference = difference(&runs, &seen);
                if difference.is_some() && !certain {
                    open += 1;
                    tally.refuse();
                } else {
                    tally.compare(script, difference);
                }
            }
        }
    }
    println!("{WHO}: {ran} commands ran; {open} texts of which the facts say they cannot tell");
    assert!(ran > COUNT, "{WHO}: hardly anything ran");
    tally.settle();
}
