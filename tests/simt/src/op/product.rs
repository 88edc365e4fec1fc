//! A warp's matrix products (PTX ISA, `mma`): where the elements of each operand are, and their sums.

use std::array::from_fn;

use super::lane::Lane;
use super::rounding::{BF16, E4M3, E5M2, F16, F32, Format, Mode};
use crate::machine::{Action, Context, ExecError, LANES, Lanes, Poison, Step};
use crate::text::{Operation, Register};

/// The elements' type of a factor.
#[derive(Clone, Copy, Debug)]
enum Factor {
    Float(&'static Format, u32),
    Tf32,
    F64,
    Signed(u32),
    Unsigned(u32),
}

impl Factor {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "f16" => Self::Float(&F16, 16),
            "bf16" => Self::Float(&BF16, 16),
            "e4m3" => Self::Float(&E4M3, 8),
            "e5m2" => Self::Float(&E5M2, 8),
            "tf32" => Self::Tf32,
            "f64" => Self::F64,
            "s8" => Self::Signed(8),
            "u8" => Self::Unsigned(8),
            "s4" => Self::Signed(4),
            "u4" => Self::Unsigned(4),
            "b1" => Self::Unsigned(1),
            _ => return None,
        })
    }

    /// Bits of an element.
    fn width(self) -> u32 {
        match self {
            Self::Float(_, width) | Self::Signed(width) | Self::Unsigned(width) => width,
            Self::Tf32 => 32,
            Self::F64 => 64,
        }
    }

    /// Elements in one register.
    fn packed(self) -> usize {
        32usize.div_ceil(self.width() as usize)
    }

    /// The value of an element's bits.
    #[inline]
    fn value(self, low: u64) -> f64 {
        let unused = 64 - self.width();
        match self {
            Self::Float(format, _) => format.value(low),
            // The instruction ignores the low bits.
            Self::Tf32 => f32::of(low & 0xFFFF_E000).into(),
            Self::F64 => f64::of(low),
            Self::Signed(_) => ((low << unused) as i64 >> unused) as f64,
            Self::Unsigned(_) => low as f64,
        }
    }
}

/// The elements' type of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    F16,
    F32,
    F64,
    S32,
}

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combine {
    Multiply,
    Xor,
    And,
}

/// How the elements are spread over the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Over a warp.
    Warp,
    /// Over each of a warp's four quad pairs; whether A is row-major, and B column-major.
    QuadPairs(bool, bool),
}

/// Types, extents and places of a product.
#[derive(Clone, Copy, Debug)]
struct Kind {
    form: Form,
    rows: usize,
    depth: usize,
    a: Factor,
    b: Factor,
    sum: Sum,
    combine: Combine,
}

/// Where the elements of a factor are.
#[derive(Clone, Copy, Debug)]
struct Side {
    element: Factor,
    /// Rows of A, columns of B.
    extent: usize,
    /// `true` if the elements of a lane of a quad pair differ in depth.
    contiguous: bool,
}

/// Where the elements of each operand's registers are: register after register, in each lane after lane.
#[derive(Clone, Debug)]
struct Places {
    /// Of A, at `(group, row, k)`.
    left: Vec<usize>,
    /// Of B, at `(group, k, column)`.
    right: Vec<usize>,
    /// Of the sums, at `(group, row, column)`.
    sums: Vec<usize>,
}

/// Columns of every product.
const COLUMNS: usize = 8;

/// The action of `mma.sync.aligned.SHAPE.ALAYOUT.BLAYOUT.D.A.B.C[.OP.popc]`.
pub fn product(of: &mut Operation<'_, '_>, words: &[&str]) -> Result<Action, String> {
    let kind = Kind::named(words).ok_or("a form of mma.sync that the ISA does not have")?;
    let (d, a, b, c) = (of.values(0)?, of.values(1)?, of.values(2)?, of.values(3)?);
    if [d.len(), a.len(), b.len(), c.len()] != kind.registers() {
        return Err("the fragments are not of this shape".into());
    }
    let places = kind.places();
    Ok(Box::new(move |context| {
        if context.active != u32::MAX {
            return Err(ExecError::new("not all lanes multiply"));
        }
        let [left, right, before] = [&a, &b, &c].map(|list| read(context, list));
        let result = kind.multiply(&places, &left, &right, &before);
        let poisoned = kind.poisoned(&context.warp.poison, &a, &b, &c);
        for ((&register, values), lanes) in d.iter().zip(&result).zip(poisoned) {
            context.write(register, values);
            if lanes != 0 {
                let from: Vec<_> = [&a[..], &b, &c]
                    .concat()
                    .into_iter()
                    .filter(|&one| context.warp.poison.any(&[one]) != 0)
                    .collect();
                context.taint(register, lanes, &from);
            }
        }
        Ok(Step::Next)
    }))
}

fn read<'c>(context: &'c Context<'_>, list: &[Register]) -> Vec<&'c Lanes> {
    list.iter().map(|&one| context.read(one)).collect()
}

impl Kind {
    /// The product of these words, from the shape on.
    fn named(words: &[&str]) -> Option<Self> {
        let (&[shape, a_order, b_order, d, a, b, c], rest) = words.split_first_chunk::<7>()?;
        let combine = match rest {
            [] if a != "b1" => Combine::Multiply,
            ["xor", "popc"] if a == "b1" => Combine::Xor,
            ["and", "popc"] if a == "b1" => Combine::And,
            _ => return None,
        };
        let numbers = shape.strip_prefix('m')?.split(['n', 'k']).map(str::parse);
        let [rows @ (8 | 16), COLUMNS, depth @ 1..=256] =
            numbers.collect::<Result<Vec<usize>, _>>().ok()?[..]
        else {
            return None;
        };
        let sum = match d {
            "f16" => Sum::F16,
            "f32" => Sum::F32,
            "f64" => Sum::F64,
            "s32" => Sum::S32,
            _ => return None,
        };
        let (left, right) = (Factor::named(a)?, Factor::named(b)?);
        let quads = shape == "m8n8k4" && a == "f16";
        let form = match (quads, a_order, b_order) {
            (true, "row" | "col", "row" | "col") => {
                Form::QuadPairs(a_order == "row", b_order == "col")
            }
            (false, "row", "col") => Form::Warp,
            _ => return None,
        };
        let types = match (left, right) {
            (Factor::Float(_, 8), Factor::Float(_, 8)) => matches!(sum, Sum::F16 | Sum::F32),
            (Factor::Float(..), _) if a == "f16" => a == b && matches!(sum, Sum::F16 | Sum::F32),
            (Factor::Float(..) | Factor::Tf32, _) => a == b && sum == Sum::F32,
            (Factor::F64, _) => a == b && sum == Sum::F64,
            _ => left.width() == right.width() && b.starts_with(['s', 'u', 'b']) && sum == Sum::S32,
        };
        (types && c == d).then_some(Kind {
            form,
            rows,
            depth,
            a: left,
            b: right,
            sum,
            combine,
        })
    }

    /// Lanes that share one product.
    fn lanes(&self) -> usize {
        match self.form {
            Form::Warp => 32,
            Form::QuadPairs(..) => 8,
        }
    }

    /// Registers of D, A, B and C.
    fn registers(&self) -> [usize; 4] {
        let lanes = self.lanes();
        let d = self.rows * COLUMNS / self.halves() / lanes;
        let [a, b] = self
            .sides()
            .map(|side| side.extent * self.depth / side.element.packed());
        [d, a / lanes, b / lanes, d]
    }

    /// Sums in a register.
    fn halves(&self) -> usize {
        if self.sum == Sum::F16 { 2 } else { 1 }
    }

    /// The product to which a lane belongs.
    fn group(&self, lane: usize) -> usize {
        match self.form {
            Form::Warp => 0,
            Form::QuadPairs(..) => lane / 4 % 4,
        }
    }

    /// A and B.
    fn sides(&self) -> [Side; 2] {
        let (row_major, column_major) = match self.form {
            Form::Warp => (false, false),
            Form::QuadPairs(row_major, column_major) => (row_major, column_major),
        };
        let side = |element, extent, contiguous| Side {
            element,
            extent,
            contiguous,
        };
        [
            side(self.a, self.rows, row_major),
            side(self.b, COLUMNS, column_major),
        ]
    }

    /// Row (or column of B) and depth of a factor's element in a lane.
    fn of_factor(&self, side: Side, lane: usize, register: usize, index: usize) -> (usize, usize) {
        let (packed, halves) = (side.element.packed(), side.extent / 8);
        let element = packed * register + index;
        match self.form {
            Form::Warp => (
                lane / 4 + 8 * (register % halves),
                packed * (lane % 4) + index + 4 * packed * (register / halves),
            ),
            Form::QuadPairs(..) if side.contiguous => (lane % 4 + lane / 16 * 4, element),
            Form::QuadPairs(..) => (element + lane / 16 * 4, lane % 4),
        }
    }

    /// Row and column of a sum.
    fn of_sum(&self, lane: usize, register: usize, index: usize) -> (usize, usize) {
        match (self.form, self.sum) {
            (Form::Warp, Sum::F16) => (lane / 4 + 8 * register, lane % 4 * 2 + index),
            (Form::Warp, _) => (lane / 4 + 8 * (register / 2), lane % 4 * 2 + register % 2),
            (_, Sum::F16) => (lane % 4 + lane / 16 * 4, 2 * register + index),
            _ => (
                lane % 2 + (register & 2) + lane / 16 * 4,
                (register & 4) + (lane & 2) + register % 2,
            ),
        }
    }

    /// Where the elements are.
    fn places(&self) -> Places {
        let (rows, depth) = (self.rows, self.depth);
        let [left, right] = self.sides();
        let [registers, ..] = self.registers();
        let all =
            |registers: usize, packed: usize, place: &dyn Fn(usize, usize, usize) -> usize| {
                let lanes = (0..registers)
                    .flat_map(|register| (0..LANES).map(move |lane| (lane, register)));
                lanes
                    .flat_map(|(lane, register)| {
                        (0..packed).map(move |index| place(lane, register, index))
                    })
                    .collect()
            };
        let of_side = |side: Side, place: &dyn Fn(usize, usize, usize) -> usize| {
            let packed = side.element.packed();
            let registers = side.extent * depth / packed / self.lanes();
            all(registers, packed, &|lane, register, index| {
                let (row, k) = self.of_factor(side, lane, register, index);
                place(self.group(lane), row, k)
            })
        };
        Places {
            left: of_side(left, &|group, row, k| (group * rows + row) * depth + k),
            right: of_side(right, &|group, column, k| {
                (group * depth + k) * COLUMNS + column
            }),
            sums: all(registers, self.halves(), &|lane, register, index| {
                let (row, column) = self.of_sum(lane, register, index);
                (self.group(lane) * rows + row) * COLUMNS + column
            }),
        }
    }

    /// The result's registers.
    fn multiply(&self, places: &Places, a: &[&Lanes], b: &[&Lanes], c: &[&Lanes]) -> Vec<Lanes> {
        let (rows, depth) = (self.rows, self.depth);
        let [left, right] = self.sides();
        let left = self.spread(left, a, &places.left);
        let right = self.spread(right, b, &places.right);
        // Sums of integers and bits are exact, too.
        let sums = match (self.sum, self.combine) {
            (Sum::F64, _) => Vec::new(),
            (_, Combine::Multiply) => self.sums(&left, &right, |a, b| a * b),
            (_, Combine::Xor) => self.sums(&left, &right, |a, b| (a as i64 ^ b as i64) as f64),
            (_, Combine::And) => self.sums(&left, &right, |a, b| (a as i64 & b as i64) as f64),
        };
        let result = |before: u64, places: &[usize]| match self.sum {
            Sum::S32 => i32::of(before)
                .wrapping_add(sums[places[0]] as i64 as i32)
                .bits(),
            Sum::F64 => {
                let (row, column) = (places[0] / COLUMNS, places[0] % COLUMNS);
                let right = &right[row / rows * depth * COLUMNS..][..depth * COLUMNS];
                let right = right.iter().skip(column).step_by(COLUMNS);
                let factors = left[row * depth..][..depth].iter().zip(right);
                factors
                    .fold(f64::of(before), |sum, (a, b)| a.mul_add(*b, sum))
                    .bits()
            }
            // Products of such numbers are exact here, and their sum is rounded once to what the register holds.
            Sum::F32 => ((F32.value(before) + sums[places[0]]) as f32).bits(),
            Sum::F16 => [0, 1].iter().fold(0, |word, &index| {
                let old = F16.value(before >> (16 * index) & 0xFFFF);
                let new = F16.rounded(old + sums[places[index]], Mode::Nearest);
                word | new << (16 * index)
            }),
        };
        let halves = self.halves();
        c.iter()
            .zip(places.sums.chunks_exact(LANES * halves))
            .map(|(before, places)| {
                from_fn(|lane| result(before[lane], &places[lane * halves..][..halves]))
            })
            .collect()
    }

    /// The values of a factor at their places.
    fn spread(&self, side: Side, registers: &[&Lanes], places: &[usize]) -> Vec<f64> {
        let mut values = vec![0.0; LANES / self.lanes() * side.extent * self.depth];
        let element = side.element;
        // With constants in the loop, which takes half as many instructions.
        match element {
            Factor::Float(format, 16) if format.fraction == F16.fraction => {
                place::<16>(&mut values, registers, places, |low| F16.value(low));
            }
            Factor::Float(_, 16) => {
                place::<16>(&mut values, registers, places, |low| BF16.value(low));
            }
            _ => match element.width() {
                1 => place::<1>(&mut values, registers, places, |low| element.value(low)),
                4 => place::<4>(&mut values, registers, places, |low| element.value(low)),
                8 => place::<8>(&mut values, registers, places, |low| element.value(low)),
                32 => place::<32>(&mut values, registers, places, |low| element.value(low)),
                _ => place::<64>(&mut values, registers, places, |low| element.value(low)),
            },
        }
        values
    }

    /// The sums of what `combine` gives for each row of `left` and column of `right`, over the depth.
    fn sums(&self, left: &[f64], right: &[f64], combine: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let (rows, depth) = (self.rows, self.depth);
        let row = |at: usize| {
            let right = &right[at / rows * depth * COLUMNS..][..depth * COLUMNS];
            let left = &left[at * depth..][..depth];
            let mut sums = [-0.0; COLUMNS];
            for (&a, right) in left.iter().zip(right.chunks_exact(COLUMNS)) {
                for (sum, &b) in sums.iter_mut().zip(right) {
                    *sum += combine(a, b);
                }
            }
            sums
        };
        let rows = LANES / self.lanes() * rows;
        let mut sums = Vec::with_capacity(rows * COLUMNS);
        (0..rows).for_each(|at| sums.extend_from_slice(&row(at)));
        sums
    }

    /// The lanes of each of the result's registers that are poisoned: by the left factor's row, the right one's column, or
    /// what is added to.
    fn poisoned(
        &self,
        poison: &Poison,
        a: &[Register],
        b: &[Register],
        c: &[Register],
    ) -> Vec<u32> {
        if poison.any(a) | poison.any(b) | poison.any(c) == 0 {
            return vec![0; c.len()];
        }
        let [left, right] = self.sides();
        let marked = |side: Side, registers: &[Register]| {
            let mut marked = [[false; 16]; 4];
            for lane in 0..LANES {
                let bad = |&(_, &one): &(usize, &Register)| poison.any(&[one]) >> lane & 1 == 1;
                for (register, _) in registers.iter().enumerate().filter(bad) {
                    for index in 0..side.element.packed() {
                        let (row, _) = self.of_factor(side, lane, register, index);
                        marked[self.group(lane)][row] = true;
                    }
                }
            }
            marked
        };
        let (rows, columns) = (marked(left, a), marked(right, b));
        let halves = self.halves();
        let result = |(register, &before): (usize, &Register)| {
            (0..LANES).fold(poison.any(&[before]), |lanes, lane| {
                let group = self.group(lane);
                let bad = (0..halves).any(|index| {
                    let (row, column) = self.of_sum(lane, register, index);
                    rows[group][row] || columns[group][column]
                });
                lanes | u32::from(bad) << lane
            })
        };
        c.iter().enumerate().map(result).collect()
    }
}

/// Puts the values of elements of so many bits at their places.
fn place<const WIDTH: usize>(
    values: &mut [f64],
    registers: &[&Lanes],
    places: &[usize],
    value: impl Fn(u64) -> f64,
) {
    let packed = 32usize.div_ceil(WIDTH);
    for (words, places) in registers.iter().zip(places.chunks_exact(LANES * packed)) {
        for (word, places) in words.iter().zip(places.chunks_exact(packed)) {
            for (index, &at) in places.iter().enumerate() {
                values[at] = value(word >> (WIDTH * index) & (u64::MAX >> (64 - WIDTH)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    fn known(text: &str) -> bool {
        Kind::named(&text.split('.').collect::<Vec<_>>()).is_some()
    }

    #[test]
    fn forms_of_the_isa_are_known_and_others_are_not() {
        for text in [
            "m8n8k4.col.row.f16.f16.f16.f16",
            "m16n8k32.row.col.s32.s8.u8.s32",
            "m16n8k32.row.col.f16.e4m3.e5m2.f16",
            "m8n8k128.row.col.s32.b1.b1.s32.and.popc",
            "m16n8k4.row.col.f64.f64.f64.f64",
        ] {
            assert!(known(text), "{text}");
        }
        for text in [
            "m16n8k16.col.row.f32.f16.f16.f32",
            "m16n8k32.row.col.s32.s8.s4.s32",
            "m16n8k16.row.col.f16.bf16.bf16.f16",
            "m16n8k16.row.col.f32.bf16.f16.f32",
            "m8n8k128.row.col.s32.b1.b1.s32",
            "m16n8k32.row.col.s32.s8.s8.s32.xor.popc",
            "m16n8k16.row.col.f32.f16.f16.f16",
            "m16n16k16.row.col.f32.f16.f16.f32",
        ] {
            assert!(!known(text), "{text}");
        }
    }
}
