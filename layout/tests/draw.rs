//! Pictures against committed ones; `BLESS=1` rewrites them.

use azulejo_layout::draw::{
    Grid, html_of, latex_of, print_layout, print1d, print2d, svg_of, text_of, to_html, to_latex,
    to_svg,
};
use azulejo_layout::expr::evaluate;
use azulejo_layout::value::AnyLayout;
use std::path::Path;
use std::{env, fs};

fn layout(text: &str) -> AnyLayout {
    text.parse().unwrap()
}

/// Compares with tests/snapshots/NAME.
fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{name} differs:\n{text}");
}

const NESTED: &str = "((2,2),(2,4)):((1,4),(2,8))";

#[test]
fn a_nested_layout_in_all_forms() {
    let a = layout(NESTED);
    snapshot("nested.txt", &print_layout(&a).unwrap());
    snapshot("nested.svg", &to_svg(&a).unwrap());
    snapshot("nested.tex", &to_latex(&a).unwrap());
    snapshot("nested.html", &to_html(&a).unwrap());
}

#[test]
fn the_bare_tables_of_the_four_examples() {
    let first = print2d(&layout(NESTED)).unwrap();
    assert_eq!(
        first.lines().next(),
        Some("  0    2    8   10   16   18   24   26  ")
    );
    let line = print1d(&layout(NESTED)).unwrap();
    assert_eq!(
        line.trim_end(),
        "0 1 4 5 2 3 6 7 8 9 12 13 10 11 14 15 16 17 20 21 18 19 22 23 24 25 28 29 26 27 30 31"
    );
    let line = print1d(&layout("(4,(2,4)):(2,(1,8))")).unwrap();
    assert!(line.starts_with("0 2 4 6 1 3 5 7 8 10 12 14 9 11 13 15"));
    let column = print2d(&layout("(4,8):(1,4)")).unwrap();
    assert_eq!(
        column.lines().next(),
        Some("  0    4    8   12   16   20   24   28  ")
    );
}

#[test]
fn a_swizzled_tile() {
    let a = layout("Sw<2,0,3> o _0 o (_8,_8):(_8,_1)");
    snapshot("swizzled.txt", &print_layout(&a).unwrap());
    snapshot("swizzled.svg", &to_svg(&a).unwrap());
}

#[test]
fn three_modes_in_panels() {
    snapshot(
        "panels.txt",
        &print_layout(&layout("(2,3,(2,2)):(1,2,(6,12))")).unwrap(),
    );
    snapshot("panels.svg", &to_svg(&layout("(2,3,2):(1,2,6)")).unwrap());
    snapshot("panels.html", &to_html(&layout("(2,3,2):(1,2,6)")).unwrap());
    snapshot("panels.tex", &to_latex(&layout("(2,3,2):(1,2,6)")).unwrap());
}

#[test]
fn coordinates_of_an_identity_layout() {
    snapshot(
        "identity.txt",
        &print_layout(&layout("(2,3):(_1@0,_1@1)")).unwrap(),
    );
}

#[test]
fn owners_of_a_tensor_core_accumulator() {
    let tv = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))".parse().unwrap();
    let grid = Grid::of_owners(&tv, &"(_16,_8)".parse().unwrap()).unwrap();
    snapshot("owners.txt", &text_of(&grid));
    snapshot("owners.svg", &svg_of(&grid));
    snapshot("owners.tex", &latex_of(&grid));
}

/// The picture that an expression draws.
fn drawn(expression: &str) -> Grid {
    evaluate(expression).unwrap().picture().unwrap()
}

#[test]
fn the_difference_of_two_layouts() {
    let grid = drawn("difference((4,(2,2)):(2,(1,8)), (4,4):(1,4))");
    let differ = grid.panels[0].rows.iter().flatten();
    assert_eq!(differ.filter(|cell| cell.text.contains('/')).count(), 12);
    snapshot("difference.txt", &text_of(&grid));
    snapshot("difference.svg", &svg_of(&grid));
    snapshot("difference.html", &html_of(&grid));
    snapshot("difference.tex", &latex_of(&grid));
    // Two swizzles of one tile, in panels.
    let panels = drawn("difference(Sw<1,0,2> o _0 o (_2,_2,_2):(_1,_2,_4), (_2,_2,_2):(_1,_2,_4))");
    snapshot("difference_in_panels.txt", &text_of(&panels));
    let same = drawn("difference((4,2):(1,4), 8:1)");
    assert!(same.title.ends_with("0 of 8 differ"), "{}", same.title);
    let error = evaluate("difference((4,2):(1,4), 6:1)").unwrap_err();
    assert!(error.to_string().contains("has 8 elements"), "{error}");
}

#[test]
fn the_steps_of_a_composition() {
    let grid = drawn("composition_steps((_6,_2):(_8,_2), (_4,_3):(_3,_1))");
    assert_eq!(grid.panels.len(), 3);
    snapshot("composition.txt", &text_of(&grid));
    snapshot("composition.svg", &svg_of(&grid));
    snapshot("composition.html", &html_of(&grid));
    // What no layout represents is drawn as a function.
    let grid = drawn("composition_steps((_4,_6):(_1,_10), _3:_3)");
    let cells = &grid.panels[2].rows[0];
    let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(texts, ["0", "3", "12"]);
    assert!(grid.panels[2].title.contains("not a layout"));
}

#[test]
fn copies_and_multiply_accumulates() {
    let copy = drawn("copy_table(((_4,_2),_4):((_1,_16),_4), ((_8,_1),_4):((_1,_0),_8), (_8,_4))");
    snapshot("copy.txt", &text_of(&copy));
    snapshot("copy.svg", &svg_of(&copy));
    let (a, b) = (
        "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))",
        "((_4,_8),_2):((_16,_1),_8)",
    );
    let mma = drawn(&format!("mma_table({a}, {b}, {a}, (_16,_8,_8))"));
    assert_eq!(mma.panels.len(), 3);
    snapshot("mma.txt", &text_of(&mma));
    snapshot("mma.svg", &svg_of(&mma));
    snapshot("mma.html", &html_of(&mma));
    assert!(evaluate(&format!("mma_table({a}, {b}, {a}, (_16,_8))")).is_err());
}

#[test]
fn where_a_swizzle_moves_chunks() {
    let grid = drawn("swizzle_table(Sw<3,4,3>)");
    for (y, row) in grid.panels[0].rows.iter().enumerate() {
        for (z, cell) in row.iter().enumerate() {
            assert_eq!(cell.text, (y ^ z).to_string());
        }
    }
    snapshot("swizzle.txt", &text_of(&grid));
    snapshot("swizzle.svg", &svg_of(&grid));
    assert_eq!(drawn("swizzle_table(Sw<2,1,-3>)").panels[0].rows.len(), 4);
    assert!(evaluate("swizzle_table(Sw<20,0,20>)").is_err());
}

#[test]
fn the_banks_of_a_swizzled_tile() {
    let grid = drawn("bank_table(Sw<3,3,3> o _0 o (_8,_64):(_64,_1), 2)");
    let titles = [
        "no swizzle: 8-way conflict in a column",
        "Sw<3,3,3>: no conflict in a column",
    ];
    for (panel, title) in grid.panels.iter().zip(titles) {
        assert_eq!(panel.title, title);
        assert_eq!((panel.rows.len(), panel.columns()), (8, 8));
    }
    snapshot("banks.txt", &text_of(&grid));
    snapshot("banks.svg", &svg_of(&grid));
    // Elements that are not contiguous are drawn one by one: 32 rows of f32 in one bank, and apart.
    let column = drawn("bank_table((_32,_2):(_32,_1), 4)");
    assert_eq!(column.panels[0].title, "banks: 32-way conflict in a column");
    let padded = drawn("bank_table((_32,_2):(_33,_1), 4)");
    assert_eq!(padded.panels[0].title, "banks: no conflict in a column");
    assert!(evaluate("bank_table((_32,_2):(_32,_1), 3)").is_err());
}

#[test]
fn wide_tables_wrap_in_svg_and_scroll_in_html() {
    let grid = Grid::of_layout(&layout("(2,100):(100,1)")).unwrap();
    let svg = svg_of(&grid);
    // Four lines of up to 32 columns; the width is that of a page.
    assert_eq!(
        svg.matches(">32</text>").count(),
        2,
        "column 32 and offset 32"
    );
    let width = svg.split("width=\"").nth(1).unwrap().split('"').next();
    assert!(width.unwrap().parse::<usize>().unwrap() <= 1200);
    assert!(html_of(&grid).contains("overflow-x:auto"));
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let error = evaluate("(2,3)")
        .unwrap()
        .picture()
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("no layout") || error.contains("not a layout"),
        "{error}"
    );
    let error = print2d(&layout("8:1")).unwrap_err().to_string();
    assert!(error.contains("has rank 1"), "{error}");
    let error = to_svg(&layout("(4096,4096):(1,4096)"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("16777216"), "{error}");
    let tv = "(_4,_4):(_1,_4)".parse().unwrap();
    let error = Grid::of_owners(&tv, &"(_2,_2)".parse().unwrap())
        .unwrap_err()
        .to_string();
    assert!(error.contains("outside (_2,_2)"), "{error}");
}

/// A picture of a slice or a tile shows the offsets themselves, what the pointer is moved by included.
#[test]
fn a_moved_layout_is_drawn_where_it_is() {
    for (expression, title, cells) in [
        ("slice((4,4):(1,4), (1,_))", "1 + (4):(4)", "1 5 9 13"),
        (
            "local_tile((8,8):(1,8), <2,2>, (1,2))",
            "34 + (2,2):(1,8)",
            "34 42 35 43",
        ),
        (
            "identity_local_tile((8,8), <2,2>, (1,2))",
            "(2,4) + (2,2):(_1@0,_1@1)",
            "(2,4) (2,5) (3,4) (3,5)",
        ),
        (
            "slice((2,2):(1@0@1,1@0), (_,1))",
            "(1) + (2):(1@0@1)",
            "(1,(0)) (1,(1))",
        ),
    ] {
        let grid = evaluate(expression).unwrap().picture().unwrap();
        assert_eq!(grid.title, title);
        let rows = grid.panels.iter().flat_map(|panel| &panel.rows);
        let found: Vec<&str> = rows.flatten().map(|cell| cell.text.as_str()).collect();
        assert_eq!(found.join(" "), cells, "{expression}");
    }
    let far = "slice((2,2):(9223372036854775805,1), (1,_))";
    assert!(evaluate(far).unwrap().picture().is_ok());
}
