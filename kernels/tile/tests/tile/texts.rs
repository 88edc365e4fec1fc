//! What programs print: a test runs itself again and reads its own output.

use std::process::Command;

use super::*;
use azulejo_layout::value::DynLayout;
use azulejo_tile::programs::{Layouts, Printed};

const AGAIN: &str = "AZULEJO_TEST_SPEAKS";

/// What the test with this name prints when it runs alone.
fn output(name: &str) -> String {
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(AGAIN, "1")
        .output()
        .unwrap();
    assert!(run.status.success());
    String::from_utf8(run.stdout).unwrap()
}

fn speaks() -> bool {
    std::env::var_os(AGAIN).is_some()
}

#[test]
fn u_10_j27_layouts_and_their_slices() {
    let mut y = zeros::<i32>(9, 32);
    Layouts::run(2, y.view_mut()).unwrap();
    if speaks() {
        return;
    }
    let text = output("texts::u_10_j27_layouts_and_their_slices");
    // The four layouts as the library itself prints them, and the offsets it computes.
    let names = [
        "(4,8):(1,4)",
        "(4,8):(8,1)",
        "(4,(2,4)):(2,(1,8))",
        "((2,2),(2,4)):((1,4),(2,8))",
    ];
    for (row, name) in names.iter().enumerate() {
        let layout: DynLayout = name.parse().unwrap();
        assert!(text.contains(&format!(" Layout : {layout}\n")), "{text}");
        let offsets = layout.offsets().unwrap();
        let found = &y.data()[32 * row..][..32];
        assert!(offsets.iter().zip(found).all(|(a, b)| *a == *b as i64));
        let list: Vec<String> = offsets.iter().map(|x| x.to_string()).collect();
        assert!(text.contains(&format!("line = [[{}]]\n", list.join(", "))));
    }
    assert!(
        text.contains("rows = [[0, 2, 8, 10, 16, 18, 24, 26], [1, 3, 9, 11, 17, 19, 25, 27], ")
    );
    // The slices.
    let slices = [
        ("((2,_5,_2)):((_2,13,100))", "8, 10, 21, 23, 34, 36, 47, 49"),
        ("((_3,2)):((4,1))", "28, 32, 36, 29, 33, 37, -1, -1"),
        ("(_3,2):(4,1)", "28, 32, 36, 29, 33, 37, -1, -1"),
        ("(_3,_5):(4,13)", "101, 105, 109, 114, 118, 122, 127, 131"),
        ("(2,2,_2):(1,_2,100)", "47, 48, 49, 50, 147, 148, 149, 150"),
    ];
    for (name, line) in slices {
        assert!(
            text.contains(&format!(" Layout : {name}\nline = [[{line}]]\n")),
            "{text}"
        );
    }
    assert!(text.contains(" Layout : ((_3,2),(2,_5,_2)):((4,1),(_2,13,100))\n"));
}

#[test]
fn text_of_tiles_and_assertions() {
    if speaks() {
        let x = [1.0f32, 4.0, 9.0, 1e12, 0.25, 0.0, 1e-7, 64.0];
        Printed::run(matrix(&x, 2, 4), zeros::<f32>(2, 4).view_mut()).unwrap();
        return;
    }
    let text = output("texts::text_of_tiles_and_assertions");
    let floats = "t = [[1.000000, 4.000000, 9.000000, 1.000000e12], [0.250000, 0.000000, 1.000000e-7, 64.000000]]\n";
    assert!(text.contains(floats), "{text}");
    assert!(
        text.contains("whole = [[1, 4, 9, 2147483647], [0, 0, 0, 64]]\n"),
        "{text}"
    );
}
