//! [`TiledMma`]: an atom repeated over threads and over values.
//!
//! `TiledMma<Atom, AtomLayout, Permutation>` is a type without values. The atom layout arranges copies of the atom over M, N and K,
//! each run by threads of its own; the permutation says how large a tile one round covers, `_` meaning exactly the atoms.
//!
//! ```text
//! SM80_16x8x16 (32 threads), atoms (_2,_2,_1), permutation (_,_,_)
//!
//!             N 0..8          N 8..16
//!  M  0..16   threads 0..31   threads 64..95      one round: 32 x 16 x 16 by 128 threads
//!  M 16..32   threads 32..63  threads 96..127
//! ```
//!
//! [`TiledMma::get_slice`] picks a thread; its `partition_A`, `partition_B` and `partition_C` give `(V, M, K)`, `(V, N, K)` and
//! `(V, M, N)`: the values of one instruction, then the rounds. [`crate::gemm_with`] takes them as they are.

mod accumulator;
mod certified;
mod fragment;
mod object;
mod partition_fragment;
mod slice;
mod thrfrg;
mod tv;

pub use crate::atom::{DescriptorFragment, RegisterFragment};
pub use accumulator::{
    AccumulatorLayout, accumulator_lanes, convert_layout_acc_Aregs, convert_layout_acc_rowcol,
    lanes_along,
};
pub use fragment::{FragmentValue, MakeFragment, assert_values};
pub use object::{AtomTiling, Permutes, TiledMma, VmnkLayout};
pub use partition_fragment::{PartitionFragmentA, PartitionFragmentB, PartitionFragmentC};
pub use slice::{Accumulators, FragmentA, FragmentB, GetSlice, ThrMma};
pub use thrfrg::{OperandA, OperandB, OperandC, OperandTiling, PartitionMma, Round, Thrfrg};
pub use tv::{MmaCut, MmaTv, OperandTv};
