//! Ctrl-C while a campaign runs: it ends after the cases at hand, and says how far it came. A
//! second one ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell reports of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

/// Whether it was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Listens from now on.
pub(super) fn listen() {
    // Where nobody can listen, or somebody does already, the program ends as others do.
    let _ = ctrlc::set_handler(|| {
        if PRESSED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    });
}

/// Whether the campaign is to end.
pub(super) fn is_asked() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
