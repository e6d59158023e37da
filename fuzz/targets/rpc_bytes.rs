//! What the target `rpc` does with its bytes. An ordinary test of `belay` replays
//! `regressions/rpc` through the same file.

use belay::rpc::decode;

/// Reads the bytes as a client's pipe.
///
/// # Panics
///
/// Where the same bytes are read in two ways, where a message behind whole ones is lost, or where
/// a pipe that was cut gives other messages than the whole one.
pub(crate) fn check(bytes: &[u8]) {
    let found = decode(bytes);
    assert_eq!(found, decode(bytes), "the same bytes are read in two ways");
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let framed = format!("Content-Length: {}\r\n\r\n{exit}", exit.len());
    let before = decode(&[framed.as_bytes(), bytes].concat());
    assert_eq!(before.first(), Some(&Ok("exit".to_owned())));
    assert_eq!(before.get(1..), Some(found.as_slice()), "a message in front changes those behind");
    let half = decode(bytes.get(..bytes.len() / 2).unwrap_or_default());
    // The last one of the half may be the end of the pipe itself.
    let whole = half.len().saturating_sub(1);
    assert_eq!(half.get(..whole), found.get(..whole), "a cut pipe gives other messages");
}
