//! What `ldmatrix` and `stmatrix` have in common.

use azulejo_layout::check::rules::Text;

/// The values of type `T` in a register of a matrix instruction.
///
/// # Panics
/// At compile time, where the instruction does not move whole values of `T`.
#[track_caller]
pub(super) const fn registers_of<T>(instruction: &str, transposed: bool) -> usize {
    let size = size_of::<T>();
    if size > 4 || transposed && size != 2 {
        let line = Text::new()
            .text("copy: ")
            .text(instruction)
            .text(if transposed {
                " transposes 16-bit units, but elements have "
            } else {
                " moves elements of 32 bits at most, but these have "
            })
            .number(8 * size as i64)
            .text(" bits; use `UniversalCopy`");
        panic!("{}", line.as_str());
    }
    4 / size
}
