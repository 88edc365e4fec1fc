//! Types as text, representations, views of arrays, and what the PTX of proved accesses holds.

use super::*;
use azulejo_runtime::ptx::{Variant, module};
use azulejo_tensor::{Bool, F8E4M3, Tf32, bf16, f16};
use azulejo_tile::{
    Complex32, Complex64, Float16x3, Float64x3, Int8x2, Int8x3, Int8x4, Int64x4, Null, TypeDesc,
    Uint16x4, programs::*,
};

#[test]
fn h_04_h_06_numbers_have_the_sizes_of_c() {
    let of = [
        size_of::<Bool>(),
        size_of::<i32>(),
        size_of::<f32>(),
        size_of::<Complex32>(),
        size_of::<Complex64>(),
        size_of::<f16>(),
        size_of::<bf16>(),
        size_of::<F8E4M3>(),
        size_of::<Tf32>(),
        size_of::<Null>(),
    ];
    assert_eq!(of, [1, 4, 4, 8, 16, 2, 2, 1, 4, 8]);
    assert_eq!((align_of::<Complex32>(), align_of::<Complex64>()), (8, 16));
}

#[test]
fn h_16_the_table_of_the_array_api() {
    use azulejo_tile::ArrayApi;
    // A row a type, in the standard's order; a hexadecimal digit a result, `-` for none.
    let expected = [
        "0123123-----",
        "1123123-----",
        "2223223-----",
        "3333333-----",
        "11234567----",
        "22235567----",
        "33336667----",
        "----7777----",
        "--------89ab",
        "--------99bb",
        "--------abab",
        "--------bbbb",
    ];
    for (a, row) in ArrayApi::ALL.iter().zip(expected) {
        for (b, result) in ArrayApi::ALL.iter().zip(row.chars()) {
            let result = result.to_digit(16).map(|at| ArrayApi::ALL[at as usize]);
            assert_eq!(a.promote(*b), result, "{a:?} {b:?}");
        }
    }
}

#[test]
fn h_15_vectors_have_the_sizes_of_c() {
    macro_rules! of {
        ($($t:ty)*) => { [$((size_of::<$t>(), align_of::<$t>())),*] };
    }
    let found = of!(Int8x2 Int8x3 Int8x4 Uint16x4 Float16x3 Float64x3 Int64x4);
    assert_eq!(
        found,
        [(2, 2), (3, 1), (4, 4), (8, 8), (6, 2), (24, 8), (32, 16)]
    );
}

#[test]
fn t_17_t_26_t_32_types_as_text() {
    for text in [
        "tile<f32>",
        "tile<128x4xf32>",
        "tensor_view<1024x1024xf16, strides=[1024,1]>",
        "tensor_view<32x16x32xf16, strides=[512,1,16]>",
        "tensor_view<?x?xf16, strides=[?,1]>",
        "tensor_view<?x16xf32, strides=[1,?]>",
        "partition_view<tile=(2), tensor_view<16xf32, strides=[1]>>",
        "partition_view<tile=(2x2), padding_value = zero, tensor_view<16x16xf32, strides=[16,1]>, dim_map=[1,0]>",
    ] {
        assert_eq!(text.parse::<TypeDesc>().unwrap().to_string(), text);
        assert_eq!(
            text.replace(' ', "")
                .parse::<TypeDesc>()
                .unwrap()
                .to_string(),
            text
        );
    }
    for (text, why) in [
        ("tensor_view<2xf32>", "expected 'strides'"),
        (
            "tensor_view<2x2xf32, strides=[, 32]>",
            "expected a number or '?', found ', 32]>'",
        ),
        (
            "tensor_view<2xf32, strides=[2,1]>",
            "shape of rank 1 and stride of rank 2",
        ),
        ("tile<5x4xf32>", "power of two length: dimension #0 is 5"),
        ("tile<8192x4096xf32>", "at most 16777216 elements"),
        ("tile<4xf33>", "'f33' is not an element type"),
        (
            "partition_view<tile=(2x2), tensor_view<16x16xf32, strides=[16,1]>, dim_map=[0]>",
            "map exactly all 2 dimensions",
        ),
        (
            "partition_view<tile=(2x2), tensor_view<16x16xf32, strides=[16,1]>, dim_map=[2,1]>",
            "names dimension 2",
        ),
        (
            "partition_view<tile=(2x2), tensor_view<16x16xf32, strides=[16,1]>, dim_map=[0,0]>",
            "twice",
        ),
    ] {
        let error = text.parse::<TypeDesc>().unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn t_32_the_forms_of_the_seed_and_what_neither_has() {
    for (text, printed) in [
        ("tile <f32>", "tile<f32>"),
        ("  tile\n< 4 x 8 x f32 > ", "tile<4x8xf32>"),
        ("!cuda_tile.tile<4xf32>", "tile<4xf32>"),
        ("! cuda_tile . tile < 4xi1>", "tile<4xi1>"),
        (
            "!cuda_tile.tensor_view <?x16xf32, strides = [1, ?]>",
            "tensor_view<?x16xf32, strides=[1,?]>",
        ),
        (
            "!cuda_tile.partition_view<tile = (2x2), view = !cuda_tile.tensor_view<16x16xf32, strides=[16,1]>, dim_map = [1, 0]>",
            "partition_view<tile=(2x2), tensor_view<16x16xf32, strides=[16,1]>, dim_map=[1,0]>",
        ),
        (
            "partition_view<tile=(2), view=tensor_view<16xf32, strides=[1]>, masked>",
            "partition_view<tile=(2), padding_value = zero, tensor_view<16xf32, strides=[1]>>",
        ),
        (
            "partition_view<tile=(2), masked tensor_view<16xf32, strides=[1]>, dim_map=[0]>",
            "partition_view<tile=(2), padding_value = zero, tensor_view<16xf32, strides=[1]>, dim_map=[0]>",
        ),
        (
            "partition_view<tile=(2), masked, padding_value = pos_inf, tensor_view<16xf8E5M2, strides=[1]>>",
            "partition_view<tile=(2), padding_value = pos_inf, tensor_view<16xf8E5M2, strides=[1]>>",
        ),
    ] {
        assert_eq!(
            text.parse::<TypeDesc>().map(|t| t.to_string()),
            Ok(printed.into()),
            "{text}"
        );
    }
    let padded = |value: &str, element: &str| {
        format!(
            "partition_view<tile=(2), padding_value = {value}, tensor_view<16x{element}, strides=[1]>>"
        )
    };
    for (value, element) in [
        ("foo", "f32"),
        ("undetermined", "f32"),
        ("", "f32"),
        ("nan", "i32"),
        ("neg_zero", "i8"),
        ("pos_inf", "i1"),
        ("pos_inf", "f8E4M3FN"),
        ("neg_inf", "f8E4M3FN"),
    ] {
        let error = padded(value, element).parse::<TypeDesc>().unwrap_err();
        assert!(error.to_string().contains(value), "{error}");
    }
    for (value, element) in [
        ("zero", "i32"),
        ("nan", "f8E4M3FN"),
        ("neg_inf", "f8E5M2"),
        ("neg_zero", "tf32"),
    ] {
        let text = padded(value, element);
        assert_eq!(text.parse::<TypeDesc>().map(|t| t.to_string()), Ok(text));
    }
    for text in [
        "tilef32>",
        "tiles<f32>",
        "!cuda_tile.",
        "cuda_tile.tile<f32>",
        "partition_view<tile=(2), tensor_view<16xf32, strides=[1]>, dim_map=[?]>",
        "partition_view<tile=(2), tensor_view<16xf32, strides=[1]>, unmasked>",
        "partition_view<tile=(2), view tensor_view<16xf32, strides=[1]>>",
        "tile<99999999999999999999xf32>",
    ] {
        assert!(text.parse::<TypeDesc>().is_err(), "{text}");
    }
}

#[test]
fn h_23_slices_and_reshapes_copy_nothing() {
    let x = arange::<f32>(24);
    let (mut columns, mut flat) = (vec![0.0f32; 12], vec![0.0f32; 25]);
    Sliced::run(
        matrix(&x, 4, 6),
        matrix_mut(&mut columns, 4, 3),
        write(&mut flat),
    )
    .unwrap();
    let expected: Vec<f32> = (0..12).map(|i| (i / 3 * 6 + i % 3 * 2) as f32).collect();
    assert_eq!(columns, expected);
    assert_eq!((flat[0], flat[23], flat[24]), (0.0, 23.0, 1.0));
    // By columns the rows do not follow each other: there is no flat array.
    let by_columns = View::new(&x, Strided::column_major(&[4, 6]).unwrap()).unwrap();
    Sliced::run(by_columns, matrix_mut(&mut columns, 4, 3), write(&mut flat)).unwrap();
    assert_eq!((columns[1], flat[24]), (8.0, 0.0));
}

/// The PTX of a kernel.
fn entry(name: &str) -> String {
    let mut programs = TABLES.iter().copied().flatten();
    let kernel = programs.find(|kernel| kernel.name == name).unwrap();
    module(Variant::Sm80, kernel).unwrap()
}

#[test]
fn t_25_checks_that_types_prove_away_are_not_in_the_ptx() {
    let comparisons = |name: &str| entry(name).matches("setp.").count();
    let (whole, any) = ("azulejo_tile_scale_whole", "azulejo_tile_scale_any");
    // Questions of a block, as whether runs of four move at once; none for an element.
    assert!(comparisons(whole) <= 4, "{}", entry(whole));
    assert!(comparisons(any) > comparisons(whole) + 8);
    assert!(entry(whole).contains("ld.global.v4") || entry(whole).contains("ld.global.nc.v4"));
}

#[test]
fn h_05_h_09_numbers_that_do_not_fit() {
    use azulejo_tensor::{cast, cast_saturating};
    assert_eq!(i32::try_from(2147483647i64), Ok(i32::MAX));
    assert!(i32::try_from(2147483648i64).is_err() && u8::try_from(300i32).is_err());
    assert_eq!(
        (cast_saturating::<i32, u8>(300), cast::<i32, u8>(300)),
        (255, 44)
    );
    assert_eq!(cast::<f64, f32>(1e300), f32::INFINITY);
}

#[test]
fn h_15_a_float4_is_loaded_and_stored_at_once() {
    let text = entry("azulejo_tile_copied_x4");
    let times = |what: &str| text.matches(what).count();
    assert_eq!(
        (times("ld.global.v4.u32"), times("st.global.v4.u32")),
        (1, 1)
    );
    assert_eq!(times(".local"), 0);
}

#[test]
fn elements_with_one_index_are_stored_whole() {
    // Threads that store to one place at the time do not race.
    assert!(entry("azulejo_tile_indexed").contains("st.relaxed.cta.global.b32"));
}
