//! `.npy` files: no bytes make the reader panic or hold more than the file does.

// The reader of the command line, which writes too; only what reads is wanted here.
#[allow(dead_code, reason = "the command line uses the rest")]
#[path = "../../src/cli/npy/decode.rs"]
mod decode;
#[allow(dead_code, reason = "the command line uses the rest")]
#[path = "../../src/cli/npy/header.rs"]
mod header;
#[path = "../../src/cli/npy/literal.rs"]
mod literal;

use decode::decode;

/// Reads the bytes as a file.
///
/// # Panics
/// If the array that was read has more elements than the file has bytes, or the text of an error is empty or of more
/// lines than one.
pub fn npy(data: &[u8]) {
    match decode(&mut &data[..], data.len() as u64) {
        Ok(npy) => {
            let size = npy.array.size();
            assert!(
                size <= data.len(),
                "{size} elements from {} bytes",
                data.len()
            );
        }
        Err(why) => assert!(!why.is_empty() && why.lines().count() == 1, "{why:?}"),
    }
}
