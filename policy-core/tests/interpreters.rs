//! Bodies of interpreters: what they do counts, never which words stand in them.

use policy_core::shell::{Platform, detect};
use policy_core::verdict::Risk;
use policy_core::{Action, Policy, Surroundings, judge};
use proptest::prelude::*;

fn risk(command: &str) -> Risk {
    let shell = detect("bash", Platform::Unix);
    judge(&Action::Run { command, shell }, &Policy::defaults(), &Surroundings::default()).risk
}

/// A command that runs a body, handed over so that the shell leaves it alone.
fn run(program: &str, body: &str) -> String {
    format!("{program} - <<'EOF_OF_BODY'\n{body}\nEOF_OF_BODY\n")
}

#[track_caller]
fn flagged(program: &str, body: &str) {
    assert!(risk(&run(program, body)) >= Risk::Medium, "not flagged in {program}: {body}");
}

#[track_caller]
fn left_alone(program: &str, body: &str) {
    assert!(risk(&run(program, body)) < Risk::Medium, "flagged in {program}: {body}");
}

#[test]
fn python() {
    flagged("python3", "import shutil\nshutil.rmtree('src')");
    flagged("python3", "from os import remove\nremove('a.txt')");
    flagged("python3", "from pathlib import Path\nfor p in Path('.').glob('*.o'):\n    p.unlink()");
    flagged("python3", "p = '/srv/data'\nimport os\nos.unlink(p)");
    flagged("python3", "open('a.txt', mode='w').write('')");
    flagged("python3", "import subprocess\nsubprocess.run(['rm', '-rf', 'src'], check=True)");
    flagged("python3", "import subprocess\nsubprocess.run(f'rm -rf {name}', shell=True)");
    flagged("python3", "import os\nlist(map(os.remove, names))");
    flagged("python3", "import base64\nexec(base64.b64decode(blob))");
    left_alone("python3", "print('rm -rf /')  # os.remove('x')");
    left_alone("python3", "names.remove('a')\ntext.replace('a', 'b')");
    left_alone("python3", "\"\"\"shutil.rmtree('src')\"\"\"");
    left_alone("python3", "import shutil\nshutil.rmtree('/tmp/build-1')");
    left_alone("python3", "print(open('a.txt').read())\nopen('log', 'a').write('x')");
    left_alone(
        "python3",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-m', 'pytest'])",
    );
    left_alone("python3", "def remove(x):\n    return x");
}

#[test]
fn javascript() {
    flagged("node", "require('fs').rmSync('src', { recursive: true })");
    flagged("node", "const { execSync } = require('child_process'); execSync(`rm -rf ${dir}`)");
    flagged("node", "import fs from 'fs'; fs.writeFileSync('a', '')");
    flagged("node", "require('child_process').spawn('rm', ['-rf', 'src'])");
    left_alone("node", "console.log('fs.rmSync(\"src\")') // fs.unlinkSync('a')");
    left_alone("node", "const m = /fs.rmSync\\('x'\\)/.exec(text)");
    left_alone("node", "/* require('fs').rmSync('src') */ console.log(1)");
    left_alone("node", "require('fs').readFileSync('a')");
}

#[test]
fn perl_ruby_php_lua() {
    flagged("perl", "unlink glob('*.bak');");
    flagged("perl", "open(my $f, '>', 'a.txt');");
    flagged("perl", "my $x = qx(rm -rf src);");
    flagged("ruby", "FileUtils.rm_rf 'src'");
    flagged("ruby", "`rm -rf src`");
    flagged("ruby", "Dir['*.o'].each { |f| File.delete(f) }");
    flagged("php", "<?php unlink('a.txt');");
    flagged("lua", "os.remove('a.txt')");
    left_alone("perl", "print 'unlink'; # unlink 'a'");
    left_alone("perl", "s/unlink/x/; m{rm -rf}; $unlink = 1;");
    left_alone("ruby", "puts \"rm -rf /\"");
    left_alone("php", "<?php echo 'unlink(1)'; // unlink('a')");
    left_alone("lua", "print('os.remove') -- os.remove('a')");
}

#[test]
fn long_bodies_are_judged_to_the_end() {
    for piece in
        ["unlink(", "os.system(", "a=", "'", "Path(", "[", "exec(spawn(", "s/a/", "`", "x.y."]
    {
        for program in ["python3", "node", "perl", "ruby", "php"] {
            // What stands behind all the noise is still seen.
            let command = format!("{}rm -rf src", run(program, &piece.repeat(20_000)));
            assert!(risk(&command) >= Risk::High, "{program}: {piece}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_body_stops_the_judge(
        program in prop::sample::select(vec!["python3", "node", "perl", "ruby", "php", "lua", "osascript", "tclsh", "Rscript", "julia"]),
        pieces in prop::collection::vec(
            prop_oneof![
                prop::sample::select(vec![
                    "unlink", "os.system", "(", ")", "[", "]", "{", "}", "'", "\"", "`", ",", ";", "\n", "=", "eval", "exec",
                    "qw(", "s/", "/e", "%x(", "\\", "é", "#{", "${", "f'", "open", ">", "|", "Path", ".", "/", "\"\"\"",
                    "require", "fs", "do shell script ", "$_", "getattr(os,",
                ]).prop_map(str::to_owned),
                ".{0,6}",
            ],
            0..40,
        ),
    ) {
        let _ = risk(&run(program, &pieces.concat()));
    }
}
