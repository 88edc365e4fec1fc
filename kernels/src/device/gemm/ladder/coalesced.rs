//! The second rung: a thread an element of D, neighbours along N.
//!
//! The kernel is [`naive`](super::naive)'s. Only the layout of the threads is another, `(16,16):(16,1)`: thread 1 stands right of thread 0,
//! and where rows of B and D are contiguous, 16 neighbours share two sectors of memory for each access instead of 16.
//!
//! Roofline: still eight bytes a multiply-add from the caches, of which none is wasted.
//!
//! Next: `shared_tile` reads each element from global memory once a tile.

super::naive::direct!(azulejo_layout::layout!((_16, _16):(_16, _1)));
