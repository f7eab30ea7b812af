//! Ctrl-C during a campaign or a hunt: it ends after the current cases and prints its results so
//! far. An export ends without its file. A second Ctrl-C ends each at once.

use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code that shells use for programs ended by Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Starts to listen.
pub(super) fn listen() {
    // If no handler can be set, or another one is, Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(|| {
        if PRESSED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    });
}

/// Whether the campaign or hunt should end.
pub(super) fn is_asked() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
