//! Texts meant to make a reader stumble, of any length.

/// One way of being hostile.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What it is called in tables.
    pub name: &'static str,
    /// A text of about that many bytes.
    pub text: fn(usize) -> String,
}

/// All of them.
pub const SHAPES: [Shape; 12] = [
    Shape { name: "((((", text: |bytes| repeat("(", bytes) },
    Shape { name: "$( $( $(", text: |bytes| repeat("$(echo ", bytes) },
    Shape { name: "$( … ) closed", text: |bytes| nest("$(echo ", ")", bytes) },
    Shape { name: "\"$(\"$(\"$(", text: |bytes| repeat("\"$(a ", bytes) },
    Shape { name: "${${${", text: |bytes| repeat("${", bytes) },
    Shape { name: "${a:-${a:-", text: |bytes| repeat("${a:-", bytes) },
    Shape { name: "' quotes", text: |bytes| repeat("'a'\"b\"", bytes) },
    Shape { name: "a && a &&", text: |bytes| repeat("a && ", bytes) },
    Shape { name: "a=$a$a;", text: |bytes| repeat("a=$a$a; ", bytes) },
    Shape { name: "heredocs", text: |bytes| repeat("cat <<E\nrm -rf $x\nE\n", bytes) },
    Shape { name: "backticks", text: |bytes| repeat("`echo \\`echo ", bytes) },
    Shape { name: "rm -rf a a a", text: |bytes| format!("rm -rf {}", repeat("a ", bytes)) },
];

/// A little of each.
#[must_use]
pub fn mixed(bytes: usize) -> String {
    let each = bytes / SHAPES.len();
    let mut text = String::with_capacity(bytes);
    // What is closed stands first: what is open swallows the rest.
    for shape in SHAPES.iter().rev() {
        text.push_str(&(shape.text)(each));
        text.push('\n');
    }
    text
}

fn repeat(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len().max(1))
}

fn nest(open: &str, close: &str, bytes: usize) -> String {
    let depth = bytes / (open.len() + close.len()).max(1);
    open.repeat(depth) + &close.repeat(depth)
}
