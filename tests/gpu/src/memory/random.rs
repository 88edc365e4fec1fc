//! Memory kernels on shapes, strides, types and operators that are drawn: each result and each byte around it as on the CPU.
//!
//! `--seed N` draws others, `--count N` so many.

use super::{maps::on, rows::norms, rows::reduced};
use crate::prelude::*;

/// Elements of an array at most, of a whole check and of a small one.
const ELEMENTS: [usize; 2] = [40_000, 700];
/// Cases where `--count` says nothing, likewise.
const COUNT: [usize; 2] = [20_000, 200];

pub fn check(run: &mut Run) -> Result<(), Failure> {
    let small = usize::from(run.is_small());
    let number = |option: &str, usual| match run.args.value(option) {
        None => Ok(usual),
        Some(text) => text
            .parse()
            .map_err(|_| format!("{option} {text}: write a number")),
    };
    let (seed, count) = (number("--seed", 0)?, number("--count", COUNT[small])?);
    let mut draw = Draw(Random(seed as u64), ELEMENTS[small]);
    for _ in 0..count {
        let case = draw.case()?;
        run.cases(case);
    }
    Ok(())
}

/// What draws the cases, and how many elements an array has at most.
struct Draw(Random, usize);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        (self.0.bits() >> 11) as usize % count
    }

    fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Up to eight extents, each size as likely as its double.
    fn extents(&mut self) -> Vec<usize> {
        let (rank, mut left) = (self.one(&[0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 8]), self.1);
        let mut extents = Vec::new();
        for _ in 0..rank {
            let bits = self.below(left.ilog2() as usize + 1);
            let most = (1usize << (bits + 1)).min(left);
            let extent = match self.below(40) {
                0 => 0,
                1..8 => 1,
                8..16 => most.next_multiple_of(8).min(left),
                _ => 1 + self.below(most),
            };
            left = (left / extent.max(1)).max(1);
            extents.push(extent);
        }
        let turn = self.below(rank.max(1));
        extents.rotate_left(turn);
        extents
    }

    /// A layout of these extents, its modes in any order, with gaps; those that `repeats` says may have the stride 0.
    fn layout(&mut self, extents: &[usize], repeats: bool) -> Result<Strided, Failure> {
        let (rank, plain) = (extents.len(), self.is(3));
        let mut order: Vec<usize> = (0..rank).rev().collect();
        if !plain {
            for at in (1..rank).rev() {
                let other = self.below(at + 1);
                order.swap(at, other);
            }
        }
        let (mut strides, mut next) = (vec![0; rank], self.one(&[1, 1, 1, 1, 2, 3]));
        for axis in order {
            if repeats && self.is(8) {
                continue;
            }
            strides[axis] = next;
            let gap = self.one(&[0, 0, 0, 1, 3, 4, 8, 16]);
            next = next * extents[axis].max(1) + if plain { 0 } else { gap };
        }
        Ok(Strided::new(extents, &strides)?)
    }

    /// An input of these extents, or of trailing ones of them, some of which repeat.
    fn input(&mut self, dtype: DType, extents: &[usize], wild: bool) -> Result<Laid, Failure> {
        let skipped = if self.is(5) {
            self.below(extents.len() + 1)
        } else {
            0
        };
        let mut of = extents[skipped..].to_vec();
        for extent in &mut of {
            if self.is(10) {
                *extent = 1;
            }
        }
        let layout = self.layout(&of, true)?;
        Ok(Laid::new(dtype, layout).at(self.shift(), wild))
    }

    /// Elements that an array begins after its allocation's alignment.
    fn shift(&mut self) -> usize {
        self.one(&[0, 0, 0, 1, 2, 3, 4, 5, 8])
    }

    fn output(&mut self, dtype: DType, extents: &[usize]) -> Result<Laid, Failure> {
        let layout = self.layout(extents, false)?;
        Ok(Laid::new(dtype, layout).at(self.shift(), false))
    }

    /// A case, or none where an operator does not take the types that were drawn.
    fn case(&mut self) -> Result<Vec<Elementwise>, Failure> {
        let (extents, dtype, other) =
            (self.extents(), self.one(&DType::ALL), self.one(&DType::ALL));
        let same = |extents: &[usize], draw: &mut Self| -> Result<Laid, Failure> {
            let layout = draw.layout(extents, true)?;
            Ok(Laid::new(dtype, layout).at(draw.shift(), true))
        };
        Ok(match self.below(6) {
            0 => {
                let (input, out) = (same(&extents, self)?, self.output(dtype, &extents)?);
                vec![Work::Copy.on(&[input], out, Same::Bits)]
            }
            1 => {
                let (mode, overflow) = self.one(&[
                    (None, None),
                    (None, Some(Overflow::Saturate)),
                    (Some(RoundingMode::Zero), None),
                    (Some(RoundingMode::PositiveInf), Some(Overflow::Ieee)),
                    (Some(RoundingMode::NegativeInf), None),
                ]);
                let (input, out) = (same(&extents, self)?, self.output(other, &extents)?);
                vec![Work::Cast(mode, overflow).on(&[input], out, Same::Value)]
            }
            2 | 3 => {
                let op = self.one(Op::ALL);
                let second = if self.is(3) { other } else { dtype };
                let types = match op.arity() {
                    3 if op == Op::Where => vec![DType::Bool, dtype, dtype],
                    2 => vec![dtype, second],
                    arity => vec![dtype; arity],
                };
                let Some((out, same, wild)) = on(op, &types) else {
                    return Ok(Vec::new());
                };
                let whole = self.below(types.len());
                let inputs = each(types.iter().enumerate(), |(at, dtype)| match at == whole {
                    // One of them has all elements.
                    true => {
                        let layout = self.layout(&extents, false)?;
                        Ok(Laid::new(*dtype, layout).at(self.shift(), wild))
                    }
                    false => self.input(*dtype, &extents, wild),
                })?;
                let out = self.output(out, &extents)?;
                vec![Work::Map(op).on(&inputs, out, same)]
            }
            4 if dtype.is_arithmetic() && !extents.contains(&0) => {
                let op = self.one(Reduction::ALL);
                let axes: Vec<usize> = (0..extents.len()).filter(|_| self.is(2)).collect();
                let case = reduced(dtype, op, (&extents, axes.leak()), Kind::Moderate)?;
                let input = self.layout(&extents, true)?;
                let input = with!(case.inputs[0], layout: input, shift: self.shift());
                let out = self.output(case.out.dtype, case.out.layout.extents())?;
                vec![with!(case, inputs: vec![input], out: out)]
            }
            5 => {
                let dtype = self.one(&[DType::F32, DType::F16, DType::BF16]);
                let length = 1 + self.below(self.1 / 2);
                let rows = 1 + self.below((self.1 / length).clamp(1, 400));
                let gap = self.one(&[0, 0, 1, 3, 8, 16]);
                norms(dtype, [rows, length], gap)?.to_vec()
            }
            _ => {
                let bits = self.0.elements(dtype, 1, true)[0];
                let work = self.one(&[Work::Zeros, Work::Fill(bits)]);
                vec![work.on(&[], self.output(dtype, &extents)?, Same::Bits)]
            }
        })
    }
}
