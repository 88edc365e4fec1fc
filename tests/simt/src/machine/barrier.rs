//! A block's numbered barriers.

/// One of a block's sixteen barriers.
#[derive(Clone, Debug, Default)]
pub struct Barrier {
    /// How many threads have come since the barrier last opened.
    pub arrived: u32,
    /// How often it has opened.
    pub phase: u64,
    /// The threads it was told to wait for in this phase, if an arrival said so.
    pub count: Option<u32>,
}

impl Barrier {
    /// Lets threads arrive, and opens the barrier if they are the last. A count that differs is an error.
    pub fn arrive(&mut self, threads: u32, count: Option<u32>) -> Result<(), String> {
        match (self.count, count) {
            (Some(before), Some(now)) if before != now => {
                return Err(format!(
                    "a barrier for {before} threads is asked to wait for {now}"
                ));
            }
            _ => self.count = self.count.or(count),
        }
        self.arrived += threads;
        if let Some(count) = self.count {
            if self.arrived > count {
                return Err(format!(
                    "{} threads come to a barrier for {count}",
                    self.arrived
                ));
            }
            self.open_at(count);
        }
        Ok(())
    }

    /// Opens the barrier if `threads` have come.
    pub fn open_at(&mut self, threads: u32) {
        if self.arrived > 0 && self.arrived >= threads {
            self.arrived = 0;
            self.count = None;
            self.phase += 1;
        }
    }
}
