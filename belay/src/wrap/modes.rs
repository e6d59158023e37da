//! What an agent has switched on in the terminal, so that it can be switched off for the menu and
//! on again afterwards.

use std::collections::BTreeMap;

use super::sequences::{Csi, Direction, Reader, Step};

/// Modes that a menu would stumble over or that would be in the person's way, and whether each is
/// on in a terminal that nobody has touched. Screens are handled by themselves.
const PRIVATE: &[(u32, bool)] = &[
    (1, false), // cursor keys as applications want them
    (5, false), // black on white
    (6, false), // positions within the margins
    (7, true),  // lines wrap
    (9, false), // the mouse, 9 to 1003
    (1000, false),
    (1001, false),
    (1002, false),
    (1003, false),
    (1005, false), // how it is written, 1005 to 1016
    (1006, false),
    (1015, false),
    (1016, false),
    (25, true),    // a cursor
    (66, false),   // the keypad as applications want it
    (69, false),   // margins left and right
    (1004, false), // whether the window has the focus
    (1007, false), // the wheel as arrow keys
    (2004, false), // what is pasted is marked
    (2026, false), // nothing is shown until a frame is whole
    (2027, false), // characters of several code points
    (2031, false), // changes of the colours are told
    (2048, false), // changes of the size are told
    (9001, false), // keys as Windows' console has them
];

/// The ways to the other screen.
const SCREENS: [u32; 3] = [47, 1047, 1049];

/// Follows what is written to a terminal.
#[derive(Debug)]
pub(super) struct Modes {
    reader: Reader,
    /// Those that are not as they were.
    changed: BTreeMap<u32, bool>,
    /// By which mode the other screen was entered, if it is shown.
    other_screen: Option<u32>,
    /// Kitty's stacks of keyboard flags, one a screen.
    keyboard: [Vec<u32>; 2],
    /// What xterm calls modifyOtherKeys.
    other_keys: u32,
    /// Numbers on the keypad are sequences.
    keypad: bool,
    /// Text is inserted rather than written over.
    insert: bool,
    /// The cursor's shape.
    cursor: u32,
    /// The margins at the top and the bottom.
    margins: Option<(u32, u32)>,
    /// The characters in use, as `ESC (` and `ESC )` name them, and which of the two.
    characters: [u8; 2],
    second_characters: bool,
}

impl Modes {
    pub(super) fn new() -> Self {
        Self {
            reader: Reader::new(Direction::Screen),
            changed: BTreeMap::new(),
            other_screen: None,
            keyboard: [Vec::new(), Vec::new()],
            other_keys: 0,
            keypad: false,
            insert: false,
            cursor: 0,
            margins: None,
            characters: [b'B'; 2],
            second_characters: false,
        }
    }

    /// Takes what is written.
    pub(super) fn written(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    /// Takes bytes up to the first place where the menu can open, and says how many that were.
    pub(super) fn written_until_calm(&mut self, bytes: &[u8]) -> usize {
        for (at, byte) in bytes.iter().enumerate() {
            if self.is_calm() {
                return at;
            }
            self.byte(*byte);
        }
        bytes.len()
    }

    /// Whether nothing is half-way: no sequence, no character, no frame.
    pub(super) fn is_calm(&self) -> bool {
        self.reader.is_between() && !self.is_on(2026)
    }

    /// A sequence that has begun and would have to be begun again.
    pub(super) fn unfinished(&self) -> &[u8] {
        if self.reader.is_between() { &[] } else { self.reader.sequence() }
    }

    /// Whether the other screen is shown, which has no history and belongs to one program.
    pub(super) fn is_on_other_screen(&self) -> bool {
        self.other_screen.is_some()
    }

    /// What puts the terminal into the state a program expects at its start.
    pub(super) fn put_away(&self) -> Vec<u8> {
        let mut text = String::new();
        for (mode, on) in &self.changed {
            text.push_str(&private(*mode, !on));
        }
        let screen = usize::from(self.is_on_other_screen());
        if self.keyboard.get(screen).is_some_and(|flags| !flags.is_empty()) {
            text.push_str("\x1b[=0;1u");
        }
        if self.other_keys != 0 {
            text.push_str("\x1b[>4;0m");
        }
        if self.keypad {
            text.push_str("\x1b>");
        }
        if self.insert {
            text.push_str("\x1b[4l");
        }
        if self.cursor != 0 {
            text.push_str("\x1b[0 q");
        }
        if self.margins.is_some() {
            // Setting margins moves the cursor, so it is saved around it.
            text.push_str("\x1b7\x1b[r\x1b8");
        }
        if self.second_characters {
            text.push('\x0f');
        }
        if self.characters[0] != b'B' {
            text.push_str("\x1b(B");
        }
        if let Some(mode) = self.other_screen {
            text.push_str(&private(mode, false));
        }
        text.push_str("\x1b[m");
        text.into_bytes()
    }

    /// The other screen again, if it was shown: it is empty then, and has to be painted.
    pub(super) fn other_screen_again(&self) -> Vec<u8> {
        self.other_screen.map_or_else(Vec::new, |mode| private(mode, true).into_bytes())
    }

    /// What brings back all that [`Self::put_away`] has switched off, but for the screen.
    pub(super) fn bring_back(&self) -> Vec<u8> {
        let mut text = String::new();
        if let Some((top, bottom)) = self.margins {
            text.push_str(&format!("\x1b7\x1b[{top};{bottom}r\x1b8"));
        }
        let [first, second] = self.characters.map(char::from);
        if first != 'B' {
            text.push_str(&format!("\x1b({first}"));
        }
        if second != 'B' {
            text.push_str(&format!("\x1b){second}"));
        }
        if self.second_characters {
            text.push('\x0e');
        }
        if self.insert {
            text.push_str("\x1b[4h");
        }
        if self.keypad {
            text.push_str("\x1b=");
        }
        if self.cursor != 0 {
            text.push_str(&format!("\x1b[{} q", self.cursor));
        }
        if self.other_keys != 0 {
            text.push_str(&format!("\x1b[>4;{}m", self.other_keys));
        }
        let screen = usize::from(self.is_on_other_screen());
        let flags = self.keyboard.get(screen).and_then(|flags| flags.last());
        if let Some(flags) = flags {
            text.push_str(&format!("\x1b[={flags};1u"));
        }
        for (mode, on) in &self.changed {
            text.push_str(&private(*mode, *on));
        }
        text.into_bytes()
    }

    /// Whether anything is on that a shell would stumble over.
    pub(super) fn is_untouched(&self) -> bool {
        self.changed.is_empty()
            && self.other_screen.is_none()
            && self.keyboard.iter().all(Vec::is_empty)
            && self.other_keys == 0
            && !self.keypad
            && !self.insert
            && self.margins.is_none()
    }

    fn is_on(&self, mode: u32) -> bool {
        self.changed.get(&mode).copied().unwrap_or(false)
    }

    fn byte(&mut self, byte: u8) {
        match self.reader.push(byte) {
            Step::Inside => {}
            Step::Character => match byte {
                0x0e => self.second_characters = true,
                0x0f => self.second_characters = false,
                _ => {}
            },
            Step::Sequence => self.sequence(),
        }
    }

    fn sequence(&mut self) {
        match self.reader.sequence() {
            b"\x1b=" => self.keypad = true,
            b"\x1b>" => self.keypad = false,
            // Everything as it was when the terminal was switched on.
            b"\x1bc" => *self = Self::new(),
            [0x1b, b'(', set] => self.characters[0] = *set,
            [0x1b, b')', set] => self.characters[1] = *set,
            other => {
                if let Some(csi) = Csi::read(other) {
                    self.control(&csi);
                }
            }
        }
    }

    fn control(&mut self, csi: &Csi) {
        match (csi.mark, csi.between, csi.last) {
            (Some(b'?'), None, b'h' | b'l') => {
                for mode in &csi.parameters {
                    self.switch(mode.first().copied().unwrap_or(0), csi.last == b'h');
                }
            }
            (None, None, b'h' | b'l') if csi.parameter(0) == 4 => self.insert = csi.last == b'h',
            (None, None, b'r') => {
                let (top, bottom) = (csi.parameter(0), csi.parameter(1));
                self.margins = (top > 1 || bottom > 0).then_some((top.max(1), bottom));
            }
            (None, Some(b' '), b'q') => self.cursor = csi.parameter(0),
            (None, Some(b'!'), b'p') => self.soft_reset(),
            (Some(b'>'), None, b'm') if csi.parameter(0) == 4 => self.other_keys = csi.parameter(1),
            (Some(b'>'), None, b'n') if csi.parameter(0) == 4 => self.other_keys = 0,
            (Some(mark), None, b'u') => self.keyboard(mark, csi),
            _ => {}
        }
    }

    fn switch(&mut self, mode: u32, on: bool) {
        if SCREENS.contains(&mode) {
            self.other_screen = on.then_some(mode);
            return;
        }
        let Some((_, usual)) = PRIVATE.iter().find(|(known, _)| *known == mode) else { return };
        if on == *usual {
            self.changed.remove(&mode);
        } else {
            self.changed.insert(mode, on);
        }
    }

    fn keyboard(&mut self, mark: u8, csi: &Csi) {
        let screen = usize::from(self.is_on_other_screen());
        let Some(stack) = self.keyboard.get_mut(screen) else { return };
        let flags = csi.parameter(0);
        match mark {
            // A terminal keeps a few; so does this.
            b'>' if stack.len() < 32 => stack.push(flags),
            b'<' => {
                let count = usize::try_from(flags.max(1)).unwrap_or(usize::MAX);
                stack.truncate(stack.len().saturating_sub(count));
            }
            b'=' => {
                let present = stack.pop().unwrap_or(0);
                let flags = match csi.parameter(1) {
                    2 => present | flags,
                    3 => present & !flags,
                    _ => flags,
                };
                if flags != 0 || !stack.is_empty() {
                    stack.push(flags);
                }
            }
            _ => {}
        }
    }

    fn soft_reset(&mut self) {
        for mode in [1, 6, 7, 25, 66] {
            self.changed.remove(&mode);
        }
        (self.keypad, self.insert, self.margins) = (false, false, None);
        (self.characters, self.second_characters) = ([b'B'; 2], false);
    }
}

fn private(mode: u32, on: bool) -> String {
    format!("\x1b[?{mode}{}", if on { 'h' } else { 'l' })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> Modes {
        let mut modes = Modes::new();
        modes.written(text.as_bytes());
        modes
    }

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn what_is_on_goes_off_and_on_again() {
        let modes = after("\x1b[?1049h\x1b[?25l\x1b[?1000;1006h\x1b[?2004h\x1b[>1u\x1b=\x1b[5 q");
        let away = text(modes.put_away());
        let back = text(modes.bring_back());
        for (mode, off, on) in
            [(25, 'h', 'l'), (1000, 'l', 'h'), (1006, 'l', 'h'), (2004, 'l', 'h')]
        {
            assert!(away.contains(&format!("\x1b[?{mode}{off}")), "{away:?}");
            assert!(back.contains(&format!("\x1b[?{mode}{on}")), "{back:?}");
        }
        assert!(away.contains("\x1b[=0;1u") && back.contains("\x1b[=1;1u"));
        assert!(away.contains("\x1b>") && back.contains("\x1b="));
        assert!(away.contains("\x1b[0 q") && back.contains("\x1b[5 q"));
        assert!(away.contains("\x1b[?1049l") && !back.contains("1049"));
        assert_eq!(modes.other_screen_again(), b"\x1b[?1049h");
    }

    #[test]
    fn what_is_off_again_leaves_nothing_to_do() {
        let modes = after(
            "\x1b[?1049h\x1b[?1h\x1b=\x1b[?25l\x1b[>5u\x1b[2;20r\x1b[4h\
             \x1b[4l\x1b[r\x1b[<u\x1b[?25h\x1b>\x1b[?1l\x1b[?1049l",
        );
        assert!(modes.is_untouched());
        assert_eq!(text(modes.put_away()), "\x1b[m");
        assert_eq!(text(modes.bring_back()), "");
        assert!(after("\x1b[?1003h\x1b[?1049h\x1bc").is_untouched());
    }

    #[test]
    fn each_screen_has_keyboard_flags_of_its_own() {
        let modes = after("\x1b[>1u\x1b[?1049h");
        assert!(!text(modes.bring_back()).contains('u'));
        let modes = after("\x1b[>1u\x1b[>3u\x1b[<u");
        assert!(text(modes.bring_back()).contains("\x1b[=1;1u"));
        assert!(!modes.is_untouched());
    }

    #[test]
    fn the_menu_opens_between_sequences_and_frames() {
        let mut modes = after("a\x1b[3");
        assert!(!modes.is_calm());
        assert_eq!(modes.unfinished(), b"\x1b[3");
        assert_eq!(modes.written_until_calm(b"1mred"), 2);
        assert!(modes.is_calm());
        let mut modes = after("\x1b[?2026hab");
        assert_eq!(modes.written_until_calm(b"c\x1b[?2026ld"), 9);
    }
}
