//! Zeros and fill, copy and transpose, and conversions of all types.

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::host::{AnyViewMut, fill_bits_capped};
use azulejo_tensor::{DType, Overflow, RoundingMode};

use crate::harness::{Elementwise, Failure, Laid, Run, Same, Work};

/// A layout of this program.
pub fn strided(extents: &[usize], strides: &[usize]) -> Strided {
    Strided::new(extents, strides).expect("a layout of this program")
}

/// Layouts by their extents and strides.
macro_rules! layouts {
    ($($extents:tt $strides:tt),*) => { vec![$(strided(&$extents, &$strides)),*] };
}

/// Eight axes, nothing contiguous.
fn eight() -> Strided {
    strided(
        &[2, 2, 2, 2, 2, 2, 2, 3],
        &[999, 450, 220, 100, 48, 20, 8, 2],
    )
}

pub fn fills(run: &mut Run) -> Result<(), Failure> {
    let mut layouts = layouts! {
        [] [], [0, 5] [5, 1], [13, 4] [4, 1], [13, 4] [10, 1], [13, 4, 4] [20, 4, 1], [3, 4, 5] [1, 3, 12], [5, 7] [64, 2]
    };
    layouts.push(eight());
    let lengths = [1, 2, 3, 15, 16, 17, 255, 257, 1000, 4097, 70001];
    layouts.extend(lengths.map(|len| strided(&[len], &[1])));
    if !run.is_small() {
        layouts.extend(layouts! { [16, 5632] [13312, 1], [4, 4, 5632] [45056, 5632, 1] });
    }
    for dtype in DType::ALL {
        for (layout, shift) in layouts
            .iter()
            .flat_map(|l| [0, 1, 3].map(|shift| (*l, shift)))
        {
            let work = match shift {
                1 => Work::Zeros,
                _ => Work::Fill(run.random.elements(dtype, 1, true)[0]),
            };
            let out = Laid::new(dtype, layout).at(shift);
            run.cases([case(work, vec![], out, Same::Bits)]);
        }
    }
    capped(run)
}

/// Work on these inputs.
pub fn case(work: Work, inputs: Vec<Laid>, out: Laid, same: Same) -> Elementwise {
    Elementwise {
        work,
        inputs,
        out,
        same,
    }
}

/// J22 in the small: fills whose blocks go over the output several times, with a ragged end.
fn capped(run: &mut Run) -> Result<(), Failure> {
    let count = 200_003;
    for blocks in [1, 3, 4, 7, 65_535] {
        let mut buffer = run.stream.upload(&vec![0xFFu8; count + 2])?;
        let mut piece = buffer.slice_mut(1..count + 1)?;
        let mut out = AnyViewMut::new(&mut piece, DType::U8, strided(&[count], &[1]))?;
        fill_bits_capped(&run.stream, &mut out, 7, blocks)?;
        let found = run.stream.download(&buffer)?;
        let ends = found[0] == 0xFF && found[count + 1] == 0xFF;
        let is_right = ends && found[1..=count].iter().all(|b| *b == 7);
        run.is(
            format_args!("{count} bytes by at most {blocks} blocks"),
            is_right,
        );
    }
    Ok(())
}

/// Destination and source layouts of one shape.
fn pairs(small: bool) -> Vec<(Strided, Strided)> {
    let compact = |extents: &[usize], order: &[usize]| {
        let mut strides = vec![0; extents.len()];
        order.iter().fold(1, |next, axis| {
            strides[*axis] = next;
            next * extents[*axis]
        });
        strided(extents, &strides)
    };
    let turned = |m, k| (compact(&[m, k], &[1, 0]), compact(&[m, k], &[0, 1]));
    let mut pairs = Vec::new();
    const SIDES: [[usize; 2]; 8] = [
        [64, 64],
        [128, 192],
        [65, 33],
        [37, 1000],
        [8, 8],
        [7, 300],
        [256, 16],
        [130, 258],
    ];
    for [m, k] in SIDES {
        let padded = |to, from| {
            (
                strided(&[m, k], &[k + to, 1]),
                strided(&[m, k], &[1, m + from]),
            )
        };
        pairs.extend([turned(m, k), padded(16, 16), padded(3, 5)]);
    }
    const FROM: [[usize; 3]; 6] = [
        [2, 1, 0],
        [1, 2, 0],
        [0, 2, 1],
        [2, 0, 1],
        [1, 0, 2],
        [0, 1, 2],
    ];
    for extents in [[5, 16, 24], [3, 64, 32], [2, 33, 17]] {
        for to in [[2, 1, 0], [0, 1, 2], [1, 2, 0]] {
            pairs.extend(FROM.map(|from| (compact(&extents, &to), compact(&extents, &from))));
        }
    }
    let to = layouts! { [13, 4] [10, 1], [100, 40] [40, 1], [100, 40] [40, 1], [33, 20] [40, 2], [] [], [4, 0] [1, 1] };
    let from = layouts! { [13, 4] [4, 1], [100, 40] [0, 1], [100, 40] [1, 0], [33, 20] [20, 1], [] [], [4, 0] [1, 1] };
    pairs.extend(to.into_iter().zip(from));
    pairs.push((
        eight(),
        compact(eight().extents(), &[0, 2, 4, 6, 7, 5, 3, 1]),
    ));
    let line = |len| strided(&[len], &[1]);
    pairs.extend([1, 15, 16, 17, 1000, 70001].map(|len| (line(len), line(len))));
    if !small {
        pairs.extend([turned(1024, 2048), turned(1023, 2047)]);
    }
    pairs
}

pub fn copies(run: &mut Run) -> Result<(), Failure> {
    let pairs = pairs(run.is_small());
    for dtype in [DType::U8, DType::F16, DType::F32, DType::F64] {
        for (to, from) in &pairs {
            run.cases([(0, 0), (1, 0), (1, 1)].map(|(ahead, behind)| {
                let input = Laid::new(dtype, *from).at(behind).wild(true);
                let out = Laid::new(dtype, *to).at(ahead);
                case(Work::Copy, vec![input], out, Same::Bits)
            }));
        }
    }
    Ok(())
}

pub fn casts(run: &mut Run) -> Result<(), Failure> {
    let count = if run.is_small() { 300 } else { 5003 };
    let layouts = [
        (strided(&[count], &[1]), strided(&[count], &[1])),
        (strided(&[19, 24], &[40, 1]), strided(&[19, 24], &[1, 19])),
    ];
    let rules = [
        (None, None),
        (None, Some(Overflow::Saturate)),
        (Some(RoundingMode::Zero), None),
        (Some(RoundingMode::PositiveInf), Some(Overflow::Ieee)),
        (Some(RoundingMode::NegativeInf), None),
    ];
    let rules = &rules[..if run.is_small() { 2 } else { 5 }];
    for (from, to) in DType::ALL
        .iter()
        .flat_map(|from| DType::ALL.map(|to| (*from, to)))
    {
        for (target, source) in layouts {
            run.cases(rules.iter().map(|(mode, overflow)| {
                let input = Laid::new(from, source).wild(true);
                case(
                    Work::Cast(*mode, *overflow),
                    vec![input],
                    Laid::new(to, target),
                    Same::Value,
                )
            }));
        }
    }
    Ok(())
}
