//! Named steps at which a test may stop or kill the process.

use crate::error::Result;

/// Passes, unless a test asked for something else here.
#[cfg(not(feature = "failpoints"))]
#[inline]
#[expect(clippy::unnecessary_wraps, reason = "with the feature it may fail")]
pub(crate) fn step(_name: &str) -> Result<()> {
    Ok(())
}

/// `return(kill)` dies on the spot, as SIGKILL would; `return(full)` is a full disk;
/// any other `return` is an error of the system.
#[cfg(feature = "failpoints")]
pub(crate) fn step(name: &str) -> Result<()> {
    use crate::error::Error;
    fail::fail_point!(name, |action| {
        match action.as_deref() {
            Some("kill") => std::process::abort(),
            Some("full") => Err(Error::DiskFull { path: name.into() }),
            _ => Err(Error::io("reach", name, std::io::Error::other("asked for by a test"))),
        }
    });
    Ok(())
}
