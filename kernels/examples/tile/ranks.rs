//! Arrays of five to eight axes on both machines.

use azulejo_kernels::cpu;
use azulejo_kernels::host::{Stream, ViewMut};
use azulejo_kernels::tile::{TICKET_LOCK, programs::*};

use crate::parts::result;
use crate::{Failure, both, both::Both};

/// Whole numbers below 101.
fn whole(n: usize) -> impl Iterator<Item = i32> {
    (0..n as i32).map(|i| i * 37 % 101)
}

pub fn run(stream: &Stream, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    for extents in [[2, 2, 4, 4, 2], [3, 5, 7, 6, 3]] {
        let turned = [4, 0, 3, 1, 2].map(|axis| extents[axis]);
        let x = Both::rows(stream, whole(extents.iter().product()).collect(), &extents)?;
        let mut y = Both::<i32>::blank(stream, &turned)?;
        let mut z = Both::<i32>::blank(stream, &turned)?;
        both!(stream, failures, 0.0, Turned5(input x, output y, output z));
    }
    let halves = |n| whole(n).map(|x| x as f32 * 0.5).collect();
    let x = Both::rows(stream, halves(1080), &[2, 3, 5, 3, 2, 6])?;
    let blank = |extents: &[usize]| Both::<f32>::blank(stream, extents);
    let mut sums = blank(&[1, 3, 5, 3, 2, 6])?;
    let mut most = blank(&[2, 3, 2, 3, 2, 6])?;
    let mut least = Both::<i32>::blank(stream, &[2, 3, 5, 3, 1, 6])?;
    let mut running = blank(&[2, 3, 5, 3, 2, 6])?;
    both!(stream, failures, 0.0, Folds6(input x, output sums, output most, output least, output running));
    let extents = [3, 1, 4, 3, 2, 3, 1, 5];
    let x = Both::rows(stream, halves(1080), &extents)?;
    let bias = Both::rows(stream, (-40..50).collect::<Vec<i16>>(), &extents[3..])?;
    let (mut y, mut z) = (blank(&extents)?, blank(&extents)?);
    both!(stream, failures, 0.0, Spread8(input x, input bias, output y, output z));
    let bytes = whole(384).map(|x| x as u8).collect();
    let x = Both::rows(stream, bytes, &[4, 1, 2, 3, 2, 2, 1, 4])?;
    let mut back = Both::<u8>::blank(stream, &[4, 1, 2, 2, 3, 2, 1, 4])?;
    let mut apart = Both::<u8>::blank(stream, &[2, 5, 4, 2, 2, 2, 4, 1])?;
    both!(stream, failures, 0.0, Mapped8(input x, output back, output apart));
    locked(stream, &mut failures)?;
    *failed += failures;
    Ok(())
}

/// The sums of all blocks under a lock.
fn locked(stream: &Stream, failures: &mut usize) -> Result<(), Failure> {
    let (extents, few) = ([3, 4, 5, 2, 7], [2, 2, 1, 2, 4]);
    let x = Both::rows(stream, whole(840).collect(), &extents)?;
    let mut host = vec![0; 32];
    Totals5::run(
        cpu::View::new(&x.host, x.layout)?,
        (
            cpu::ViewMut::new(&mut host, cpu::Strided::row_major(&few)?)?,
            cpu::ViewMut::from_slice(&mut TICKET_LOCK.clone()),
        ),
    )?;
    let (mut totals, mut lock) = (stream.zeros::<i32>(32)?, stream.upload(&TICKET_LOCK)?);
    Totals5::launch(
        stream,
        azulejo_kernels::host::View::new(&x.device, x.layout)?,
        (
            ViewMut::row_major(&mut totals, &few)?,
            ViewMut::row_major(&mut lock, &[8])?,
        ),
    )?;
    result(
        "Totals5",
        stream.download(&totals)? == host && host.iter().any(|x| *x != 0),
        failures,
    );
    Ok(())
}
