//! Progress bars with position, rate and time left.
//!
//! They are drawn on standard error, if that is a terminal, and removed on drop, so an early error
//! leaves nothing behind.

use std::fmt::Write;
use std::sync::Mutex;

use indicatif::{
    HumanCount, ProgressBar, ProgressFinish, ProgressState, ProgressStyle, WeakProgressBar,
};

/// The layout of a bar; `UNIT` is replaced by the unit. The longest fits 80 columns.
const TEMPLATE: &str = "{bar:20} {human_pos}/{human_len} UNIT  {rate}/s  {eta} left";

/// The newest bar, which may be gone.
static NEWEST: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// A bar of this many steps; the unit is a plural such as `cases`.
pub(super) fn bar(steps: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_finish(ProgressFinish::AndClear);
    let bar = styled(bar, unit);
    if let Ok(mut newest) = NEWEST.lock() {
        *newest = Some(bar.downgrade());
    }
    bar
}

/// Does what prints on standard error, from any thread. The bar is not drawn over it, but below.
pub(super) fn above(print: impl FnOnce()) {
    let newest = NEWEST.lock().ok();
    let bar = newest.and_then(|newest| newest.as_ref()?.upgrade());
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

fn styled(bar: ProgressBar, unit: &str) -> ProgressBar {
    match ProgressStyle::with_template(&TEMPLATE.replace("UNIT", unit)) {
        Ok(style) => bar.with_style(style.with_key(
            "rate",
            |state: &ProgressState, out: &mut dyn Write| {
                let _ = out.write_str(&rate(state.per_sec()));
            },
        )),
        Err(_) => bar,
    }
}

/// Steps a second: an integer, unless it is small.
fn rate(per_second: f64) -> String {
    /// Below this a decimal is shown.
    const FEW: f64 = 10.0;
    if per_second < FEW {
        format!("{per_second:.1}")
    } else {
        HumanCount(per_second as u64).to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::*;

    /// A terminal that stores its current line.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl Screen {
        fn line(&self) -> String {
            self.0.lock().expect("one thread").trim_end().to_owned()
        }

        fn write(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("one thread").push_str(text);
            Ok(())
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            u16::MAX
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.write(text)
        }

        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().expect("one thread").clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    // Claim: a bar shows position, length, unit, rate and time left on its line, and is removed on
    // drop, finished or not.
    #[test]
    fn a_bar_shows_and_goes() {
        for (steps, unit) in [(760_000_000, "cases"), (20_000, "attempts at most")] {
            let screen = Screen::default();
            let bar = bar(steps, unit);
            bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(screen.clone())));
            bar.set_position(steps / 2);
            bar.force_draw();
            let line = screen.line();
            let position = format!("{}/{} {unit}", HumanCount(steps / 2), HumanCount(steps));
            assert!(line.contains(&position), "{line}");
            assert!(line.contains("/s  ") && line.ends_with(" left"), "{line}");
            drop(bar);
            assert_eq!(screen.line(), "");
        }
    }

    // Claim: rates are integers if they are large enough.
    #[test]
    fn rates_are_short() {
        let rates = [0.0, 0.63, 9.99, 10.6, 82_345.678].map(rate);
        assert_eq!(rates, ["0.0", "0.6", "10.0", "10", "82,345"]);
    }
}
