//! Lines in and lines out, each direction in its order.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufWriter, Read as _, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The longest line. A message with pictures fits.
const LONGEST: u64 = 256 << 20;

/// The next line with its end; nothing at the end of the pipe. The last line may have no end.
pub(super) fn next(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a line of more than 256 MiB"));
    }
    Ok((!line.is_empty()).then_some(line))
}

/// Lines that wait to be written.
#[derive(Debug)]
pub(super) struct Outbox {
    queue: Mutex<Queue>,
    changed: Condvar,
    most: usize,
}

#[derive(Debug, Default)]
struct Queue {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Nothing more comes; what is there is still written.
    ended: bool,
    /// Nobody reads any more.
    gone: bool,
}

impl Outbox {
    /// One that takes lines at once until it holds so many bytes. Who puts in more waits, as at a
    /// pipe.
    pub(super) fn holding(most: usize) -> Self {
        Self { queue: Mutex::default(), changed: Condvar::new(), most }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts in a line.
    pub(super) fn put(&self, line: Vec<u8>) {
        let mut queue = self.queue();
        while queue.bytes > self.most && !queue.gone {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        if queue.gone {
            return;
        }
        queue.bytes += line.len();
        queue.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Nothing more comes.
    pub(super) fn end(&self) {
        self.queue().ended = true;
        self.changed.notify_all();
    }

    /// Writes until nothing more comes or nobody reads.
    pub(super) fn write_to(&self, out: impl Write) {
        let mut out = BufWriter::with_capacity(64 << 10, out);
        loop {
            let mut queue = self.queue();
            while queue.lines.is_empty() && !queue.ended {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut queue.lines);
            if lines.is_empty() {
                return;
            }
            drop(queue);
            let size = lines.iter().map(Vec::len).sum::<usize>();
            let written = lines.iter().try_for_each(|line| out.write_all(line));
            let written = written.and_then(|()| out.flush());
            let mut queue = self.queue();
            queue.bytes = queue.bytes.saturating_sub(size);
            if written.is_err() {
                queue.gone = true;
                queue.lines.clear();
            }
            self.changed.notify_all();
            if written.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn a_pipe_that_is_cut_anywhere_gives_the_same_lines() {
        let stream = "{\"id\":1}\n\n{\"é\":\"\\n\"}\r\nlog\nhalf";
        let whole =
            [&b"{\"id\":1}\n"[..], b"\n", "{\"é\":\"\\n\"}\r\n".as_bytes(), b"log\n", b"half"];
        for cut in 0..=stream.len() {
            let (first, second) = stream.as_bytes().split_at(cut);
            let mut input = io::BufReader::with_capacity(3, first.chain(second));
            let mut found = Vec::new();
            while let Ok(Some(line)) = next(&mut input) {
                found.push(line);
            }
            assert_eq!(found, whole, "cut at {cut}");
        }
    }

    #[test]
    fn lines_come_out_in_their_order_and_none_is_lost() {
        let outbox = Arc::new(Outbox::holding(100));
        let written = thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let mut out = Vec::new();
                outbox.write_to(&mut out);
                out
            });
            for number in 0..5_000 {
                outbox.put(format!("{number}\n").into_bytes());
            }
            outbox.end();
            writer.join().unwrap_or_default()
        });
        let expected: String = (0..5_000).map(|number| format!("{number}\n")).collect();
        assert_eq!(String::from_utf8_lossy(&written), expected);
    }

    #[test]
    fn a_reader_that_is_gone_holds_up_nobody() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let outbox = Outbox::holding(10);
        outbox.put(vec![b'x'; 100]);
        outbox.write_to(Gone);
        for _ in 0..100 {
            outbox.put(vec![b'x'; 100]);
        }
    }
}
