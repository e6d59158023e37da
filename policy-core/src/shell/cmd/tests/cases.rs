//! One line for each thing the reader must get right.

use super::{read, read_nested};

/// Reads the text, finds nothing wrong with it, and compares its outline.
#[track_caller]
fn check(text: &str, expected: &str) {
    let read = read(text);
    assert_eq!(read.outline, expected, "outline of `{text}`");
    assert_eq!(read.problems, [], "problems of `{text}`");
}

/// Names that cmd runs itself end where a switch or a path is glued to them.
#[test]
fn names() {
    check("rd /s /q src", "(rd /s /q src)");
    check("rd/s/q src", "(rd /s /q src)");
    check(r#"RD/S/Q "my src" & echo done"#, "(RD /S /Q 'my src'); (echo done)");
    check("del/f *.log", "(del /f *.log)");
    check("dir/s/b", "(dir /s /b)");
    check("dir /a:d/b x", "(dir /a:d /b x)");
    check("del src/s/q", "(del src /s /q)");
    check("del *.txt/s", "(del *.txt /s)");
    check("rd /s /q a/bc/d", "(rd /s /q a/bc /d)");
    check("del /?", "(del /?)");
    check("cd..", "(cd ..)");
    check(r"cd\", r"(cd \)");
    check(r"cd/d D:\x", r"(cd /d D:\x)");
    check("cd a/b", "(cd a/b)");
    check("cd foo bar", "(cd foo bar)");
    check(r"pushd..\x", r"(pushd ..\x)");
    check(r"type.\x", r"(type .\x)");
    check("exit/b 1", "(exit /b 1)");
    check("goto:eof", "(goto :eof)");
    check("call:sub a", "(call :sub a)");
    check("start.bat a", "(start.bat a)");
    check(r"path\x.exe a", r"(path\x.exe a)");
    check("set.py a", "(set.py a)");
    check("remove x", "(remove x)");
    check("attrib/s a", "(attrib /s a)");
    check("shutdown/s/t 0", "(shutdown /s/t 0)");
    check("cmd/c del x", "(cmd /c del x)");
    check("c^md/c del x", "(cmd /c del x)");
    check(r#"c"m"d/c del x"#, "(cmd /c del x)");
    check(r"C:\Windows\System32\cmd.exe/c del x", r"(C:\Windows\System32\cmd.exe /c del x)");
    check("bin/tool a", "(bin/tool a)");
    check(",;= del x", "(del x)");
    check("del=x", "(del x)");
    check("git,status", "(git status)");
}

/// What is glued to echo is not part of its text.
#[test]
fn echo() {
    check("echo.text", "(echo text)");
    check("echo.", "(echo)");
    check("echo(", "(echo)");
    check("echo:hi", "(echo hi)");
    check("echo/hi", "(echo hi)");
    check("echo.&del x", "(echo); (del x)");
    check("echo del x", "(echo del x)");
    check("echo (x) y", "(echo (x) y)");
}

/// Carets and quotes do not hide a name.
#[test]
fn disguises() {
    check("d^el x", "(del x)");
    check(r#"d"e"l x"#, "(del x)");
    check(r#""del" x"#, "(del x)");
    check(r#""del x""#, "('del x')");
    check("de^\nl x", "(del x)");
    check("i^f exist x d^el x", "choice [x => (del x)]");
    check("f^or %i in (a) do d^el %i", "loop i= a {(del $i)}");
    check(r#""C:\Program Files\x\y.exe" a "b c""#, r"('C:\Program Files\x\y.exe' a 'b c')");
    check(r#"C:\Windows\System32\cmd.exe /c "del x""#, r"(C:\Windows\System32\cmd.exe /c 'del x')");
    check("%COMSPEC% /c del x", "($COMSPEC /c del x)");
    check("%c%/s/q x", "($c/s/q x)");
    check("d%x%el y", "(d$xel y)");
    check("@del x", "(del x)");
    check("@@(del x)", "{(del x)}");
}

/// Blanks separate, quotes join, and some commands separate at more.
#[test]
fn words() {
    check("del a,b;c", "(del a b c)");
    check(r#"del "C:\x\*.tmp""#, r"(del C:\x\*.tmp)");
    check(r#"git add *.c "*.c""#, "(git add *.c *.c)");
    check("bin/tool a=b,c;d", "(bin/tool a=b,c;d)");
    check("copy a+b c", "(copy a+b c)");
    check("attrib -r a,b", "(attrib -r a b)");
    check(r#"echo "a"b"c d"e"#, "(echo ab'c d'e)");
    check("a ^& b", "(a & b)");
    check("a ^^ b", "(a ^ b)");
    check("a ^\n b", "(a b)");
    check("del x ^\n  y ^\n  && rd z", "(del x y) && (rd z)");
    check("del^ x", "(del x)");
    check(r#"del ^"a b^" c"#, "(del 'a b' c)");
    check(r#"node -e ^"a^ b^" c"#, "(node -e a' 'b c)");
    check(r#"del "a\" "b\""#, r"(del a\ b\)");
    check(r#"robocopy "C:\a\" "D:\b\" /MIR"#, r"(robocopy C:\a\ D:\b\ /MIR)");
    check(r#"git commit -m "say \"hi there\" now""#, r#"(git commit -m 'say ''"hi there''" now')"#);
    check(r#"python -c "print(\"a & b\")""#, r#"(python -c print('"a '); (b\))"#);
    check(r#"x \"a b\" c"#, r#"(x "a b" c)"#);
    check(r#"cmd /c ""C:\x y\z.exe" "a b"""#, r"(cmd /c C:\x y\z.exe' 'a b)");
    check("rd é", "(rd é)");
    check(r#"echo é^é "ü" %é%"#, "(echo éé ü $é)");
    check(r#""" a"#, "('' a)");
}

/// Names are what names are in practice; everything else is text.
#[test]
fn variables() {
    check(r#"echo %PATH% "%PATH%" %1 %* %~dp0 %~1"#, "(echo $PATH $PATH $1 $* $0:… $1:…)");
    check(r#"echo %x:~0,1% %x:a=b% "%x:&=y%""#, "(echo $x:… $x:… $x:…)");
    check("echo %x:&=y% z", "(echo %x:); (y% z)");
    check("echo !x! !x:a=b! !x:%a%=b! wow!", "(echo $x $x:… $x:… wow!)");
    check(r"%ProgramFiles(x86)%\x\y.exe /a", r"($ProgramFiles(x86)\x\y.exe /a)");
    check(r#""%~dp0run.bat" a"#, "($0:…run.bat a)");
    check("echo %~$PATH:1", "(echo $1:…)");
    check("echo 100% done", "(echo 100% done)");
    check("echo 100%% done", "(echo 100% done)");
    check("echo % & del x & echo %", "(echo %); (del x); (echo %)");
    check("echo 5%x & del y & echo 6%", "(echo 5%x); (del y); (echo 6%)");
    check(r#"git log --format="%h %s %an""#, "(git log --format='%h %s %an')");
    check("curl http://x/a%20b", "(curl http://x/a$20b)");
    check("echo %^PATH%", "(echo %PATH%)");
    check("(echo %x%)", "{(echo $x)}");
}

/// Operators, lines and parentheses.
#[test]
fn lists() {
    check("a & b", "(a); (b)");
    check("a | b | c && d || e & f", "(a) | (b) | (c) && (d) || (e); (f)");
    check("(a & b) | c", "{(a); (b)} | (c)");
    check("((a))", "{{(a)}}");
    check("( a & ( b | c ) )", "{(a); {(b) | (c)}}");
    check("(a) >f && b", "{(a)} >f && (b)");
    check("(\necho a\necho b\n) > out.txt", "{(echo a); (echo b)} >out.txt");
    check("a\n\nb\r\nc", "(a); (b); (c)");
    check("a &\nb", "(a); (b)");
    check(r#"echo "a & b" & c"#, "(echo 'a & b'); (c)");
    check("del x)", "(del x))");
}

/// Remarks and labels run nothing, what only looks like one does.
#[test]
fn comments() {
    check("rem a & del x", "");
    check("r^em a & del x", "");
    check("rem & del x", "(del x)");
    check("rem", "");
    check("rem >f a & del x", "() >f");
    check("rem.& del x", "(rem.); (del x)");
    check("rem/x & del y", "(rem /x); (del y)");
    check(":: a & del x", "");
    check(":label\ndel x", "(del x)");
    check("  :: x\n:y z\ndel x", "(del x)");
    check("a & :: c", "(a)");
    check("a & :c & del x", "(a); (del x)");
    check("(\n:: c ) d\ndel x\n)", "{(del x)}");
}

/// Before and behind the command, with a descriptor directly before.
#[test]
fn redirections() {
    check("echo a > b 2>&1", "(echo a) >b 2>&1");
    check("echo a>>b 2>nul <in", "(echo a) >>b 2>nul <in");
    check(">f echo a", "(echo a) >f");
    check("2>nul del x", "(del x) 2>nul");
    check(">f (del x) 2>&1", "{(del x)} >f 2>&1");
    check(">x", "() >x");
    check("type nul > x", "(type nul) >x");
    check(r#"a > "b c.txt" d"#, "(a d) >'b c.txt'");
    check("a >b>c", "(a) >b >c");
    check("a >&2", "(a) >&2");
    check("a 2> nul", "(a) 2>nul");
    check("a 2>&1 | b", "(a) 2>&1 | (b)");
    check("echo a2>x", "(echo a2) >x");
    check("echo 12>x", "(echo 12) >x");
    check("echo a=2>x", "(echo a=) 2>x");
    check("echo ^>x", "(echo >x)");
    check(r#"echo "a>b""#, "(echo a>b)");
    check("a > %x%", "(a) >$x");
}

/// What set puts into a variable is all that follows.
#[test]
fn sets() {
    check("set c=del & %c% x", "(c=del set c=del); ($c x)");
    check(r#"set "c=del /q" & %c% x"#, "(c='del /q' set 'c=del /q'); ($c x)");
    check("set c=a b c", "(c='a b c' set c=a b c)");
    check(r#"set "x=a & b" & del y"#, "(x='a & b' set 'x=a & b'); (del y)");
    check("set x=a ^& b", "(x='a '&' b' set x=a & b)");
    check(r#"set x="a b""#, "(x='a b' set x='a b')");
    check("set x=", "(x='' set x=)");
    check("set x", "(set x)");
    check("set ^x=del", "(x=del set x=del)");
    check("set x=%y% z", "(x=$y' z' set x=$y z)");
    check("set x=a>f", "(x=a set x=a) >f");
    check("set %a%=b", "(=b set $a=b)");
    check("set /a x=1+2", "(x=? set /a x=1+2)");
    check("set /p x=<f.txt", "(x=? set /p x=) <f.txt");
    check(r#"set/p "x=a""#, "(x=? set /p x=a)");
}

/// call and start run a command whose words are split by its own rules.
#[test]
fn wrappers() {
    check("call rd/s/q x", "(call rd /s /q x)");
    check("call call del x", "(call call del x)");
    check(r#"call :sub "a b" & goto :eof"#, "(call :sub 'a b'); (goto :eof)");
    check(r#"start /b "" rd/s/q x"#, "(start /b '' rd /s /q x)");
    check(r#"start "t" /wait del/q x"#, "(start t /wait del /q x)");
    check("start/b/wait x /a/b", "(start /b /wait x /a/b)");
    check(r#"start "" "C:\x y\z.exe" /a/b"#, r"(start '' 'C:\x y\z.exe' /a/b)");
    check("start https://x.y/z?a=b", "(start https://x.y/z?a=b)");
    check("start rd", "(start rd)");
}

/// if and its else.
#[test]
fn choices() {
    check("if exist x del x", "choice [x => (del x)]");
    check("if not exist x (md x) else rd x", "choice [x => (md x)] [=> (rd x)]");
    check(r#"if exist "a b" del "a b" > log"#, "choice ['a b' => (del 'a b') >log]");
    check(
        r#"if /i "%1"=="a b" (del x) else if errorlevel 1 (del y) else (del z)"#,
        "choice [$1 'a b' => (del x)] [1 => (del y)] [=> (del z)]",
    );
    check("if defined V del x & del y", "choice [V => (del x); (del y)]");
    check("if exist x (del x) & del y", "choice [x => {(del x)}; (del y)]");
    check("if a EQU b del x", "choice [a b => (del x)]");
    check("if %x% GTR 5 del x", "choice [$x 5 => (del x)]");
    check(r#"if "a b" == "c d" del x"#, "choice ['a b' 'c d' => (del x)]");
    check("if (%1)==() del x", "choice [($1) () => (del x)]");
    check("(if (%1)==() del x)", "{choice [($1) () => (del x)]}");
    check("if/i a==b del x", "choice [a b => (del x)]");
    check(
        "if exist x (\ndel x\ndel y\n) else (\ndel z\n)",
        "choice [x => (del x); (del y)] [=> (del z)]",
    );
    check(
        "if exist x (\n del x\n) else if exist y (\n del y\n)",
        "choice [x => (del x)] [y => (del y)]",
    );
    check(
        r#"if not "%1"=="/s" if exist y (del y) else (del z)"#,
        "choice [$1 /s => choice [y => (del y)] [=> (del z)]]",
    );
    check(
        "if a==b if c==d (e) else (f) else (g)",
        "choice [a b => choice [c d => (e)] [=> (f)]] [=> (g)]",
    );
    check("if exist x del x else del y", "choice [x => (del x else del y)]");
    check("@if exist x @del x", "choice [x => (del x)]");
    check("if exist x >f del x", "choice [x => (del x) >f]");
    check(">f if exist x del x", "{choice [x => (del x)]} >f");
    check("a | if exist x del x", "(a) | choice [x => (del x)]");
}

/// for of every kind.
#[test]
fn loops() {
    check("for %i in (a b c) do del %i", "loop i= a b c {(del $i)}");
    check("for %i in (a,b;c) do (del %i)", "loop i= a b c {(del $i)}");
    check(r#"for %%i in (*.txt "*.log") do @del %%i"#, "loop i= *.txt *.log {(del $i)}");
    check("for %%i in (\na\nb\n) do (\ndel %%i\n)", "loop i= a b {(del $i)}");
    check(r#"for /d %i in (*) do rd /s /q "%i""#, "loop i= * {(rd /s /q $i)}");
    check(r"for /r C:\src %i in (*.o) do del %i", r"loop i= C:\src\*.o {(del $i)}");
    check(r#"for /r "%CD%" %i in (*.o *.a) do del %i"#, r"loop i= $CD\*.o $CD\*.a {(del $i)}");
    check(r#"for /r %i in (*.o) do del "%~fi""#, "loop i= *.o {(del $i:…)}");
    check("for /l %i in (1,1,5) do del f%i", "loop i= ? {(del f$i)}");
    check(
        "for %i in (a b) do for %j in (c d) do del %i%j",
        "loop i= a b {loop j= c d {(del $i$j)}}",
    );
    check("for %i in (a) do del %i & del %i.bak", "loop i= a {(del $i); (del $i.bak)}");
    check(
        "for %i in (a) do (if exist %i (del %i) else (echo no)) & echo end",
        "loop i= a {{choice [$i => (del $i)] [=> (echo no)]}; (echo end)}",
    );
    check("for %p in (a) do echo %path% %p", "loop p= a {(echo $path $p)}");
    check("for %%i in (a) do echo %%~nxi %%~dpi %%j", "loop i= a {(echo $i:… $i:… %j)}");
    check("a | for %i in (b) do c", "(a) | loop i= b {(c)}");
}

/// for /f runs commands, reads files and cuts strings.
#[test]
fn lines() {
    check("for /f %i in ('dir /b') do del %i", "loop i= $((dir /b)) {(del $i)}");
    check(
        r#"for/f "tokens=1,2" %i in ('dir /b ^| findstr x 2^>nul') do del %i %j"#,
        "loop i= $((dir /b) | (findstr x) 2>nul) {(del $i $j)}",
    );
    check(
        r#"for /f "delims=" %a in ('type list.txt ^& echo x') do rd /s /q "%a""#,
        "loop a= $((type list.txt); (echo x)) {(rd /s /q $a)}",
    );
    check("for /f %i in ('a ^&^& b 2^>^&1') do c", "loop i= $((a) && (b) 2>&1) {(c)}");
    check("for /f %i in ('(a ^| b^)') do c", "loop i= $({(a) | (b)}) {(c)}");
    check("for /f %i in ('dir ^^^& x') do c", "loop i= $((dir & x)) {(c)}");
    check(
        r#"for /f %i in ('cmd /c "dir & del x"') do c"#,
        "loop i= $((cmd /c 'dir & del x')) {(c)}",
    );
    check(r#"for /f %i in ('echo "a)b"') do del %i"#, "loop i= $((echo a)b)) {(del $i)}");
    check(
        "for /f %i in ('powershell (Get-Date)') do echo %i",
        "loop i= $((powershell (Get-Date))) {(echo $i)}",
    );
    check("for /f %i in ('rd/s/q x') do c", "loop i= $((rd /s /q x)) {(c)}");
    check(
        r#"for /f "usebackq" %%i in (`git branch`) do (git branch -D %%i & echo x)"#,
        "loop i= $((git branch)) {(git branch -D $i); (echo x)}",
    );
    check("for /f %i in (list.txt) do del %i", "loop i= $(() <list.txt) {(del $i)}");
    check(
        r#"for /f "usebackq delims=" %i in ("my list.txt") do del %i"#,
        "loop i= $(() <'my list.txt') {(del $i)}",
    );
    check(r#"for /f %i in ("a b") do del %i"#, "loop i= 'a b' {(del $i)}");
}

/// In a text found inside another one, the loops around it are not known.
#[test]
fn nested_texts() {
    let cases = [
        ("del %i %%j %~fk", "(del $i $j $k:…)"),
        ("echo 5%off %", "(echo 5%off %)"),
        ("del %x% %~1", "(del $x $1:…)"),
    ];
    for (text, expected) in cases {
        assert_eq!(read_nested(text).outline, expected, "outline of `{text}`");
    }
}
