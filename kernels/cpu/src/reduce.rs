//! [`reduce`]: sums and the like over any axes, in one fixed order.
//!
//! The elements that fall together are combined in the order of the array, the last mode fastest, whatever the layout
//! and the machine: the result has the same bits everywhere. Floating-point sums, products and means are formed in
//! `f64` and rounded once.

use azulejo_tensor::{Category, DType, Element, bf16, f16};

use super::any::Stored;
use super::elementwise::with_arithmetic;
use super::walk::Walk;
use super::{AnyArray, Array, ArrayError, MAX_RANK, Strided, View};
use azulejo_scalar::Compute;

macro_rules! reductions {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal;)*) => {
        /// What a reduction computes of the elements that fall together.
        ///
        /// | name | result |
        /// |---|---|
        $(#[doc = concat!("| `", $name, "` |", $($doc,)* " |")])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reduction { $($(#[doc = $doc])* $variant,)* }

        impl Reduction {
            /// Every reduction.
            pub const ALL: &[Reduction] = &[$(Reduction::$variant),*];

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self { $(Reduction::$variant => $name,)* }
            }
        }
    };
}

reductions! {
    /// the sum, in the type of the input; 0 of nothing
    Sum "sum";
    /// the product, in the type of the input; 1 of nothing
    Prod "prod";
    /// the largest element, 0 above -0; NaN is passed over
    Max "max";
    /// the smallest element, -0 below 0; NaN is passed over
    Min "min";
    /// the index of the largest element, the first of equals, as `int64`
    ArgMax "argmax";
    /// the index of the smallest element, the first of equals, as `int64`
    ArgMin "argmin";
    /// the mean, `float32` for integers
    Mean "mean";
}

/// The elements of `input` combined along `axes` (all of them where `axes` is `None`; negative ones count from the
/// end). A reduced axis stays with extent 1 where `keep_axes` is true.
///
/// `argmax` and `argmin` count along the reduced axes, the last fastest. A maximum over nothing but NaN is NaN.
///
/// # Errors
/// [`ArrayError::BadAxis`]; [`ArrayError::EmptyReduction`] for `max`, `min`, `argmax`, `argmin` and `mean` over no
/// elements; [`ArrayError::NotSupported`] for truth values, tf32 and the 8-bit floats.
///
/// ```
/// use azulejo_cpu::{AnyArray, Array, Reduction, reduce};
/// let x: AnyArray = Array::from_vec((0..8).collect::<Vec<i32>>(), &[2, 4])?.into();
/// let sums = reduce(Reduction::Sum, &x, Some(&[1]), true)?;
/// assert_eq!(sums, Array::from_vec(vec![6, 22], &[2, 1])?.into());
/// let all = reduce(Reduction::Sum, &x, None, false)?;
/// assert_eq!(all, Array::from_vec(vec![28], &[])?.into());
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn reduce(
    op: Reduction,
    input: &AnyArray,
    axes: Option<&[i64]>,
    keep_axes: bool,
) -> Result<AnyArray, ArrayError> {
    let plan = Plan::new(input.extents(), axes)?;
    let needs_elements = !matches!(op, Reduction::Sum | Reduction::Prod);
    if needs_elements && plan.group == 0 && plan.kept_size() > 0 {
        return Err(ArrayError::EmptyReduction { op: op.name() });
    }
    let extents = plan.extents(keep_axes);
    with_arithmetic!(input.dtype(), op.name(), T => run::<T>(op, input.typed::<T>(op.name())?, &plan, &extents))
}

fn run<T: Compute + Stored>(
    op: Reduction,
    input: View<'_, T>,
    plan: &Plan,
    extents: &[usize],
) -> Result<AnyArray, ArrayError> {
    let float = T::DTYPE.category() == Category::Float;
    Ok(match op {
        Reduction::Sum if !float => collect(plan.fold(input, T::ZERO, T::add)?, extents, |x: T| x)?,
        Reduction::Prod if float => {
            let products = plan.fold(input, 1.0, |product, x| product * x.to_f64())?;
            collect(products, extents, T::from_f64)?
        }
        Reduction::Prod => collect(plan.fold(input, T::ONE, T::mul)?, extents, |x: T| x)?,
        Reduction::Sum | Reduction::Mean => {
            let sums = plan.fold(input, 0.0, |sum, x| sum + x.to_f64())?;
            let count = if op == Reduction::Mean {
                plan.group as f64
            } else {
                1.0
            };
            if float {
                collect(sums, extents, |sum| T::from_f64(sum / count))?
            } else {
                collect(sums, extents, |sum| (sum / count) as f32)?
            }
        }
        Reduction::Max | Reduction::ArgMax | Reduction::Min | Reduction::ArgMin => {
            let best = if matches!(op, Reduction::Max | Reduction::ArgMax) {
                plan.best(input, |x, best| x > best, T::most)
            } else {
                plan.best(input, |x, best| x < best, T::least)
            };
            chosen(op, best?, extents)?
        }
    })
}

fn collect<A, T: Stored>(
    values: Vec<A>,
    extents: &[usize],
    f: impl Fn(A) -> T,
) -> Result<AnyArray, ArrayError> {
    Ok(Array::from_vec(values.into_iter().map(f).collect(), extents)?.into())
}

/// The values of the best elements, or their indices where `op` asks for those.
fn chosen<T: Stored>(
    op: Reduction,
    best: Vec<Best<T>>,
    extents: &[usize],
) -> Result<AnyArray, ArrayError> {
    match op {
        Reduction::ArgMax | Reduction::ArgMin => collect(best, extents, |best| best.index),
        _ => collect(best, extents, |best| best.value),
    }
}

/// The best element so far and where it stood; `seen` counts the elements that have been looked at.
#[derive(Clone, Copy)]
struct Best<T> {
    value: T,
    index: i64,
    seen: i64,
}

/// [`Walk::for_each_run`], compiled once for all reductions.
#[inline(never)]
fn for_each_run(walk: &Walk<2>, visit: &mut dyn FnMut([usize; 2])) {
    walk.for_each_run(visit);
}

/// Which axes fall together.
struct Plan {
    extents: Vec<usize>,
    reduced: [bool; MAX_RANK],
    /// Elements that fall together into each result.
    group: usize,
}

impl Plan {
    fn new(extents: &[usize], axes: Option<&[i64]>) -> Result<Self, ArrayError> {
        let rank = extents.len();
        let mut reduced = [axes.is_none(); MAX_RANK];
        for &axis in axes.unwrap_or(&[]) {
            let at = normal_axis(axis, rank)?;
            if std::mem::replace(&mut reduced[at], true) {
                return Err(ArrayError::BadAxis { axis, rank });
            }
        }
        let group = (0..rank)
            .filter(|&axis| reduced[axis])
            .map(|axis| extents[axis])
            .fold(1, usize::saturating_mul);
        Ok(Self {
            extents: extents.to_vec(),
            reduced,
            group,
        })
    }

    fn extents(&self, keep_axes: bool) -> Vec<usize> {
        let kept = self
            .extents
            .iter()
            .enumerate()
            .filter(|(axis, _)| keep_axes || !self.reduced[*axis]);
        kept.map(|(axis, extent)| if self.reduced[axis] { 1 } else { *extent })
            .collect()
    }

    fn kept_size(&self) -> usize {
        self.extents(false)
            .into_iter()
            .fold(1, usize::saturating_mul)
    }

    /// How many results there are, and the walk over the input's elements and their results; compiled once for all types.
    #[inline(never)]
    fn walk(&self, input: &Strided) -> Result<(usize, Walk<2>), ArrayError> {
        let kept = Strided::row_major(&self.extents(true))?;
        // The results seen with the input's shape: a reduced axis steps by 0, so its elements meet in one state.
        let results = kept.broadcast(&self.extents)?;
        Ok((kept.size(), Walk::in_element_order([input, &results])))
    }

    #[cold]
    fn too_large(&self, count: usize, bytes: usize) -> ArrayError {
        ArrayError::OutOfMemory {
            extents: self.extents(true),
            bytes: count.saturating_mul(bytes),
        }
    }

    /// The state of every result after all of its elements, in the order of the array.
    fn fold<T: Element, A: Copy>(
        &self,
        input: View<'_, T>,
        start: A,
        step: impl Fn(A, T) -> A,
    ) -> Result<Vec<A>, ArrayError> {
        let (count, walk) = self.walk(&input.layout)?;
        let mut states = Vec::new();
        states
            .try_reserve_exact(count)
            .map_err(|_| self.too_large(count, size_of::<A>()))?;
        states.resize(count, start);
        let [step_in, step_out] = walk.steps;
        for_each_run(&walk, &mut |[at, result]| {
            let values = (0..walk.length).map(|j| input.data[at + j * step_in]);
            if step_out == 0 {
                states[result] = values.fold(states[result], &step);
            } else {
                for (j, value) in values.enumerate() {
                    let state = &mut states[result + j * step_out];
                    *state = step(*state, value);
                }
            }
        });
        Ok(states)
    }

    /// The best element of every result, as `pick` chooses, and the first index of its equals: a NaN only where there is
    /// nothing else.
    fn best<T: Element>(
        &self,
        input: View<'_, T>,
        better: impl Fn(T, T) -> bool,
        pick: impl Fn(T, T) -> T,
    ) -> Result<Vec<Best<T>>, ArrayError> {
        let start = Best {
            value: T::ZERO,
            index: 0,
            seen: 0,
        };
        let is_nan = |x: T| x.to_f64().is_nan();
        self.fold(input, start, |best, x| {
            let seen = best.seen + 1;
            if best.seen == 0 || better(x, best.value) || (is_nan(best.value) && !is_nan(x)) {
                Best {
                    value: x,
                    index: best.seen,
                    seen,
                }
            } else {
                Best {
                    value: pick(best.value, x),
                    seen,
                    ..best
                }
            }
        })
    }
}

/// The axis as an index: negative ones count from the end.
pub(super) fn normal_axis(axis: i64, rank: usize) -> Result<usize, ArrayError> {
    let at = if axis < 0 { axis + rank as i64 } else { axis };
    usize::try_from(at)
        .ok()
        .filter(|at| *at < rank)
        .ok_or(ArrayError::BadAxis { axis, rank })
}
