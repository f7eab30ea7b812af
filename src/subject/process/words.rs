//! Splits a command line into words: blanks separate them, quotes keep blanks, and no shell is
//! used.

/// The longest name: tables have a column for it.
pub(super) const NAME_MAX: usize = 40;

/// The words of a command; `None` for an unclosed quote.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        end if end == letter => break,
                        inner => word.push(inner),
                    }
                }
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Some(words)
}

/// The name before the first `=`, if a hello could have it, and the command after it.
pub(super) fn named(command: &str) -> (Option<&str>, &str) {
    match command.split_once('=') {
        Some((name, command)) if is_name(name) => (Some(name), command),
        _ => (None, command),
    }
}

/// Whether tables and files can have this name.
pub(super) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=NAME_MAX).contains(&name.len()) && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::{named, words};

    /// Claim: blanks separate words, quotes of either kind keep them together and hide the other
    /// kind, an empty pair is a word, and backslashes are ordinary characters, as in Windows paths.
    #[test]
    fn commands_are_split_as_they_look() {
        for (command, expected) in [
            ("python3  gjk.py -q ", Some(vec!["python3", "gjk.py", "-q"])),
            ("'my gjk' \"it's\" ''", Some(vec!["my gjk", "it's", ""])),
            (r"C:\gjk.exe a' 'b", Some(vec![r"C:\gjk.exe", "a b"])),
            (" ", Some(vec![])),
            ("gjk 'open", None),
        ] {
            let expected: Option<Vec<String>> =
                expected.map(|words| words.into_iter().map(str::to_owned).collect());
            assert_eq!(words(command), expected, "{command}");
        }
    }

    /// Claim: the text before the first `=` is a name only if a hello could have it; otherwise the
    /// `=` belongs to the command.
    #[test]
    fn commands_may_have_a_name() {
        for (text, expected) in [
            ("mine=gjk -q", (Some("mine"), "gjk -q")),
            ("f32.v-2=gjk --eps=1", (Some("f32.v-2"), "gjk --eps=1")),
            ("gjk --eps=1", (None, "gjk --eps=1")),
            ("bin/gjk=x", (None, "bin/gjk=x")),
            ("=gjk", (None, "=gjk")),
            ("mine=", (Some("mine"), "")),
        ] {
            assert_eq!(named(text), expected, "{text}");
        }
    }
}
