use azulejo::layout::draw::{print_layout, print1d, print2d, to_latex};
use azulejo::layout::{expr, value};
use azulejo::prelude::*;

/// The four layouts of 4 x 8 elements, by their offsets row by row.
const FOUR: [(&str, [[i64; 8]; 4]); 4] = [
    (
        "(4,8):(1,4)",
        [
            [0, 4, 8, 12, 16, 20, 24, 28],
            [1, 5, 9, 13, 17, 21, 25, 29],
            [2, 6, 10, 14, 18, 22, 26, 30],
            [3, 7, 11, 15, 19, 23, 27, 31],
        ],
    ),
    (
        "(4,8):(8,1)",
        [
            [0, 1, 2, 3, 4, 5, 6, 7],
            [8, 9, 10, 11, 12, 13, 14, 15],
            [16, 17, 18, 19, 20, 21, 22, 23],
            [24, 25, 26, 27, 28, 29, 30, 31],
        ],
    ),
    (
        "(4,(2,4)):(2,(1,8))",
        [
            [0, 1, 8, 9, 16, 17, 24, 25],
            [2, 3, 10, 11, 18, 19, 26, 27],
            [4, 5, 12, 13, 20, 21, 28, 29],
            [6, 7, 14, 15, 22, 23, 30, 31],
        ],
    ),
    (
        "((2,2),(2,4)):((1,4),(2,8))",
        [
            [0, 2, 8, 10, 16, 18, 24, 26],
            [1, 3, 9, 11, 17, 19, 25, 27],
            [4, 6, 12, 14, 20, 22, 28, 30],
            [5, 7, 13, 15, 21, 23, 29, 31],
        ],
    ),
];

/// A layout by its notation, on values.
fn parsed(text: &str) -> value::AnyLayout {
    text.parse().unwrap()
}

#[test]
fn shape_and_stride_are_congruent() {
    assert_eq!(
        layout!(((2, 2), (2, 4)):((1, 4), (2, 8))).to_string(),
        FOUR[3].0
    );
    let error = "(4,(2,4)):(2,1)".parse::<value::AnyLayout>().unwrap_err();
    assert!(error.to_string().contains("(4,(2,4))"), "{error}");
}

#[test]
fn static_leaves_take_no_room() {
    assert_eq!(size_of_val(&layout!((_4, _8):(_1, _4))), 0);
    let n = 8usize;
    assert_eq!(size_of_val(&layout!((_4, n):(_1, _4))), 8);
    assert_eq!(layout!((_4, n):(_1, _4)).to_string(), "(_4,8):(_1,_4)");
    // The stride after a static extent is static; after a dynamic one it is not.
    assert_eq!(layout!((_4, n)).to_string(), "(_4,8):(_1,_4)");
    assert_eq!(layout!((n, _4)).to_string(), "(8,_4):(_1,8)");
}

#[test]
fn four_layouts_of_4_by_8() {
    macro_rules! same {
        ($i:literal $typed:expr) => {{
            let (text, rows) = FOUR[$i];
            let typed = $typed;
            assert_eq!(typed.to_string().replace('_', ""), text);
            for (i, j) in (0..4usize).flat_map(|i| (0..8usize).map(move |j| (i, j))) {
                assert_eq!(Int::value(typed.at((i, j))), rows[i][j]);
            }
            assert_eq!(
                (Int::value(typed.size()), Int::value(typed.cosize())),
                (32, 32)
            );
            assert_eq!((typed.rank(), typed.depth()), (2, [1, 1, 2, 2][$i]));
        }};
    }
    same!(0 layout!((4, 8)));
    same!(0 layout!((_4, _8)));
    same!(1 make_layout(shape!(_4, _8), LayoutRight));
    same!(1 layout!((4, 8):(8, 1)));
    same!(2 layout!((_4, (_2, _4)):(_2, (_1, _8))));
    same!(3 layout!(((_2, _2), (_2, _4)):((_1, _4), (_2, _8))));
    assert_eq!((layout!(4).rank(), layout!(4).depth()), (1, 0));
}

#[test]
fn printed_in_five_ways() {
    let nested = parsed(FOUR[3].0);
    assert_eq!(
        layout!(((_2, _2), (_2, _4)):((_1, _4), (_2, _8))).to_string(),
        "((_2,_2),(_2,_4)):((_1,_4),(_2,_8))"
    );
    let table = print2d(&nested).unwrap();
    assert_eq!(table.lines().count(), 4);
    assert_eq!(
        table.lines().next(),
        Some("  0    2    8   10   16   18   24   26  ")
    );
    assert!(print2d(&parsed("8:1")).is_err());
    let line = |text: &str| print1d(&parsed(text)).unwrap();
    assert!(line(FOUR[3].0).starts_with("0 1 4 5 2 3 6 7 8 9 12 13 10 11 14 15 16 17 20 21"));
    assert!(line(FOUR[2].0).starts_with("0 2 4 6 1 3 5 7 8 10 12 14 9 11 13 15"));
    assert!(print_layout(&nested).unwrap().contains("((2,2),(2,4))"));
    let latex = to_latex(&nested).unwrap();
    assert_eq!(latex.matches("\\node").count(), 32 + 4 + 8);
}

#[test]
fn three_kinds_of_coordinates() {
    let d = layout!(((_2, _2), (_2, _4)):((_1, _4), (_2, _8)));
    assert_eq!(Int::value(d.at(13)), 11);
    assert_eq!(Int::value(d.at((1, 3))), 11);
    assert_eq!(Int::value(d.at(((1, 0), (1, 1)))), 11);
    let natural = |index: i64, shape: &str| {
        let shape: value::Tree = shape.parse().unwrap();
        value::idx2crd(index, &shape).unwrap().to_string()
    };
    assert_eq!(natural(31, "((2,2),(2,4))"), "((1,1),(1,3))");
    assert_eq!(natural(16, "(3,(2,3))"), "(1,(1,2))");
}

#[test]
fn questions() {
    let (n2, n1, n4, n13, n100) = (2, 1, 4, 13, 100);
    let a = layout!(((_3, n2), (n2, _5, _2)):((n4, n1), (_2, n13, n100)));
    assert_eq!(Int::value(a.size()), 120);
    assert_eq!(Int::value(a.cosize()), 164);
    let flat = coalesce(layout!((_2, (_1, _6)):(_1, (_6, _2))));
    assert_eq!(flat.to_string(), "_12:_1");
    let tree = |text: &str| text.parse::<value::Tree>().unwrap();
    assert!(tree("24").compatible(&tree("(4,6)")).unwrap());
    assert!(!tree("32").compatible(&tree("(4,6)")).unwrap());
}

#[test]
fn algebra() {
    let evaluated = |text: &str| expr::evaluate(text).unwrap().to_string();
    for (operation, result) in [
        (
            "composition((_6,_2):(_8,_2), (_4,_3):(_3,_1))",
            "((_2,_2),_3):((_24,_2),_8)",
        ),
        ("complement(_4:_1, _24)", "_6:_4"),
        ("complement(_6:_4, _24)", "_4:_1"),
        ("complement(_4:_2, _24)", "(_2,_3):(_1,_8)"),
        (
            "logical_divide((_4,_2,_3):(_2,_1,_8), _4:_2)",
            "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))",
        ),
        (
            "logical_product((_2,_2):(_4,_1), _6:_1)",
            "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))",
        ),
        ("right_inverse((_4,_8):(_8,_1))", "(_8,_4):(_4,_1)"),
    ] {
        assert_eq!(evaluated(operation), result, "{operation}");
    }
    // In types the same, and static.
    assert_eq!(
        composition(layout!((_6, _2):(_8, _2)), layout!((_4, _3):(_3, _1))).to_string(),
        "((_2,_2),_3):((_24,_2),_8)"
    );
    assert_eq!(
        logical_product(layout!((_2, _2):(_4, _1)), layout!(_6)).to_string(),
        "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))"
    );
    // Offsets 0 and 3 are a layout; 0, 3 and 12 are none.
    assert_eq!(evaluated("composition((_4,_6):(_1,_10), _2:_3)"), "_2:_3");
    assert!(expr::evaluate("composition((_4,_6):(_1,_10), _3:_3)").is_err());
}
