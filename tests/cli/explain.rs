//! `azulejo explain` on what the compiler printed of the compile-fail tests.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the command on a text.
fn explained(text: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .arg("explain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// What the compiler printed of every compile-fail test of the layouts and the tensors, by name.
fn messages() -> Vec<(String, String)> {
    let folders = [
        "layout/tests/ui",
        "layout/tests/ui_built",
        "tensor/tests/ui",
        "tensor/tests/ui_built",
    ]
    .map(|folder| format!("{}/{folder}", env!("CARGO_MANIFEST_DIR")));
    let files = folders
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|end| end == "stderr"));
    texts
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn integers_trees_layouts_and_swizzles_are_in_the_notation() {
    let cases = [
        ("found `UInt<UInt<UTerm, B1>, B0>`", "found `_2`"),
        ("`typenum::uint::UTerm`", "`_0`"),
        (
            "`azulejo_layout::C<typenum::uint::UInt<typenum::uint::UTerm, typenum::bit::B1>>`",
            "`_1`",
        ),
        (
            "Cons<Lf<C<UInt<UTerm, B1>>>, Cons<Lf<i64>, Nil>>",
            "(_1,i64)",
        ),
        (
            "Cons<M<C<UInt<UTerm, B1>>, i32>, Cons<Cons<M<usize, C<UTerm>>, Nil>, Nil>>",
            "(_1,(usize)):(i32,(_0))",
        ),
        (
            "Layout<(C<UInt<UInt<UTerm, B1>, B0>>, i32), (i64, C<UInt<UTerm, B1>>)>",
            "(_2,i32):(i64,_1)",
        ),
        (
            "Swizzle<C<UInt<UInt<UTerm, B1>, B1>>, C<UTerm>, N<UInt<UTerm, B1>>>",
            "Sw<3,0,-1>",
        ),
        (
            "E<C<UInt<UTerm, B1>>, First<Next<First<Here>>>>, azulejo_layout::E<C<UInt<UTerm, B1>>, Next<Next<First<Here>>>>",
            "_1@1@0, _1@2",
        ),
        (
            "f::<Layout<C<UInt<UTerm, B1>>, i32>, false>",
            "f::<_1:i32, false>",
        ),
        (
            "SharedPtr<azulejo_device::reexport::azulejo_layout::C<UTerm>>, azulejo_device::cute::K, azulejo_device::cute::Layout<i32, C<UTerm>>",
            "SharedPtr<_0>, azulejo_device::cute::K, i32:_0",
        ),
        ("azulejo_device::cute::SharedPtr<C<UTerm>>", "SharedPtr<_0>"),
        // What is not whole stays.
        ("expected `UInt<_, _>`", "expected `UInt<_, _>`"),
        ("`Cons<H, T>`", "`Cons<H, T>`"),
        (
            "`azulejo_layout::Layout<S, D>: Copy`",
            "`Layout<S, D>: Copy`",
        ),
        ("&'a Vec<C<UInt<UTerm, B1>>, [T; 3]>", "&'a Vec<_1, [T; 3]>"),
        (
            "a < b and c > d, `UInt<` and `<UTerm as T>::X`",
            "a < b and c > d, `UInt<` and `<_0 as T>::X`",
        ),
        // The user's own source stays.
        (
            " 5 | let x: UTerm = Cons(1, Nil);",
            " 5 | let x: UTerm = Cons(1, Nil);",
        ),
        (
            "   |   ^^^ found `UInt<UTerm, B1>`",
            "   |   ^^^ found `_1`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(explained(text), expected);
    }
}

#[test]
fn no_message_of_a_compile_fail_test_keeps_a_binary_number() {
    let messages = messages();
    assert!(messages.len() >= 90);
    for (name, text) in messages {
        let after = explained(&text);
        for left in [
            "typenum::",
            "UTerm,",
            "azulejo_layout::C<",
            "azulejo_layout::M<",
        ] {
            // Quoted source stays as it was written.
            let quoted = |line: &str| {
                let digits = |c: char| c.is_ascii_digit() || c == ' ';
                line.trim_start_matches(digits).starts_with('|') && !line.contains('`')
            };
            let kept = after
                .lines()
                .find(|line| !quoted(line) && line.contains(left));
            assert_eq!(kept, None, "{name} keeps {left}");
        }
        assert_eq!(after.lines().count(), text.lines().count(), "{name}");
        assert_eq!(
            explained(&after),
            after,
            "{name} changes when explained again"
        );
    }
}

#[test]
fn a_rejected_composition_reads_as_it_was_written() {
    let messages = messages();
    let (_, text) = messages
        .iter()
        .find(|(name, _)| name == "basis_stride_past_the_rank")
        .unwrap();
    let first = explained(text).lines().next().unwrap().to_owned();
    assert_eq!(
        first,
        "error[E0277]: `(_4,_8):(_1,_4)` cannot be composed with `_2:_1@2`"
    );
}

/// Types nested deeper than the limit stay as they are, whatever is around them, and take no time to speak of.
#[test]
fn deep_types_take_linear_time() {
    let nested = |name: &str, inner: &str, deep: usize, close: usize| {
        format!(
            "{}{inner}{} and `UInt<UTerm, B1>`",
            format!("{name}<").repeat(deep),
            ">".repeat(close)
        )
    };
    let start = std::time::Instant::now();
    for deep in [1_500, 20_000, 200_000] {
        for (name, inner) in [
            ("UInt", "UTerm"),
            ("Layout", "UTerm"),
            ("Cons", "(UTerm, UTerm)"),
            ("&Layout", "UTerm"),
        ] {
            let text = nested(name, inner, deep, deep);
            let expected = text.replace("`UInt<UTerm, B1>`", "`_1`");
            assert!(explained(&text) == expected, "{name} {deep} deep");
            explained(&nested(name, inner, deep, 0));
            explained(&nested(name, inner, deep, deep / 2));
        }
    }
    // As deep as is read, many times over.
    let many = nested("Layout", "UTerm", 500, 500).repeat(200);
    assert!(explained(&many).ends_with("`_1`"));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
