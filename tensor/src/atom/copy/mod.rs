//! Copy atoms.
