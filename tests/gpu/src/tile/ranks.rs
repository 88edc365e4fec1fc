//! Arrays of five to eight axes on both machines.

use azulejo_tile::{TICKET_LOCK, programs::*};

use crate::prelude::*;

/// Whole numbers below 101.
fn whole(n: usize) -> impl Iterator<Item = i32> {
    (0..n as i32).map(|i| i * 37 % 101)
}

pub fn run(t: &mut Run) -> Result<(), Failure> {
    for extents in [[2, 2, 4, 4, 2], [3, 5, 7, 6, 3]] {
        let transposed = [4, 0, 3, 1, 2].map(|axis| extents[axis]);
        let x = whole(extents.iter().product()).collect();
        agree!(t, 0.0, Turned5: input(x, extents), output(i32, transposed), output(i32, transposed));
    }
    let halves = |n| -> Vec<f32> { whole(n).map(|x| x as f32 * 0.5).collect() };
    let extents = [2, 3, 5, 3, 2, 6];
    agree!(t, 0.0, Folds6: input(halves(1080), extents), output(f32, [1, 3, 5, 3, 2, 6]), output(f32, [2, 3, 2, 3, 2, 6]), output(i32, [2, 3, 5, 3, 1, 6]), output(f32, extents));
    let extents = [3, 1, 4, 3, 2, 3, 1, 5];
    let bias: Vec<i16> = (-40..50).collect();
    agree!(t, 0.0, Spread8: input(halves(1080), extents), input(bias, extents[3..]), output(f32, extents), output(f32, extents));
    let bytes: Vec<u8> = whole(384).map(|x| x as u8).collect();
    agree!(t, 0.0, Mapped8: input(bytes, [4, 1, 2, 3, 2, 2, 1, 4]), output(u8, [4, 1, 2, 2, 3, 2, 1, 4]), output(u8, [2, 5, 4, 2, 2, 2, 4, 1]));
    locked(t)
}

/// The sums of all blocks under a lock.
fn locked(t: &mut Run) -> Result<(), Failure> {
    let x = t.rows(whole(840).collect(), &[3, 4, 5, 2, 7])?;
    let mut totals = t.rows(vec![0; 32], &[2, 2, 1, 2, 4])?;
    let mut lock = t.rows(TICKET_LOCK.to_vec(), &[8])?;
    let on_host = azulejo_cpu::ViewMut::from_slice(&mut lock.host);
    Totals5::run(x.on_host()?, (totals.on_host_mut()?, on_host))?;
    let under = (totals.on_device_mut()?, lock.on_device_mut()?);
    Totals5::launch(&t.stream, x.on_device()?, under)?;
    let equal = totals.found(&t.stream)? == totals.host;
    t.is("Totals5", equal && totals.host.iter().any(|x| *x != 0));
    Ok(())
}
