//! Rows of partitions of layouts in memory. Their types take the compiler a minute, and no lint looks at them.
#![cfg(not(clippy))]
#![allow(non_upper_case_globals, unused_imports, unused_parens)]

use azulejo_corpus_types::*;
use azulejo_layout::*;
use azulejo_tensor::{PartedBy, SharedBy, SharedByProj, TiledBy};

include!(concat!(env!("OUT_DIR"), "/partition.rs"));
