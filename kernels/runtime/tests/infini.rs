//! InfiniCore's elementwise interface and its zeros, row by row of the requirements (`z03_…` is row Z-03), on the CPU.
//!
//! What is not a test of this file:
//!
//! | row | where |
//! |---|---|
//! | 1, three parts | `kernels/src/device/zeros`, `kernels/runtime/src/infini`, `kernels/runtime/src/fill.rs` |
//! | 12, 17, 23 | `infini::elementwise::tests::z12_z17_z23_calculations_are_checked_first` |
//! | 14, 18, 25, 26, 39: what does not compile | the pages of `infini::Info`, `cpu::map`, `map_in_place` |
//! | 15, 36 | `gpu check memory/jobs`: a thousand descriptors, J24 |
//! | 20, 21 | `gpu check memory/large`: 2^32 elements and beyond, their ends read back |
//! | 22, 28, 30, 41 on a device | `gpu check memory/zeros`: every dtype, layout and misalignment, guard bytes around each buffer |
//! | 27 | `View` and `ViewMut`, the only arguments of the safe functions |
//! | 35 | `gpu check memory/large`: two streams, and fills that are not complete when the calls return |
//! | 44 | `benches/results/gpu-memory`: zeros against the driver's own memset |
//! | 43, 45 | notes, with nothing to hold |
//!
//! Length: one short test a row.

use azulejo_cpu::{AnyArray, Array, Op, Strided, View, ViewMut, elementwise, map};
use azulejo_kernels::device::zeros::{KERNELS, launch};
use azulejo_kernels::table::Variant;
use azulejo_runtime::infini::{
    Add, Dtype, Elementwise, Operation, Segments, TensorDescriptor, Zeros,
};
use azulejo_runtime::{Error, ptx};
use azulejo_tensor::{Bool, DType, Element, F8E4M3, f16, with_dtype};

fn tensor(dtype: Dtype, shape: &[usize], strides: Option<&[i64]>) -> TensorDescriptor {
    TensorDescriptor::new(dtype, shape, strides).unwrap()
}

fn f32s(shape: &[usize], strides: Option<&[i64]>) -> TensorDescriptor {
    tensor(Dtype::F32, shape, strides)
}

fn status<T: std::fmt::Debug>(end: Result<T, Error>) -> i32 {
    end.unwrap_err().infini_status()
}

fn zeros_of(
    out: &TensorDescriptor,
    inputs: &[&TensorDescriptor],
) -> Result<Elementwise<Zeros>, Error> {
    Elementwise::create(out, inputs)
}

/// The fifteen types that zeros takes.
fn fifteen() -> impl Iterator<Item = Dtype> {
    Dtype::ALL.iter().copied().filter(|d| d.dtype().is_ok())
}

/// Shapes and strides of InfiniCore's own zeros tests.
const LAYOUTS: [(&[usize], Option<&[i64]>); 9] = [
    (&[1024, 1024], None),
    (&[13, 4], None),
    (&[13, 4], Some(&[10, 1])),
    (&[13, 4, 4], None),
    (&[13, 4, 4], Some(&[20, 4, 1])),
    (&[16, 5632], None),
    (&[16, 5632], Some(&[13312, 1])),
    (&[4, 4, 5632], None),
    (&[4, 4, 5632], Some(&[45056, 5632, 1])),
];

#[test]
fn z02_a_descriptor_answers_for_itself() {
    let x = f32s(&[3, 4], None);
    let zeros = zeros_of(&x, &[&x]).unwrap();
    assert_eq!((zeros.workspace_size(), zeros.dtype()), (80, DType::F32));
    assert_eq!((Zeros::NAME, Zeros::INPUTS), ("zeros", 1));
}

#[test]
fn z03_numbers_round_trip() {
    let expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19];
    assert_eq!(fifteen().map(Dtype::id).collect::<Vec<_>>(), expected);
    for id in expected {
        assert_eq!(Dtype::try_from(id).unwrap().id(), id);
    }
    assert_eq!(Dtype::Byte.dtype(), Ok(DType::U8));
    assert_eq!(Dtype::U8.dtype(), Ok(DType::U8));
    assert_eq!(Dtype::try_from(DType::U8), Ok(Dtype::U8));
    for id in [0, 20, -1] {
        assert_eq!(status(Dtype::try_from(id)), 10);
    }
}

#[test]
fn z04_complex_types_are_not_implemented() {
    for id in 15..=18 {
        let x = tensor(Dtype::try_from(id).unwrap(), &[4], None);
        assert_eq!(status(zeros_of(&x, &[&x])), 2);
    }
}

/// A comparison, whose result is of another type than its operands.
#[derive(Debug)]
struct Less;

impl Operation for Less {
    const NAME: &'static str = "less";
    const INPUTS: usize = 2;
    const OP: Option<Op> = Some(Op::Lt);
}

#[test]
fn an_output_of_another_type_than_the_result_is_rejected_on_the_host() {
    let x = f32s(&[2], None);
    let less = Elementwise::<Less>::create(&x, &[&x, &x]).unwrap();
    let (a, mut out) = ([1.0f32, 2.0], [7.0f32; 2]);
    let inputs = [a.as_ptr().cast(), a.as_ptr().cast()];
    // SAFETY: arrays of two f32 as described, the output apart from the input.
    let end = unsafe { less.calculate_on_host(out.as_mut_ptr().cast(), &inputs) };
    assert_eq!(end, Err(Error::dtype("output", DType::F32, DType::Bool)));
    assert_eq!(out, [7.0; 2], "nothing is stored");
}

#[test]
fn z05_types_outside_the_fifteen_are_rejected() {
    for dtype in [DType::TF32, DType::F8E5M2] {
        assert_eq!(status(Dtype::try_from(dtype)), 10);
        // The native zeros take every type.
        let array = AnyArray::zeros(dtype, &[4]).unwrap();
        assert_eq!(array.size(), 4);
    }
    let flags = tensor(Dtype::Bool, &[4], None);
    let add = Elementwise::<Add>::create(&flags, &[&flags, &flags]);
    assert_eq!(status(add), 10);
}

#[test]
fn z06_shapes_must_be_equal() {
    let out = f32s(&[3, 4], None);
    assert!(zeros_of(&out, &[&f32s(&[3, 4], None)]).is_ok());
    for shape in [&[1usize, 4][..], &[4], &[4, 3]] {
        assert_eq!(status(zeros_of(&out, &[&f32s(shape, None)])), 11);
    }
}

#[test]
fn z07_inputs_must_be_there() {
    let out = f32s(&[3, 4], None);
    assert_eq!(status(zeros_of(&out, &[])), 3);
    assert_eq!(status(Elementwise::<Add>::create(&out, &[&out])), 3);
    let zeros = zeros_of(&out, &[&out]).unwrap();
    // SAFETY: null is rejected before it is written.
    let null = unsafe { zeros.calculate_on_host(std::ptr::null_mut(), &[std::ptr::null()]) };
    assert_eq!(status(null), 4);
}

#[test]
fn z08_outputs_do_not_repeat() {
    let create = |shape: &[usize], strides: &[i64]| {
        let x = f32s(shape, Some(strides));
        zeros_of(&x, &[&x]).map(|_| ())
    };
    assert_eq!(create(&[13, 4], &[4, 1]), Ok(()));
    assert_eq!(create(&[1, 4], &[0, 1]), Ok(()));
    for (shape, strides) in [([13, 4], [0, 1]), ([1, 4], [0, 0]), ([4, 4], [1, 1])] {
        assert_eq!(
            status(create(&shape, &strides)),
            12,
            "{shape:?} {strides:?}"
        );
    }
}

#[test]
fn z09_the_first_fault_is_reported() {
    // A bad dtype, a bad shape and bad strides; then without the first; then without the second.
    let good = f32s(&[13, 4], None);
    let all = tensor(Dtype::C64, &[13, 4], Some(&[0, 1]));
    assert_eq!(status(zeros_of(&all, &[&f32s(&[4], None)])), 2);
    let two = f32s(&[13, 4], Some(&[0, 1]));
    assert_eq!(status(zeros_of(&two, &[&f32s(&[4], None)])), 11);
    assert_eq!(status(zeros_of(&two, &[&good])), 12);
    assert!(zeros_of(&good, &[&good]).is_ok());
}

#[test]
fn z10_workspaces_have_the_sizes_of_the_table() {
    let totals = |inputs| {
        (0..6)
            .map(|rank| Segments::new(rank, inputs).bytes())
            .collect::<Vec<_>>()
    };
    assert_eq!(totals(1), [16, 48, 80, 112, 144, 176]);
    assert_eq!(totals(2), [24, 72, 120, 168, 216, 264]);
    assert_eq!(totals(3), [32, 96, 160, 224, 288, 352]);
}

#[test]
fn z11_the_workspace_has_its_parts_in_order() {
    let starts = |s: Segments| {
        [
            s.pointers(),
            s.output_shape(),
            s.output_strides(),
            s.input_shapes(),
            s.input_strides(),
            s.contiguous(),
            s.broadcasted(),
        ]
        .map(|part| part.start)
    };
    let two = Segments::new(2, 1);
    assert_eq!(starts(two), [0, 8, 24, 40, 56, 72, 73]);
    assert_eq!((two.broadcasted().end, two.bytes()), (74, 80));
    let three = Segments::new(3, 2);
    assert_eq!(starts(three), [0, 16, 40, 64, 112, 160, 162]);
    assert_eq!((three.broadcasted().end, three.bytes()), (164, 168));
    // What is packed lies there.
    let (matrix, row) = (f32s(&[13, 4], None), f32s(&[4], None));
    let add =
        Elementwise::<Add>::create(&matrix, &[&f32s(&[13, 4], Some(&[10, 1])), &row]).unwrap();
    let bytes = add.info().pack(&[7, 9]);
    let at = |part: std::ops::Range<usize>| -> Vec<u64> {
        bytes[part]
            .chunks(8)
            .map(|b| u64::from_le_bytes(b.try_into().unwrap()))
            .collect()
    };
    let s = add.info().segments();
    assert_eq!(bytes.len(), s.bytes());
    assert_eq!(at(s.pointers()), [7, 9]);
    assert_eq!(
        (at(s.output_shape()), at(s.output_strides())),
        (vec![13, 4], vec![4, 1])
    );
    assert_eq!(at(s.input_shapes()), [13, 4, 1, 4]);
    assert_eq!(at(s.input_strides()), [10, 1, 0, 1]);
    assert_eq!(
        (&bytes[s.contiguous()], &bytes[s.broadcasted()]),
        (&[0, 1][..], &[0, 0][..])
    );
}

#[test]
fn z13_z14_the_metadata_is_read_by_name_and_moves() {
    let x = f32s(&[3, 4], None);
    let zeros = zeros_of(&x, &[&x]).unwrap();
    let info = zeros.info();
    assert_eq!(info.input_shape(0), Some(&[3, 4][..]));
    assert_eq!(info.input_strides(0), Some(&[4, 1][..]));
    assert_eq!(
        (info.input_shape(1), info.input_contiguous(1)),
        (None, None)
    );
    assert_eq!(
        (info.output_size(), info.rank(), info.input_count()),
        (12, 2, 1)
    );
    assert_eq!(
        (info.output_shape(), info.output_strides()),
        (&[3, 4][..], &[4, 1][..])
    );
    assert!(info.output_contiguous());
    assert_eq!(info.segments().meta_bytes(), 72);
    let moved = zeros;
    assert_eq!(moved.workspace_size(), 80);
}

/// Runs zeros by the descriptor over bytes 0xFF and checks every byte.
fn cleared(dtype: Dtype, shape: &[usize], strides: Option<&[i64]>) {
    let x = tensor(dtype, shape, strides);
    let zeros = zeros_of(&x, &[&x]).unwrap();
    let size = zeros.dtype().bytes();
    let guard = 64;
    let mut bytes = vec![0xFFu8; x.layout().cosize() * size + guard];
    // SAFETY: the layout reaches `cosize` elements; the input is not read.
    unsafe { zeros.calculate_on_host(bytes.as_mut_ptr(), &[std::ptr::null()]) }.unwrap();
    let mut expected = vec![0xFFu8; bytes.len()];
    for offset in x.layout().offsets() {
        expected[offset * size..(offset + 1) * size].fill(0);
    }
    assert_eq!(bytes, expected, "{dtype:?} {shape:?}");
}

#[test]
fn z16_z17_z30_z34_z40_every_type_and_shape_is_cleared_and_nothing_else() {
    for dtype in fifteen() {
        for (shape, strides) in LAYOUTS {
            // The large shapes once: they differ in nothing else.
            if shape.iter().product::<usize>() <= 208 || dtype == Dtype::F16 {
                cleared(dtype, shape, strides);
            }
        }
        cleared(dtype, &[], None);
        cleared(dtype, &[0, 5], None);
    }
    let counted = f32s(&[13, 4], Some(&[10, 1]));
    assert_eq!(
        (counted.layout().size(), counted.layout().cosize()),
        (52, 124)
    );
    assert_eq!(Segments::new(0, 1).bytes(), 16);
    assert_eq!(F8E4M3::ZERO.to_bits(), 0x00);
}

#[test]
fn z18_z44_the_device_code_of_zeros_reads_no_input() {
    for variant in [Variant::Sm80, Variant::Sm90a] {
        for kernel in KERNELS {
            let text = ptx::module(variant, kernel).unwrap();
            assert!(!text.contains("ld.global"), "{}", kernel.name);
            assert_eq!(kernel.threads, 256);
        }
        // One run is stored in vectors of 16 bytes.
        let run = ptx::module(variant, &KERNELS[0]).unwrap();
        assert!(run.contains("st.global.v4.b32"));
    }
}

#[test]
fn z19_z20_z22_z23_launches_are_planned_in_64_bits() {
    let plan = |n, max_threads, grid| {
        launch(n, 256, max_threads, grid).map(|l| (l.grid, l.block, l.step, l.rounds))
    };
    let most = i32::MAX as u32;
    for (n, max_threads, grid, expected) in [
        (1024 * 1024, 1024, most, (4096, 256, 1 << 20, 1)),
        (2600, 1024, 4, (4, 256, 1024, 3)),
        (257, 1024, most, (2, 256, 512, 1)),
        (1000, 128, most, (8, 128, 1024, 1)),
        (1, 1024, most, (1, 256, 256, 1)),
        (1 << 32, 1024, most, (1 << 24, 256, 1 << 32, 1)),
    ] {
        assert_eq!(plan(n, max_threads, grid), Some(expected));
    }
    for (n, grid, rounds) in [(0, most, 0), (1 << 32, 65535, 257), (1 << 32, 1 << 20, 16)] {
        assert_eq!(plan(n, 1024, grid).map(|plan| plan.3), Some(rounds));
    }
    assert_eq!(plan(5, 1024, 0), None);
}

#[test]
fn z24_z42_other_operators_share_the_framework() {
    let x = f32s(&[3, 4], None);
    let add = Elementwise::<Add>::create(&x, &[&x, &x]).unwrap();
    let values: Vec<f32> = (0..12).map(|i| i as f32 / 8.0 - 0.5).collect();
    let mut zero = vec![9.0f32; 12];
    let zeros = zeros_of(&x, &[&x]).unwrap();
    let mut sum = vec![9.0f32; 12];
    let output = zero.as_mut_ptr().cast();
    // SAFETY: the output has twelve elements; the input is not read.
    unsafe { zeros.calculate_on_host(output, &[std::ptr::null()]) }.unwrap();
    let inputs = [zero.as_ptr().cast(), values.as_ptr().cast()];
    // SAFETY: all arrays have twelve elements.
    unsafe { add.calculate_on_host(sum.as_mut_ptr().cast(), &inputs) }.unwrap();
    assert_eq!(sum, values);
    for name in ["add", "sub", "mul"] {
        assert!(name.parse::<Op>().is_ok());
    }
}

#[test]
fn z25_operands_may_have_types_of_their_own() {
    let a = Array::from_vec((0..12).collect::<Vec<i32>>(), &[3, 4]).unwrap();
    let b = [0.5, 1.5, 2.5, 3.5].map(f16::from_f32);
    let mut out = Array::<f32>::zeros(&[3, 4]).unwrap();
    let inputs = (a.view(), View::from_slice(&b));
    let sum = |(a, b): (i32, f16)| a as f32 + b.to_f32();
    map(inputs, &mut out.view_mut(), sum).unwrap();
    for (at, sum) in out.data().iter().enumerate() {
        assert_eq!(*sum, at as f32 + (at % 4) as f32 + 0.5);
    }
}

#[test]
fn z26_functors_have_up_to_four_inputs() {
    let x = Array::from_vec(vec![1, 2, 3], &[3]).unwrap();
    let sum = |n: usize| -> Vec<i32> {
        let mut out = Array::<i32>::zeros(&[3]).unwrap();
        let (v, o) = (x.view(), &mut out.view_mut());
        match n {
            0 => map((), o, |()| 0),
            1 => map((v,), o, |(a,)| a),
            2 => map((v, v), o, |(a, b)| a + b),
            3 => map((v, v, v), o, |(a, b, c)| a + b + c),
            _ => map((v, v, v, v), o, |(a, b, c, d)| a + b + c + d),
        }
        .unwrap();
        out.into_vec()
    };
    for n in 0..=4 {
        assert_eq!(sum(n), [1, 2, 3].map(|x| x * n as i32));
    }
}

#[test]
fn z28_z29_offsets_have_the_last_axis_fastest() {
    let offsets = |extents: &[usize], strides: &[usize]| -> Vec<usize> {
        Strided::new(extents, strides).unwrap().offsets().collect()
    };
    assert_eq!(offsets(&[2, 3], &[10, 2]), [0, 2, 4, 10, 12, 14]);
    let rows = offsets(&[13, 4], &[10, 1]);
    assert_eq!(
        (&rows[..8], rows.last()),
        (&[0, 1, 2, 3, 10, 11, 12, 13][..], Some(&123))
    );
    assert_eq!(offsets(&[13, 4, 4], &[20, 4, 1]).last(), Some(&255));
    assert_eq!(offsets(&[13, 4], &[4, 1]), (0..52).collect::<Vec<_>>());
}

#[test]
fn z31_z32_contiguous_and_broadcast_are_infinicores() {
    let contiguous = |extents: &[usize], strides: &[usize]| {
        Strided::new(extents, strides).unwrap().is_contiguous()
    };
    assert!(contiguous(&[], &[]));
    assert!(contiguous(&[1, 4], &[99, 1]) && contiguous(&[4, 1], &[1, 99]));
    assert!(contiguous(&[4, 1, 3], &[3, 77, 1]));
    for (extents, strides) in [([13, 4], [10, 1]), ([13, 4], [0, 1]), ([3, 4], [1, 3])] {
        assert!(!contiguous(&extents, &strides));
    }
    let out = f32s(&[13, 4], None);
    let of = |strides: &[i64]| {
        let input = f32s(&[13, 4], Some(strides));
        zeros_of(&out, &[&input])
            .unwrap()
            .info()
            .input_broadcasted(0)
    };
    assert_eq!((of(&[0, 1]), of(&[4, 1])), (Some(true), Some(false)));
}

#[test]
fn z33_small_inputs_are_broadcast_to_the_output() {
    let offsets = |extents: &[usize]| -> Vec<usize> {
        let layout = Strided::row_major(extents)
            .unwrap()
            .broadcast(&[3, 4])
            .unwrap();
        layout.offsets().collect()
    };
    assert_eq!(offsets(&[3, 1]), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    assert_eq!(offsets(&[1, 4]), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
    let (out, five) = (f32s(&[3, 4], None), f32s(&[5], None));
    assert_eq!(status(Elementwise::<Add>::create(&out, &[&out, &five])), 11);
}

#[test]
fn z37_statuses_have_their_numbers() {
    let argument = "input";
    let (what, needed, given) = (String::new(), 80, 79);
    let (call, code, text) = ("cuLaunchKernel", 700, "illegal address".into());
    let all: [(i32, Error); 8] = [
        (2, Error::not_implemented(what.clone())),
        (3, Error::argument(argument, what.clone())),
        (4, Error::NullPointer { argument }),
        (10, Error::dtype(argument, DType::TF32, DType::F32)),
        (11, Error::shape(argument, [1], [2])),
        (12, Error::strides(argument, what)),
        (13, Error::Workspace { needed, given }),
        (1, Error::Driver { call, code, text }),
    ];
    for (number, error) in all {
        assert_eq!(error.infini_status(), number);
        let error: Box<dyn std::error::Error> = Box::new(error);
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn z38_z39_an_array_is_cleared_in_place() {
    // The array is the output and the input: by the descriptor, which never reads it, and natively, by `&mut` alone.
    let mut x: Vec<f32> = (1..=12).map(|i| i as f32).collect();
    let d = f32s(&[3, 4], None);
    let at = x.as_mut_ptr();
    // SAFETY: twelve elements; zeros does not read its input.
    unsafe {
        zeros_of(&d, &[&d])
            .unwrap()
            .calculate_on_host(at.cast(), &[at.cast_const().cast()])
    }
    .unwrap();
    assert_eq!(x, [0.0; 12]);
}

#[test]
fn z41_the_host_computes_every_type() {
    fn one<T: Element + azulejo_cpu::Stored>() {
        let mut data = vec![T::ONE; 124];
        let layout = Strided::new(&[13, 4], &[10, 1]).unwrap();
        let ones = Array::from_vec(vec![T::ZERO; 52], &[13, 4]).unwrap();
        let out = &mut ViewMut::new(&mut data, layout).unwrap();
        map((ones.view(),), out, |(x,)| x).unwrap();
        assert_eq!(data.iter().filter(|x| x.to_raw() == 0).count(), 52);
    }
    for dtype in DType::ALL {
        with_dtype!(dtype, T => one::<T>());
    }
    let x = AnyArray::zeros(DType::BF16, &[1]).unwrap();
    let sum = elementwise(Op::Add, &[&x, &x]).unwrap();
    assert_eq!(sum.dtype(), DType::BF16);
    assert!(!Bool::ZERO.get());
}
