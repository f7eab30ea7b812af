//! A command line as words: blanks part them, quotes keep blanks together, and no shell is asked.

/// The words of a command; `None` where a quote has no end.
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

#[cfg(test)]
mod tests {
    use super::words;

    /// Claim: blanks part words, quotes of either kind keep them together and hide the other kind, an
    /// empty pair is a word, and backslashes are letters, as Windows has them.
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
}
