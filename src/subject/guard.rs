//! Catches panics of subjects silently.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught and counted, and need not be printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The result of `work`, or the message of its panic.
///
/// The panic prints nothing. For that the panic hook of the process is wrapped once, by one that
/// passes on all panics outside such a call.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static WRAPPED: Once = Once::new();
    WRAPPED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    let outer = QUIET.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(outer);
    // A panic message may be any text; reports have one line for it.
    outcome.map_err(|panic| message(&*panic).replace(['\n', '\r'], " "))
}

/// The message of a panic.
pub(crate) fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a text")
}

#[cfg(test)]
mod tests {
    use super::guarded;

    /// Claim: a panic becomes its message, in one line, at any nesting of guards; other results are
    /// passed through.
    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 3), Ok(3));
        let number = 7;
        let nested = guarded(|| {
            let inner = guarded(|| panic!("lines\n{number}"));
            assert_eq!(inner, Err::<(), _>("lines 7".to_owned()));
            panic!("plain")
        });
        assert_eq!(nested, Err::<(), _>("plain".to_owned()));
    }
}
