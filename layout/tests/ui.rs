//! What does not compile, and what the compiler says: `tests/ui/*.stderr`.
//!
//! Where a law speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it fills
//! no more than a screen of 24 lines. One mistake is one error: the operations return a type parameter that their trait
//! determines, as rustc repeats itself where a signature returns a projection.
//!
//! The texts hold rustc's own lines, so they belong to one version of it. `TRYBUILD=overwrite` renews them.

use azulejo_layout::value::expr::evaluate;

#[test]
#[cfg_attr(
    not(target_arch = "x86_64"),
    ignore = "the texts were written on x86-64"
)]
fn every_mistake_is_explained() {
    let cases = trybuild::TestCases::new();
    // One program that builds makes trybuild build the others too, so that laws in function bodies are evaluated.
    cases.pass("tests/ui_ok/a_composition_that_is_right.rs");
    cases.compile_fail("tests/ui/*.rs");
}

/// Lines of a message that a law writes (fewer than twenty), and of one that a trait writes (two thirds of a screen).
const LIMITS: (usize, usize) = (19, 16);

#[test]
fn the_messages_are_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "stderr") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let law = text.starts_with("error[E0080]: evaluation panicked: ");
        let limit = if law { LIMITS.0 } else { LIMITS.1 };
        let lines = text.lines().count();
        assert!(lines <= limit, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
}

/// Refused compositions, each beside its operation on values: the text of the compiler has that of the run time in it.
const COMPOSITIONS: [(&str, &str); 5] = [
    (
        "composition_that_bends",
        "composition((_4,_2,_8):(_3,_15,_97), _3:_3)",
    ),
    (
        "composition_function_is_refused_when_built",
        "composition((_4,_2,_8):(_3,_15,_97), _3:_3)",
    ),
    (
        "composition_whose_modes_carry",
        "composition((_6,_2):(_1,_10), (_3,_2):(_2,_3))",
    ),
    (
        "composition_whose_runs_do_not_repeat",
        "composition((_5,_4):(_1,_10), _6:_2)",
    ),
    (
        "composition_with_a_second_mode_inside_the_first",
        "composition((_4,_2):(_1,_8), (_3,_2):(_1,_3))",
    ),
];

/// Refused products: both name the operands, an offset that two copies share, and the way out.
const PRODUCTS: [(&str, &str); 3] = [
    (
        "product_that_would_alias",
        "logical_product(_3:_8, (_3,_6):(_1,_3))",
    ),
    (
        "product_by_mode_whose_copies_meet",
        "logical_product((_2,_2):(_1,_2), <_2,_2>)",
    ),
    (
        "zipped_product_by_mode_whose_copies_meet",
        "zipped_product((_2,_2):(_1,_2), <_2,_2>)",
    ),
];

/// What types refuse for their structure, and the same asked of values; the name of the operation is that of the case.
const STRUCTURE: [(&str, &str); 15] = [
    (
        "basis_stride_past_the_rank",
        "composition((_4,_8):(_1,_4), _2:_1@2)",
    ),
    (
        "ceil_div_by_a_tuple_of_higher_rank",
        "ceil_div((_6,_4), (_2,_2,_2))",
    ),
    (
        "complement_of_modes_that_overlap",
        "complement((_2,_2):(_2,_3), _24)",
    ),
    ("division_by_the_static_zero", "logical_divide(_8:_1, _0)"),
    ("get_past_the_rank", "get((_4,_8):(_1,_4), 2)"),
    (
        "left_inverse_of_modes_that_overlap",
        "left_inverse((_12,_2,_3):(_2,_2,_1))",
    ),
    (
        "left_inverse_of_strides_that_do_not_divide",
        "left_inverse((_4,_2):(_5,_2))",
    ),
    ("select_past_the_rank", "select((_4,_8):(_1,_4), [0,2])"),
    (
        "shape_and_stride_of_different_ranks",
        "make_layout((_4,_8), (_1,_4,_32))",
    ),
    ("shape_div_of_sizes_that_do_not_divide", "shape_div(_6, _4)"),
    (
        "tiler_with_more_entries_than_modes_in_composition",
        "composition((_4,_8):(_1,_4), <_2,_2,_2>)",
    ),
    (
        "tiler_with_more_entries_than_modes_in_logical_divide",
        "logical_divide((_4,_8):(_1,_4), <_2,_2,_2>)",
    ),
    (
        "tiler_with_more_entries_than_modes_in_logical_product",
        "logical_product((_4,_8):(_1,_4), <_2,_2,_2>)",
    ),
    (
        "tiler_with_more_entries_than_modes_in_zipped_divide",
        "zipped_divide((_4,_8):(_1,_4), <_2,_2,_2>)",
    ),
    (
        "upcast_by_a_unit_beside_a_stride",
        "upcast((_6,_4):(_4,_6), _4)",
    ),
];

/// The first line of a case, after rustc's own words.
fn said(case: &str) -> String {
    let path = format!("{}/tests/ui/{case}.stderr", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().next().unwrap();
    let line = line.strip_prefix("error[E0080]: evaluation panicked: ");
    line.map(str::to_owned).unwrap_or_default()
}

#[test]
fn run_time_errors_say_what_the_compiler_says() {
    for (case, operation) in COMPOSITIONS {
        let (line, error) = (said(case), evaluate(operation).unwrap_err());
        assert!(line.starts_with(error.call().unwrap()), "{line}\n{error}");
        assert!(line.contains(error.reason()), "{line}\n{error}");
        let way_out = error.suggestion().unwrap();
        assert!(line.ends_with(way_out), "{line}\n{error}");
    }
    for (case, operation) in PRODUCTS {
        let (line, error) = (said(case), evaluate(operation).unwrap_err());
        let reason = error.reason();
        let offset = reason.split("has the offset ").nth(1).unwrap();
        let offset = offset.split(' ').next().unwrap();
        assert!(line.contains(&format!(") = {offset};")), "{line}\n{error}");
        let way_out = error.suggestion().unwrap();
        assert!(line.ends_with(way_out), "{line}\n{error}");
    }
    for (case, operation) in STRUCTURE {
        let error = evaluate(operation).map(|value| format!("{case}: {value:?}"));
        let error = error.unwrap_err().to_string();
        // The constructor speaks of the `layout` that it would make.
        let name = operation.split('(').next().unwrap();
        let name = name.strip_prefix("make_").unwrap_or(name);
        assert!(error.starts_with(&format!("{name}(")), "{error}");
    }
}
