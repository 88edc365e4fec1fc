//! The launcher of the tutorial kernel.

use super::super::{Error, Launch, Place, Stream, View, ViewMut};
use crate::device::gemm::sgemm_1::{KERNELS, Problem, SHARED, TILE};

/// `C = alpha · A · Bᵀ + beta · C` in f32 by the tutorial kernel: A is M × K, B is N × K, C is M × N.
///
/// C has M contiguous; A and B have both K contiguous, or M and N. Sizes are any; where `beta` is 0, C is not read.
///
/// # Errors
/// [`Error::Shape`] for operands that do not fit, [`Error::Strides`] for other orders, [`Error::Argument`] for a grid that cannot
/// be launched, [`Error::Overlap`], [`Error::WrongDevice`], and the driver's.
///
/// ```no_run
/// use azulejo_kernels::cpu::Strided;
/// use azulejo_kernels::host::{Device, View, ViewMut, gemm::sgemm_1};
/// let stream = Device::new(0)?.stream()?;
/// let (a, b) = (stream.upload(&[1.0f32; 6])?, stream.upload(&[2.0f32; 12])?);
/// let mut c = stream.zeros::<f32>(8)?;
/// let (left, right) = (View::row_major(&a, &[2, 3])?, View::row_major(&b, &[4, 3])?);
/// let mut out = ViewMut::new(&mut c, Strided::column_major(&[2, 4])?)?;
/// sgemm_1(&stream, 1.0, &left, &right, 0.0, &mut out)?;
/// assert_eq!(stream.download(&c)?, [6.0; 8]);
/// # Ok::<(), azulejo_kernels::host::Error>(())
/// ```
pub fn sgemm_1(
    stream: &Stream,
    alpha: f32,
    a: &View<'_, f32>,
    b: &View<'_, f32>,
    beta: f32,
    c: &mut ViewMut<'_, f32>,
) -> Result<(), Error> {
    let shape = |argument, found: &[usize]| match *found {
        [x, y] => Ok((x, y)),
        _ => Err(Error::Argument {
            argument,
            why: format!("it has rank {}; a matrix has rank 2", found.len()),
        }),
    };
    let (m, k) = shape("a", a.layout().extents())?;
    let (n, depth) = shape("b", b.layout().extents())?;
    let expect = |argument, expected: [usize; 2], found: &[usize]| {
        if found == expected {
            return Ok(());
        }
        Err(Error::Shape {
            argument,
            expected: expected.to_vec(),
            found: found.to_vec(),
        })
    };
    expect("b", [n, k], &[n, depth])?;
    expect("c", [m, n], c.layout().extents())?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    let ldc = leading("c", c.layout().strides(), [m, n], 0)?;
    // Both operands in one of the two orders, the one with K contiguous first.
    let orders = [(1, &KERNELS[1]), (0, &KERNELS[0])];
    let lines = |contiguous| {
        Ok::<_, Error>((
            leading("a", a.layout().strides(), [m, k], contiguous)?,
            leading("b", b.layout().strides(), [n, k], contiguous)?,
        ))
    };
    let (kernel, (lda, ldb)) = match lines(orders[0].0) {
        Ok(found) => (orders[0].1, found),
        Err(_) => (orders[1].1, lines(orders[1].0)?),
    };
    let blocks = [m.div_ceil(TILE.0), n.div_ceil(TILE.1)];
    if blocks[0] > i32::MAX as usize || blocks[1] > 65_535 {
        return Err(Error::Argument {
            argument: "c",
            why: format!("{m} x {n} makes more blocks than a grid has"),
        });
    }
    let to = c.locate(stream)?;
    let (from_a, from_b) = (a.locate(stream, "a")?, b.locate(stream, "b")?);
    to.apart(&from_a, "a")?;
    to.apart(&from_b, "b")?;
    let _order = Place::order(stream, [&to, &from_a, &from_b])?;
    let function = stream.device().function(kernel)?;
    let problem = Problem {
        m,
        n,
        k,
        lda,
        ldb,
        ldc,
        alpha,
        beta,
    };
    let launch = Launch::new(stream, &function)
        .grid(blocks[0] as u32, blocks[1] as u32, 1)
        .shared(2 * SHARED as u32 * 4);
    // SAFETY: `azulejo_sgemm_1_…(*mut f32, *mut f32, *mut f32, Problem)`: the views were checked against their memory, whose
    // guards outlive the launch, C is borrowed for writing, and the kernel predicates by the problem's sizes.
    unsafe { launch.run((from_a.address, from_b.address, to.address, problem)) }
}

/// The stride of the other index where index `contiguous` has stride 1.
fn leading(
    argument: &'static str,
    strides: &[usize],
    extents: [usize; 2],
    contiguous: usize,
) -> Result<usize, Error> {
    if strides[contiguous] == 1 || extents[contiguous] <= 1 {
        return Ok(strides[1 - contiguous]);
    }
    Err(Error::Strides {
        argument,
        why: format!(
            "{strides:?}: the tutorial kernel takes C with its first index contiguous, and A and B both with their \
             second or both with their first"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::leading;

    #[test]
    fn the_order_is_read_from_the_strides() {
        assert_eq!(leading("a", &[1, 7], [5, 6], 0), Ok(7));
        assert_eq!(leading("a", &[7, 1], [5, 6], 1), Ok(7));
        assert!(leading("a", &[7, 1], [5, 6], 0).is_err());
        assert_eq!(leading("a", &[7, 9], [1, 6], 0), Ok(9));
    }
}
