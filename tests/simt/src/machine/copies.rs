//! Asynchronous copies of a warp's lanes that have not been waited for.

/// A copy from global to shared memory that is still to happen.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The lane that asked for it.
    pub lane: usize,
    /// How many copies of the warp were issued before it.
    pub issued: u64,
    /// The lane's group it belongs to.
    pub group: u64,
    /// Where it reads.
    pub from: u64,
    /// Where it writes.
    pub to: u64,
    /// How many bytes it reads; the rest up to `bytes` are zeros.
    pub read: usize,
    /// How many bytes it writes.
    pub bytes: usize,
}

/// What a warp's lanes have asked for.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// The groups each lane has committed.
    pub committed: [u64; 32],
    /// How many copies were issued.
    pub issued: u64,
    /// The copies that have not happened.
    pub pending: Vec<Copy>,
}

impl Copies {
    /// Takes out the copies of a lane that were issued before so many of the warp's.
    pub fn before(&mut self, lane: usize, issued: u64) -> Vec<Copy> {
        let due = |copy: &Copy| copy.lane == lane && copy.issued < issued;
        let (due, pending) = std::mem::take(&mut self.pending).into_iter().partition(due);
        self.pending = pending;
        due
    }

    /// Takes out the copies of these lanes that belong to all but their latest `left` groups.
    pub fn due(&mut self, lanes: u32, left: u64) -> Vec<Copy> {
        let committed = self.committed;
        let due = |copy: &Copy| {
            lanes >> copy.lane & 1 == 1 && copy.group.saturating_add(left) < committed[copy.lane]
        };
        let (due, pending) = std::mem::take(&mut self.pending).into_iter().partition(due);
        self.pending = pending;
        due
    }
}
