//! Executes PTX on a CPU, one warp at a time: an oracle and a sanitizer for machines without a GPU.
//!
//! ```text
//! text      PTX text → a module: entries, variables, instructions as closures
//! op        what each instruction of the sm_80 kernels does, one family a file
//! hopper    what sm_90a adds
//! machine   memory, warps, blocks, and who runs when
//! driver    the same as a library of the driver's functions
//! ```
//!
//! # How to run the program on it
//!
//! ```text
//! cargo xtask simt cargo run -- gemm a.npy b.npy -o c.npy --device cuda:0
//! cargo xtask simt tests/gpu.sh --small target/debug/azulejo
//! ```
//!
//! or by hand: the library that `cargo build -p azulejo-simt` leaves, copied to `libcuda.so` in a folder that
//! `LD_LIBRARY_PATH` names.
//!
//! `AZULEJO_SIMT_CC` is the compute capability that the device claims, 8.0 or 9.0, and so which kernels run;
//! `AZULEJO_SIMT_SMS` its number of SMs, `AZULEJO_SIMT_GIB` its memory; with `AZULEJO_SIMT_TRACE=1` each kernel
//! is named as it runs. A fault is printed with its kernel, block, thread and line of PTX. `AZULEJO_SIMT_SHARED=16` puts
//! dynamic shared memory where a kernel that rounds its start up to 1024 needs all that it asks for.
//!
//! # What it models
//!
//! - A warp is 32 lanes that diverge at branches and run together wherever their places in the text are equal; the
//!   lanes furthest behind run first. An instruction for the whole warp waits for all lanes that have not ended.
//! - Every access is checked: its range against the allocation or the block's shared memory, and its alignment.
//!   Addresses are never handed out twice, so one that has been freed is known as such.
//! - Each byte remembers whether it was written. What is computed from one that was not is followed through registers
//!   and shared memory; to branch on it, to use it as an address or to store it to global memory is a fault. A pipeline
//!   may so load one stage more than it needs.
//! - A stream is a queue on which nothing happens before a call waits for it. With `AZULEJO_SIMT_ORDER=others` in the
//!   environment all other streams go first then. So an order that was not asked for shows as a wrong result, and memory
//!   that is given back too early as a fault.
//! - An asynchronous copy happens as late as the text allows: when it is waited for. Its destination counts as
//!   unwritten from its issue on, so that a missing wait is a fault and not luck.
//! - Warps of a block take turns at barriers. When no warp can go on, the fault says who waits where.
//! - A byte of shared memory that two agents touch, one of them writing, is a fault unless barriers of a block, in memory or
//!   of the cluster stand between, told by what each agent knows of the others. Agents are warps, asynchronous copies and the
//!   products of a warpgroup; copies and products are held to their fences, too.
//! - An instruction that is not known is a fault when it is reached.
//!
//! [`machine::Checks`] has the switches.
//!
//! # What it does not model
//!
//! Time, caches and weak memory: a store is seen by everybody at once, and lanes of one warp do not race. Races are not looked
//! for in global memory, nor between phases of a barrier that are two apart. Registers that
//! the text reads before it writes them are zero. Approximate instructions (`ex2.approx`) are rounded correctly here,
//! and sums inside one matrix instruction are taken in `f64` before one rounding, so results agree with a device within
//! the instructions' documented error and not bit by bit; integers agree exactly. Functions are written out in
//! place of their calls, so none may call itself. Blocks beyond the first 160 start when earlier ones end or when all
//! wait; a grid that spins for a later block than that does not end.

pub mod driver;
pub mod hopper;
pub mod machine;
pub mod op;
pub mod text;

pub use machine::{Fault, Launch, Memory, run};
pub use text::Module;
