//! An epilogue that is part of a kernel's type: straight-line code, of which nothing is decided when it runs.

use super::config::Roles;
use core::marker::PhantomData;

/// What follows the product before D is stored: `activation(alpha · A·B + beta · C + bias)`, each part there or not.
///
/// D and C have contiguous rows that TMA takes; a bias has an entry a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// Whether C is added.
    pub c: bool,
    /// Whether a bias is.
    pub bias: bool,
    /// One of [`activation`](super::args::activation).
    pub activation: u32,
}

/// Consumers as in `R`, with a [`Fixed`] epilogue.
pub struct Then<R, const C: bool, const BIAS: bool, const ACTIVATION: u32>(PhantomData<R>);

impl<R: Roles, const C: bool, const BIAS: bool, const ACTIVATION: u32> Roles
    for Then<R, C, BIAS, ACTIVATION>
{
    const IN_TURNS: bool = R::IN_TURNS;
    const FIXED: Option<Fixed> = Some(Fixed {
        c: C,
        bias: BIAS,
        activation: ACTIVATION,
    });
}
