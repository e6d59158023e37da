//! The conversation between an editor and an agent, and what Belay says in it.
//!
//! Nothing here reads, writes or waits: a line goes in, and out come the lines to send and what is
//! to be asked of the guard. So the guard works while the other direction goes on.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use policy_core::shell::Dialect;
use serde_json::Value;

use super::calls::{Reading, ToolCalls};
use super::message::{
    Answered, Choice, CreateTerminal, Exited, Id, Message, OfTerminal, OpenSession, Permission,
    Prompt, Subject as Asked, ToolCall, Update, UpdateKind, WriteFile, careful,
};
use super::{MESSAGE, words};
use crate::answer::{Answer, Decision};
use crate::guard::{Call, Outcome, Subject, cut};
use crate::home::workspace_root;
use crate::hook::command_text;

/// What is to be done about a line.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// Whether the line itself goes on to the other side.
    pub(super) passes: bool,
    /// Lines for the editor, before that one.
    pub(super) to_client: Vec<Vec<u8>>,
    /// Lines for the agent.
    pub(super) to_agent: Vec<Vec<u8>>,
    /// What the guard is to be asked before it goes on.
    pub(super) question: Option<Question>,
    /// A call that is over.
    pub(super) ended: Option<(Call, Outcome)>,
    /// A message that a person has sent.
    pub(super) prompted: Option<(Call, String)>,
}

impl Step {
    fn pass() -> Self {
        Self { passes: true, ..Self::default() }
    }

    fn answer(line: Vec<u8>) -> Self {
        Self { to_agent: vec![line], ..Self::default() }
    }
}

/// Something the guard decides about.
#[derive(Debug)]
pub(super) struct Question {
    /// What would happen.
    pub(super) call: Call,
    /// Why it is asked about in any case, where it cannot be read.
    pub(super) unreadable: Option<String>,
    id: Id,
    session: String,
    what: What,
}

#[derive(Debug)]
enum What {
    /// The agent asks whether it may.
    Permission {
        options: Vec<Choice>,
        tool_call: Option<String>,
        /// Whether what was judged is what will run.
        certain: bool,
    },
    /// The editor is to write a file.
    Write,
    /// The editor is to run a command.
    Terminal,
}

/// The state of one conversation.
#[derive(Debug)]
pub(super) struct Proxy {
    /// Whether every question goes on to the person, whatever the verdict.
    always_asks: bool,
    agent: String,
    here: PathBuf,
    user_home: Option<PathBuf>,
    /// The folder of each session.
    folders: HashMap<String, PathBuf>,
    /// The message that each session works on.
    messages: HashMap<String, String>,
    calls: ToolCalls,
    /// What the editor has asked and the agent has not answered.
    opening: HashMap<Id, PathBuf>,
    hello: Option<Id>,
    /// What the agent has asked and the editor has not answered.
    waiting: HashMap<Id, Waiting>,
    /// Terminals that run, by session and name.
    terminals: HashMap<(String, String), Call>,
    /// What a person has allowed, once: a session and the text of a call.
    allowed: HashSet<(String, String)>,
    /// How questions of ours are told from the agent's.
    own: String,
    count: u64,
}

/// What an answer of the editor will mean.
#[derive(Debug)]
enum Waiting {
    /// A person decides about a question of the agent.
    Permission { session: String, tool_call: Option<String>, options: Vec<Choice>, call: Call },
    /// A person decides about a question of ours; the line waits for it.
    Own { question: Box<Question>, answer: Answer, line: Vec<u8>, card: String },
    /// A terminal gets its name.
    Terminal { session: String, call: Call },
    /// A terminal is waited for.
    Exit { session: String, terminal: String },
}

impl Proxy {
    pub(super) fn new(
        agent: String,
        here: PathBuf,
        user_home: Option<PathBuf>,
        own: String,
        always_asks: bool,
    ) -> Self {
        Self {
            always_asks,
            agent,
            here,
            user_home,
            folders: HashMap::new(),
            messages: HashMap::new(),
            calls: ToolCalls::default(),
            opening: HashMap::new(),
            hello: None,
            waiting: HashMap::new(),
            terminals: HashMap::new(),
            allowed: HashSet::new(),
            own,
            count: 0,
        }
    }

    /// A line of the agent.
    pub(super) fn of_agent(&mut self, line: &[u8]) -> Step {
        let text = String::from_utf8_lossy(line);
        match Message::read(&text) {
            Message::Request { id, method, params } => self.asked_by_agent(id, &method, params),
            Message::Told { method, params } if method == "session/update" => self.update(params),
            Message::Answer { id, result } => {
                self.answered_by_agent(&id, result);
                Step::pass()
            }
            Message::Ambiguous => {
                Step::answer(words::wrong("a key is there twice, or its value has the wrong type"))
            }
            Message::Several(all) if all.iter().any(|one| is_judged(one)) => {
                Step::answer(words::wrong("this protocol has one message a line"))
            }
            Message::Told { .. } | Message::Several(_) | Message::Unknown => Step::pass(),
        }
    }

    /// A line of the editor.
    pub(super) fn of_client(&mut self, line: &[u8]) -> Step {
        let text = String::from_utf8_lossy(line);
        match Message::read(&text) {
            Message::Request { id, method, params } => self.asked_by_client(id, &method, params),
            Message::Answer { id, result } => self.answered_by_client(&id, result),
            _ => Step::pass(),
        }
    }

    /// What the guard has decided about a line of the agent.
    pub(super) fn decided(&mut self, question: Question, answer: Answer, line: &[u8]) -> Step {
        let answer = match &question.unreadable {
            Some(why) if answer.decision == Decision::Allow => {
                Answer::ask(format!("Belay cannot tell what this does: {why}."))
            }
            _ => answer,
        };
        match &question.what {
            What::Permission { options, tool_call, certain } => {
                let (options, tool_call) = (options.clone(), tool_call.clone());
                let certain = *certain && question.unreadable.is_none();
                self.permission(question, &options, tool_call, certain, &answer)
            }
            What::Write | What::Terminal => self.deed(question, answer, line),
        }
    }

    fn permission(
        &mut self,
        question: Question,
        options: &[Choice],
        tool_call: Option<String>,
        certain: bool,
        answer: &Answer,
    ) -> Step {
        let Question { id, session, call, .. } = question;
        let explained = |proxy: &mut Self| {
            let tool_call = tool_call.as_deref()?;
            let content = proxy.calls.get(&session, tool_call)?.content();
            Some(words::explained(&session, tool_call, content, answer))
        };
        match answer.decision {
            Decision::Allow if certain && !self.always_asks => {
                // Never "always": that would end the questions of the agent.
                if let Some(option) = words::option(options, &["allow_once"]) {
                    let line = words::picked(&id, option, None);
                    self.begin(&session, tool_call.as_deref(), call);
                    return Step::answer(line);
                }
            }
            Decision::Allow => {}
            Decision::Ask => {
                let told = explained(self);
                self.wait_for_person(id, session, tool_call, options, call);
                return Step { to_client: told.into_iter().collect(), ..Step::pass() };
            }
            Decision::Deny => {
                let told = explained(self);
                let line = match words::option(options, &["reject_once", "reject_always"]) {
                    Some(option) => words::picked(&id, option, Some(answer)),
                    None => words::withdrawn(&id),
                };
                return Step { to_client: told.into_iter().collect(), ..Step::answer(line) };
            }
        }
        self.wait_for_person(id, session, tool_call, options, call);
        Step::pass()
    }

    fn wait_for_person(
        &mut self,
        id: Id,
        session: String,
        tool_call: Option<String>,
        options: &[Choice],
        call: Call,
    ) {
        let options = options.to_vec();
        self.waiting.insert(id, Waiting::Permission { session, tool_call, options, call });
    }

    /// A call may go on: it is paired with its end, and what it does is not asked about again.
    fn begin(&mut self, session: &str, tool_call: Option<&str>, call: Call) {
        self.allowed.insert((session.to_owned(), call.text()));
        if let Some(known) = tool_call.and_then(|id| self.calls.get(session, id)) {
            known.begun = Some(call);
        }
    }

    /// The editor is to do something by itself: it does, or it does not.
    fn deed(&mut self, question: Question, answer: Answer, line: &[u8]) -> Step {
        let key = (question.session.clone(), question.call.text());
        let agreed = self.allowed.remove(&key) && question.unreadable.is_none();
        match answer.decision {
            Decision::Deny => Step::answer(words::refused(&question.id, &answer)),
            Decision::Ask if !agreed => {
                self.count += 1;
                let card = format!("{}-{}", self.own, self.count);
                let own = Id::of_text(&card);
                let kind = match question.what {
                    What::Write => "edit",
                    _ => "execute",
                };
                let title = cut(&question.call.text());
                let session = question.session.clone();
                let asked = words::question(&own, &session, &card, (&title, kind), &answer);
                let line = line.to_vec();
                self.waiting
                    .insert(own, Waiting::Own { question: Box::new(question), answer, line, card });
                Step { to_client: vec![asked], ..Step::default() }
            }
            Decision::Allow | Decision::Ask => {
                self.passed_on(question);
                Step::pass()
            }
        }
    }

    fn passed_on(&mut self, question: Question) {
        if let What::Terminal = question.what {
            let Question { id, session, call, .. } = question;
            self.waiting.insert(id, Waiting::Terminal { session, call });
        }
    }

    fn asked_by_agent(&mut self, id: Id, method: &str, params: &str) -> Step {
        match method {
            "session/request_permission" => self.permission_asked(id, params),
            "fs/write_text_file" => match careful::<WriteFile>(params) {
                Ok(asked) => {
                    let subjects = vec![Subject::Write(asked.path)];
                    self.judge(id, asked.session_id, subjects, None, What::Write)
                }
                Err(why) => self.unreadable(id, params, &why, What::Write),
            },
            "terminal/create" => match careful::<CreateTerminal>(params) {
                Ok(asked) => {
                    let subjects = vec![run(&asked)];
                    self.judge(id, asked.session_id, subjects, asked.cwd, What::Terminal)
                }
                Err(why) => self.unreadable(id, params, &why, What::Terminal),
            },
            "terminal/wait_for_exit" => {
                if let Ok(OfTerminal { session_id, terminal_id }) = careful(params) {
                    let waiting = Waiting::Exit { session: session_id, terminal: terminal_id };
                    self.waiting.insert(id, waiting);
                }
                Step::pass()
            }
            "terminal/release" => {
                let ended = careful::<OfTerminal>(params).ok().and_then(|of| {
                    let call = self.terminals.remove(&(of.session_id, of.terminal_id))?;
                    Some((call, Outcome::default()))
                });
                Step { ended, ..Step::pass() }
            }
            _ => Step::pass(),
        }
    }

    fn permission_asked(&mut self, id: Id, params: &str) -> Step {
        let asked: Permission = match careful(params) {
            Ok(asked) => asked,
            Err(why) => {
                let what =
                    What::Permission { options: Vec::new(), tool_call: None, certain: false };
                return self.unreadable(id, params, &why, what);
            }
        };
        let session = asked.session_id;
        let options = asked.options;
        let tool_call = match (asked.tool_call, asked.subject) {
            (_, Some(Asked::Command { command, cwd, tool_call_id })) => {
                let subjects = vec![Subject::Run { command, shell: usual_shell() }];
                let what = What::Permission { options, tool_call: tool_call_id, certain: true };
                return self.judge(id, session, subjects, Some(cwd), what);
            }
            (Some(told), _) => told,
            (None, Some(Asked::ToolCall { tool_call: told })) => *told,
            (None, Some(Asked::Other) | None) => return Step::pass(),
        };
        let name = tool_call.tool_call_id.clone();
        let what = |certain| What::Permission { options, tool_call: Some(name), certain };
        match self.calls.learn(&session, tool_call).reading() {
            Reading::Other => Step::pass(),
            Reading::Does { subjects, cwd, certain } => {
                self.judge(id, session, subjects, cwd, what(certain))
            }
            Reading::Unreadable(why) => {
                let mut step = self.judge(id, session, Vec::new(), None, what(false));
                if let Some(question) = &mut step.question {
                    question.unreadable = Some(why);
                }
                step
            }
        }
    }

    /// Asks the guard about something in a session.
    fn judge(
        &mut self,
        id: Id,
        session: String,
        subjects: Vec<Subject>,
        cwd: Option<String>,
        what: What,
    ) -> Step {
        let name = match &what {
            What::Permission { tool_call: Some(name), .. } => name.clone(),
            _ => id.json().to_owned(),
        };
        let call = self.call(&session, Some(name), subjects, cwd.as_deref());
        let question = Question { call, unreadable: None, id, session, what };
        Step { question: Some(question), ..Step::default() }
    }

    /// Something is asked for in a way that cannot be read: a person is asked whether it may be.
    fn unreadable(&mut self, id: Id, params: &str, why: &str, what: What) -> Step {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Of {
            session_id: String,
        }
        let session =
            serde_json::from_str(params).map_or_else(|_| String::new(), |of: Of| of.session_id);
        let mut step = self.judge(id, session, Vec::new(), None, what);
        if let Some(question) = &mut step.question {
            question.unreadable = Some(why.to_owned());
        }
        step
    }

    fn call(
        &self,
        session: &str,
        id: Option<String>,
        subjects: Vec<Subject>,
        cwd: Option<&str>,
    ) -> Call {
        let folder = self.folders.get(session).unwrap_or(&self.here);
        let cwd = cwd.map_or_else(|| folder.clone(), |cwd| folder.join(cwd));
        let workspace = workspace_root(folder, self.user_home.as_deref());
        let inside = cwd.starts_with(&workspace);
        Call {
            agent: self.agent.clone(),
            session: if session.is_empty() { self.own.clone() } else { session.to_owned() },
            id,
            message: self.messages.get(session).cloned(),
            workspace: if inside {
                workspace
            } else {
                workspace_root(&cwd, self.user_home.as_deref())
            },
            cwd,
            subjects,
            background: false,
            can_ask: true,
        }
    }

    fn update(&mut self, params: &str) -> Step {
        // Most of what agents say is text. A call that is told in another spelling is one that
        // nobody has told of, and asked about.
        if !params.contains("tool_call") {
            return Step::pass();
        }
        let Ok(Update { session_id, update }) = serde_json::from_str::<Update<'_>>(params) else {
            return Step::pass();
        };
        let kind = serde_json::from_str::<UpdateKind<'_>>(update.get()).map(|kind| kind.kind);
        if !matches!(kind.as_deref(), Ok("tool_call" | "tool_call_update")) {
            return Step::pass();
        }
        // What cannot be read is remembered by nobody: a question about it stays unreadable.
        let Ok(told) = careful::<ToolCall>(update.get()) else { return Step::pass() };
        let known = self.calls.learn(&session_id, told);
        let ended = known.failed().and_then(|failed| {
            let call = known.begun.take()?;
            Some((call, Outcome { failed, ..Outcome::default() }))
        });
        Step { ended, ..Step::pass() }
    }

    fn answered_by_agent(&mut self, id: &Id, result: &str) {
        if self.hello.as_ref() == Some(id) {
            self.hello = None;
            let result: Value = serde_json::from_str(result).unwrap_or_default();
            let name = ["/agentInfo/name", "/info/name"]
                .into_iter()
                .find_map(|place| result.pointer(place)?.as_str());
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                self.agent = cut(name);
            }
        }
        if let Some(folder) = self.opening.remove(id)
            && let Ok(OpenSession { session_id: Some(session), .. }) = serde_json::from_str(result)
        {
            self.folders.insert(session, folder);
        }
    }

    fn asked_by_client(&mut self, id: Id, method: &str, params: &str) -> Step {
        match method {
            "initialize" => self.hello = Some(id),
            "session/new" | "session/load" | "session/resume" | "session/fork" => {
                let asked: OpenSession = serde_json::from_str(params).unwrap_or_default();
                let folder = asked.cwd.map_or_else(|| self.here.clone(), |cwd| self.here.join(cwd));
                let folder = dunce::simplified(&folder).to_path_buf();
                if let Some(session) = asked.session_id.filter(|_| method != "session/fork") {
                    self.folders.insert(session, folder.clone());
                }
                self.opening.insert(id, folder);
            }
            "session/prompt" => {
                if let Ok(Prompt { session_id, prompt }) = serde_json::from_str(params) {
                    let message = format!("{MESSAGE}{:016x}", rand::random::<u64>());
                    self.messages.insert(session_id.clone(), message);
                    let call = self.call(&session_id, None, Vec::new(), None);
                    let prompted = Some((call, first_text(&prompt)));
                    return Step { prompted, ..Step::pass() };
                }
            }
            _ => {}
        }
        Step::pass()
    }

    fn answered_by_client(&mut self, id: &Id, result: &str) -> Step {
        let Some(waiting) = self.waiting.remove(id) else { return Step::pass() };
        let chosen = || serde_json::from_str::<Answered>(result).ok().and_then(Answered::option);
        match waiting {
            Waiting::Permission { session, tool_call, options, call } => {
                let chosen = chosen();
                let option =
                    options.iter().find(|option| Some(&option.option_id) == chosen.as_ref());
                if option.is_some_and(|option| option.kind.starts_with("allow")) {
                    self.begin(&session, tool_call.as_deref(), call);
                }
                Step::pass()
            }
            Waiting::Own { question, answer, line, card } => {
                let allowed = chosen().as_deref() == Some(words::ALLOW);
                let settled = words::settled(&question.session, &card, allowed);
                if allowed {
                    self.passed_on(*question);
                    return Step { to_client: vec![settled, line], ..Step::default() };
                }
                let refusal = words::refused(&question.id, &answer);
                Step { to_client: vec![settled], ..Step::answer(refusal) }
            }
            Waiting::Terminal { session, call } => {
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct Made {
                    terminal_id: String,
                }
                if let Ok(Made { terminal_id }) = serde_json::from_str(result) {
                    self.terminals.insert((session, terminal_id), call);
                }
                Step::pass()
            }
            Waiting::Exit { session, terminal } => {
                let exited: Option<Exited> = serde_json::from_str(result).ok();
                let ended = exited.and_then(|exited| {
                    let call = self.terminals.remove(&(session, terminal))?;
                    let interrupted = exited.signal.is_some();
                    let failed = interrupted || exited.exit_code.is_some_and(|code| code != 0);
                    Some((call, Outcome { failed, interrupted, exit_code: exited.exit_code }))
                });
                Step { ended, ..Step::pass() }
            }
        }
    }
}

/// Whether a message asks for something that would be judged if it stood alone.
fn is_judged(text: &str) -> bool {
    match Message::read(text) {
        Message::Request { method, .. } => matches!(
            &*method,
            "session/request_permission" | "fs/write_text_file" | "terminal/create"
        ),
        Message::Ambiguous | Message::Several(_) => true,
        _ => false,
    }
}

/// The command a terminal would run. Some agents put a whole line into `command`, others the
/// program alone.
fn run(asked: &CreateTerminal) -> Subject {
    let (command, shell) = match asked.args.as_deref() {
        None | Some([]) => (asked.command.clone(), None),
        Some(args) => {
            let words: Vec<String> =
                [&asked.command].into_iter().chain(args).map(String::to_owned).collect();
            command_text(&words)
        }
    };
    Subject::Run { command, shell: shell.unwrap_or_else(usual_shell) }
}

fn usual_shell() -> Dialect {
    if cfg!(windows) { Dialect::PowerShell } else { Dialect::Bash }
}

/// The first text of a message.
fn first_text(prompt: &Value) -> String {
    let blocks = prompt.as_array().into_iter().flatten();
    let mut texts = blocks.filter_map(|block| block.get("text")?.as_str());
    texts.next().unwrap_or_default().to_owned()
}
