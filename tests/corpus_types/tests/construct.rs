//! Rows of constructors, distributions and divisions of integers. Their types take the compiler a minute, and no lint looks at them.
#![cfg(not(clippy))]
#![allow(non_upper_case_globals, unused_imports, unused_parens)]

use azulejo_corpus_types::*;
use azulejo_layout::*;

include!(concat!(env!("OUT_DIR"), "/construct.rs"));
