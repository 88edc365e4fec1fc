//! Products and attention on host memory.

use azulejo_attention::{
    AttentionElement, CuSeqlens, Gradients, Options, Saved, backward, backward_varlen, forward,
    forward_varlen,
};
use azulejo_gemm::{Accumulator, AsTf32, Epilogue, MatMut, MatRef, Operand, Output, gemm};
use azulejo_tensor::{DType, bf16, f16};

use crate::options::{AzulejoAttentionOptions, AzulejoEpilogue};
use crate::status::{Failure, call};
use crate::tensor::{AzulejoTensor, Tensor};

/// A type of sums, from a factor of an epilogue.
trait Sum: Accumulator {
    const DTYPE: DType;
    fn factor(name: &str, x: f64) -> Result<Self, Failure>;
}

macro_rules! sum {
    ($($t:ty, $dtype:ident, $fits:expr;)*) => { $(impl Sum for $t {
        const DTYPE: DType = DType::$dtype;
        fn factor(name: &str, x: f64) -> Result<Self, Failure> {
            let fits: fn(f64) -> bool = $fits;
            let why = || format!("{x:?} is not a factor of {}; pass a number that this type holds", Self::DTYPE);
            if fits(x) { Ok(x as $t) } else { Err(Failure::argument(name, why())) }
        }
    })* };
}
sum! {
    // A finite factor that is infinite in the type would make NaN of zeros.
    f32, F32, |x| !x.is_finite() || (x as f32).is_finite();
    f64, F64, |_| true;
    i32, I32, |x| x.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&x);
}

/// Computes `D = activation(alpha A B + beta D + bias)` in host memory.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, and nothing else uses the memory meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gemm(
    a: *const AzulejoTensor,
    b: *const AzulejoTensor,
    d: *const AzulejoTensor,
    epilogue: *const AzulejoEpilogue,
) -> i32 {
    call(|| {
        // SAFETY: `epilogue`, unless null or misaligned, is of an epilogue, by the caller's promise.
        let epilogue = unsafe { AzulejoEpilogue::read(epilogue) }?;
        // SAFETY: each pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let [a, b, d] =
            [("a", a), ("b", b), ("d", d)].map(|(name, x)| unsafe { Tensor::new(name, x) });
        let [a, b, d] = [a?, b?, d?];
        // SAFETY: `epilogue.bias`, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let bias = unsafe { Tensor::optional("epilogue.bias", epilogue.bias) }?;
        if !epilogue.c.is_null() {
            return Err(Failure::argument(
                "epilogue.c",
                "in host memory C is D; pass null",
            ));
        }
        if bias.is_some() && epilogue.bias_per_row == 1 {
            let why = "in host memory a bias has one value per column; pass 0";
            return Err(Failure::argument("epilogue.bias_per_row", why));
        }
        check_operand(&a)?;
        b.expect(a.dtype)?;
        d.apart(&[&a, &b])?;
        if let Some(bias) = &bias {
            d.apart(&[bias])?;
        }
        let compute = match (a.dtype, d.dtype) {
            (DType::F32, DType::F32) => product::<f32, f32>,
            (DType::TF32, DType::F32) => product::<AsTf32, f32>,
            (DType::F64, DType::F64) => product::<f64, f64>,
            (DType::F16, DType::F16) => product::<f16, f16>,
            (DType::F16, DType::F32) => product::<f16, f32>,
            (DType::BF16, DType::BF16) => product::<bf16, bf16>,
            (DType::BF16, DType::F32) => product::<bf16, f32>,
            (DType::I8, DType::I32) => product::<i8, i32>,
            (of, to) => {
                return Err(Failure::unsupported(format!(
                    "`d` has elements of {to}, and products of {of} in host memory none: pass a `d` of the header's types"
                )));
            }
        };
        // SAFETY: the caller has host memory in all tensors, writable in `d`, and no other use of it during the call.
        // `compute` is of the types of A, B and D, and `apart` found that D shares no memory with what is read.
        unsafe { compute([&a, &b, &d], bias.as_ref(), &epilogue) }
    })
}

/// # Safety
/// The tensors are readable host memory of `T`, D writable of `O` and apart from the others; the bias is host memory.
unsafe fn product<T: Operand<Sum: Sum>, O: Output<T::Sum>>(
    [a, b, d]: [&Tensor; 3],
    bias: Option<&Tensor>,
    epilogue: &AzulejoEpilogue,
) -> Result<(), Failure> {
    for tensor in [a, b, d] {
        if tensor.shape.len() != 2 {
            let why = format!(
                "shape {:?} is not of a matrix; in host memory there are no batches",
                tensor.shape
            );
            return Err(Failure::argument(tensor.name, why));
        }
    }
    let ((_, of_a, by_a), (_, of_b, by_b)) = (a.matrix()?, b.matrix()?);
    let (_, of_d, by_d) = d.matrix()?;
    let of_product = (of_a.0, of_b.1);
    if of_a.1 == of_b.0 && of_d != of_product {
        let why = format!(
            "shape {of_d:?} is not {of_product:?}, which follows from `a` and `b`; pass a tensor of that shape"
        );
        return Err(Failure::argument(d.name, why));
    }
    let bias = match bias {
        None => None,
        Some(bias) => {
            bias.expect(<T::Sum as Sum>::DTYPE)?;
            let (len, columns) = (bias.vector()?, of_d.1);
            if len != columns {
                let why = format!("{len} values for {columns} columns of `d`; pass one per column");
                return Err(Failure::argument(bias.name, why));
            }
            // SAFETY: the bias is host memory apart from D, by this function's contract, and `expect` found its type to be `T::Sum`.
            Some(unsafe { bias.data::<T::Sum>() })
        }
    };
    // SAFETY: the caller has host memory of `T`, readable for A's shape and strides.
    let left = unsafe { a.data::<T>() };
    // SAFETY: the caller has host memory of `T`, readable for B's shape and strides.
    let right = unsafe { b.data::<T>() };
    // SAFETY: the caller has host memory of `O`, writable for D's shape and strides and apart from the others.
    let to = unsafe { d.data_mut::<O>() };
    let of = (left, right);
    let epilogue = Epilogue {
        alpha: <T::Sum as Sum>::factor("epilogue.alpha", epilogue.alpha)?,
        beta: <T::Sum as Sum>::factor("epilogue.beta", epilogue.beta)?,
        bias,
        activation: epilogue.activation()?,
    };
    let (a, b) = (
        MatRef::new(of.0, of_a, by_a)?,
        MatRef::new(of.1, of_b, by_b)?,
    );
    Ok(gemm(a, b, MatMut::new(to, of_d, by_d)?, &epilogue)?)
}

/// Rejects elements of which no products are computed.
fn check_operand(a: &Tensor) -> Result<(), Failure> {
    match a.dtype {
        DType::F32 | DType::TF32 | DType::F64 | DType::F16 | DType::BF16 | DType::I8 => Ok(()),
        other => Err(Failure::unsupported(format!(
            "`{}` has elements of {other}; products in host memory take f32, tf32, f64, f16, bf16 and i8",
            a.name
        ))),
    }
}

/// Rejects elements that attention does not take.
pub(crate) fn check_type(tensor: &Tensor) -> Result<(), Failure> {
    match tensor.dtype {
        DType::F32 | DType::BF16 | DType::F16 => Ok(()),
        other => Err(Failure::unsupported(format!(
            "`{}` has elements of {other}; attention takes f32, bf16 and f16",
            tensor.name
        ))),
    }
}

/// Calls `$f::<T>` with the element type of attention that `$tensor` has.
macro_rules! by_dtype {
    ($tensor:expr, $f:ident($($argument:expr),*)) => {
        match $tensor.dtype {
            // SAFETY: the caller has host memory in all tensors, writable in the outputs, and no other use of it during the call.
            // `expect` found f32 in all of them, and `apart` that no output shares memory with another tensor.
            DType::F32 => unsafe { $f::<f32>($($argument),*) },
            // SAFETY: the caller has host memory in all tensors, writable in the outputs, and no other use of it during the call.
            // `expect` found f32 in the LSE and bf16 in the others, and `apart` that no output shares memory with another tensor.
            DType::BF16 => unsafe { $f::<bf16>($($argument),*) },
            // SAFETY: the caller has host memory in all tensors, writable in the outputs, and no other use of it during the call.
            // `expect` found f32 in the LSE and f16 in the others, and `apart` that no output shares memory with another tensor.
            DType::F16 => unsafe { $f::<f16>($($argument),*) },
            _ => check_type($tensor),
        }
    };
}
pub(crate) use by_dtype;

/// Computes `out = softmax(scale q kᵀ) v` and, where `lse` is not null, the log-sum-exp, in host memory.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, and nothing else uses the memory meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_attention_forward(
    q: *const AzulejoTensor,
    k: *const AzulejoTensor,
    v: *const AzulejoTensor,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
) -> i32 {
    call(|| {
        // SAFETY: `options`, unless null or misaligned, is of options with as many values as they say, by the caller's promise.
        let (options, packed) = unsafe { AzulejoAttentionOptions::read(options) }?;
        let named = [("q", q), ("k", k), ("v", v), ("out", out)];
        // SAFETY: each pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let [q, k, v, out] = named.map(|(name, x)| unsafe { Tensor::new(name, x) });
        let [q, k, v, out] = [q?, k?, v?, out?];
        // SAFETY: `lse`, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let lse = unsafe { Tensor::optional("lse", lse) }?;
        check_type(&q)?;
        for tensor in [&k, &v, &out] {
            tensor.expect(q.dtype)?;
        }
        out.apart(&[&q, &k, &v])?;
        if let Some(lse) = &lse {
            lse.expect(DType::F32)?;
            lse.apart(&[&q, &k, &v, &out])?;
        }
        by_dtype!(
            &q,
            attend([&q, &k, &v, &out], lse.as_ref(), &options, packed)
        )
    })
}

/// # Safety
/// The tensors are host memory of `T`, the last one writable and apart from the others, and so is the LSE, of f32.
unsafe fn attend<T: AttentionElement>(
    [q, k, v, out]: [&Tensor; 4],
    lse: Option<&Tensor>,
    options: &Options<'_>,
    packed: Option<CuSeqlens<'_>>,
) -> Result<(), Failure> {
    // SAFETY: the caller has host memory of `T`, readable for each shape and its strides.
    let [q, k, v] = [q, k, v].map(|x| unsafe { x.view::<T>() });
    // SAFETY: the caller has host memory of `T`, writable for the output's shape and strides and apart from the others.
    let out = unsafe { out.view_mut() }?;
    let lse = lse.map(|lse| {
        // SAFETY: the caller has host memory of f32, writable for the LSE's shape and strides and apart from the others.
        unsafe { lse.view_mut() }
    });
    let lse = lse.transpose()?;
    match packed {
        None => forward(q?, k?, v?, out, lse, options)?,
        Some(cut) => forward_varlen(q?, k?, v?, cut, out, lse, options)?,
    }
    Ok(())
}

/// Computes the gradients of q, k and v from that of out, in host memory.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, and nothing else uses the memory meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_attention_backward(
    q: *const AzulejoTensor,
    k: *const AzulejoTensor,
    v: *const AzulejoTensor,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    d_out: *const AzulejoTensor,
    dq: *const AzulejoTensor,
    dk: *const AzulejoTensor,
    dv: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
) -> i32 {
    call(|| {
        // SAFETY: `options`, unless null or misaligned, is of options with as many values as they say, by the caller's promise.
        let (options, packed) = unsafe { AzulejoAttentionOptions::read(options) }?;
        let read = [
            ("q", q),
            ("k", k),
            ("v", v),
            ("out", out),
            ("d_out", d_out),
            ("lse", lse),
        ];
        // SAFETY: each pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let read = read.map(|(name, x)| unsafe { Tensor::new(name, x) });
        let [q, k, v, out, d_out, lse] = read;
        let read = [q?, k?, v?, out?, d_out?, lse?];
        let written = [("dq", dq), ("dk", dk), ("dv", dv)];
        // SAFETY: each pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let [dq, dk, dv] = written.map(|(name, x)| unsafe { Tensor::new(name, x) });
        let written = [dq?, dk?, dv?];
        check_type(&read[0])?;
        for tensor in read[1..5].iter().chain(&written) {
            tensor.expect(read[0].dtype)?;
        }
        read[5].expect(DType::F32)?;
        for (i, tensor) in written.iter().enumerate() {
            let others: Vec<_> = read.iter().chain(&written[..i]).collect();
            tensor.apart(&others)?;
        }
        by_dtype!(&read[0], differentiate(&read, &written, &options, packed))
    })
}

/// # Safety
/// The tensors are host memory of `T`, the LSE of f32; those of `written` are writable and apart from all others.
unsafe fn differentiate<T: AttentionElement>(
    [q, k, v, out, d_out, lse]: &[Tensor; 6],
    written: &[Tensor; 3],
    options: &Options<'_>,
    packed: Option<CuSeqlens<'_>>,
) -> Result<(), Failure> {
    // SAFETY: the inputs are host memory of `T` apart from what is written, by this function's contract.
    let [q, k, v, out, d_out] = [q, k, v, out, d_out].map(|x| unsafe { x.view::<T>() });
    // SAFETY: the LSE is host memory of f32 apart from what is written, by this function's contract.
    let lse = unsafe { lse.view::<f32>() }?;
    // SAFETY: the gradients are writable host memory of `T`, apart from each other and from what is read, by this function's contract.
    let [dq, dk, dv] = written.each_ref().map(|x| unsafe { x.view_mut::<T>() });
    let saved = Saved {
        q: q?,
        k: k?,
        v: v?,
        out: out?,
        lse,
    };
    let gradients = Gradients {
        dq: dq?,
        dk: dk?,
        dv: dv?,
    };
    match packed {
        None => backward(saved, d_out?, gradients, options)?,
        Some(cut) => backward_varlen(saved, d_out?, cut, gradients, options)?,
    }
    Ok(())
}
