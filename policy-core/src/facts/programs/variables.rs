//! What setting a variable does besides giving it a value: some are code in disguise, some name
//! files that a tool writes, some move the places that words lead to.
//!
//! Every variable goes through one [`Door`], and the walk matches on it without a wildcard: a new
//! kind of variable has to say what it does to what follows.

use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};
use crate::source::Location;

/// What a variable is to the programs and shells that see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::facts) enum Door {
    /// Data: nothing is run, written or moved by it.
    Data,
    /// A command line that something runs.
    Command,
    /// Names code that is loaded before the program itself.
    Loads,
    /// Options of a program; code where one of these is among them.
    Options(Words),
    /// The shell expands it like a text in double quotes when it prints a prompt.
    Prompt,
    /// A file that a program writes, behind what it holds or over it.
    Writes(Kind),
    /// Code in the language of an editor or an interpreter.
    Foreign,
    /// It moves where programs or files are looked for.
    Moves,
    /// It names the folder of Belay's own settings and checkpoints.
    Guard,
    /// Nobody has said.
    Unknown,
}

/// Variables whose value is a command line that something runs.
const COMMANDS: Words = words(
    "\
    PROMPT_COMMAND EDITOR VISUAL PAGER BROWSER GIT_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH \
    GIT_ASKPASS GIT_SEQUENCE_EDITOR GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND SSH_ASKPASS \
    SUDO_ASKPASS SUDO_EDITOR LESSOPEN LESSCLOSE MANPAGER FCEDIT SYSTEMD_EDITOR KUBE_EDITOR \
    RSYNC_RSH CVS_RSH SVN_SSH PERL5DB FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND \
    SHELL RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC RUSTDOC CARGO_BUILD_RUSTC_WRAPPER CC CXX \
    CPP MAKE CARGO_BUILD_RUSTC LD AR AS NM RANLIB OBJCOPY STRIP HOSTCC FC YACC LEX LINKER \
    CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CCACHE_PREFIX \
    BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND BORG_RSH NULLCMD READNULLCMD LESSEDIT TEXEDIT \
    PYTHONBREAKPOINT",
);

/// Variables whose value names code that is loaded before the program itself.
const LOADS: Words = words(
    "\
    BASH_ENV ENV LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PYTHONSTARTUP \
    ZDOTDIR GCONV_PATH GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_CONFIG GIT_CONFIG_GLOBAL \
    GIT_CONFIG_SYSTEM GIT_EXEC_PATH GIT_TEMPLATE_DIR MYVIMRC MAKEFILES INPUTRC EMACSLOADPATH BASH_LOADABLES_PATH",
);

/// Variables that hold options of a program, and what among them runs or loads something.
const OPTIONS: &[(&str, Words)] = &[
    ("NODE_OPTIONS", words("--require -r --import --loader --experimental-loader --eval -e")),
    ("PERL5OPT", words("-M -m -I -d")),
    ("RUBYOPT", words("-r -I -e")),
    ("JAVA_TOOL_OPTIONS", AGENTS),
    ("_JAVA_OPTIONS", AGENTS),
    ("JDK_JAVA_OPTIONS", AGENTS),
    ("MAVEN_OPTS", AGENTS),
    ("GRADLE_OPTS", AGENTS),
    ("MAKEFLAGS", words("eval $( ${shell SHELL= -f --file -C --directory")),
    ("MFLAGS", words("eval $( SHELL= -f --file -C --directory")),
    ("GNUMAKEFLAGS", words("eval $( SHELL= -f --file -C --directory")),
    ("GOFLAGS", words("-toolexec -exec -overlay -o")),
    ("RUSTFLAGS", words("linker=")),
    ("CARGO_ENCODED_RUSTFLAGS", words("linker=")),
    (
        "TAR_OPTIONS",
        words("exec -I --use-compress --to-command -F --info-script --new-volume --remove-files"),
    ),
    ("FZF_DEFAULT_OPTS", words("execute become preview reload transform")),
    ("UNZIP", words("-o")),
    ("UNZIPOPT", words("-o")),
    ("ZIPOPT", words("-m -T -d -FS")),
    ("LESS", words("-o -O --log-file --LOG-FILE +!")),
    ("MANOPT", words("-P --pager")),
    ("RIPGREP_CONFIG_PATH", words("/")),
    ("PYTEST_ADDOPTS", words("-p --pyargs")),
    ("PSQLRC", words("/")),
    ("GREP_OPTIONS", words("-f")),
];

const AGENTS: Words =
    words("-javaagent -agentpath -agentlib -XX:OnError -XX:OnOutOfMemoryError @ -XX:Flags");

/// Variables that the shell expands like a double-quoted text when it prints a prompt.
const PROMPTS: Words = words("PS0 PS1 PS2 PS3 PS4 PROMPT RPROMPT RPS1 SPROMPT PROMPT2 PROMPT4");

/// Variables that name a file which a program writes.
const WRITES: Words = words(
    "\
    GIT_TRACE GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE2_PERF GIT_TRACE_CURL GIT_TRACE_PACKET \
    GIT_TRACE_PACKFILE GIT_TRACE_PERFORMANCE GIT_TRACE_SETUP GIT_TRACE_SHALLOW GIT_TRACE_REFS \
    GIT_TRACE_PACK_ACCESS GIT_TRACE_FSMONITOR HISTFILE LESSHISTFILE MYSQL_HISTFILE \
    PSQL_HISTORY SQLITE_HISTORY NODE_REPL_HISTORY PYTHON_HISTORY NODE_V8_COVERAGE SSLKEYLOGFILE \
    LD_DEBUG_OUTPUT GMON_OUT_PREFIX LLVM_PROFILE_FILE COVERAGE_FILE PYTHONPYCACHEPREFIX \
    GIT_REDIRECT_STDOUT GIT_REDIRECT_STDERR PKG_CONFIG_LOG NVIM_LOG_FILE GDBHISTFILE \
    DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES",
);

/// Variables that name a file which a program writes anew.
const WRITES_ANEW: Words = words("GIT_INDEX_FILE MALLOC_TRACE");

/// Variables in the language of an editor or an interpreter.
const FOREIGN: Words = words(
    "VIMINIT EXINIT GVIMINIT LUA_INIT LUA_INIT_5_1 LUA_INIT_5_2 LUA_INIT_5_3 LUA_INIT_5_4 R_PROFILE R_PROFILE_USER",
);

/// Variables that move where programs and files are looked for.
const MOVES: Words = words(
    "\
    PATH IFS CDPATH FPATH fpath path cdpath HOME GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR \
    GIT_OBJECT_DIRECTORY PWD OLDPWD PYTHONHOME PYTHONPATH NODE_PATH PERL5LIB PERLLIB RUBYLIB \
    GEM_PATH GEM_HOME LUA_PATH LUA_CPATH CLASSPATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH \
    XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME KUBECONFIG DOCKER_CONFIG \
    AWS_CONFIG_FILE TMPDIR TMP TEMP",
);

/// Variables that every program may see without doing anything with them.
const DATA: Words = words(
    "\
    LANG LANGUAGE TZ TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE \
    CI DEBUG VERBOSE NODE_ENV RAILS_ENV RACK_ENV FLASK_ENV APP_ENV ENVIRONMENT PYTHONUNBUFFERED \
    PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONWARNINGS \
    RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR GIT_TERMINAL_PROMPT GIT_PAGER_IN_USE \
    GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL \
    GIT_COMMITTER_DATE GIT_OPTIONAL_LOCKS GIT_CEILING_DIRECTORIES LESSCHARSET GREP_COLOR \
    GREP_COLORS LS_COLORS TIME_STYLE BLOCKSIZE BLOCK_SIZE DF_BLOCK_SIZE DU_BLOCK_SIZE \
    POSIXLY_CORRECT QUOTING_STYLE AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION \
    PGPASSWORD PGUSER PGHOST PGDATABASE PGPORT MYSQL_PWD DEBIAN_FRONTEND USER LOGNAME HOSTNAME \
    SOURCE_DATE_EPOCH MSYS_NO_PATHCONV MSYS2_ARG_CONV_EXCL http_proxy https_proxy no_proxy \
    HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY all_proxy",
);

impl Door {
    /// What a variable of that name is.
    pub(in crate::facts) fn of(name: &str) -> Self {
        // Most names of a script's own have small letters.
        if !name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_') {
            let known = DATA.has(name);
            return match name {
                "path" | "fpath" | "cdpath" => Self::Moves,
                _ if known => Self::Data,
                // npm reads its settings from them, the shell for scripts among these.
                _ if name.starts_with("npm_config_") => Self::Unknown,
                _ => Self::Data,
            };
        }
        if DATA.has(name) || name.starts_with("LC_") {
            Self::Data
        } else if name == "BELAY_HOME" {
            Self::Guard
        } else if COMMANDS.has(name)
            || name.ends_with("_PAGER")
            || name.ends_with("EDITOR")
            || name.ends_with("_ASKPASS")
            || name.ends_with("_RUNNER") && name.starts_with("CARGO_")
            || name.ends_with("_LINKER") && name.starts_with("CARGO_")
        {
            Self::Command
        } else if LOADS.has(name)
            || name.starts_with("BASH_FUNC_")
            || name.starts_with("GIT_CONFIG_KEY_")
            || name.starts_with("GIT_CONFIG_VALUE_")
        {
            Self::Loads
        } else if PROMPTS.has(name) {
            Self::Prompt
        } else if WRITES.has(name) || name.starts_with("GIT_TRACE") {
            Self::Writes(Kind::Appends)
        } else if WRITES_ANEW.has(name) {
            Self::Writes(Kind::Overwrites)
        } else if FOREIGN.has(name) {
            Self::Foreign
        } else if MOVES.has(name) {
            Self::Moves
        } else if let Some((_, risky)) = OPTIONS.iter().find(|(known, _)| *known == name) {
            Self::Options(*risky)
        } else {
            Self::Unknown
        }
    }
}

/// What makes more of a text than the path of a program.
const PARTS_OF_CODE: [char; 8] = [' ', ';', '|', '&', '\n', '`', '(', '\t'];

/// Follows the value of a variable that is run, loaded or expanded by others.
pub(in crate::facts) fn run_if_code<'a>(walker: &mut Walker<'a>, name: &'a str, value: Value<'a>) {
    if !name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_') {
        return;
    }
    let at = walker.here();
    match Door::of(name) {
        Door::Data | Door::Unknown | Door::Moves => {}
        Door::Command => {
            let code = match value {
                Value::Text("" | "true" | ":" | "cat" | "less") => return,
                // git puts the names of files behind it.
                Value::Text(text) if name == "GIT_EXTERNAL_DIFF" => {
                    let text = bumpalo::format!(in walker.arena, "{} $_", text).into_bump_str();
                    Stream::Text(Flow { text, at, written: None, exact: false })
                }
                // Whoever starts an editor hands it a file.
                Value::Text(text)
                    if name.ends_with("EDITOR") || matches!(name, "VISUAL" | "FCEDIT") =>
                {
                    let text = bumpalo::format!(in walker.arena, "{} ./_", text).into_bump_str();
                    Stream::Text(Flow { text, at, written: None, exact: false })
                }
                Value::Text(text) => Stream::Text(Flow { text, at, written: None, exact: true }),
                Value::Download => Stream::Download,
                // `$DIR/bin/gcc`: a program from a folder that only the shell will know.
                Value::List([one]) => match walker.flow_of_arg(one) {
                    Stream::Text(flow) if flow.text == "$_" => Stream::Unknown,
                    Stream::Text(flow) if !flow.text.contains(PARTS_OF_CODE) => return,
                    other => other,
                },
                Value::List(_) | Value::Unknown => Stream::Unknown,
            };
            let dialect = walker.dialect();
            walker.run_stream(code, dialect, Scoping::Own, at);
        }
        Door::Loads if !matches!(value, Value::Text("" | "/dev/null")) => loads(walker, at),
        Door::Loads => {}
        Door::Options(risky) => {
            let text = match value {
                Value::Text(text) => text,
                Value::List([one]) => one.text,
                _ => return,
            };
            if risky.any_within(text) {
                loads(walker, at);
            }
        }
        Door::Prompt => {
            if let Value::Text(text) = value
                && (text.contains("$(") || text.contains('`'))
            {
                loads(walker, at);
            }
        }
        Door::Writes(how) => {
            let file = match value {
                Value::Text(text) if text.contains(['/', '.']) => {
                    Arg::whole(walker.alloc_str(text), at)
                }
                Value::List([one]) if one.text.contains('/') || one.tilde => *one,
                _ => return,
            };
            walker.touches(how, &file, Traits::POSSIBLE);
        }
        Door::Foreign => match value {
            Value::Text("") => {}
            _ => loads(walker, at),
        },
        // Another folder has other settings, and no checkpoints.
        Door::Guard => {
            walker.add(Kind::Configures, Domain::Guard, Domain::Guard.place(), Traits::empty(), at);
        }
    }
}

fn loads(walker: &mut Walker<'_>, at: Location) {
    walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::POSSIBLE, at);
}
