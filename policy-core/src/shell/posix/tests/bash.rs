use super::check_all;
use crate::shell::Dialect;

fn check(cases: &[(&str, &str)]) {
    check_all(Dialect::Bash, cases);
}

#[test]
fn lists() {
    check(&[
        ("", ""),
        ("  \n\t\n", ""),
        ("ls", "(ls)"),
        ("ls -la /tmp", "(ls -la /tmp)"),
        ("a; b", "(a); (b)"),
        ("a;b;", "(a); (b)"),
        ("a && b || c", "(a) && (b) || (c)"),
        ("a&&b||c", "(a) && (b) || (c)"),
        ("a &&\n b", "(a) && (b)"),
        ("a |\n\n b", "(a) | (b)"),
        ("a & b", "(a) &; (b)"),
        ("a && b &", "(a) & && (b) &"),
        ("a; b & c && d & e", "(a); (b) &; (c) & && (d) &; (e)"),
        ("a | b |& c", "(a) | (b) | (c)"),
        ("a | b && c", "(a) | (b) && (c)"),
        ("a\nb\n\nc", "(a); (b); (c)"),
        ("a\r\nb\r\n", "(a); (b)"),
        ("a # b; c\nd", "(a); (d)"),
        ("# only", ""),
        ("a;# b\nc", "(a); (c)"),
        ("a#b c#", "(a#b c#)"),
        ("a \\\n  b", "(a b)"),
        ("a\\\nb", "(ab)"),
        ("a && \\\n b", "(a) && (b)"),
        ("! a", "(a)"),
        ("! a | ! b", "(a) | (b)"),
        ("!(rm x)", "sub[(rm x)]"),
        ("time -p make x", "(make x)"),
        ("time ! make", "(make)"),
        ("time -v make", "(time -v make)"),
        (
            "git add -A && git commit -m \"fix: x\" && git push origin main",
            "(git add -A) && (git commit -m 'fix: x') && (git push origin main)",
        ),
    ]);
}

#[test]
fn groups_and_functions() {
    check(&[
        ("(a; b)", "sub[(a); (b)]"),
        ("( a )", "sub[(a)]"),
        ("(a) | b", "sub[(a)] | (b)"),
        ("(a)&&(b)", "sub[(a)] && sub[(b)]"),
        ("((a) | b)", "sub[sub[(a)] | (b)]"),
        ("( (a) )", "sub[sub[(a)]]"),
        ("{ a; b; }", "{(a); (b)}"),
        ("{ { a; } }", "{{(a)}}"),
        ("{ a; } > x 2>&1", "{(a)} >x 2>&1"),
        ("{ a\n}", "{(a)}"),
        ("(a) > x &", "sub[(a)] >x &"),
        ("f() { a; }", "fn f {(a)}"),
        ("f () ( a )", "fn f {sub[(a)]}"),
        ("f ( )\n{ a; }", "fn f {(a)}"),
        ("function f { a; }", "fn f {(a)}"),
        ("function f() { a; }; f", "fn f {(a)}; (f)"),
        ("function f-g.h () { a; }", "fn f-g.h {(a)}"),
        ("f() { a; } > x", "fn f {{(a)} >x}"),
        ("f() if a; then b; fi", "fn f {choice [(a) => (b)]}"),
        (":(){ :|:& };:", "fn : {(:) | (:) &}; (:)"),
        ("coproc a b", "sub[(a b) &]"),
        ("coproc N { a; }", "sub[{(a)} &]"),
        ("echo { a }", "(echo { a })"),
        ("echo }", "(echo })"),
    ]);
}

#[test]
fn control_flow() {
    check(&[
        ("if a; then b; fi", "choice [(a) => (b)]"),
        ("if a; then b; else c; fi", "choice [(a) => (b)] [=> (c)]"),
        ("if a\nthen b\nelif c; then d\nelse\ne\nfi", "choice [(a) => (b)] [(c) => (d)] [=> (e)]"),
        ("if a; b; then c; fi | d", "choice [(a); (b) => (c)] | (d)"),
        ("if(a)then b; fi", "choice [sub[(a)] => (b)]"),
        ("if a; then b; fi > x", "{choice [(a) => (b)]} >x"),
        ("while a; do b; done", "loop while (a) {(b)}"),
        ("until a; do b; done <x", "{loop while (a) {(b)}} <x"),
        ("while read x; do rm $x; done < f", "{loop while (read x) {(rm $x)}} <f"),
        ("for x in a b c; do d $x; done", "loop x= a b c {(d $x)}"),
        ("for x in *; do rm \"$x\"; done", "loop x= * {(rm $x)}"),
        ("for x; do a; done", "loop x {(a)}"),
        ("for x do a; done", "loop x {(a)}"),
        ("for x\ndo a\ndone", "loop x {(a)}"),
        ("for x\nin a\ndo b\ndone", "loop x= a {(b)}"),
        ("for x in; do a; done", "loop x {(a)}"),
        ("for x in a; { b; }", "loop x= a {(b)}"),
        ("for ((i=0; i<$n; i++)); do a; done", "loop= $(( $n)) {(a)}"),
        ("for ((;;)) { a; }", "loop= $(()) {(a)}"),
        ("select x in a b; do c; done", "loop x= a b {(c)}"),
        ("case $x in a) b;; esac", "choice $x [a => (b)]"),
        ("case x in (a|b) c ;; *) d ;; esac", "choice x [a b => (c)] [* => (d)]"),
        ("case x in a) b;& c) d;;& e) f\nesac", "choice x [a => (b)] [c => (d)] [e => (f)]"),
        ("case x in\n a )\n b\n ;;\n\n esac", "choice x [a => (b)]"),
        ("case x in a) ;; b) esac", "choice x [a => ] [b => ]"),
        ("if a; then while b; do c; done fi", "choice [(a) => loop while (b) {(c)}]"),
        ("echo if then fi do done", "(echo if then fi do done)"),
        ("echo case in esac", "(echo case in esac)"),
        ("\"if\" a", "(if a)"),
        ("i\\f a", "(if a)"),
        ("ifx a; doner", "(ifx a); (doner)"),
        ("a=1 if", "(a=1 if)"),
        ("end", "(end)"),
    ]);
}

#[test]
fn tests_and_arithmetic() {
    check(&[
        ("[ -f x ] && a", "([ -f x ]) && (a)"),
        ("[[ -f x && ! -d $y ]]", "expr -f x ! -d $y"),
        ("[[ a < b || ( c > d ) ]]", "expr a b c d"),
        ("[[ $x =~ ^(a|b) ]] && c", "expr $x =~ ^(a|b) && (c)"),
        ("[[ $x =~ (a b) ]]", "expr $x =~ '(a b)'"),
        ("[[ $x =~ [[:space:]]+$ ]]", "expr $x =~ [[:space:]]+$"),
        ("[[ $(rm x) == a* ]]", "expr $((rm x)) == a*"),
        ("[[ a == @(b|c) ]]", "expr a == @(b|c)"),
        ("[[ a\n && b ]]", "expr a b"),
        ("[[ -e <(a) ]] > x", "{expr -e <((a))} >x"),
        ("[[a ]]", "([[a ]])"),
        ("((x = 1 + $y))", "expr $(( $y))"),
        ("(( $(rm x) )) && b", "expr $(( $((rm x)))) && (b)"),
        ("((a[$(b)]++))", "expr $(( $((b))))"),
        ("echo $((1 + 2))", "(echo $(()))"),
        ("echo $(( $x + $(y) + ${z:-`w`} ))", "(echo $(( $x $((y)) $z:-{ $((w))})))"),
        ("echo $(((1+2)*3))", "(echo $(()))"),
        ("echo $((a) | b)", "(echo $(sub[(a)] | (b)))"),
        ("echo $((a); (b))", "(echo $(sub[(a)]; sub[(b)]))"),
        ("echo $[1 + $x[2]]", "(echo $(( $x)))"),
        ("echo $(( \"$(a)\" ))", "(echo $(( $((a)))))"),
        ("echo \"$((1))\"", "(echo $(()))"),
    ]);
}

#[test]
fn plain_sh_runs_what_is_in_double_parentheses() {
    check_all(
        Dialect::Sh,
        &[
            ("((rm x))", "sub[sub[(rm x)]]"),
            ("echo $((1 + 2))", "(echo $(()))"),
            ("if [ a ]; then b; fi", "choice [([ a ]) => (b)]"),
        ],
    );
}

#[test]
fn words_and_quotes() {
    check(&[
        ("''", "('')"),
        ("a ''", "(a '')"),
        ("'a b' \"c d\"", "('a b' 'c d')"),
        ("na\"\"me r'm'", "(name rm)"),
        ("\"a'b\" 'c\"d'", "(a'b c\"d)"),
        ("\\rm \\\\ \\' \\é", "(rm \\ ' é)"),
        ("a\\ b", "(a' 'b)"),
        ("\"a\\\"b\\$c\\d\"", "(a\"b$c\\d)"),
        ("\"a\\\nb\"", "(ab)"),
        ("$'rm' $'\\x72\\x6d' $'\\162m'", "(rm rm rm)"),
        ("$'a\\'b' $'\\u0072m' $'\\U00000072m'", "(a'b rm rm)"),
        ("$'\\t' $'\\e[0m' $'\\cA'", "('\t' \u{1b}[0m \u{1})"),
        ("$'a\\0b'c $'\\q\\x'", "(ac \\q\\x)"),
        ("$'\\xff'", "(?)"),
        ("$'\\xe2\\x82\\xac'", "(€)"),
        ("$\"a $x\"", "('a '$x)"),
        ("\"$'a'\"", "($'a')"),
        ("héllo wörld", "(héllo wörld)"),
        ("echo a=b =c ==", "(echo a=b =c ==)"),
        ("echo \\", "(echo \\)"),
        ("echo a\rb", "(echo 'a\rb')"),
        ("echo -- --x=y", "(echo -- --x=y)"),
        ("git reset --hard HEAD~1", "(git reset --hard HEAD~1)"),
        ("find . -exec rm {} +", "(find . -exec rm {} +)"),
        ("find . -name '*.o' -exec rm {} \\;", "(find . -name *.o -exec rm {} ;)"),
    ]);
}

#[test]
fn expansions() {
    check(&[
        ("$x ${y} $1 ${10} $@ $* $# $? $$ $! $- $_", "($x $y $1 $10 $@ $* $# $? $$ $! $- $_)"),
        ("a$x/b\"$y\"c", "(a$x/b$yc)"),
        ("$x$y", "($x$y)"),
        ("$10", "($10)"),
        ("a$ $ \"$\" $% $/", "(a$ $ $ $% $/)"),
        (
            "${x:-a} ${x-a} ${x:=b} ${x=b} ${x:+c} ${x+c}",
            "($x:-{ a} $x:-{ a} $x:={ b} $x:={ b} $x:+{ c} $x:+{ c})",
        ),
        (
            "${x:?no} ${x#*/} ${x%%.*} ${x/a/b} ${x:1:2}",
            "($x:…{ no} $x:…{ #*/} $x:…{ %%.*} $x:…{ /a/b} $x:…{ :1:2})",
        ),
        ("${#x} ${!x} ${!x@} ${x@P} ${x^^}", "($x:… $x:… $x:…{ @} $x:…{ @P} $x:…{ ^^})"),
        ("${#} ${##} ${#-} ${#-a} ${!} ${?} ${@} ${*}", "($# $#:… $-:… $#:-{ a} $! $? $@ $*)"),
        ("${x[@]} ${x[*]} ${x[1]} ${x[$i]}", "($x[@] $x[@] $x:…{ 1} $x:…{ $i})"),
        ("${#x[@]} ${!x[@]} ${x[@]:1}", "($x:… $x:… $x:…{ :1})"),
        ("${x:-$(rm y)}", "($x:-{ $((rm y))})"),
        ("${x:-${y:-`z`}}", "($x:-{ $y:-{ $((z))}})"),
        ("${x:-'a}b' \"c}d\"}", "($x:-{ a}b' 'c}d})"),
        ("\"${x:-'a'}\" \"${x#'a'}\"", "($x:-{ 'a'} $x:…{ #a})"),
        ("\"${x:-\"a b\"}\"", "($x:-{ 'a b'})"),
        ("${x:-~/a} ${x:-*}", "($x:-{ ~/a} $x:-{ *})"),
        ("${x:-}", "($x:-{ ''})"),
        ("${ a; } ${| b; }", "($((a)) $((b)))"),
        ("$(a) \"$(b; c)\" x$(d)y", "($((a)) $((b); (c)) x$((d))y)"),
        ("$(a $(b $(c)))", "($((a $((b $((c)))))))"),
        ("$(echo \")\")", "($((echo ))))"),
        ("$(case x in a) b;; esac)", "($(choice x [a => (b)]))"),
        ("$(a # )\n)", "($((a)))"),
        ("$(<f)", "($(() <f))"),
        ("$()", "($())"),
        ("`a b` \"`c`\"", "($((a b)) $((c)))"),
        ("`a \\`b\\``", "($((a $((b)))))"),
        ("`echo \\$x \\\\ \\a`", "($((echo $x ' 'a)))"),
        ("\"`echo \\\"a b\\\"`\"", "($((echo 'a b')))"),
        ("`a 'b\\`c'`", "($((a b`c)))"),
        ("a <(b) >(c | d)", "(a <((b)) >((c) | (d)))"),
        ("a x<(b)y > >(c)", "(a x<((b))y) >>((c))"),
    ]);
}

#[test]
fn braces_tildes_and_globs() {
    check(&[
        ("{a,b}", "({a,b})"),
        ("pre{a,b}post", "(pre{a,b}post)"),
        ("{a,b}{c,d}", "({a,b}{c,d})"),
        ("{a,{b,c}d}", "({a,{b,c}d})"),
        ("{a,} {,a} {,}", "({a,''} {'',a} {'',''})"),
        ("{} {a} {a{b}c}", "({} {a} {a{b}c})"),
        ("{a{b}c,d}", "({a{b}c,d})"),
        ("{a,b c}", "({a,b c})"),
        ("{{a,b}", "({{a,b})"),
        ("{a,'b c',\"$x\"}", "({a,'b c',$x})"),
        ("{$x,$(y z),`w`}", "({$x,$((y z)),$((w))})"),
        ("'{a,b}' \\{a,b} \"{a,b}\"", "({a,b} {a,b} {a,b})"),
        ("{1..9} {a..e} {1..9..2} x{01..10}y", "(? ? ? x?y)"),
        ("{1..a} {1..} {..}", "({1..a} {1..} {..})"),
        ("{1..3,a}", "({1..3,a})"),
        ("x={a,b}", "(x={a,b})"),
        ("${x}{a,b}", "($x{a,b})"),
        ("rm -rf {src,test}/*.o", "(rm -rf {src,test}/*.o)"),
        ("~ ~/x ~root ~root/x ~+ a~b x~", "(~ ~/x ~root ~root/x ~+ a~b x~)"),
        ("'~' \\~ \"~/x\"", "(~ ~ ~/x)"),
        ("* ? a*b [abc]x [!a-z] [[:alpha:]] **/x", "(* ? a*b [abc]x [!a-z] [[:alpha:]] **/x)"),
        ("[ a ]", "([ a ])"),
        ("a[ b]", "(a[ b])"),
        ("[]a] [^]]", "([]a] [^]])"),
        ("[\"a\"]", "([a])"),
        ("ls !(a|b) @(c) +(d) ?(e) *(f) x!(a)", "(ls !(a|b) @(c) +(d) ?(e) *(f) x!(a))"),
        ("ls @(a|$(b)|'c d')e", "(ls @(a|$((b))|'c d')e)"),
    ]);
}

#[test]
fn assignments() {
    check(&[
        ("x=1", "(x=1)"),
        ("x=", "(x='')"),
        ("x=1 y=2 cmd a", "(x=1 y=2 cmd a)"),
        ("x+=2", "(x+=2)"),
        ("x='a b'c", "(x='a b'c)"),
        ("x=$(rm y) z", "(x=$((rm y)) z)"),
        ("x=~/a:~/b:c", "(x=~/a:~/b:c)"),
        ("PATH=$PATH:/x cmd", "(PATH=$PATH:/x cmd)"),
        ("a=(b c 'd e')", "(a=[ b c 'd e'])"),
        ("a=(\n b # c\n d\n)", "(a=[ b d])"),
        ("a+=(b) cmd", "(a+=[ b] cmd)"),
        ("a=()", "(a=[])"),
        ("a[1]=b", "(a[1]=b)"),
        ("a[$i]=b cmd", "(a[$i]=b cmd)"),
        ("a[$(x y)]+=b", "(a[$((x y))]+=b)"),
        ("a[b[c]]=d", "(a[b[c]]=d)"),
        ("a[b] c", "(a[b] c)"),
        ("a[$b]/c", "(a[$b]/c)"),
        ("declare -a x=(a b) y=1", "(x=[ a b] declare -a y=1)"),
        ("export X=1 Y=~/z", "(export X=1 Y=~/z)"),
        ("local -A m=([k]=v)", "(m=[ [k]=v] local -A)"),
        ("dd of=~/x --o=~/x", "(dd of=~/x --o=~/x)"),
        ("1x=2 a", "(1x=2 a)"),
        ("a-b=c", "(a-b=c)"),
        ("cmd x=1", "(cmd x=1)"),
        (">f x=1 cmd", "(x=1 cmd) >f"),
        ("x==y", "(x==y)"),
    ]);
}

#[test]
fn redirections() {
    check(&[
        ("a > f", "(a) >f"),
        ("a>f", "(a) >f"),
        ("a >> f", "(a) >>f"),
        ("a < f", "(a) <f"),
        ("a <> f", "(a) <>f"),
        ("a >| f", "(a) >f"),
        ("a &> f", "(a) >f"),
        ("a &>> f", "(a) >>f"),
        ("a >& f", "(a) >f"),
        ("a 2>&1", "(a) 2>&1"),
        ("a >&2 2>&- <&3 >&3-", "(a) >&2 2>&- >&3 >&3-"),
        ("a 2>/dev/null", "(a) 2>/dev/null"),
        ("a {fd}>f {x}", "(a {x}) >f"),
        ("> f", "() >f"),
        (": > f", "(:) >f"),
        ("> f a b", "(a b) >f"),
        ("2>f a", "(a) 2>f"),
        ("a 2 > f", "(a 2) >f"),
        ("a 2x>f", "(a 2x) >f"),
        ("a x2>f", "(a x2) >f"),
        ("a > \"$f\" b", "(a b) >$f"),
        ("a <<< b", "(a) <<<b"),
        ("a <<<\"b $x\" c", "(a c) <<<'b '$x"),
        ("a>f;b", "(a) >f; (b)"),
        ("&>f a", "(a) >f"),
        ("a 99999999>f", "(a) >f"),
    ]);
}

#[test]
fn heredocs() {
    check(&[
        ("cat <<EOF\nhello\nEOF", "(cat) <<'hello\n'"),
        ("cat <<EOF\nhello\nEOF\nls", "(cat) <<'hello\n'; (ls)"),
        ("cat <<EOF | b && c\nx\nEOF\nd", "(cat) <<'x\n' | (b) && (c); (d)"),
        (
            "cat <<EOF\n$x $(rm y) `z` \\$w \"q\"\nEOF",
            "(cat) <<$x' '$((rm y))' '$((z))' ''$w \"q\"\n'",
        ),
        ("cat <<'EOF'\n$x $(rm y)\nEOF", "(cat) <<'$x $(rm y)\n'"),
        ("cat <<\"EOF\"\n$x\nEOF", "(cat) <<'$x\n'"),
        ("cat <<\\EOF\n$x\nEOF", "(cat) <<'$x\n'"),
        ("cat <<E\"O\"F\n$x\nEOF", "(cat) <<'$x\n'"),
        ("cat <<'a b'\n$x\na b\nc", "(cat) <<'$x\n'; (c)"),
        ("cat <<-EOF\n\ta\n\t\tb\n\tEOF\nc", "(cat) <<'a\n''b\n'; (c)"),
        ("cat <<- 'EOF'\n\t$a\nEOF", "(cat) <<'$a\n'"),
        ("a <<X <<Y\n1\nX\n2\nY\nb", "(a) <<'1\n' <<'2\n'; (b)"),
        ("a <<X; b <<Y\n1\nX\n2\nY\nc", "(a) <<'1\n'; (b) <<'2\n'; (c)"),
        ("cat <<EOF > f\nx\nEOF", "(cat) <<'x\n' >f"),
        ("cat <<EOF\nEOF", "(cat) <<''"),
        ("x=$(cat <<EOF\na\nEOF\n)", "(x=$((cat) <<'a\n'))"),
        ("x=\"$(cat <<'EOF'\na) $b\nEOF\n)\" y", "(x=$((cat) <<'a) $b\n') y)"),
        ("x=$(cat <<EOF)\na\nEOF\nb", "(x=$((cat) <<'a\n')); (b)"),
        ("x=$(cat <<EOF\na\nEOF)\nb", "(x=$((cat) <<'a\n')); (b)"),
        ("cat <<A\n$(cat <<B\nb\nB\n)\nA\nc", "(cat) <<$((cat) <<'b\n')'\n'; (c)"),
        ("cat <<EOF\r\na\r\nEOF\r\nb", "(cat) <<'a\r\n'; (b)"),
        ("if a; then cat <<E\nx\nE\nfi", "choice [(a) => (cat) <<'x\n']"),
        ("while a; do b; done <<E\nx\nE\n", "{loop while (a) {(b)}} <<'x\n'"),
        ("(a) <<E | b\nx\nE\n", "sub[(a)] <<'x\n' | (b)"),
        ("3<<E a\nx\nE", "(a) 3<<'x\n'"),
        ("cat <<EOF $(a\nb)\nx\nEOF\nc", "(cat $((a); (b))) <<'x\n'; (c)"),
        ("cat <<EOF\na\nEO\\\nF\nb", "(cat) <<'a\n'; (b)"),
        ("cat <<EOF\na\\\nEOF\nb\nEOF", "(cat) <<a'EOF\nb\n'"),
        ("cat <<'EOF'\na\\\nEOF\nb", "(cat) <<'a\\\n'; (b)"),
        ("cat <<EOF\n`a \\\"b\\\"`\nEOF", "(cat) <<$((a \"b\"))'\n'"),
        ("cat <<E [a]\n[x\nE\n", "(cat [a]) <<'[x\n'"),
        ("a <<E `b \\`c\\``\nd\nE\n", "(a $((b $((c))))) <<'d\n'"),
    ]);
}
