//! [`read`]: a text that a user names, of bounded length; [`next`]: a line of standard input, of bounded length.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// Bytes of a text, or of a line of one, at most.
pub const LONGEST: usize = 1 << 24;

/// The text of a file, which may be a pipe or a device.
///
/// # Errors
/// Those of reading it, what is no UTF-8, and a text of more than [`LONGEST`] bytes.
pub fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let mut start = File::open(path)?.take(LONGEST as u64 + 1);
    start.read_to_string(&mut text)?;
    match text.len() <= LONGEST {
        true => Ok(text),
        false => Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("has more than {LONGEST} bytes; name a shorter file"),
        )),
    }
}

/// Reads a line with its end, or as much of a longer one as [`LONGEST`] bytes are; empty where nothing is left.
///
/// # Errors
/// Those of reading.
pub fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    input
        .take(LONGEST as u64)
        .read_until(b'\n', line)
        .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_any_length_is_read_in_pieces() {
        let long = [vec![b'x'; LONGEST + 3], b"\nend".to_vec()].concat();
        let (mut input, mut line) = (&long[..], Vec::new());
        let mut pieces = Vec::new();
        loop {
            next(&mut input, &mut line).unwrap();
            if line.is_empty() {
                break;
            }
            pieces.push(line.len());
        }
        assert_eq!(pieces, [LONGEST, 4, 3]);
    }
}
