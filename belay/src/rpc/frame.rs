//! Messages on a pipe: a header with the length of the body, an empty line, the body. It is the
//! form that language servers use, so that their clients can be used here.

use std::io::{self, BufRead, Read as _, Write};

use serde_json::Value;

/// The longest body that is read. A conversation with pictures fits.
const MOST: u64 = 256 << 20;
/// The longest line of a header.
const MOST_HEADER: u64 = 8 << 10;

/// The next body; nothing where the pipe was closed between two messages.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    let mut first = true;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return if first { Ok(None) } else { Err(broken("the pipe was closed in a header")) };
        }
        if line.last() != Some(&b'\n') {
            return Err(broken("a header without an end; each message begins with Content-Length"));
        }
        first = false;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(broken(
                "a header without a colon; each message begins with Content-Length",
            ));
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let length = length.ok_or_else(|| broken("a message without its Content-Length"))?;
    if length > MOST {
        return Err(broken("a message of more than 256 MiB"));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if body.len() as u64 != length {
        return Err(broken("the pipe was closed in the middle of a message"));
    }
    Ok(Some(body))
}

/// Writes a message with its header.
pub(super) fn write(out: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{body}", body.len())
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all(mut bytes: &[u8]) -> Vec<Result<Vec<u8>, String>> {
        let mut found = Vec::new();
        loop {
            match read(&mut bytes) {
                Ok(None) => return found,
                Ok(Some(body)) => found.push(Ok(body)),
                Err(error) => {
                    found.push(Err(error.to_string()));
                    return found;
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut pipe = Vec::new();
        for text in ["é", "", "a\r\n\r\nContent-Length: 3\r\n\r\n"] {
            assert!(write(&mut pipe, &json!({ "text": text })).is_ok());
        }
        let read: Vec<Value> = all(&pipe)
            .into_iter()
            .map(|body| serde_json::from_slice(&body.unwrap_or_default()).unwrap_or_default())
            .collect();
        assert_eq!(read.len(), 3);
        assert_eq!(read.first(), Some(&json!({ "text": "é" })));
    }

    #[test]
    fn a_pipe_that_is_cut_anywhere_gives_no_half_message() {
        let mut pipe = Vec::new();
        assert!(write(&mut pipe, &json!({ "method": "exit" })).is_ok());
        for end in 1..pipe.len() {
            let cut = all(pipe.get(..end).unwrap_or_default());
            assert!(cut.iter().all(Result::is_err), "{end}: {cut:?}");
        }
        assert_eq!(all(b"").len(), 0);
    }

    #[test]
    fn a_wrong_header_is_told() {
        for (pipe, part) in [
            ("hello\n", "colon"),
            ("X: 1\r\n\r\n{}", "without its Content-Length"),
            ("Content-Length: 999999999999\r\n\r\n", "256 MiB"),
            ("content-length: 2\r\nContent-Type: x\r\n\r\n{}", ""),
        ] {
            let told = all(pipe.as_bytes());
            let wrong = told.first().and_then(|one| one.as_ref().err()).cloned();
            assert!(wrong.unwrap_or_default().contains(part), "{pipe}: {told:?}");
        }
    }
}
