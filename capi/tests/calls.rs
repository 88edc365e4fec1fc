//! Calls on host memory give what the Rust calls give, and wrong arguments are named.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

use azulejo_attention::{
    Gradients, KvCache, Mask, Options, Saved, backward, forward, forward_varlen, with_kv_cache,
};
use azulejo_c::*;
use azulejo_cpu::Array;
use azulejo_gemm::{Activation, Epilogue, MatMut, MatRef, gemm};
use azulejo_tensor::{DType, bf16};

/// A tensor with the memory of its extents and strides.
struct Passed {
    shape: Vec<i64>,
    strides: Vec<i64>,
}

fn shaped(shape: &[i64]) -> Passed {
    Passed {
        shape: shape.to_vec(),
        strides: Vec::new(),
    }
}

impl Passed {
    fn of<T>(&self, data: &[T], dtype: DType) -> AzulejoTensor {
        AzulejoTensor {
            data: data.as_ptr().cast::<c_void>().cast_mut(),
            shape: self.shape.as_ptr(),
            strides: match self.strides.is_empty() {
                true => null(),
                false => self.strides.as_ptr(),
            },
            rank: self.shape.len() as i32,
            dtype: dtype as i32,
        }
    }

    fn to<T>(&self, data: &mut [T], dtype: DType) -> AzulejoTensor {
        AzulejoTensor {
            data: data.as_mut_ptr().cast(),
            ..self.of(data, dtype)
        }
    }
}

fn numbers<T: azulejo_tensor::Element>(len: usize, step: usize) -> Vec<T> {
    (0..len)
        .map(|i| T::from_f64(((i * step) % 17) as f64 / 8.0 - 1.0))
        .collect()
}

/// Fails where the last error does not begin so.
fn says(text: &str) {
    let found = last();
    assert!(found.starts_with(text), "{found}");
}

fn last() -> String {
    // SAFETY: a text that ends with 0, and no call fails meanwhile.
    unsafe { CStr::from_ptr(azulejo_last_error()) }
        .to_str()
        .unwrap()
        .to_owned()
}

#[test]
fn products_are_those_of_rust() {
    // A backwards by rows, B by columns, D with a gap, in bf16.
    let (a, b) = (numbers::<bf16>(15, 5), numbers::<bf16>(20, 7));
    let (mut d, bias) = (numbers::<bf16>(18, 3), numbers::<f32>(4, 3));
    let mut expected = d.clone();
    let rust = Epilogue {
        alpha: 2.0,
        beta: 0.5,
        bias: Some(&bias),
        activation: Activation::Relu,
    };
    let of_a = MatRef::new(&a, (3, 5), (-5, 1)).unwrap();
    let of_d = MatMut::new(&mut expected, (3, 4), (6, 1)).unwrap();
    gemm(of_a, MatRef::col_major(&b, 5, 4).unwrap(), of_d, &rust).unwrap();
    let (three, of_b) = (shaped(&[3, 5]), shaped(&[5, 4]));
    let of_a = Passed {
        strides: vec![-5, 1],
        ..three
    };
    let mut last_row = of_a.of(&a, DType::BF16);
    last_row.data = a[10..].as_ptr().cast::<c_void>().cast_mut();
    let of_b = Passed {
        strides: vec![1, 5],
        ..of_b
    };
    let of_d = Passed {
        strides: vec![6, 1],
        ..shaped(&[3, 4])
    };
    let (of_bias, to) = (shaped(&[4]), of_d.to(&mut d, DType::BF16));
    let bias = of_bias.of(&bias, DType::F32);
    let epilogue = AzulejoEpilogue {
        alpha: 2.0,
        beta: 0.5,
        bias: &bias,
        activation: 1,
        ..AzulejoEpilogue::PLAIN
    };
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_gemm(&last_row, &of_b.of(&b, DType::BF16), &to, &epilogue) };
    assert_eq!((status, d), (AZULEJO_OK, expected), "{}", last());
}

/// A call of attention's forward, packed or not, beside Rust's.
fn attention(packed: bool) {
    let extents = |rows| {
        if packed {
            vec![rows, 2, 8]
        } else {
            vec![1, rows, 2, 8]
        }
    };
    let (of_q, of_k) = (extents(6), extents(9));
    let at = |shape: &[i64]| shape.iter().map(|x| *x as usize).collect::<Vec<_>>();
    let array = |shape: &[i64], step| {
        let shape = at(shape);
        Array::from_vec(numbers::<f32>(shape.iter().product(), step), &shape).unwrap()
    };
    let (q, k, v) = (array(&of_q, 5), array(&of_k, 7), array(&of_k, 11));
    let lse_shape = if packed { vec![2, 6] } else { vec![1, 2, 6] };
    let (mut out, mut lse) = (array(&of_q, 1), array(&lse_shape, 1));
    let slopes = [0.5, 0.25];
    let options = Options {
        mask: Mask::Window {
            left: Some(4),
            right: None,
        },
        softcap: Some(3.0),
        alibi: Some(&slopes),
        ..Options::default()
    };
    let cut = azulejo_attention::CuSeqlens {
        q: &[0, 2, 6],
        k: &[0, 5, 9],
    };
    let mut found = (out.clone(), lse.clone());
    let (to, to_lse) = (out.view_mut(), Some(lse.view_mut()));
    match packed {
        true => forward_varlen(q.view(), k.view(), v.view(), cut, to, to_lse, &options),
        false => forward(q.view(), k.view(), v.view(), to, to_lse, &options),
    }
    .unwrap();
    let given = AzulejoAttentionOptions {
        mask: 2,
        window_left: 4,
        window_right: -1,
        softcap: 3.0,
        alibi: slopes.as_ptr(),
        alibi_count: 2,
        cu_seqlens_q: if packed { cut.q.as_ptr() } else { null() },
        cu_seqlens_k: if packed { cut.k.as_ptr() } else { null() },
        sequences: if packed { 2 } else { 0 },
        ..AzulejoAttentionOptions::DEFAULT
    };
    let (of_q, of_k, of_lse) = (shaped(&of_q), shaped(&of_k), shaped(&lse_shape));
    let f32 = DType::F32;
    let [cq, ck, cv] = [
        of_q.of(q.data(), f32),
        of_k.of(k.data(), f32),
        of_k.of(v.data(), f32),
    ];
    let (c_out, c_lse) = (
        of_q.to(found.0.data_mut(), f32),
        of_lse.to(found.1.data_mut(), f32),
    );
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_attention_forward(&cq, &ck, &cv, &c_out, &c_lse, &given) };
    assert_eq!(status, AZULEJO_OK, "{}", last());
    assert_eq!((&found.0, &found.1), (&out, &lse));
    if packed {
        return;
    }
    let [mut expected, mut gradients] = [(); 2].map(|()| [q.clone(), k.clone(), v.clone()]);
    let [dq, dk, dv] = &mut expected;
    let saved = Saved {
        q: q.view(),
        k: k.view(),
        v: v.view(),
        out: out.view(),
        lse: lse.view(),
    };
    let to = Gradients {
        dq: dq.view_mut(),
        dk: dk.view_mut(),
        dv: dv.view_mut(),
    };
    backward(saved, q.view(), to, &options).unwrap();
    let [dq, dk, dv] = &mut gradients;
    let (dq, dk) = (of_q.to(dq.data_mut(), f32), of_k.to(dk.data_mut(), f32));
    let dv = of_k.to(dv.data_mut(), f32);
    let status = unsafe {
        // SAFETY: tensors of live memory.
        azulejo_attention_backward(&cq, &ck, &cv, &c_out, &c_lse, &cq, &dq, &dk, &dv, &given)
    };
    assert_eq!(status, AZULEJO_OK, "{}", last());
    assert_eq!(gradients, expected);
}

/// Two sequences over pages, each with a key appended; the first page of the pool is no one's.
#[test]
fn attention_over_a_cache_is_that_of_rust() {
    let array = |shape: &[usize], step| {
        Array::from_vec(numbers::<f32>(shape.iter().product(), step), shape).unwrap()
    };
    let (q, new_k, new_v) = (
        array(&[2, 3, 4, 8], 5),
        array(&[2, 1, 2, 8], 3),
        array(&[2, 1, 2, 8], 2),
    );
    let pool = [5, 16, 2, 8];
    let (mut k, mut v) = (array(&pool, 7), array(&pool, 11));
    let (mut out, mut lse) = (array(&[2, 3, 4, 8], 1), array(&[2, 4, 3], 1));
    let mut found = [k.clone(), v.clone(), out.clone(), lse.clone()];
    let (lengths, pages) = ([20, 5], [3, 1, 2, 0]);
    let table = Array::from_vec(pages.to_vec(), &[2, 2]).unwrap();
    let options = Options {
        mask: Mask::Causal,
        ..Options::default()
    };
    let cache = KvCache {
        k: k.view_mut(),
        v: v.view_mut(),
        lengths: &lengths,
        page_table: Some(table.view()),
        new_k: Some(new_k.view()),
        new_v: Some(new_v.view()),
    };
    let (to, to_lse) = (out.view_mut(), Some(lse.view_mut()));
    with_kv_cache(q.view(), cache, to, to_lse, &options).unwrap();
    let (of_q, of_k, of_new, of_lse) = (
        shaped(&[2, 3, 4, 8]),
        shaped(&[5, 16, 2, 8]),
        shaped(&[2, 1, 2, 8]),
        shaped(&[2, 4, 3]),
    );
    let f32 = DType::F32;
    let [c_k, c_v, c_out, c_lse] = &mut found;
    let [to_k, to_v] = [c_k, c_v].map(|x| of_k.to(x.data_mut(), f32));
    let to_out = of_q.to(c_out.data_mut(), f32);
    let to_lse = of_lse.to(c_lse.data_mut(), f32);
    let (c_q, c_new_k) = (of_q.of(q.data(), f32), of_new.of(new_k.data(), f32));
    let c_new_v = of_new.of(new_v.data(), f32);
    let cache = AzulejoKvCache {
        k: &to_k,
        v: &to_v,
        lengths: lengths.as_ptr(),
        page_table: pages.as_ptr(),
        pages_per_sequence: 2,
        new_k: &c_new_k,
        new_v: &c_new_v,
    };
    let given = AzulejoAttentionOptions {
        mask: 1,
        ..AzulejoAttentionOptions::DEFAULT
    };
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_attention_with_kv_cache(&c_q, &cache, &to_out, &to_lse, &given) };
    assert_eq!(status, AZULEJO_OK, "{}", last());
    let negative = AzulejoKvCache {
        pages_per_sequence: -1,
        ..cache
    };
    let without = AzulejoKvCache {
        lengths: null(),
        ..cache
    };
    let starts = [0, 3];
    let packed = AzulejoAttentionOptions {
        cu_seqlens_q: starts.as_ptr(),
        cu_seqlens_k: starts.as_ptr(),
        sequences: 1,
        ..given
    };
    let [by_wgmma, by_none] = [1, 3].map(|family| AzulejoAttentionOptions { family, ..given });
    let wrong: [(*const AzulejoKvCache, &AzulejoAttentionOptions, &str); 6] = [
        (null(), &given, "cache"),
        (&negative, &given, "cache.pages_per_sequence"),
        (&without, &given, "cache.lengths"),
        (&cache, &packed, "options.cu_seqlens_q"),
        (&cache, &by_wgmma, "options.family"),
        (&cache, &by_none, "options.family"),
    ];
    for (cache, options, argument) in wrong {
        // SAFETY: tensors of live memory, or an error before they are read.
        let status =
            unsafe { azulejo_attention_with_kv_cache(&c_q, cache, &to_out, &to_lse, options) };
        assert_eq!(status, AZULEJO_INVALID_ARGUMENT, "{argument}");
        assert!(last().contains(&format!("`{argument}`")), "{}", last());
    }
    assert_eq!(found, [k, v, out, lse]);
}

#[test]
fn attention_is_that_of_rust() {
    attention(false);
    attention(true);
}

#[test]
fn wrong_tensors_are_named() {
    let (data, mut to) = (numbers::<f32>(64, 5), vec![7.0f32; 64]);
    let (square, negative) = (shaped(&[4, 4]), shaped(&[4, -4]));
    let good = square.of(&data, DType::F32);
    let d = square.to(&mut to, DType::F32);
    let vast = shaped(&[1 << 40, 1 << 40]);
    let far = Passed {
        strides: vec![i64::MAX, 1],
        ..shaped(&[4, 4])
    };
    // Offsets whose sum is 2^128.
    let around = Passed {
        strides: vec![i64::MIN; 8],
        ..shaped(&[(1 << 62) + 1; 8])
    };
    let odd = (d.data as usize + 2) as *mut c_void;
    let crooked = good.shape.wrapping_byte_add(1);
    let with = |change: &dyn Fn(&mut AzulejoTensor)| {
        let mut tensor = good;
        change(&mut tensor);
        tensor
    };
    let f16 = DType::F16 as i32;
    for (tensor, expected) in [
        (with(&|t| t.rank = 9), "`a`: rank 9 is not in 0 to 8"),
        (with(&|t| t.rank = -1), "`a`: rank -1 is not in"),
        (
            with(&|t| t.dtype = 99),
            "`a`: dtype 99 is none of azulejo_dtype; pass one of AZULEJO_I8 (5), AZULEJO_I32 (7), AZULEJO_F16 (9),",
        ),
        // A type of the library that the header does not have.
        (
            with(&|t| t.dtype = DType::I64 as i32),
            "`a`: dtype 8 is none of azulejo_dtype; pass one of",
        ),
        (
            with(&|t| t.shape = null()),
            "`a`: `shape` is a null pointer; pass 2 extents",
        ),
        (
            with(&|t| t.data = null_mut()),
            "`a`: `data` is a null pointer",
        ),
        (with(&|t| t.data = odd), "`a`: `data`: its address 0x"),
        (with(&|t| t.shape = crooked), "`a`: `shape`: its address 0x"),
        (
            with(&|t| t.strides = crooked),
            "`a`: `strides`: its address 0x",
        ),
        (
            with(&|t| t.dtype = f16),
            "`b`: its elements are float32; pass float16",
        ),
        (
            negative.of(&data, DType::F32),
            "`a`: shape [4, -4] has an extent below 0",
        ),
        (
            vast.of(&data, DType::F32),
            "`a`: shape [1099511627776, 1099511627776] with strides [1099511627776, 1] spans more than memory holds; pass smaller ones",
        ),
        (
            far.of(&data, DType::F32),
            "`a`: shape [4, 4] with strides [",
        ),
        (
            around.of(&data, DType::F32),
            "`a`: shape [4611686018427387905, 4611686018427387905,",
        ),
        (d, "`d`: it shares memory with `a`"),
    ] {
        // SAFETY: what is not null and not misaligned is live memory.
        let status = unsafe { azulejo_gemm(&tensor, &good, &d, null()) };
        assert_eq!(status, AZULEJO_INVALID_ARGUMENT, "{expected}");
        says(expected);
    }
    let product = |a: &AzulejoTensor, epilogue: *const AzulejoEpilogue| {
        // SAFETY: tensors of live memory.
        unsafe { azulejo_gemm(a, a, &d, epilogue) }
    };
    let of_f8 = square.of(&data, DType::F8E4M3);
    assert_eq!(product(&of_f8, null()), AZULEJO_NOT_SUPPORTED);
    // A type that no operand may have is not asked for.
    for b in [&of_f8, &good] {
        // SAFETY: tensors of live memory.
        let status = unsafe { azulejo_gemm(&of_f8, b, &d, null()) };
        assert_eq!(status, AZULEJO_NOT_SUPPORTED);
        says("`a` has elements of float8_e4m3fn; products in host memory take f32");
    }
    let to_i8 = with(&|t| (t.dtype, t.data) = (DType::I8 as i32, d.data));
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_gemm(&good, &good, &to_i8, null()) };
    assert_eq!(status, AZULEJO_NOT_SUPPORTED);
    says("`d` has elements of int8, and products of float32 in host memory none");
    let mut epilogue = AzulejoEpilogue {
        activation: 9,
        ..AzulejoEpilogue::PLAIN
    };
    assert_eq!(product(&good, &epilogue), AZULEJO_INVALID_ARGUMENT);
    says("`epilogue.activation`: 9");
    epilogue.bias_per_row = 2;
    assert_eq!(product(&good, &epilogue), AZULEJO_INVALID_ARGUMENT);
    says("`epilogue.bias_per_row`: 2");
    let ints = AzulejoTensor {
        dtype: DType::I8 as i32,
        ..good
    };
    let sums = AzulejoTensor {
        dtype: DType::I32 as i32,
        ..d
    };
    epilogue = AzulejoEpilogue {
        alpha: 0.5,
        ..AzulejoEpilogue::PLAIN
    };
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_gemm(&ints, &ints, &sums, &epilogue) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    says("`epilogue.alpha`: 0.5 is not a factor of int32; pass a number that this type holds");
    epilogue.alpha = 1e300;
    assert_eq!(product(&good, &epilogue), AZULEJO_INVALID_ARGUMENT);
    says("`epilogue.alpha`: 1e300 is not a factor of float32; ");
    let three = shaped(&[3]);
    let bias = three.of(&data, DType::F32);
    (epilogue.alpha, epilogue.bias) = (1.0, &bias);
    assert_eq!(product(&good, &epilogue), AZULEJO_INVALID_ARGUMENT);
    says("`epilogue.bias`: 3 values for 4 columns of `d`; pass one per column");
    let narrow = shaped(&[4, 2]);
    let narrow = narrow.to(&mut to, DType::F32);
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_gemm(&good, &good, &narrow, null()) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    says("`d`: shape (4, 2) is not (4, 4), which follows from `a` and `b`");
    assert!(to.iter().all(|x| *x == 7.0));
    (epilogue.alpha, epilogue.bias) = (f64::from(i32::MIN), null());
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_gemm(&ints, &ints, &sums, &epilogue) };
    assert_eq!(status, AZULEJO_OK);
}

#[test]
fn wrong_options_are_named() {
    let (data, mut to) = (numbers::<f32>(16, 5), [7.0f32; 16]);
    let shape = shaped(&[1, 2, 2, 4]);
    let (q, out) = (shape.of(&data, DType::F32), shape.to(&mut to, DType::F32));
    let starts = [0, 2];
    let with = |change: &dyn Fn(&mut AzulejoAttentionOptions)| {
        let mut options = AzulejoAttentionOptions::DEFAULT;
        change(&mut options);
        options
    };
    let slopes = |count| with(&|o| (o.alibi, o.alibi_count) = (data.as_ptr(), count));
    let window = with(&|o| (o.mask, o.window_left) = (2, -2));
    let starts = with(&|o| (o.cu_seqlens_q, o.sequences) = (starts.as_ptr(), 1));
    for (options, expected) in [
        (with(&|o| o.mask = 3), "`options.mask`: 3"),
        (
            window,
            "`options.window_left`: -2 is below 0; pass keys of this side, or -1 for all",
        ),
        (slopes(-1), "`options.alibi_count`: -1"),
        (slopes(3), "`options.alibi` has 3 slopes"),
        (starts, "`options.cu_seqlens_k`: it is a null"),
        (
            with(&|o| o.scale = f32::NAN),
            "`options.scale`: NaN; pass a finite factor, or 0 for",
        ),
        (
            with(&|o| o.softcap = -1.0),
            "`options.softcap`: -1; pass a positive finite number, or 0 for",
        ),
    ] {
        // SAFETY: tensors of live memory.
        let status = unsafe { azulejo_attention_forward(&q, &q, &q, &out, null(), &options) };
        assert_eq!(status, AZULEJO_INVALID_ARGUMENT, "{expected}");
        says(expected);
    }
    let ints = AzulejoTensor {
        dtype: DType::I32 as i32,
        ..q
    };
    // SAFETY: tensors of live memory.
    let status = unsafe { azulejo_attention_forward(&ints, &q, &q, &out, null(), null()) };
    assert_eq!(status, AZULEJO_NOT_SUPPORTED);
    says("`q` has elements of int32; attention takes f32, bf16 and f16");
    // SAFETY: a tensor of live memory; as `out` it is rejected before anything is written.
    let status = unsafe { azulejo_attention_forward(&q, &q, &q, &q, null(), null()) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    says("`out`: it shares memory with `q`");
    assert_eq!(to, [7.0; 16]);
}
