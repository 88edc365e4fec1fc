//! The jobs by name.

use super::{
    arrays::*,
    backend::{Backend, End},
    tiles::*,
};

/// A job's name and what it does.
pub type Job = (&'static str, fn(&mut dyn Backend) -> End);

/// Every job that is made of these operations.
pub const JOBS: &[Job] = &[
    ("J01", j01),
    ("J02", j02),
    ("J03", j03),
    ("J04", j04),
    ("J05", j05),
    ("J06", j06),
    ("J07", j07),
    ("J08", j08),
    ("J09", j09),
    ("J10", j10),
    ("J11", j11),
    ("J12", j12),
    ("J13", j13),
    ("J14", j14),
    ("J15", j15),
    ("J16", j16),
    ("J18", j18),
    ("J19", j19),
    ("J23", j23),
    ("J24", j24),
    ("J25", j25),
    ("J26", j26),
    ("J28", j28),
    ("J31", j31),
    ("J33", j33),
    ("J34", j34),
    ("J35", j35),
];
