//! What lies outside: shapes without elements, offsets before the first, accesses wider than any. Errors name it, and nothing walks it.

use azulejo_layout::expr::evaluate;
use azulejo_layout::layout;
use azulejo_layout::value::{DynLayout, cosize};

fn error(expression: &str) -> String {
    evaluate(expression).unwrap_err().to_string()
}

#[test]
fn a_layout_without_elements_has_no_cells() {
    for text in [
        "0:1",
        "(0):(-7)",
        "(0,3):(1,5)",
        "(3,0):(1,5)",
        "(2,(0,4)):(9,(8,-1))",
    ] {
        let layout: DynLayout = text.parse().unwrap();
        assert_eq!(cosize(&layout).unwrap().value, 0, "{text}");
        assert_eq!(layout.offsets().unwrap(), [], "{text}");
    }
    // Of types and of values, static where an extent is.
    macro_rules! both {
        ($($layout:tt $cells:literal)*) => {$({
            let typed = layout! $layout;
            assert_eq!(azulejo_layout::cosize(typed).to_string(), $cells, "{typed}");
            let layout: DynLayout = typed.to_string().parse().unwrap();
            assert_eq!(cosize(&layout).unwrap().to_string(), $cells, "{layout}");
        })*};
    }
    both! {
        ((_3, _0):(_1, _3)) "_0"
        ((_0, _4):(_1, _8)) "_0"
        ((_2, (_0, _4)):(_9, (_8, _1))) "_0"
        (_0:_7) "_0"
        ((0usize, _4):(_1, _8)) "0"
        ((_4, 0i32):(_1, 8i32)) "0"
        ((4i64, 0i64):(1i64, 8i64)) "0"
    }
}

/// The modes before the empty one are of any size, and no table of them is built.
#[test]
fn large_modes_beside_an_empty_one_take_no_memory() {
    let text = "(1,(8,3,6),(8,2147483647,0)):(2,(8,3,2),(12,8,0))";
    let layout: DynLayout = text.parse().unwrap();
    assert_eq!(layout.offsets().unwrap(), []);
    for text in [text, "(4,0):(2,5)", "Sw<1,0,1> o 2 o (4,0):(2,5)"] {
        for (question, answer) in [
            ("injective", "true"),
            ("collision", "null"),
            ("surjective", "true"),
            ("first_gap", "null"),
            ("contiguous_run", "0"),
        ] {
            let found = evaluate(&format!("{question}({text})")).unwrap();
            let answer = if answer.is_empty() { "null" } else { answer };
            assert_eq!(found.to_string(), answer, "{question}({text})");
        }
        for question in ["gaps", "footprint"] {
            let error = error(&format!("{question}({text})"));
            assert!(
                error.contains("an empty layout has no footprint"),
                "{error}"
            );
        }
    }
    let same = evaluate("functionally_equal((4,0):(2,5), 0:7)").unwrap();
    assert_eq!(same.to_string(), "true");
}

#[test]
fn errors_name_the_empty_mode() {
    for (expression, word) in [
        (
            "tile_to_shape(_4:_1, (0,8))",
            "mode 0: the shape has the extent 0",
        ),
        (
            "tile_to_shape((_4,_1):(_1,_0), (8,-2))",
            "mode 1: the shape has the extent -2",
        ),
        (
            "tile_to_shape(0:1, 8)",
            "mode 0: the block has the extent 0",
        ),
        (
            "slice((_,1), (2,(3,0,2)):(1,(1,2,4)))",
            "a mode of (3,0,2) has no coordinate: its size is 0",
        ),
        (
            "crd2idx(5, (2,0,2))",
            "a mode of (2,0,2) has no coordinate: its size is 0",
        ),
        (
            "ceil_div((4,0), 12)",
            "nothing folds through the 0 of (4,0)",
        ),
        ("ceil_div(8, 0)", "8 cannot be divided into parts of 0"),
        ("ceil_div(8, -2)", "8 cannot be divided into parts of -2"),
        ("ceil_div(-8, 2)", "-8 cannot be divided into parts of 2"),
        (
            "ceil_div(8, (-2,-2))",
            "8 cannot be divided into parts of -2",
        ),
        ("shape_div(8, -2)", "8 cannot be divided into parts of -2"),
        (
            "shape_div(_8, _-2)",
            "_8 cannot be divided into parts of _-2",
        ),
        ("shape_div(-8, 2)", "-8 cannot be divided into parts of 2"),
        ("shape_div(5, 0)", "5 cannot be divided into parts of 0"),
        ("round_up(5, -4)", "5 cannot be divided into parts of -4"),
        ("round_up(-5, 4)", "-5 cannot be divided into parts of 4"),
        ("round_up(5, 0)", "5 cannot be divided into parts of 0"),
        (
            "logical_product(7:3, (0):(-7))",
            "0 elements: a tile of none",
        ),
    ] {
        let error = error(expression);
        assert!(error.contains(word), "{expression}: {error}");
        assert!(!error.contains("divides by zero"), "{expression}: {error}");
    }
}

#[test]
fn a_swizzled_unit_keeps_its_elements() {
    for expression in [
        "upcast(Sw<1,0,-3> o _0 o (_4,_2):(_1,_4), _2)",
        "recast_layout(Sw<1,0,-3> o _0 o (_4,_2):(_1,_4), 16, 32)",
        "swizzle_upcast(Sw<2,1,-2>, (_8,_4):(_1,_8), 8)",
        "position_independent(Sw<3,2,-3> o smem_ptr[64b](unset) o (_8,_64):(_64,_1))",
    ] {
        let error = error(expression);
        assert!(
            error.contains("are not neighbours"),
            "{expression}: {error}"
        );
    }
    for (expression, result) in [
        // The unit is below the low bits that stay, or all of the swizzle is inside it.
        (
            "upcast(Sw<1,1,-3> o _0 o (_8,_4):(_1,_8), _2)",
            "Sw<1,0,-3> o _0 o (_4,_4):(_1,_4)",
        ),
        (
            "upcast(Sw<1,0,-3> o _0 o (_16,_4):(_1,_16), _16)",
            "Sw<0,0,-3> o _0 o (_1,_4):(_1,_1)",
        ),
        (
            "upcast(Sw<1,0,3> o _0 o (_4,_2):(_1,_4), _2)",
            "Sw<0,0,3> o _0 o (_2,_2):(_1,_2)",
        ),
    ] {
        let found = evaluate(expression).unwrap().to_string();
        assert_eq!(found, result, "{expression}");
    }
}

#[test]
fn a_coordinate_is_carried_in_either_order() {
    for expression in ["crd2crd(8, (4,2), 5)", "crd2crd(5, 8, (4,2))"] {
        assert_eq!(evaluate(expression).unwrap().to_string(), "(1,1)");
    }
    // No three numbers are right in both orders; what is in neither is an error.
    let numbers = (1..6).flat_map(|x| (1..6).flat_map(move |y| (1..6).map(move |z| [x, y, z])));
    for [x, y, z] in numbers {
        let answer = evaluate(&format!("crd2crd({x}, {y}, {z})"));
        let carried = match (x == y, y == z && x < y) {
            (true, false) => Some(z),
            (false, true) => Some(x),
            (false, false) => None,
            (true, true) => panic!("{x}, {y}, {z}"),
        };
        let answer = answer.ok().map(|value| value.to_string());
        assert_eq!(answer, carried.map(|x| x.to_string()), "{x}, {y}, {z}");
    }
    let error = error("crd2crd(5, 8, (3,2))");
    assert!(
        error.starts_with("crd2crd(5, 8, (3,2)): as source shape, destination shape, coordinate: ")
            && error.contains("CuTe's order"),
        "{error}"
    );
}

#[test]
fn a_dynamic_stride_is_no_distance() {
    let error = error("downcast(4:1, 4)");
    assert!(error.contains("its stride 1 is dynamic"), "{error}");
    let error = self::error("downcast(_4:_2, 4)");
    assert!(error.contains("are not neighbours"), "{error}");
}

#[test]
fn a_tile_has_no_negative_size() {
    for expression in [
        "owners((4,2):(1,4), -8)",
        "owners((4,2):(1,4), (-4,-2))",
        "tv_table((4,2):(1,4), (8,-1))",
        "copy_table((4,2):(1,4), (4,2):(1,4), -8)",
        "mma_table((4,2):(1,4), (4,2):(1,4), (4,2):(1,4), (4,-2,2))",
    ] {
        let error = error(expression);
        assert!(error.contains("is negative"), "{expression}: {error}");
    }
}

#[test]
fn an_offset_is_turned_around_within_64_bits() {
    for inverse in ["left_inverse", "right_inverse"] {
        let error = error(&format!(
            "{inverse}(Sw<2,3,-3> o _-9223372036854775808 o 8:1)"
        ));
        assert!(error.contains("does not fit 64 bits"), "{error}");
    }
}

#[test]
fn every_map_over_f2_is_printed() {
    for (layout, matrix) in [("1:0", "()"), ("8:0", "000"), ("4:2", "01\n10\n00")] {
        let found = evaluate(&format!("f2({layout})")).unwrap();
        assert_eq!(found.to_string(), matrix, "{layout}");
    }
}

#[test]
fn offsets_outside_have_no_coordinate() {
    for (expression, word) in [
        ("get_hier_coord(4:1, -1)", "-1 is no coordinate of 4"),
        (
            "get_flat_coord((4,3):(1,4), -5)",
            "(-1,-1) is no coordinate of (4,3)",
        ),
        ("get_1d_coord(3:-1, 1)", "-1 is no coordinate of 3"),
        (
            "get_flat_coord(3:-1, -9223372036854775808)",
            "no coordinate of 3",
        ),
        ("get_hier_coord(4:1, 5)", "no coordinate found"),
    ] {
        let error = error(expression);
        assert!(error.contains(word), "{expression}: {error}");
    }
    assert_eq!(
        evaluate("get_hier_coord(3:-1, -2)").unwrap().to_string(),
        "2"
    );
}

#[test]
fn a_lane_moves_no_more_than_all_banks() {
    for question in ["bank_conflicts", "coalescing"] {
        for access in [
            "4, 64",
            "129",
            "1, 4611686018427387904",
            "4611686018427387904, 2",
        ] {
            let error = error(&format!("{question}(_32:_1, {access})"));
            assert!(error.contains("a lane moves 128 bytes at most"), "{error}");
        }
        assert!(evaluate(&format!("{question}(_32:_1, 4, 32)")).is_ok());
        let error = error(&format!("{question}(2:9223372036854775806, 1, 2)"));
        assert!(error.contains("does not fit 64 bits"), "{error}");
    }
}

/// What a text asks for is bounded by what it may hold, however the calls in it are nested.
#[test]
fn a_text_takes_bounded_memory() {
    let deep = format!("crd2idx(1, 4:1{})", "@0".repeat(100_000));
    let told = error(&deep);
    assert!(
        told.contains("expected at most 32 modes in a path"),
        "{told}"
    );
    assert!(told.contains("a shorter expression"), "{told}");
    let wide: Vec<String> = (0..40).map(|i| format!("1@4095@{i}")).collect();
    let told = error(&format!("crd2idx(1, {})", wide.join(", ")));
    assert!(
        told.contains("at most 65536 entries of coordinates"),
        "{told}"
    );
    for (step, found) in [("4096", "`4`"), ("-1", "`-`"), ("99999999999", "`9`")] {
        let told = error(&format!("4:1@{step}"));
        let what = format!("column 5: expected a mode number below 4096, found {found}");
        assert!(told.starts_with(&what) && told.contains("`1@i`"), "{told}");
    }
    assert_eq!(evaluate("4:1@4095@0").unwrap().to_string(), "4:1@4095@0");

    let half = "idx2crd(524288)";
    assert!(evaluate(&format!("[{half}, {half}]")).is_ok());
    for more in ["idx2crd(1)", "difference(1:1, 1:1)"] {
        let told = error(&format!("[{half}, {half}, {more}]"));
        assert!(
            told.contains("a table of 1048577 elements is asked for"),
            "{told}"
        );
    }
    for long in [
        format!("{}4", "(".repeat(33)),
        format!("({})", "1,".repeat(4096)),
    ] {
        let told = error(&long);
        assert!(
            told.contains("expected at most ") && told.contains("a shorter expression"),
            "{told}"
        );
        assert!(!told.contains("write shape:stride"), "{told}");
    }
    let told = error("[1 2]");
    assert!(told.contains("expected `,` or `]`, found `2`"), "{told}");
}

/// The first and the last offset of 64 bits, behind a swizzle.
#[test]
fn offsets_at_the_ends_of_64_bits_are_counted() {
    let top = "Sw<1,0,1> o 9223372036854775807 o 1:0";
    let whole = "Sw<1,0,1> o -9223372036854775808 o 2:9223372036854775806";
    for (expression, answer) in [
        (format!("contiguous_run({top})"), "1"),
        (format!("first_gap({top})"), "null"),
        (format!("gaps({top})"), "0"),
        (
            format!("footprint({top})"),
            "9223372036854775806..=9223372036854775806, 1 distinct",
        ),
        (format!("cosize({top})"), "9223372036854775807"),
        (format!("gaps({whole})"), "9223372036854775806"),
        // From the least offset to the cell before 0.
        ("cosize(Sw<1,0,1> o -8 o 4:1)".into(), "8"),
        ("cosize(Sw<1,0,1> o 8 o 4:1)".into(), "12"),
        ("cosize(Sw<1,0,1> o 8 o 0:1)".into(), "0"),
        ("swizzle_apply(Sw<1,0,1>, -2)".into(), "-1"),
        ("swizzle_apply(Sw<1,0,1>, -2, (2,3))".into(), "[-1, 3, 2]"),
    ] {
        assert_eq!(
            evaluate(&expression).unwrap().to_string(),
            answer,
            "{expression}"
        );
    }
    for (expression, words) in [
        (
            "cosize(Sw<1,0,1> o 9223372036854775806 o 1:0)",
            "9223372036854775808 cells do not fit 64 bits",
        ),
        (
            "cosize(Sw<0,0,0> o -9223372036854775808 o 1:0)",
            "cells do not fit 64 bits",
        ),
        (
            "evenly_divides((4,2), (2,0))",
            "evenly_divides((4,2), (2,0)): ceil_div(2, 0): 2 cannot be divided into parts of 0",
        ),
    ] {
        let told = error(expression);
        assert!(told.contains(words), "{expression}: {told}");
    }
}
