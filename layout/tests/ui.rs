//! What does not compile, and what the compiler says: `tests/ui/*.stderr` where `cargo check` sees it, `tests/ui_built` where
//! only a build does.
//!
//! Where a rule speaks, its text comes first and the whole message has fewer than twenty lines; where a trait does, it fills
//! no more than a screen of 24 lines. One mistake is one error: the operations return a type parameter that their trait
//! determines, as rustc repeats itself where a signature returns a projection.
//!
//! The texts hold rustc's own lines, so they belong to one version of it. `BLESS=1` renews them.
//!
//! Length: one table holds what values say beside each case, and is read as a whole.

mod compiler;

use azulejo_layout::value::LayoutError;
use azulejo_layout::value::expr::evaluate;
use compiler::{Libraries, Until, rejects};

#[test]
#[cfg_attr(
    not(target_arch = "x86_64"),
    ignore = "the texts were written on x86-64"
)]
fn every_mistake_is_explained() {
    let libraries = Libraries::of(
        &["azulejo_layout", "typenum"],
        "fn f(_: impl azulejo_layout::Int, _: Option<azulejo_layout::value::DynLayout>) {} fn main() { f(azulejo_layout::C::<typenum::U8>::NEW, None) }",
    );
    rejects(&libraries, "layout/tests/ui", Until::Checked);
    rejects(&libraries, "layout/tests/ui_built", Until::Built);
}

/// Where the cases are.
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui_built"),
];

/// Lines of a message that a rule writes (fewer than twenty), and of one that a trait writes (two thirds of a screen).
const LIMITS: (usize, usize) = (19, 16);

#[test]
fn the_messages_are_short() {
    let mut count = 0;
    let files = FOLDERS.iter().flat_map(|f| std::fs::read_dir(f).unwrap());
    for file in files {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "stderr") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let rule = text.starts_with("error[E0080]: evaluation panicked: ");
        let limit = if rule { LIMITS.0 } else { LIMITS.1 };
        let lines = text.lines().count();
        assert!(lines <= limit, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
}

/// How the text of a case relates to what values say to the same operands.
#[derive(Clone, Copy)]
enum Said {
    /// A rule speaks: the run time says the same text, after the operations that called the one which rejects.
    Same(&'static str),
    /// A rule speaks, and names the operation in other words: the same text after these.
    SameAfter(&'static str, &'static str),
    /// A trait speaks, which knows no numbers: both have these words, and the run time has the numbers.
    Words(&'static str, &'static str),
    /// Values answer what has no structure in types, or there are no such values; and why.
    Nothing(&'static str),
}
use Said::{Nothing, Same, SameAfter, Words};

/// Each case, and the operation on values.
const CASES: [(&str, Said); 73] = [
    (
        "append_below_the_rank",
        Words(
            "append((_4,_8,_2):(_1,_4,_32), _2)",
            "at least that of the layout",
        ),
    ),
    (
        "basis_stride_past_the_rank",
        Words("composition((_4,_8):(_1,_4), _2:_1@2)", "composition"),
    ),
    (
        "blocked_product_of_two_dynamic_strides",
        Nothing("values know dynamic strides"),
    ),
    (
        "ceil_div_by_a_tuple_of_higher_rank",
        Words(
            "ceil_div((_6,_4), (_2,_2,_2))",
            "divide a tuple by a tuple of at most as many entries, or by an integer, which folds through the modes",
        ),
    ),
    (
        "coalesce_by_a_profile_of_higher_rank",
        Words(
            "coalesce_by((_4,_8):(_1,_4), (_1,_1,_1))",
            "a profile has at most one entry per mode; an integer says: coalesce here",
        ),
    ),
    (
        "complement_of_modes_that_overlap",
        Words("complement((_2,_2):(_2,_3), _24)", "overlap"),
    ),
    (
        "complement_of_two_dynamic_strides",
        Nothing("values know dynamic strides"),
    ),
    (
        "composition_function_is_rejected_when_built",
        Same("composition((_4,_2,_8):(_3,_15,_97), _3:_3)"),
    ),
    (
        "composition_of_something_that_is_no_layout",
        Words("composition(_8, _2:_1)", "composition"),
    ),
    (
        "composition_that_bends",
        Same("composition((_4,_2,_8):(_3,_15,_97), _3:_3)"),
    ),
    (
        "composition_whose_modes_carry",
        Same("composition((_6,_2):(_1,_10), (_3,_2):(_2,_3))"),
    ),
    (
        "composition_whose_runs_do_not_repeat",
        Same("composition((_5,_4):(_1,_10), _6:_2)"),
    ),
    (
        "composition_with_a_second_mode_inside_the_first",
        Same("composition((_4,_2):(_1,_8), (_3,_2):(_1,_3))"),
    ),
    (
        "coordinate_carried_between_shapes_of_different_rank",
        Words(
            "crd2crd((_6,_4), (_6,_2,_2), (3,1))",
            "tuples carry over mode by mode and need equal ranks",
        ),
    ),
    (
        "coordinate_of_a_float",
        Nothing("the notation has no such number"),
    ),
    (
        "coordinate_that_nests_deeper_than_the_shape",
        Words(
            "crd2idx((_4,_8):(_1,_4), (1,(2,0)))",
            "a coordinate is an integer, or a tuple with one entry per mode",
        ),
    ),
    (
        "coordinate_with_more_entries_than_modes",
        Words(
            "crd2idx((_4,_8):(_1,_4), (1,2,3))",
            "a coordinate is an integer, or a tuple with one entry per mode",
        ),
    ),
    (
        "dice_that_nests_deeper_than_the_shape",
        Words(
            "dice((_4,_8):(_1,_4), (_,(1,_)))",
            "a slicing coordinate has one entry per mode",
        ),
    ),
    (
        "distribute_over_a_dynamic_shape",
        Nothing("values know dynamic sizes"),
    ),
    (
        "divide_by_a_tile_that_crosses_modes",
        Same("logical_divide((_4,_6):(_1,_10), _2:_3)"),
    ),
    (
        "divide_by_a_tile_that_hangs_over",
        Same("zipped_divide((_8,_24):(_1,_8), <_4,_7>)"),
    ),
    (
        "divide_by_a_tile_that_leaves_elements_out",
        Same("logical_divide(_24:_1, (_2,_2):(_1,_3))"),
    ),
    (
        "division_by_the_static_zero",
        Words("logical_divide(_8:_1, _0)", "logical_divide"),
    ),
    (
        "downcast_without_neighbours",
        Words("downcast((_4,_8):(_2,_8), _2)", "static stride 1"),
    ),
    ("fact_that_was_not_stated", Nothing("values state no facts")),
    (
        "flat_divide_into_more_than_twelve_modes",
        Nothing("values have any rank"),
    ),
    (
        "float_in_a_shape",
        Nothing("the notation has no such number"),
    ),
    (
        "get_at_a_dynamic_position",
        Nothing("values have any position"),
    ),
    (
        "get_past_the_rank",
        Words("get((_4,_8):(_1,_4), 2)", "are counted from 0"),
    ),
    (
        "group_past_the_rank",
        Words("group((_4,_8):(_1,_4), 1, 3)", "needs b <= e <= rank"),
    ),
    (
        "inverse_of_a_swizzle_beyond_its_layout",
        Nothing("values answer it bit by bit"),
    ),
    (
        "layout_whose_dynamic_leaves_do_not_hold_its_offsets",
        Nothing("values compute with 64 bits"),
    ),
    (
        "layout_whose_offsets_exceed_64_bits",
        SameAfter(
            "(_2,_2):(_4611686018427387904,_4611686018427387904)",
            "its offsets reach ",
        ),
    ),
    (
        "lazy_composition_with_coordinates",
        Words(
            "compose_lazy((_4,_6):(_1,_10), (_3,_2):(_1@0,_1@1))",
            "takes basis strides",
        ),
    ),
    (
        "left_inverse_of_a_dynamic_stride",
        Nothing("values know dynamic strides"),
    ),
    (
        "left_inverse_of_a_mode_that_runs_backwards",
        Words("left_inverse((_4,_2):(_1,_-4))", "runs backwards"),
    ),
    (
        "left_inverse_of_modes_that_overlap",
        Words("left_inverse((_12,_2,_3):(_2,_2,_1))", "a multiple of"),
    ),
    (
        "left_inverse_of_strides_that_do_not_divide",
        Words("left_inverse((_4,_2):(_5,_2))", "a multiple of"),
    ),
    (
        "max_common_layout_of_basis_strides",
        Nothing("values answer that they have one element in common"),
    ),
    (
        "modes_of_basis_strides_that_carry",
        Same("composition(((_2,_2),_6):((_1,_10),_100), (_2,_2):(_1@0,_1@0))"),
    ),
    (
        "ordered_layout_with_an_order_of_another_rank",
        Words(
            "make_ordered_layout((_4,_8), (_0,_1,_2))",
            "one entry per mode",
        ),
    ),
    (
        "prepend_below_the_rank",
        Words(
            "prepend((_4,_8,_2):(_1,_4,_32), _2)",
            "at least that of the layout",
        ),
    ),
    (
        "product_by_a_layout_that_needs_more_places_than_the_block_leaves",
        Nothing("values look for places further on"),
    ),
    (
        "product_by_a_tiler_that_runs_backwards",
        Same("logical_product(_2:_3, (_2,_2):(_-2,_1))"),
    ),
    (
        "product_by_mode_whose_copies_meet",
        SameAfter(
            "logical_product((_2,_2):(_1,_2), <_2,_2>)",
            " would alias: ",
        ),
    ),
    (
        "product_that_would_alias",
        Same("logical_product(_3:_8, (_3,_6):(_1,_3))"),
    ),
    (
        "replace_past_the_rank",
        Words(
            "replace((_4,_8):(_1,_4), 2, _2:_1)",
            "modes are counted from 0",
        ),
    ),
    (
        "select_past_the_rank",
        Words("select((_4,_8):(_1,_4), [0,2])", "counted from 0"),
    ),
    (
        "shape_and_stride_of_different_profiles",
        Words("make_layout((_4,(_2,_2)), (_1,_4))", "layout"),
    ),
    (
        "shape_and_stride_of_different_ranks",
        Words(
            "make_layout((_4,_8), (_1,_4,_32))",
            "nests exactly as the shape does",
        ),
    ),
    (
        "shape_div_of_sizes_that_do_not_divide",
        Words("shape_div(_6, _4)", "use `ceil_div` to round up"),
    ),
    (
        "slice_with_fewer_entries_than_modes",
        Words(
            "slice((_4,_8,_2):(_1,_4,_32), (_,1))",
            "a slicing coordinate has one entry per mode",
        ),
    ),
    (
        "sum_of_a_coordinate_and_an_integer",
        Nothing("no operation of the notation adds coordinates"),
    ),
    (
        "swizzle_of_more_bits_than_its_shift",
        Words("Sw<3,4,2>", "s of either sign with |s| >= b"),
    ),
    (
        "swizzled_layout_in_units_of_three",
        Words("upcast(Sw<1,3,1> o _0 o _12:_1, _3)", "upcast"),
    ),
    (
        "swizzled_layouts_that_are_not_one",
        Words(
            "composition(Sw<3,0,3> o _0 o (_8,_8):(_8,_1), Sw<2,0,3> o _0 o (_8,_8):(_8,_1))",
            "one swizzle",
        ),
    ),
    (
        "swizzles_that_do_not_merge",
        Words("composition(Sw<1,0,3>, Sw<1,2,3>)", "composition"),
    ),
    (
        "take_of_a_range_that_runs_backwards",
        Words("take((_4,_8):(_1,_4), 2, 1)", "needs b <= e <= rank"),
    ),
    (
        "take_past_the_rank",
        Words("take((_4,_8):(_1,_4), 1, 3)", "needs b <= e <= rank"),
    ),
    ("text_as_a_tiler", Nothing("the notation has no text")),
    ("text_in_a_stride", Nothing("the notation has no text")),
    (
        "tile_to_shape_with_a_block_of_higher_rank",
        Words(
            "tile_to_shape((_2,_2,_2):(_1,_2,_4), (_8,_8))",
            "the rank of the block must not exceed that of the target",
        ),
    ),
    (
        "tile_to_shape_with_a_block_that_does_not_divide",
        Words("tile_to_shape((_3,_2):(_1,_3), (_8,_8))", "divide"),
    ),
    (
        "tile_to_shape_with_an_order_of_another_rank",
        Words(
            "tile_to_shape((_2,_2):(_1,_2), (_8,_8), (_0,_1,_2))",
            "one entry per mode",
        ),
    ),
    (
        "tiler_with_more_entries_than_modes_in_composition",
        Words(
            "composition((_4,_8):(_1,_4), <_2,_2,_2>)",
            "at most one entry per mode",
        ),
    ),
    (
        "tiler_with_more_entries_than_modes_in_flat_divide",
        Words(
            "flat_divide((_4,_8):(_1,_4), <_2,_2,_2>)",
            "at most one entry per mode",
        ),
    ),
    (
        "tiler_with_more_entries_than_modes_in_logical_divide",
        Words(
            "logical_divide((_4,_8):(_1,_4), <_2,_2,_2>)",
            "at most one entry per mode",
        ),
    ),
    (
        "tiler_with_more_entries_than_modes_in_logical_product",
        Words(
            "logical_product((_4,_8):(_1,_4), <_2,_2,_2>)",
            "at most one entry per mode",
        ),
    ),
    (
        "tiler_with_more_entries_than_modes_in_tiled_divide",
        Words(
            "tiled_divide((_4,_8):(_1,_4), <_2,_2,_2>)",
            "at most one entry per mode",
        ),
    ),
    (
        "tiler_with_more_entries_than_modes_in_zipped_divide",
        Words(
            "zipped_divide((_4,_8):(_1,_4), <_2,_2,_2>)",
            "at most one entry per mode",
        ),
    ),
    (
        "underscore_in_zipped_divide_of_a_single_mode",
        Nothing("values take the mode as one tile"),
    ),
    (
        "upcast_by_a_unit_beside_a_stride",
        Words(
            "upcast((_6,_4):(_4,_6), _4)",
            "each static stride must be a multiple of the unit or a divisor of it",
        ),
    ),
    (
        "zipped_product_by_mode_whose_copies_meet",
        SameAfter("zipped_product((_2,_2):(_1,_2), <_2,_2>)", " would alias: "),
    ),
];

/// All that is said in a case, and its first line after rustc's own words.
fn said(case: &str) -> (String, String) {
    let mut paths = FOLDERS.iter().map(|f| format!("{f}/{case}.stderr"));
    let text = paths.find_map(|path| std::fs::read_to_string(path).ok());
    let text = text.unwrap_or_else(|| panic!("no case {case}"));
    let line = text.lines().next().unwrap();
    let rule = line.strip_prefix("error[E0080]: evaluation panicked: ");
    let rule = rule.unwrap_or_default().to_owned();
    (text, rule)
}

/// What values say.
fn error_text(operation: &str) -> LayoutError {
    let answer = evaluate(operation);
    answer
        .map(|value| panic!("{operation} = {value}"))
        .unwrap_err()
}

#[test]
fn run_time_errors_say_what_the_compiler_says() {
    for (case, how) in CASES {
        let (text, rule) = said(case);
        match how {
            Same(operation) => {
                let error = error_text(operation).to_string();
                assert!(
                    !rule.is_empty() && error.ends_with(&rule),
                    "{rule}\n{error}"
                );
            }
            SameAfter(operation, words) => {
                let error = error_text(operation).to_string();
                let (_, rule) = rule.split_once(words).unwrap();
                assert!(
                    error.ends_with(&format!("{words}{rule}")),
                    "{rule}\n{error}"
                );
            }
            Words(operation, words) => {
                let error = error_text(operation);
                let line = error.to_string();
                assert!(rule.is_empty(), "{case}: a rule speaks");
                assert!(text.contains(words), "{case} without {words}:\n{text}");
                assert!(line.contains(words), "{line} without {words}");
                // The operation with its operands, and one suggestion.
                let name = operation.split(['(', '<']).next().unwrap();
                let name = name.strip_prefix("make_").unwrap_or(name);
                assert!(line.contains(name), "{line}");
                assert!(error.suggestion().is_some(), "{line}");
            }
            Nothing(why) => assert!(!why.is_empty()),
        }
    }
}

#[test]
fn every_case_is_asked_of_values_or_says_why_not() {
    let files = FOLDERS
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|file| file.unwrap().path());
    let mut all: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|kind| kind == "rs"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    all.sort();
    let listed: Vec<&str> = CASES.iter().map(|(case, _)| *case).collect();
    assert_eq!(all, listed);
}
