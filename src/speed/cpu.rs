//! The processor of the measurement.

use std::fs;

/// The name of the processor; `unknown` if the system has no `/proc/cpuinfo` with it.
pub fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    named_in(&text).unwrap_or("unknown").to_owned()
}

fn named_in(text: &str) -> Option<&str> {
    let named = |line: &'_ str| line.starts_with("model name");
    let (_, name) = text.lines().find(|line| named(line))?.split_once(':')?;
    Some(name.trim())
}

#[cfg(test)]
mod tests {
    use super::named_in;

    // Claim: the first name counts, without surrounding blanks; other files have none.
    #[test]
    fn the_name_is_that_of_the_first_core() {
        let text = "model\t: 17\nmodel name\t: A B-9\nflags\t: fma\n\nmodel name\t: C\n";
        assert_eq!(named_in(text), Some("A B-9"));
        assert_eq!(named_in("Hardware\t: board"), None);
    }
}
