//! The CPU backend: [`forward`] and [`backward`] cut heads in blocks, [`product`] multiplies them with
//! [`azulejo_gemm`], [`softmax`] and [`gradient`] do what is between the products, on vectors.

mod backward;
mod block;
mod exp;
mod forward;
mod gradient;
mod product;
mod rows;
mod score;
mod softmax;

pub(crate) use backward::{Backward, backward};
pub(crate) use block::{KeyRows, Pages};
pub(crate) use forward::{Forward, forward};
pub(crate) use rows::{Rows, Sequence, row_modes, split};
