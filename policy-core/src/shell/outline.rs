//! A tree on one line, for tests.
//!
//! Commands are `(word word)`; a word shows its pieces: literal text as it is (quoted with `'…'`
//! where it holds blanks or is empty), `$name` for parameters, `$(…)` for substitutions, `*` for
//! pattern characters, `?` for what only the shell will know.

use super::tree::{
    Arm, AssignedValue, Command, Join, Node, ParameterForm, Piece, Redirect, Redirection, Script,
    SubstitutionKind, Word,
};

/// Writes the tree out.
#[must_use]
pub(crate) fn outline(script: &Script<'_>) -> String {
    let mut out = String::new();
    write_script(&mut out, script);
    out
}

fn write_script(out: &mut String, script: &Script<'_>) {
    for (index, item) in script.items.iter().enumerate() {
        if index > 0 {
            out.push_str(match item.join {
                Join::Always => "; ",
                Join::IfOk => " && ",
                Join::IfFailed => " || ",
            });
        }
        write_node(out, &item.node);
        if item.background {
            out.push_str(" &");
        }
    }
}

fn write_node(out: &mut String, node: &Node<'_>) {
    match node {
        Node::Command(command) => write_command(out, command),
        Node::Pipeline(members) => {
            for (index, member) in members.iter().enumerate() {
                if index > 0 {
                    out.push_str(" | ");
                }
                write_node(out, member);
            }
        }
        Node::Group(group) => {
            out.push_str(if group.subshell { "sub[" } else { "{" });
            write_script(out, &group.body);
            out.push(if group.subshell { ']' } else { '}' });
            write_redirections(out, group.redirections);
        }
        Node::Choice(choice) => {
            out.push_str("choice");
            for word in choice.subject {
                out.push(' ');
                write_word(out, word);
            }
            for arm in choice.arms {
                write_arm(out, arm);
            }
        }
        Node::Loop(repeated) => {
            out.push_str("loop");
            if let Some(variable) = repeated.variable {
                out.push(' ');
                out.push_str(variable);
            }
            write_words(out, "=", repeated.values);
            if !repeated.condition.is_empty() {
                out.push_str(" while ");
                write_script(out, &repeated.condition);
            }
            out.push_str(" {");
            write_script(out, &repeated.body);
            out.push('}');
        }
        Node::Line(line) => write_script(out, line),
        Node::Function(function) => {
            out.push_str("fn ");
            out.push_str(function.name);
            out.push_str(" {");
            write_script(out, &function.body);
            out.push('}');
        }
        Node::Expression(words) => {
            out.push_str("expr");
            write_words(out, "", words);
        }
    }
}

fn write_arm(out: &mut String, arm: &Arm<'_>) {
    out.push_str(" [");
    if !arm.condition.is_empty() {
        write_script(out, &arm.condition);
        out.push(' ');
    }
    for pattern in arm.patterns {
        write_word(out, pattern);
        out.push(' ');
    }
    out.push_str("=> ");
    write_script(out, &arm.body);
    out.push(']');
}

fn write_words(out: &mut String, lead: &str, words: &[Word<'_>]) {
    if !words.is_empty() {
        out.push_str(lead);
    }
    for word in words {
        out.push(' ');
        write_word(out, word);
    }
}

fn write_command(out: &mut String, command: &Command<'_>) {
    out.push('(');
    let start = out.len();
    for assignment in command.assignments {
        separate(out, start);
        out.push_str(assignment.name);
        if let Some(subscript) = assignment.subscript {
            out.push('[');
            write_word(out, subscript);
            out.push(']');
        }
        out.push_str(if assignment.appends { "+=" } else { "=" });
        match assignment.value {
            AssignedValue::Word(word) => write_word(out, &word),
            AssignedValue::List(words) => {
                out.push('[');
                write_words(out, "", words);
                out.push(']');
            }
        }
    }
    for word in command.words {
        separate(out, start);
        write_word(out, word);
    }
    out.push(')');
    write_redirections(out, command.redirections);
}

fn separate(out: &mut String, start: usize) {
    if out.len() > start {
        out.push(' ');
    }
}

fn write_redirections(out: &mut String, redirections: &[Redirection<'_>]) {
    for redirection in redirections {
        out.push(' ');
        if let Some(descriptor) = redirection.descriptor {
            out.push_str(&descriptor.to_string());
        }
        out.push_str(match redirection.kind {
            Redirect::Read => "<",
            Redirect::Overwrite => ">",
            Redirect::Append => ">>",
            Redirect::ReadWrite => "<>",
            Redirect::Duplicate => ">&",
            Redirect::HereDocument => "<<",
            Redirect::HereString => "<<<",
        });
        write_word(out, &redirection.target);
    }
}

fn write_word(out: &mut String, word: &Word<'_>) {
    if word.pieces.is_empty() {
        out.push_str("''");
    }
    for piece in word.pieces {
        write_piece(out, piece);
    }
}

fn write_piece(out: &mut String, piece: &Piece<'_>) {
    match piece {
        Piece::Text { text, .. } => {
            if text.is_empty() || text.contains(char::is_whitespace) {
                out.push('\'');
                out.push_str(text);
                out.push('\'');
            } else {
                out.push_str(text);
            }
        }
        Piece::Parameter(parameter) => {
            out.push('$');
            out.push_str(parameter.name);
            out.push_str(match parameter.form {
                ParameterForm::Plain => "",
                ParameterForm::Elements => "[@]",
                ParameterForm::Default => ":-",
                ParameterForm::Assign => ":=",
                ParameterForm::Alternative => ":+",
                ParameterForm::Other => ":…",
            });
            if !parameter.words.is_empty() {
                out.push('{');
                write_words(out, "", parameter.words);
                out.push('}');
            }
        }
        Piece::Substitution(substitution) => {
            out.push_str(match substitution.kind {
                SubstitutionKind::Output => "$(",
                SubstitutionKind::ReadFrom => "<(",
                SubstitutionKind::WriteTo => ">(",
                SubstitutionKind::Block => "{(",
            });
            write_script(out, &substitution.body);
            out.push(')');
        }
        Piece::Arithmetic { words, .. } => {
            out.push_str("$((");
            write_words(out, "", words);
            out.push_str("))");
        }
        Piece::Glob { text, .. } => out.push_str(text),
        Piece::Brace { alternatives, .. } => {
            out.push('{');
            for (index, alternative) in alternatives.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_word(out, alternative);
            }
            out.push('}');
        }
        Piece::Tilde { user, .. } => {
            out.push('~');
            out.push_str(user);
        }
        Piece::Code { text, .. } => {
            out.push_str("code<");
            out.push_str(text);
            out.push('>');
        }
        Piece::Opaque { .. } => out.push('?'),
    }
}
