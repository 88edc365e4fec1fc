//! How a launch's results leave the registers of a Hopper kernel, and what must be true of its arguments.

use azulejo_tensor::DType;

use super::product::transposed;
use super::{Arguments, GpuBias, Matrix, ProblemShape, is_whole};
use crate::Error;
use azulejo_kernels::device::gemm::hopper::{
    args::{View, activation, route},
    fusion::Fusion,
    operand::Major,
};

/// Returns `true` if threads store a D of lines of `run` elements of `out` bytes that TMA could address: lines that end within 16 bytes, and columns
/// of bytes, which are half as long as TMA's lines of a subtile.
pub const fn is_unaligned_d(run: u64, out: u64, by_columns: bool) -> bool {
    !is_whole(run.wrapping_mul(out)) || (by_columns && out == 1)
}

/// The operands of a launch in lines.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// A.
    pub a: Matrix,
    /// B, whose lines are along K or N.
    pub b: Matrix,
    pub(super) c: Option<Matrix>,
    /// D; [`Major::K`] where its columns are contiguous.
    pub d: Matrix,
}

impl Lines {
    /// Returns `true` if TMA loads a C of elements of `out` bytes as it stores D.
    fn c_by_tma(&self, out: u64) -> bool {
        let is_like_d = |c: Matrix| c.major == self.d.major && c.is_aligned(out);
        self.c.is_some_and(is_like_d)
    }
}

/// `flag` where it `is`.
fn flag(is: bool, flag: u32) -> u32 {
    if is { flag } else { 0 }
}

/// The error of the strides of `name`, which `why` does not take.
fn walked(name: &'static str, view: &View, why: &str) -> Error {
    let View {
        row, column, batch, ..
    } = view;
    let strides = format!(
        "{row} from row to row, {column} from column to column, {batch} from matrix to matrix"
    );
    Error::strides(name, format!("{strides}; {why}: copy it first"))
}

impl Arguments<'_> {
    /// Returns the operands in lines.
    ///
    /// # Errors
    /// The argument that something runs backwards in.
    pub fn lines(&self) -> Result<Lines, &'static str> {
        let [m, n, k, batches] =
            [self.sizes.m, self.sizes.n, self.k(), self.sizes.batches].map(u64::from);
        let [a, b, d] = self.types.map(|dtype| dtype.bytes() as u64);
        let of = |argument, view: &View, rows, columns, element| {
            Matrix::of(view, [rows, columns, batches], element).ok_or(argument)
        };
        let c = self.c.as_ref().map(|c| of("c", c, m, n, d));
        Ok(Lines {
            a: of("a", &self.a, m, k, a)?,
            b: of("b", &transposed(&self.b), n, k, b)?,
            c: c.transpose()?,
            d: of("d", &self.d, m, n, d)?,
        })
    }

    /// The error that `kernel` walks nothing backwards, of the first operand that has a stride below 0.
    pub fn backwards(&self, kernel: &str) -> Error {
        let mut found = self.running_backwards();
        let (name, view) = found.next().unwrap_or(("a", self.a));
        walked(name, &view, &format!("{kernel} walks no operand backwards"))
    }

    /// Rejects an A or a B that runs backwards, but of f32 and f64, which kernels read by elements whatever the extents.
    ///
    /// # Errors
    /// [`Error::Strides`].
    pub fn check_forwards(&self) -> Result<(), Error> {
        let dtype = self.types[0];
        let read = |(name, _): &(&str, View)| ["a", "b"].contains(name);
        match self.running_backwards().find(read) {
            Some((name, view)) if !matches!(dtype, DType::F32 | DType::F64) => {
                let why = format!(
                    "an A and a B of {dtype} run forwards, only those of float32 and float64 backwards, too"
                );
                Err(walked(name, &view, &why))
            }
            _ => Ok(()),
        }
    }

    /// The operands that have elements and a stride below 0 that is followed.
    fn running_backwards(&self) -> impl Iterator<Item = (&'static str, View)> {
        let (ProblemShape { m, n, batches, .. }, k) = (self.sizes, self.k());
        let of = [
            ("a", Some(self.a), [m, k]),
            ("b", Some(self.b), [k, n]),
            ("c", self.c, [m, n]),
            ("d", Some(self.d), [m, n]),
        ];
        of.into_iter()
            .filter_map(move |(name, view, [rows, columns])| {
                let view = view?;
                let modes = [
                    (view.row, rows),
                    (view.column, columns),
                    (view.batch, batches),
                ];
                let runs = modes
                    .iter()
                    .any(|(stride, extent)| *stride < 0 && *extent > 1);
                let is_empty = [rows, columns, batches].contains(&0);
                (runs && !is_empty).then_some((name, view))
            })
    }

    /// Rejects what sums of 32-bit integers do not get: kernels for Hopper store them as they are.
    ///
    /// # Errors
    /// [`Error::NotImplemented`].
    pub fn check_integers(&self) -> Result<(), Error> {
        let e = &self.epilogue;
        let found = [
            ("an alpha but 0 and 1", ![0.0, 1.0].contains(&e.alpha)),
            ("a beta", e.beta != 0.0),
            ("a bias", e.bias.is_some()),
            ("an activation", e.activation != 0),
        ];
        let found = found
            .into_iter()
            .find(|(_, is)| *is && self.types[2] == DType::I32);
        let scaled = e.scaled().filter(|_| self.types[2] == DType::I32);
        match found.map(|(what, _)| what).or(scaled) {
            None => Ok(()),
            Some(what) => Err(Error::not_implemented(format!(
                "{what} on sums of int32, which kernels for Hopper store as they are (those for compute capability 8.0 have whole factors, C, a bias, ReLU),"
            ))),
        }
    }

    /// As what a kernel that has no other epilogue would compute it, and as what its transpose; `None` where no such kernel can.
    pub fn fusion(&self, lines: &Lines) -> [Option<Fusion>; 2] {
        let (e, Lines { c, d, .. }, out) = (&self.epilogue, lines, self.out());
        let bias = self.bias();
        let along = if bias.column == 1 {
            Major::K
        } else {
            Major::Mn
        };
        // A bias is read two entries at a time.
        let pairs = bias.base.is_multiple_of(2 * out) && d.contiguous.is_multiple_of(2);
        let bias = e.bias.is_none() || along == d.major && pairs;
        let c = c.is_none() || lines.c_by_tma(out);
        let fusion = Fusion {
            c: e.beta != 0.0,
            bias: e.bias.is_some(),
            activation: e.activation,
        };
        let scaled = fusion == Fusion::STORE_ONLY && e.alpha != 1.0 || e.scaled().is_some();
        let fusion = (d.is_stored_by_tma(out) && bias && c && !scaled).then_some(fusion);
        match d.major {
            Major::K => [fusion, None],
            Major::Mn => [None, fusion],
        }
    }

    /// Returns `true` if TMA stores the sums as they are and loads C, so that all that comes to them can come in registers.
    /// Vectors of columns are read two entries at a time.
    pub fn is_in_registers(&self, lines: &Lines) -> bool {
        let (e, out, bias) = (&self.epilogue, self.out(), self.bias());
        let bias = Some((bias.base, out)).filter(|_| bias.column == 1);
        let [_, [_, scale]] = e.scales();
        let vectors = [bias, scale.map(|scale| (scale.0.address(), 4))];
        let pairs = |(base, entry): (u64, u64)| {
            base.is_multiple_of(2 * entry) && self.sizes.n.is_multiple_of(2)
        };
        let by_tma = out > 1 && self.d_by_tma(lines) && (e.beta == 0.0 || self.c_by_tma(lines));
        by_tma && e.is_stored_as_it_is() && vectors.into_iter().flatten().all(pairs)
    }

    /// One of [`route`] with its flags.
    pub(super) fn route(&self, lines: &Lines, splits: u32) -> u32 {
        if splits > 1 {
            return route::SPLIT_K;
        }
        let lines_of_d = flag(lines.d.major == Major::Mn, route::COLUMN_MAJOR)
            | flag(self.c_by_tma(lines), route::TMA_LOAD_C);
        if self.is_in_registers(lines) {
            return route::TMA_STORE | lines_of_d | self.steps();
        }
        let unaligned = flag(!self.d_by_tma(lines), route::UNALIGNED_D);
        route::GENERIC | lines_of_d | unaligned
    }

    /// Which of [`route::IN_REGISTERS`] come to the product beside C.
    fn steps(&self) -> u32 {
        let e = &self.epilogue;
        let [_, [rows, columns]] = e.scales();
        flag(rows.is_some(), route::SCALES_OF_ROWS)
            | flag(columns.is_some(), route::SCALES_OF_COLUMNS)
            | match e.bias {
                None => 0,
                Some(GpuBias::PerRow(_)) => route::BIAS_OF_ROWS,
                Some(GpuBias::PerColumn(_)) => route::BIAS_OF_COLUMNS,
            }
            | match e.activation {
                activation::NONE => 0,
                activation::RELU => route::RELU,
                _ => route::GELU_SILU,
            }
    }

    /// Returns `true` if TMA takes D.
    fn d_by_tma(&self, Lines { d, .. }: &Lines) -> bool {
        let out = self.out();
        d.is_aligned(out) && !is_unaligned_d(d.contiguous, out, d.major == Major::Mn)
    }

    /// Returns `true` if TMA loads C as it stores D.
    fn c_by_tma(&self, lines: &Lines) -> bool {
        self.d_by_tma(lines) && lines.c_by_tma(self.out())
    }

    /// Bytes of an element of D.
    pub(super) fn out(&self) -> u64 {
        self.types[2].bytes() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Epilogue, GpuVecMut, GpuVecRef, ProblemShape, Region};
    use super::*;

    fn vector(address: u64, len: u64) -> GpuVecRef<'static> {
        GpuVecRef::of_region(Region::at(address, 4 * len), DType::F32)
    }

    /// A launch of 64 by 64 elements of D of this type, with these lines of D and C.
    fn with(
        out: DType,
        (d, c): (Matrix, Option<Matrix>),
        epilogue: Epilogue<'static>,
    ) -> (Arguments<'static>, Lines) {
        let [m, n, k, batches] = [64, 64, 64, 1];
        let view = View::default();
        let arguments = Arguments {
            sizes: ProblemShape { m, n, k, batches },
            types: [DType::BF16, DType::BF16, out],
            a: view,
            b: view,
            c: c.map(|_| view),
            d: view,
            epilogue,
        };
        let [a, b] = [matrix(Major::K, 64); 2];
        (arguments, Lines { a, b, c, d })
    }

    fn matrix(major: Major, ld: u64) -> Matrix {
        Matrix::new(256, major, [64, 64, ld])
    }

    fn set(set: impl FnOnce(&mut Epilogue<'static>)) -> Epilogue<'static> {
        Epilogue::with_set(set)
    }

    fn per_column(address: u64) -> Epilogue<'static> {
        set(|e| e.bias = Some(GpuBias::PerColumn(vector(address, 64))))
    }

    fn per_row(address: u64) -> Epilogue<'static> {
        set(|e| e.bias = Some(GpuBias::PerRow(vector(address, 64))))
    }

    /// ReLU, and D scaled.
    fn scaled() -> Epilogue<'static> {
        set(|e| (e.activation, e.scale_d) = (activation::RELU, Some(vector(8, 1))))
    }

    #[test]
    fn integers_are_stored_as_they_are() {
        let of = |epilogue| {
            let d = matrix(Major::K, 64);
            with(DType::I32, (d, None), epilogue).0.check_integers()
        };
        for allowed in [set(|_| ()), set(|e| e.alpha = 0.0)] {
            assert_eq!(of(allowed), Ok(()));
        }
        let (one, row) = (Some(vector(16, 1)), Some(vector(16, 64)));
        for epilogue in [
            set(|e| e.alpha = 2.0),
            set(|e| e.beta = 1.0),
            per_column(16),
            set(|e| e.activation = activation::RELU),
            set(|e| e.scale_b = one),
            set(|e| e.scale_a = row),
            set(|e| e.scale_d = one),
            set(|e| e.amax = Some(GpuVecMut(Region::at(16, 4), DType::F32))),
        ] {
            assert!(
                matches!(of(epilogue), Err(Error::NotImplemented { .. })),
                "{epilogue:?}"
            );
        }
    }

    #[test]
    fn a_fixed_epilogue_is_asked_for_where_it_is_the_whole_one() {
        let (rows, columns, odd) = (
            matrix(Major::K, 64),
            matrix(Major::Mn, 64),
            matrix(Major::K, 65),
        );
        let plain = set(|_| ());
        let sum = set(|e| e.beta = 3.0);
        let relu = set(|e| e.activation = activation::RELU);
        let twice = set(|e| e.alpha = 2.0);
        let of = |c, bias, activation| {
            Some(Fusion {
                c,
                bias,
                activation,
            })
        };
        for (epilogue, d, c, expected) in [
            (plain, rows, None, [Some(Fusion::STORE_ONLY), None]),
            (plain, columns, None, [None, Some(Fusion::STORE_ONLY)]),
            (plain, odd, None, [None; 2]),
            (twice, rows, None, [None; 2]),
            (relu, rows, None, [of(false, false, 1), None]),
            (relu, columns, None, [None, of(false, false, 1)]),
            (relu, odd, None, [None; 2]),
            (per_column(4), rows, None, [of(false, true, 0), None]),
            (per_row(4), rows, None, [None; 2]),
            (per_row(4), columns, None, [None, of(false, true, 0)]),
            (per_column(2), rows, None, [None; 2]),
            (sum, rows, Some(rows), [of(true, false, 0), None]),
            (sum, rows, Some(columns), [None; 2]),
            (sum, rows, Some(odd), [None; 2]),
            (scaled(), rows, None, [None; 2]),
        ] {
            let (arguments, lines) = with(DType::BF16, (d, c), epilogue);
            assert_eq!(arguments.fusion(&lines), expected, "{epilogue:?} to {d:?}");
        }
    }

    #[test]
    fn every_output_has_a_way_and_tma_takes_what_it_can() {
        let (rows, columns) = (matrix(Major::K, 64), matrix(Major::Mn, 64));
        let (odd, odd_columns) = (matrix(Major::K, 65), matrix(Major::Mn, 65));
        // Lines of 63 elements, 64 apart.
        let [short, short_columns] = [rows, columns].map(|of| Matrix {
            contiguous: 63,
            ..of
        });
        let plain = set(|_| ());
        let relu = set(|e| e.activation = activation::RELU);
        let gelu = set(|e| e.activation = activation::GELU);
        let sum = set(|e| (e.activation, e.beta) = (activation::RELU, 1.0));
        let scales = |address| {
            let scale = Some(vector(address, 64));
            set(|e| (e.activation, e.scale_b) = (activation::RELU, scale))
        };
        let scaled_sum = set(|e| (e.beta, e.scale_d) = (1.0, Some(vector(8, 1))));
        let (tile, strips, mn) = (route::TMA_STORE, route::GENERIC, route::COLUMN_MAJOR);
        let scaled_relu = tile | route::SCALES_OF_COLUMNS | route::RELU;
        let (words, c_tma) = (strips | route::UNALIGNED_D, strips | route::TMA_LOAD_C);
        let c_in_registers = tile | route::TMA_LOAD_C | route::RELU;
        let (rows_bias, columns_bias) = (route::BIAS_OF_ROWS, route::BIAS_OF_COLUMNS);
        use DType::{BF16, F8E4M3, F32};
        for (d, c, epilogue, splits, out, expected) in [
            (rows, None, plain, 1, BF16, tile),
            (columns, None, plain, 1, BF16, tile | mn),
            // Splits of K go to a workspace, whatever follows.
            (odd, None, relu, 2, BF16, route::SPLIT_K),
            (rows, None, relu, 1, BF16, tile | route::RELU),
            (columns, None, relu, 1, F32, tile | mn | route::RELU),
            (rows, None, gelu, 1, BF16, tile | route::GELU_SILU),
            (columns, None, gelu, 1, F32, tile | mn | route::GELU_SILU),
            (odd, None, gelu, 1, BF16, words),
            (rows, None, scaled(), 1, BF16, strips),
            // Two entries for two columns are read at once, one for a row.
            (rows, None, per_column(4), 1, BF16, tile | columns_bias),
            (rows, None, per_column(2), 1, BF16, strips),
            (columns, None, per_row(2), 1, BF16, tile | mn | rows_bias),
            (rows, None, per_column(4), 1, F32, strips),
            (rows, None, scales(8), 1, BF16, scaled_relu),
            (rows, None, scales(4), 1, BF16, strips),
            (odd, None, per_column(4), 1, BF16, words),
            // TMA takes no lines at odd places, and of bytes no columns.
            (odd, None, plain, 1, BF16, words),
            (odd_columns, None, plain, 1, BF16, words | mn),
            // TMA stores whole chunks of 16 bytes.
            (short, None, plain, 1, BF16, words),
            (short_columns, None, plain, 1, F32, words | mn),
            (short, Some(short), sum, 1, BF16, words),
            (rows, None, plain, 1, F8E4M3, strips),
            (rows, None, relu, 1, F8E4M3, strips),
            (columns, None, plain, 1, F8E4M3, words | mn),
            // C comes as D goes, where both have one order and TMA takes both.
            (rows, Some(rows), sum, 1, BF16, c_in_registers),
            (rows, Some(rows), scaled_sum, 1, BF16, c_tma),
            (rows, Some(columns), sum, 1, BF16, strips),
            (rows, Some(odd), sum, 1, BF16, strips),
            (odd, Some(rows), sum, 1, BF16, words),
        ] {
            let (arguments, lines) = with(out, (d, c), epilogue);
            assert_eq!(arguments.route(&lines, splits), expected, "{d:?} {c:?}");
        }
    }
}
