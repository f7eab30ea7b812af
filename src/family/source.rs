//! The bytes that a family draws from, and the choices that an input of the fuzzer turns off.
//!
//! Swarm testing (Groce, Zhang, Eide, Chen, Regehr: Swarm testing, ISSTA 2012, section 2): a test
//! that may use every feature uses a little of each, and never meets a case that needs much of one
//! and nothing of another. So each input leaves out some choices of every weighted list, others
//! than the next input: only points against boxes, only gaps of ulps, only one family. A campaign
//! turns nothing off, since its shares are stated.

use std::ops::{Deref, DerefMut};

use arbitrary::{Arbitrary, Result, Unstructured};

use super::scramble;

/// Bytes to draw from. They never run out: after the end every draw gives its first or simplest
/// value.
pub struct Source<'b> {
    bytes: Unstructured<'b>,
    /// Which choices are off; zero for none.
    swarm: u64,
}

impl<'b> Source<'b> {
    /// Draws from `bytes`, with all choices on.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes: Unstructured::new(bytes),
            swarm: 0,
        }
    }

    /// Draws from `bytes`, of which the first eight turn choices off.
    pub fn swarm(bytes: &'b [u8]) -> Self {
        let mut source = Self::new(bytes);
        source.swarm = u64::arbitrary(&mut source.bytes).unwrap_or(0);
        source
    }

    /// One of `choices` by weight, if it is on; the first that is on if the bytes have run out.
    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[(u16, T)]) -> Result<T> {
        let total: u16 = self.weights(choices).sum();
        let mut ticket = self.int_in_range(0..=total - 1)?;
        for (weight, &(_, value)) in self.weights(choices).zip(choices) {
            if ticket < weight {
                return Ok(value);
            }
            ticket -= weight;
        }
        unreachable!("a ticket is less than the sum of the weights")
    }

    /// The weights of a list, zero if a choice is off: half of them are, but never all.
    ///
    /// A choice is identified by the weights of its list and its index, so the same word always
    /// turns off the same choices.
    fn weights<T>(&self, choices: &[(u16, T)]) -> impl Iterator<Item = u16> {
        let all_on = self.swarm == 0;
        let hash = |word: u64, choice: &(u16, T)| scramble(word ^ u64::from(choice.0));
        let list = if all_on {
            0
        } else {
            choices.iter().fold(self.swarm, hash)
        };
        let word = move |index: usize| scramble(list ^ index as u64);
        // The choice with the largest word is always on.
        let possible = (0..choices.len()).filter(|index| !all_on && choices[*index].0 > 0);
        let kept = possible.max_by_key(|index| word(*index));
        choices.iter().enumerate().map(move |(index, choice)| {
            let is_on = all_on || Some(index) == kept || word(index).is_multiple_of(2);
            if is_on { choice.0 } else { 0 }
        })
    }
}

impl<'b> Deref for Source<'b> {
    type Target = Unstructured<'b>;

    fn deref(&self) -> &Self::Target {
        &self.bytes
    }
}

impl DerefMut for Source<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Swarm words to try.
    const WORDS: u64 = 1000;
    /// A list with a choice of weight zero.
    const CHOICES: [(u16, char); 5] = [(3, 'a'), (1, 'b'), (0, 'c'), (3, 'd'), (9, 'e')];

    fn weights(swarm: u64, choices: &[(u16, char)]) -> Vec<u16> {
        let bytes = swarm.to_le_bytes();
        Source::swarm(&bytes).weights(choices).collect()
    }

    /// Claim: a swarm word keeps the weight of a choice or turns it off, always the same ones and
    /// never all; a choice of weight zero stays at zero; each choice is on and off in about as many
    /// words, and the kept one a little more often on. Checked over 1,000 words.
    #[test]
    fn words_switch_choices_off() {
        let mut on = [0; CHOICES.len()];
        for word in 1..=WORDS {
            let found = weights(word, &CHOICES);
            assert_eq!(found, weights(word, &CHOICES));
            assert!(found.iter().any(|weight| *weight > 0));
            for ((count, weight), choice) in on.iter_mut().zip(found).zip(CHOICES) {
                assert!(weight == 0 || weight == choice.0);
                *count += u64::from(weight > 0);
            }
        }
        for (count, choice) in on.into_iter().zip(CHOICES) {
            let half = WORDS * 2 / 5..=WORDS * 7 / 10;
            assert!(
                half.contains(&count) || (count, choice.0) == (0, 0),
                "{on:?}"
            );
        }
    }

    /// Claim: without a swarm word nothing is off, and a list of one choice never is.
    #[test]
    fn no_word_switches_nothing_off() {
        assert_eq!(weights(0, &CHOICES), CHOICES.map(|choice| choice.0));
        assert!((0..WORDS).all(|word| weights(word, &CHOICES[..1]) == [3]));
        let source = Source::swarm(&[]);
        assert!(source.weights(&CHOICES).eq(CHOICES.map(|choice| choice.0)));
    }
}
