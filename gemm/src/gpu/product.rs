//! [`Product`]: the arguments of one call, checked against each other, and the launches that compute it.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::gemm::{
    Arguments, Epilogue, GpuMatMut, GpuMatRef, GpuVecRef, Matrix, Part, Region, Sizes, Space,
    StridedMatrix,
};
use azulejo_kernels::host::{Device, Error};
use azulejo_kernels::table::Variant;
use azulejo_tensor::DType;

use super::batch::{Run, broadcast, runs};
use super::operand::Operand;
use super::types::{hopper_types, ladder_types, output_types};
use super::{Finish, GpuBias, GpuEpilogue, GpuProblem, Sums, Tuned};

/// The operand of a view, its batch broadcast to axes of these extents.
macro_rules! operand {
    ($view:expr, $argument:literal, $extents:expr) => {
        Operand {
            region: $view.region(),
            dtype: $view.dtype(),
            origin: $view.origin(),
            shape: $view.shape(),
            strides: $view.strides(),
            steps: broadcast($argument, $view.batch(), $extents)?,
        }
        .near()
    };
}

/// A product whose arguments fit each other.
pub(super) struct Product<'a> {
    a: Operand<'a>,
    b: Operand<'a>,
    /// Where beta is not 0.
    c: Option<Operand<'a>>,
    d: Operand<'a>,
    extents: Vec<usize>,
    epilogue: GpuEpilogue<'a>,
}

impl<'a> Product<'a> {
    /// Checks the shapes and types of the arguments.
    ///
    /// # Errors
    /// [`Error::Shape`] and [`Error::Dtype`], which name the argument.
    pub(super) fn new(
        a: &GpuMatRef<'a>,
        b: &GpuMatRef<'a>,
        d: &GpuMatMut<'a>,
        epilogue: &GpuEpilogue<'a>,
    ) -> Result<Self, Error> {
        let ((m, k), (_, n)) = (a.shape(), b.shape());
        let shape = |argument, expected: (usize, usize), found: (usize, usize)| {
            if expected == found {
                return Ok(());
            }
            Err(Error::shape(
                argument,
                vec![expected.0, expected.1],
                vec![found.0, found.1],
            ))
        };
        shape("b", (k, n), b.shape())?;
        shape("d", (m, n), d.shape())?;
        let extents = d.batch().0.to_vec();
        let (to, out) = (&extents[..], d.dtype());
        let c = match &epilogue.c {
            _ if epilogue.beta == 0.0 => None,
            None => Some(operand!(d, "d", to)),
            Some(c) => {
                shape("c", (m, n), c.shape())?;
                of_type("c", c.dtype(), out)?;
                Some(operand!(c, "c", to))
            }
        };
        let vector = |argument, vector: &Option<GpuVecRef<'_>>, dtype, lengths: &[usize]| {
            let Some(vector) = vector else { return Ok(()) };
            of_type(argument, vector.dtype(), dtype)?;
            long(argument, vector.len(), lengths)
        };
        match &epilogue.bias {
            None => {}
            Some(GpuBias::PerColumn(bias)) => vector("bias", &Some(*bias), out, &[n])?,
            Some(GpuBias::PerRow(bias)) => vector("bias", &Some(*bias), out, &[m])?,
        }
        vector("scale_a", &epilogue.scale_a, DType::F32, &[1, m])?;
        vector("scale_b", &epilogue.scale_b, DType::F32, &[1, n])?;
        vector("scale_d", &epilogue.scale_d, DType::F32, &[1])?;
        if let Some(amax) = &epilogue.amax {
            of_type("amax", amax.dtype(), DType::F32)?;
            long("amax", amax.len(), &[1])?;
        }
        Ok(Self {
            a: operand!(a, "a", to),
            b: operand!(b, "b", to),
            c,
            d: operand!(d, "d", to),
            epilogue: *epilogue,
            extents,
        })
    }

    /// The launches, which in their order read nothing that one of them wrote: each launch is checked by itself, all together here.
    fn runs(&self) -> Result<Vec<Run<4>>, Error> {
        let c = self.c.as_ref().unwrap_or(&self.d);
        let runs = runs(
            &self.extents,
            [&self.a.steps, &self.b.steps, &c.steps, &self.d.steps],
        );
        if runs.len() > 1 {
            let written = self.d.touched(&self.extents);
            let in_place = |c: &Operand<'_>| c.place() == self.d.place();
            let c = self.c.filter(|c| !in_place(c));
            for (with, read) in [("a", Some(self.a)), ("b", Some(self.b)), ("c", c)] {
                let read = read.map_or((0, 0), |read| read.touched(&self.extents));
                if written.0.max(read.0) < written.1.min(read.1) {
                    return Err(Error::overlap("d", with));
                }
            }
        }
        Ok(runs)
    }

    /// All memory that it touches.
    pub(super) fn regions(&self) -> Vec<Region<'a>> {
        let e = &self.epilogue;
        let bias = e.bias.map(|bias| match bias {
            GpuBias::PerColumn(bias) | GpuBias::PerRow(bias) => bias,
        });
        let vectors = [bias, e.scale_a, e.scale_b, e.scale_d];
        let mut regions = vec![self.a.region, self.b.region, self.d.region];
        regions.extend(self.c.map(|c| c.region));
        regions.extend(vectors.iter().flatten().map(|vector| vector.region()));
        regions.extend(e.amax.map(|amax| amax.region()));
        regions
    }

    /// What tells this product from others on its stream.
    pub(super) fn words(&self) -> Vec<u64> {
        let e = &self.epilogue;
        let mut words = Vec::with_capacity(64);
        words.extend(self.extents.iter().map(|extent| *extent as u64));
        for operand in [Some(&self.a), Some(&self.b), Some(&self.d), self.c.as_ref()] {
            match operand {
                Some(operand) => operand.words(&self.extents, &mut words),
                None => words.push(u64::MAX),
            }
        }
        let (bias, along) = match e.bias {
            None => (None, 0),
            Some(GpuBias::PerColumn(bias)) => (Some(bias), 1),
            Some(GpuBias::PerRow(bias)) => (Some(bias), 2),
        };
        let vectors =
            [bias, e.scale_a, e.scale_b, e.scale_d].map(|vector| vector.map(|v| v.region()));
        for region in vectors
            .into_iter()
            .chain([e.amax.map(|amax| amax.region())])
        {
            words.extend(region.map_or([0; 2], |region| [region.address(), region.bytes()]));
        }
        let (alpha, beta) = (e.alpha.to_bits(), e.beta.to_bits());
        words.extend([alpha, beta, e.curve() as u64, e.sums as u64, along]);
        words
    }

    /// The launches that compute it, with the kernels of `space`'s device that suit it best.
    ///
    /// # Errors
    /// [`Error::Argument`] where no kernel takes the types, and those of the kernels' launchers.
    pub(super) fn parts(&self, space: &mut Space<'_>) -> Result<Vec<Part<'a>>, Error> {
        let runs = self.runs()?;
        runs.iter().map(|run| self.part(space, run)).collect()
    }

    fn part(&self, space: &mut Space<'_>, run: &Run<4>) -> Result<Part<'a>, Error> {
        let device = space.stream().device();
        let arguments = self.arguments(run)?;
        if device.variant() == Variant::Sm90a
            && let Some(problem) = self.problem(&arguments)
        {
            let hardware = device.hardware();
            let select = |problem| Tuned::of_environment().select(problem, &hardware);
            // Not every order has a kernel that keeps sums in halves.
            let whole = GpuProblem {
                halves: false,
                ..problem
            };
            if let Some(choice) = select(&problem).or_else(|| select(&whole)) {
                return Part::hopper(space, choice.row, arguments, choice.schedule);
            }
        }
        self.check_ladder(device)?;
        Part::ladder(space, (self.a.dtype, self.d.dtype), None, arguments)
    }

    /// Rejects what kernels for every GPU do not have.
    fn check_ladder(&self, device: &Device) -> Result<(), Error> {
        let types = [self.a.dtype, self.b.dtype, self.d.dtype];
        let [a, b, d] = types;
        let (major, minor) = device.capability();
        if ladder_types().any(|row| row == types) {
            return Ok(());
        }
        let stored = output_types([a, b]);
        let (argument, remedy) = if stored.contains(&d) && hopper_types().any(|row| row == types) {
            if device.variant() == Variant::Sm90a {
                let why = "a kernel for these types walks no operand backwards: copy what has a negative stride first";
                return Err(Error::strides("a, b, c, d", why));
            }
            (
                "a",
                "they need 9.0; cast A and B to float16 or float32 first".to_owned(),
            )
        } else if stored.is_empty() {
            ("a", "pass A and B of one type among f16, bf16, tf32, f32, f64 and i8, or of 8-bit floats".to_owned())
        } else {
            let names: Vec<String> = stored.iter().map(DType::to_string).collect();
            ("d", format!("pass a D of {}", names.join(" or ")))
        };
        Err(Error::argument(
            argument,
            format!(
                "no kernel for compute capability {major}.{minor} multiplies {a} by {b} into {d}: {remedy}"
            ),
        ))
    }

    /// A product whose batch is one launch of a kernel for compute capability 9.0, and its problem.
    ///
    /// # Errors
    /// As [`Product::parts`].
    pub(super) fn as_member(&self) -> Result<Option<(Arguments<'a>, GpuProblem)>, Error> {
        let [run] = &self.runs()?[..] else {
            return Ok(None);
        };
        let arguments = self.arguments(run)?;
        Ok(self.problem(&arguments).map(|problem| (arguments, problem)))
    }

    /// The arguments of a launch.
    fn arguments(&self, run: &Run<4>) -> Result<Arguments<'a>, Error> {
        let of = |operand: &Operand<'a>, at: usize| operand.strided(run.starts[at], run.steps[at]);
        let e = &self.epilogue;
        // One factor, or one for each row or column.
        let scale = |scale: Option<GpuVecRef<'a>>| match scale {
            None => (None, None),
            Some(scale) if scale.len() == 1 => (Some(scale.region()), None),
            Some(scale) => (None, Some(scale.region())),
        };
        let ((factor_a, rows), (factor_b, columns)) = (scale(e.scale_a), scale(e.scale_b));
        let (m, n) = self.d.shape;
        Ok(Arguments {
            sizes: counted([m, n, self.a.shape.1, run.count])?,
            a: of(&self.a, 0),
            b: of(&self.b, 1),
            d: of(&self.d, 3),
            epilogue: Epilogue {
                alpha: e.alpha,
                beta: e.beta,
                c: self.c.as_ref().map(|c| of(c, 2)),
                bias: e.bias.map(|bias| match bias {
                    GpuBias::PerColumn(bias) => (bias.region(), Major::K),
                    GpuBias::PerRow(bias) => (bias.region(), Major::Mn),
                }),
                activation: e.curve(),
                factors: [factor_a, factor_b],
                scales: [rows, columns],
                out_factor: e.scale_d.map(|scale| scale.region()),
                amax: e.amax.map(|amax| amax.region()),
            },
        })
    }

    /// The problem of a launch as kernels for compute capability 9.0 see it; none where they do not compute it, or something runs
    /// backwards.
    fn problem(&self, arguments: &Arguments<'a>) -> Option<GpuProblem> {
        let Arguments {
            sizes: Sizes { m, n, k, batches },
            a,
            b,
            d,
            epilogue,
        } = *arguments;
        let types = [self.a.dtype, self.b.dtype, self.d.dtype];
        // Sums of integers leave those kernels as they are.
        let finishes = types[2] != DType::I32 || epilogue.check_integers().is_ok();
        let ladder = ladder_types().any(|row| row == types);
        // D is in lines.
        let stores = [d.row, d.column].contains(&1) || !ladder;
        if !(hopper_types().any(|row| row == types) && finishes && stores) {
            return None;
        }
        let lines = |matrix: StridedMatrix<'a>, [rows, columns]: [u32; 2], dtype: DType| {
            Matrix::of(matrix, [rows, columns, batches], dtype.bytes() as u64)
        };
        let [element, _, out] = types;
        let c = match epilogue.c {
            None => None,
            Some(c) => Some(lines(c, [m, n], out)?),
        };
        let sums = self.epilogue.sums;
        Some(GpuProblem {
            m,
            n,
            k: k.max(1),
            batches,
            types,
            a: lines(a, [m, k], element)?.major,
            b: lines(b.transposed(), [n, k], element)?.major,
            promoted: sums == Sums::Full,
            halves: sums == Sums::Half && out == DType::F16,
            finish: Finish::of(&epilogue, &lines(d, [m, n], out)?, c.as_ref(), out),
        })
    }
}

/// M, N, K and the number of products, as a kernel counts them.
fn counted([m, n, k, batches]: [usize; 4]) -> Result<Sizes, Error> {
    let number = |argument, extent: usize| {
        u32::try_from(extent).map_err(|_| {
            Error::argument(
                argument,
                format!("an extent of {extent} is more than a kernel counts, 2^32 - 1: cut it"),
            )
        })
    };
    Ok(Sizes {
        m: number("a", m)?,
        n: number("b", n)?,
        k: number("a", k)?,
        batches: number("d", batches)?,
    })
}

fn of_type(argument: &'static str, found: DType, expected: DType) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::argument(
        argument,
        format!("its elements are {found}; it needs {expected}: cast it first"),
    ))
}

fn long(argument: &'static str, found: usize, lengths: &[usize]) -> Result<(), Error> {
    if lengths.contains(&found) {
        return Ok(());
    }
    Err(Error::shape(
        argument,
        vec![lengths[lengths.len() - 1]],
        vec![found],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_that_a_kernel_does_not_count_are_an_error() {
        let sizes = counted([1, 2, u32::MAX as usize, 4]).unwrap();
        assert_eq!(
            (sizes.m, sizes.n, sizes.k, sizes.batches),
            (1, 2, u32::MAX, 4)
        );
        for at in 0..4 {
            for extent in [1 << 32, 1 << 62, 1 << 63, (1 << 63) + 1, usize::MAX] {
                let mut extents = [1; 4];
                extents[at] = extent;
                let error = counted(extents).unwrap_err().to_string();
                assert!(error.contains(&format!("extent of {extent}")), "{error}");
            }
        }
    }
}
