//! `azulejo layout`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Scratch, azulejo};

/// What `azulejo layout ARGS` prints; it has to succeed.
fn layout(args: &[&str]) -> String {
    let mut all = vec!["layout"];
    all.extend(args);
    let output = azulejo(&all);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn results_are_in_the_notation() {
    for (expression, result) in [
        (
            "composition((_6,_2):(_8,_2), (_4,_3):(_3,_1))",
            "((_2,_2),_3):((_24,_2),_8)",
        ),
        ("coalesce((_2,(_1,_6)):(_1,(_6,_2)))", "_12:_1"),
        ("complement(_4:_2, _24)", "(_2,_3):(_1,_8)"),
        (
            "coalesce(logical_divide((_4,_2,_3):(_2,_1,_8), _4:_2))",
            "(_2,_4,_3):(_4,_1,_8)",
        ),
        ("slice((_8,_4):(_1,_8), (_,2))", "16 + (_8):(_1)"),
        (
            "local_tile((300,200):(_1,300), <_128,_64>, (1,2))",
            "38528 + (_128,_64):(_1,300)",
        ),
        ("size((4,8):(1,4))", "32"),
        ("idx2crd(16, (3,(2,3)))", "(1,(1,2))"),
        ("right_inverse((_4,_8):(_8,_1))", "(_8,_4):(_4,_1)"),
        (
            "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)",
            "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)",
        ),
        ("injective((4,2):(1,2))", "false"),
    ] {
        assert_eq!(layout(&[expression]).trim_end(), result, "{expression}");
    }
}

/// Each question about a layout, and about the accesses of a warp, has an answer on the command line; all of them may also be
/// asked in a `const`, which the layout crate tests.
#[test]
fn questions_are_answered() {
    for (question, answer) in [
        ("functionally_equal((_4,_8):(_1,_4), _32:_1)", "true"),
        ("equal((_4,_8):(_8,_1), _32:_1)", "false"),
        ("coalesce((_4,_8):(_1,_4))", "_32:_1"),
        ("injective((_4,_8):(_1,_5))", "true"),
        ("collision((_4,_2):(_1,_2))", "2 and 4 have the offset 2"),
        ("surjective((_4,_8):(_1,_5))", "false"),
        ("first_gap((_4,_8):(_1,_5))", "4"),
        ("contiguous_run((_4,_8):(_1,_5))", "4"),
        ("gaps((_4,_8):(_1,_5))", "7"),
        ("footprint((_4,_8):(_1,_5))", "0..=38, 32 distinct"),
        ("index_bits((_4,_8):(_1,_5))", "8"),
        ("max_alignment((_4,_8):(_24,_1))", "_8"),
        ("max_alignment(Sw<3,3,3> o _4 o (_8,_64):(_64,_1))", "_4"),
        ("covers((_4,_8):(_1,_4), 32)", "1"),
        (
            "bank_conflicts(_32:_32, 4)",
            "32 passes, 1 without conflicts; lanes 0 and 1 want one bank",
        ),
        (
            "bank_conflicts(Sw<5,0,5> o _0 o _32:_32, 4)",
            "1 passes, 1 without conflicts",
        ),
        (
            "coalescing(_32:_2, 4)",
            "8 sectors in 2 lines, 4 if adjacent",
        ),
        ("injective(Sw<2,0,3> o _0 o (_8,_4):(_4,_1))", "true"),
        ("gaps(Sw<2,0,3> o _0 o (_8,_4):(_4,_1))", "0"),
    ] {
        assert_eq!(layout(&[question]).trim_end(), answer, "{question}");
    }
}

#[test]
fn offsets_tables_json_and_pictures() {
    assert_eq!(layout(&["(2,3):(3,1)", "--offsets"]), "0 3 1 4 2 5\n");
    // What a pointer is moved by counts, as a number and as a coordinate.
    for (expression, offsets) in [
        ("local_tile((8,8):(1,8), <2,2>, (1,2))", "34 35 42 43"),
        (
            "identity_local_tile((8,8), <2,2>, (1,2))",
            "(2,4) (3,4) (2,5) (3,5)",
        ),
        ("slice((2,2,2):(1@0,1@1,1@2), (_,1,1))", "(0,1,1) (1,1,1)"),
        ("slice((2,2):(1@0@1,1@0), (_,1))", "(1,(0)) (1,(1))"),
        ("slice((2,2):(1@0,0), (_,1))", "(0) (1)"),
    ] {
        assert_eq!(
            layout(&[expression, "--offsets"]).trim_end(),
            offsets,
            "{expression}"
        );
    }
    assert!(layout(&["--table", "(2,3):(3,1)"]).contains("| 0 | 1 | 2 |"));
    assert!(layout(&["--latex", "(2,3):(3,1)"]).contains("\\begin{tikzpicture}"));
    let json = layout(&["--json", "(2,3):(3,1)"]);
    assert!(json.contains("\"size\":6") && json.contains("\"offsets\":[0,3,1,4,2,5]"));
    let scratch = Scratch::new();
    let file = scratch.path("a.svg");
    layout(&["(2,3):(3,1)", "--svg", file.to_str().unwrap()]);
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg "));
}

#[test]
fn batches_answer_line_by_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["layout", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"coalesce((_2,_3):(_1,_2))\n(4,8:(1,4)\n\nrank((2,2,2):(1,2,4))\nswizzle_table(Sw<1,1,3>)\n4:1\n")
        .unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[3]), ("_6:_1", "_3"));
    assert!(lines[1].starts_with("error: column 5"), "{text}");
    assert!(lines[2].starts_with("error: "), "{text}");
    // A picture has no place on one line; the lines after it stay where they are.
    assert!(lines[4].starts_with("error: a picture"), "{text}");
    assert_eq!((lines[5], lines.len()), ("4:1", 6), "{text}");
}

#[test]
fn bad_expressions_exit_2_with_one_line() {
    let deep = "(".repeat(10_000);
    for (expression, word) in [
        ("(4,8", "column 5"),
        ("", "column 1"),
        ("compositoin(1:0, 1:0)", "composition"),
        ("composition((_4,_2,_8):(_3,_15,_97), _3:_3)", "21"),
        ("(4,8):(1,4", "column 11"),
        ("(4,(8,2)):(1,4)", "congruent"),
        ("complement((_2,_2):(_3,_2))", "overlap"),
        ("99999999999999999999:1", "64 bits"),
        ("(4294967296,4294967296):(1,4294967296)", "64 bits"),
        ("coalesce(3)x", "column 12"),
        (deep.as_str(), "levels of nesting"),
        (
            "coalesce(swizzle_table(Sw<1,1,3>))",
            "a picture stands where",
        ),
    ] {
        let output = azulejo(&["layout", expression]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{expression}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(word), "{expression}: {error}");
        assert!(output.stdout.is_empty());
    }
    for no_table in ["(65536,65536):(1,65536)", "swizzle_table(Sw<1,1,3>)"] {
        let output = azulejo(&["layout", "--offsets", no_table]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), error.lines().count()),
            (Some(2), 1),
            "{error}"
        );
    }
}

/// Pictures of several tables: in the terminal, and as files.
#[test]
fn differences_and_steps_are_drawn() {
    let expression = "difference((2,2):(1,2), (2,2):(2,1))";
    let text = layout(&["--table", expression]);
    assert!(
        text.starts_with("(2,2):(1,2) against (2,2):(2,1): 2 of 4 differ"),
        "{text}"
    );
    assert!(text.contains("| 1/2 |"), "{text}");
    assert_eq!(layout(&[expression]), text);
    let scratch = Scratch::new();
    let (svg, html) = (scratch.path("steps.svg"), scratch.path("steps.html"));
    let steps = "composition_steps((_6,_2):(_8,_2), (_4,_3):(_3,_1))";
    layout(&[
        "--svg",
        svg.to_str().unwrap(),
        "--html",
        html.to_str().unwrap(),
        steps,
    ]);
    assert_eq!(
        std::fs::read_to_string(svg)
            .unwrap()
            .matches("<rect ")
            .count(),
        36 + 8 + 1, // cells, the colors of the legend, the page
    );
    assert_eq!(
        std::fs::read_to_string(html)
            .unwrap()
            .matches("<table>")
            .count(),
        3
    );
    assert!(layout(&["--latex", steps]).contains("tikzpicture"));
}

/// Every line has an answer, whatever bytes it is made of, and none controls the terminal.
#[test]
fn batches_answer_lines_of_any_bytes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["layout", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"size(4:1)\nsize(\xff)\r\n\x1b[2J\x07\nsize(5:1)\r\n\xc3\x1b[31m\n\xe2\x80\xae(4\nsize(6:1)";
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines).unwrap();
    // More than is kept of one line.
    input.write_all(&vec![b' '; 1 << 24]).unwrap();
    input.write_all(b"4:1\nsize(7:1)").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.lines().collect();
    assert_eq!(answers.len(), 8, "{text:?}");
    assert_eq!([answers[0], answers[3], answers[7]], ["4", "5", "7"]);
    assert!(answers[6].starts_with("error: a line of 16777216 bytes"));
    for at in [1, 2, 4, 5] {
        assert!(answers[at].starts_with("error: "), "{text:?}");
    }
    assert!(answers[1].contains("not UTF-8") && answers[4].contains("not UTF-8"));
    assert!(
        !text
            .replace('\n', "")
            .contains(|c: char| c.is_control() || c == '\u{202e}')
    );
}
