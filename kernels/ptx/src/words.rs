//! The words of a line of PTX.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// What the kernel is called in a text that is compared with others.
pub const NAME: &str = "\u{1}";

/// The words of a line, with their places: names, numbers, registers and instructions.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'%' | 1);
    let mut at = 0;
    core::iter::from_fn(move || {
        let bytes = line.as_bytes();
        let start = at + bytes[at..].iter().position(is)?;
        let word = bytes[start..].iter().take_while(|b| is(b)).count();
        at = start + word;
        Some((start, &line[start..at]))
    })
}

/// What is between the words of a line.
pub fn between(line: &str) -> Vec<&str> {
    let mut from = 0;
    let parts = words(line).map(|(at, word)| {
        let before = &line[from..at];
        from = at + word.len();
        before
    });
    parts.collect()
}

/// A register or a label as its kind and its number: `%rd12` is the twelfth `%rd`.
pub fn numbered(word: &str) -> Option<(&str, usize)> {
    if !word.starts_with('%') && !word.starts_with("$L__BB_") {
        return None;
    }
    let digits = word.len() - word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (kind, number) = word.split_at(word.len() - digits);
    Some((kind, number.parse().ok()?))
}

/// The line with each word as `other` has it, where it has one.
pub fn with(line: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut from) = (String::with_capacity(line.len()), 0);
    for (at, word) in words(line) {
        if let Some(other) = other(word) {
            out += &line[from..at];
            out += &other;
            from = at + word.len();
        }
    }
    out + &line[from..]
}

/// The line without the numbers of its registers and labels.
pub fn shape(line: &str) -> String {
    with(line, |word| numbered(word).map(|(kind, _)| kind.to_owned()))
}

/// From a number of the base on, what is added: the numbers of one kind, ascending.
pub type Shifts = Vec<(usize, i64)>;

/// The number in a text whose base has `number`; none below 0.
pub fn shifted(shifts: &[(usize, i64)], number: usize) -> Option<usize> {
    let after = shifts.partition_point(|(from, _)| *from <= number);
    let shift = after.checked_sub(1).map_or(0, |last| shifts[last].1);
    usize::try_from(number as i64 + shift).ok()
}

/// The lines of a kernel's text, its name out of them.
pub fn lines(name: &str, text: &str) -> Vec<String> {
    let text = text.trim_end().replace(name, NAME);
    text.lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_and_a_label_have_a_number() {
        assert_eq!(numbered("%rd12"), Some(("%rd", 12)));
        assert_eq!(numbered("$L__BB_7"), Some(("$L__BB_", 7)));
        assert_eq!(numbered("%tid.x"), None);
        assert_eq!(numbered("%SP"), None);
        assert_eq!(numbered("64"), None);
        assert_eq!(shape("\tadd.s32 %r1, %r12, 64;"), "\tadd.s32 %r, %r, 64;");
    }

    #[test]
    fn a_shift_is_of_the_numbers_from_its_own_on() {
        let shifts = Shifts::from([(3, 2), (10, -4)]);
        let of = |number| shifted(&shifts, number);
        assert_eq!(
            [of(2), of(3), of(9), of(10)].map(Option::unwrap),
            [2, 5, 11, 6]
        );
        assert_eq!(shifted(&Shifts::from([(0, -1)]), 0), None);
    }
}
