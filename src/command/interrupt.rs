//! Ctrl-C during a campaign or a hunt: it ends after the current cases and prints its results so
//! far. An export ends without its file. A second Ctrl-C ends each at once.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::progress;

/// The exit code that shells use for programs ended by Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// What the first Ctrl-C prints: the current cases may take a while, if a program hangs.
const HEARD: &str = "stopping after the current cases; Ctrl-C again ends at once";

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Starts to listen.
pub(super) fn listen() {
    // If no handler can be set, or another one is, Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(|| {
        if PRESSED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
        // On a thread, not in a signal handler, so it may print. If standard error is closed, it
        // stops nevertheless.
        progress::above(|| {
            let _ = writeln!(io::stderr(), "{HEARD}");
        });
    });
}

/// Whether the campaign or hunt should end.
pub(super) fn is_asked() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
