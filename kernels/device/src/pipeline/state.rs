//! [`PipelineState`]: the stage that a producer or a consumer is at.

/// A stage of a pipeline of `STAGES`, and the parity of its barriers there.
///
/// Source: CUTLASS, `PipelineState` in `pipeline/sm90_pipeline.hpp`.
///
/// ```
/// use azulejo_device::pipeline::PipelineState;
/// let mut state = PipelineState::<3>::CONSUMER_START;
/// state.advance_by(4);
/// assert_eq!((state.index(), state.phase()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipelineState<const STAGES: usize> {
    index: u32,
    phase: u32,
}

impl<const STAGES: usize> PipelineState<STAGES> {
    /// The start of a consumer: it waits for the first phase of stage 0.
    pub const CONSUMER_START: Self = Self::start(0);

    /// The start of a producer: all stages are empty (CUTLASS, `make_producer_start_state`).
    pub const PRODUCER_START: Self = Self::start(1);

    const fn start(phase: u32) -> Self {
        assert!(STAGES > 0, "a pipeline has at least one stage");
        PipelineState { index: 0, phase }
    }

    /// The stage.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The parity to wait for.
    #[inline(always)]
    pub const fn phase(self) -> u32 {
        self.phase
    }

    /// Moves to the next stage.
    #[inline(always)]
    pub const fn advance(&mut self) {
        self.index += 1;
        if self.index == STAGES as u32 {
            self.index = 0;
            self.phase ^= 1;
        }
    }

    /// Moves on by `count` stages; more than `u32::MAX - STAGES` are counted modulo 2^32.
    #[inline(always)]
    pub const fn advance_by(&mut self, count: u32) {
        let stages = self.index.wrapping_add(count);
        self.phase ^= (stages / STAGES as u32) & 1;
        self.index = stages % STAGES as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::PipelineState;

    #[test]
    fn advancing_by_many_is_advancing_often() {
        for start in 0..3 {
            for count in 0..20 {
                let mut one = PipelineState::<3>::PRODUCER_START;
                (0..start).for_each(|_| one.advance());
                let mut many = one;
                (0..count).for_each(|_| one.advance());
                many.advance_by(count);
                assert_eq!(one, many);
            }
        }
    }

    #[test]
    fn no_count_leaves_the_stages() {
        let mut state = PipelineState::<3>::PRODUCER_START;
        state.advance();
        state.advance_by(u32::MAX - 3);
        // 2^32 - 3 is three times an even number, and one.
        assert_eq!((state.index(), state.phase()), (1, 1));
        state.advance_by(u32::MAX);
        assert!(state.index() < 3);
    }
}
