use super::check_all;
use crate::shell::Dialect;

fn check(cases: &[(&str, &str)]) {
    check_all(Dialect::Zsh, cases);
}

#[test]
fn short_forms() {
    check(&[
        ("for x (a b) c $x", "loop x= a b {(c $x)}"),
        ("for x (a b) { c }", "loop x= a b {(c)}"),
        ("for x (a b); do c; done", "loop x= a b {(c)}"),
        ("for x y in a b; do c; done", "loop x= a b {(c)}"),
        ("for x in a b; c", "loop x= a b {(c)}"),
        ("foreach x (a b) c; d; end", "loop x= a b {(c); (d)}"),
        ("repeat 3 a b", "loop= 3 {(a b)}"),
        ("repeat 3; do a; done", "loop= 3 {(a)}"),
        ("repeat 3 { a }", "loop= 3 {(a)}"),
        ("while (( x )) { a }", "loop while expr $(()) {(a)}"),
        ("while a; do b; done", "loop while (a) {(b)}"),
        ("if [[ a ]] { b }", "choice [expr a => (b)]"),
        (
            "if [[ a ]] { b } elif [[ c ]] { d } else { e }",
            "choice [expr a => (b)] [expr c => (d)] [=> (e)]",
        ),
        ("if [[ a ]] b; c", "choice [expr a => (b)]; (c)"),
        ("if (a) { b }", "choice [sub[(a)] => (b)]"),
        ("if a; then b; fi", "choice [(a) => (b)]"),
        ("case x { a) b ;; c) d }", "choice x [a => (b)] [c => (d)]"),
        ("case x in (a|b)*) c ;| d) e ;; esac", "choice x [a b * => (c)] [d => (e)]"),
        (
            "case x in (#i)(a|b)*) c ;; ((a)|b) d ;; <1-9>) e ;; esac",
            "choice x [(#i)(a|b)* => (c)] [(a) b => (d)] [<1-9> => (e)]",
        ),
        ("[[ $x = (#b)(a|b)* && y == (c) ]]", "expr $x = (#b)(a|b)* y == (c)"),
        ("foreach x (a b); do c; done", "loop x= a b {(c)}"),
        ("function () { a } b", "{expr b; {(a)}}"),
        ("echo ${(l.$(a).)x}", "(echo $x:…{ $((a))})"),
        ("{ a }", "{(a)}"),
        ("{ a b }; c", "{(a b)}; (c)"),
        ("{ a } always { b }", "{{(a)}; {(b)}}"),
        ("() { a $1 } b c", "{expr b c; {(a $1)}}"),
        ("() { a }", "{(a)}"),
        ("function { a } b", "{expr b; {(a)}}"),
        ("f() { a }", "fn f {(a)}"),
        ("f g() { a }", "{fn f {(a)}; fn g {(a)}}"),
        ("function f g { a }", "{fn f {(a)}; fn g {(a)}}"),
        ("f() a b", "fn f {(a b)}"),
        ("a &! b &| c", "(a) &; (b) &; (c)"),
        ("; a", "(a)"),
        ("end", "(end)"),
    ]);
}

#[test]
fn words() {
    check(&[
        ("=ls -l", "(ls -l)"),
        ("echo =ls = == a=b", "(echo ls = == a=b)"),
        ("vi =(a b)", "(vi <((a b)))"),
        ("x==ls", "(x=ls)"),
        ("x=(a b)", "(x=[ a b])"),
        ("typeset -a x=(a b)", "(x=[ a b] typeset -a)"),
        ("echo $x[1] $x[$i] $x[@] $x:h $x:t:r", "(echo $x:…{ 1} $x:…{ $i} $x[@] $x:… $x:…)"),
        ("echo $#x $+x $=x $~x $^x", "(echo $x:… $x:… $x $x $x)"),
        ("echo ${(e)x} ${(s:,:)x} ${(f)\"$(a)\"}", "(echo $x:… $x:… $:…{ $((a))})"),
        ("echo ${${x}#a} ${$(b)} ${+x} ${=x}", "(echo $:…{ $x #a} $:…{ $((b))} $x:… $x)"),
        ("echo \"$x[1]\" \"$x['a']\" $x[(i)a b]", "(echo $x:…{ 1} $x:…{ 'a'} $x:…{ (i)a' 'b})"),
        ("ls (a|b)*", "(ls (a|b)*)"),
        ("ls a(b|c)d", "(ls a(b|c)d)"),
        ("rm *(.)", "(rm *(.))"),
        ("rm **/*(.D)", "(rm **/*(.D))"),
        ("ls *(e:'rm -rf x':)", "(ls *(code<rm -rf x>))"),
        ("ls *(.e{rm})", "(ls *(code<rm>))"),
        ("ls *(.L+10) *(mh-1om[1,3])", "(ls *(.L+10) *(mh-1om[1,3]))"),
        ("ls *(u:joe:e:rm:)", "(ls *(code<rm>))"),
        ("ls *(oe:rm:)", "(ls *(code<rm>))"),
        ("ls *(+fn)", "(ls *(code<fn>))"),
        ("ls *($(a))", "(ls *($((a))))"),
        ("ls <1-9> f<->", "(ls <1-9> f<->)"),
        ("a >! f >>! g >>| h", "(a) >f >>g >>h"),
        ("a >&| f >>& g &>! h", "(a) >f >>g >h"),
        ("echo {a,b} {1..3}", "(echo {a,b} ?)"),
        ("echo a # b", "(echo a)"),
        ("echo ~/x a=~/x", "(echo ~/x a=~/x)"),
        ("cat <<EOF\n$x[1]\nEOF\nb", "(cat) <<$x:…{ 1}'\n'; (b)"),
    ]);
}
