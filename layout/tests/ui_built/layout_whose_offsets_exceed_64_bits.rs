use azulejo_layout::{C, layout};

const HUGE: C<typenum::U4611686018427387904> = C::NEW;

fn main() {
    let _ = layout!((_2, _2):(HUGE, HUGE));
}
