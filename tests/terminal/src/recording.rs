//! Pictures of a terminal, one after the other, as one SVG that moves.
//!
//! It brings its own dark window, so that it reads the same on a light page and on a dark one. A
//! row that several pictures share is written once.

use std::collections::HashMap;
use std::fmt::Write as _;

use vt100::{Color, Screen};

/// The size of a character, in points.
const WIDTH: f32 = 7.82;
const HEIGHT: u32 = 17;
const MARGIN: u32 = 14;
const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#d7dae0";
/// The sixteen colours of a terminal, on dark.
const PALETTE: [&str; 16] = [
    "#3b4048", "#e8686f", "#7fc379", "#e0b96b", "#6aa9f0", "#c382dd", "#5ab9c4", "#c8ccd4",
    "#7f848e", "#ff8087", "#97dc90", "#f2cf85", "#86beff", "#d79bef", "#74d2dc", "#ffffff",
];

/// What was seen, in order.
#[derive(Default)]
pub struct Recording {
    rows: Vec<String>,
    known: HashMap<String, usize>,
    frames: Vec<Frame>,
    size: (u16, u16),
}

struct Frame {
    rows: Vec<Option<usize>>,
    seconds: f32,
}

impl Recording {
    /// Adds what the screen shows, for this long.
    pub fn add(&mut self, screen: &Screen, seconds: f32) {
        let (rows, columns) = screen.size();
        self.size = (rows.get(), columns.get());
        let mut frame = Frame { rows: Vec::new(), seconds };
        for row in 0..rows.get() {
            let drawn = draw(screen, row, columns.get());
            frame.rows.push((!drawn.is_empty()).then(|| {
                *self.known.entry(drawn.clone()).or_insert_with(|| {
                    self.rows.push(drawn);
                    self.rows.len() - 1
                })
            }));
        }
        self.frames.push(frame);
    }

    /// The whole of it, with what it shows in words for those who do not see it.
    #[must_use]
    pub fn svg(&self, description: &str) -> String {
        let (rows, columns) = self.size;
        let width = f32::from(columns) * WIDTH + 2.0 * MARGIN as f32;
        let height = u32::from(rows) * HEIGHT + 2 * MARGIN;
        let whole: f32 = self.frames.iter().map(|frame| frame.seconds).sum();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height}\" \
             width=\"{width:.0}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>\n\
             text{{font:13px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;\
             fill:{FOREGROUND};white-space:pre}}\n.b{{font-weight:700}}.d{{opacity:.65}}\
             .i{{font-style:italic}}\n",
            escaped(description)
        );
        for (at, colour) in PALETTE.iter().enumerate() {
            let _ = write!(svg, ".c{at}{{fill:{colour}}}");
        }
        svg.push('\n');
        let mut start = 0.0;
        for (at, frame) in self.frames.iter().enumerate() {
            let from = start / whole * 100.0;
            start += frame.seconds;
            let to = start / whole * 100.0;
            // A step holds until the next one.
            let mut steps = String::new();
            if at > 0 {
                steps.push_str("0%{visibility:hidden}");
            }
            let _ = write!(steps, "{from:.2}%{{visibility:visible}}");
            if at + 1 < self.frames.len() {
                let _ = write!(steps, "{to:.2}%,100%{{visibility:hidden}}");
            }
            let _ = writeln!(
                svg,
                "@keyframes k{at}{{{steps}}}.f{at}{{visibility:hidden;animation:k{at} {whole:.1}s \
                 step-end infinite}}"
            );
        }
        // Whoever wants no movement sees how it ends.
        let last = self.frames.len().saturating_sub(1);
        let _ = writeln!(
            svg,
            "@media (prefers-reduced-motion:reduce){{g[class]{{animation:none}}\
             .f{last}{{visibility:visible}}}}\n</style>\n<rect width=\"100%\" height=\"100%\" \
             rx=\"8\" fill=\"{BACKGROUND}\"/>\n<defs>"
        );
        for (at, row) in self.rows.iter().enumerate() {
            let _ = writeln!(svg, "<g id=\"r{at}\">{row}</g>");
        }
        svg.push_str("</defs>\n");
        for (at, frame) in self.frames.iter().enumerate() {
            let _ = write!(svg, "<g class=\"f{at}\">");
            for (place, row) in frame.rows.iter().enumerate() {
                let Some(row) = row else { continue };
                let y = u32::try_from(place).unwrap_or(0) * HEIGHT + MARGIN;
                let _ = write!(svg, "<use href=\"#r{row}\" x=\"{MARGIN}\" y=\"{y}\"/>");
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// How a piece of a row looks.
#[derive(Clone, PartialEq)]
struct Look {
    colour: Option<String>,
    ground: Option<String>,
    classes: String,
}

fn draw(screen: &Screen, row: u16, columns: u16) -> String {
    let mut pieces: Vec<(u16, u16, Look, String)> = Vec::new();
    for column in 0..columns {
        let Some(cell) = screen.cell(row, column) else { continue };
        if cell.is_wide_continuation() {
            continue;
        }
        let text = if cell.contents().is_empty() { " " } else { cell.contents() };
        let look = look(cell);
        let wide = if cell.is_wide() { 2 } else { 1 };
        match pieces.last_mut() {
            // Wide and unusual characters begin a piece of their own, so that nothing shifts.
            Some((_, length, before, said)) if *before == look && wide == 1 && text.is_ascii() => {
                *length += 1;
                said.push_str(text);
            }
            _ => pieces.push((column, wide, look, text.to_owned())),
        }
    }
    let mut drawn = String::new();
    for (column, length, look, text) in &pieces {
        let x = f32::from(*column) * WIDTH;
        if let Some(ground) = &look.ground {
            let width = f32::from(*length) * WIDTH;
            let _ = write!(
                drawn,
                "<rect x=\"{x:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" {ground}/>"
            );
        }
        if text.trim().is_empty() {
            continue;
        }
        let colour = look.colour.as_deref().unwrap_or_default();
        let classes = look.classes.trim();
        let classes =
            if classes.is_empty() { String::new() } else { format!(" class=\"{classes}\"") };
        let text = escaped(text.trim_end());
        let _ = write!(drawn, "<text x=\"{x:.1}\" y=\"13\"{classes}{colour}>{text}</text>");
    }
    drawn
}

fn look(cell: &vt100::Cell) -> Look {
    let (mut front, mut back) = (cell.fgcolor(), cell.bgcolor());
    let mut classes = String::new();
    let mut ground = None;
    if cell.inverse() {
        std::mem::swap(&mut front, &mut back);
        if back == Color::Default {
            ground = Some(format!("fill=\"{FOREGROUND}\""));
        }
    }
    let mut colour = None;
    match front {
        Color::Default if cell.inverse() => colour = Some(format!(" style=\"fill:{BACKGROUND}\"")),
        Color::Default => {}
        Color::Idx(at @ 0..16) => classes.push_str(&format!("c{at} ")),
        other => colour = Some(format!(" style=\"fill:{}\"", hex(other))),
    }
    if back != Color::Default {
        ground = Some(format!("fill=\"{}\"", hex(back)));
    }
    for (set, class) in [(cell.bold(), "b "), (cell.dim(), "d "), (cell.italic(), "i ")] {
        if set {
            classes.push_str(class);
        }
    }
    Look { colour, ground, classes }
}

fn hex(colour: Color) -> String {
    match colour {
        Color::Default => FOREGROUND.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(at) => match at {
            0..16 => PALETTE.get(usize::from(at)).copied().unwrap_or(FOREGROUND).to_owned(),
            16..232 => {
                let step = |value: u8| if value == 0 { 0 } else { 55 + 40 * value };
                let at = at - 16;
                let (red, green, blue) = (step(at / 36), step(at / 6 % 6), step(at % 6));
                format!("#{red:02x}{green:02x}{blue:02x}")
            }
            232.. => {
                let grey = 8 + 10 * (at - 232);
                format!("#{grey:02x}{grey:02x}{grey:02x}")
            }
        },
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
