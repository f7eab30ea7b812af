//! Progress of what may take long: a bar with position, rate and time left.
//!
//! It is drawn on standard error, and not at all where that is no terminal. It goes when it is
//! dropped, so an error that ends the work early leaves nothing behind.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// What a bar looks like; `UNIT` stands for what it counts.
const TEMPLATE: &str = "{bar:40} {human_pos}/{human_len} UNIT  {per_sec}  {eta} left";

/// A bar of so many steps, of which the unit is the plural, such as `cases`.
pub(super) fn bar(steps: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_finish(ProgressFinish::AndClear);
    match ProgressStyle::with_template(&TEMPLATE.replace("UNIT", unit)) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: the template is one that indicatif understands, whatever the unit.
    #[test]
    fn the_template_is_valid() {
        for unit in ["cases", "attempts at most"] {
            let template = TEMPLATE.replace("UNIT", unit);
            assert!(template.contains(unit));
            assert!(ProgressStyle::with_template(&template).is_ok());
        }
    }
}
