//! Writes docs/differences-corpus.md from the conformance data, and checks that the committed page is current.
//!
//! `BLESS=1 cargo test -p azulejo-layout --test value_differences` rewrites the page.

mod pages;
mod rejected;
mod replay;

use azulejo_layout::expr::{Value, evaluate};
use replay::{DIFFERENT, OVERHANG, call, operations, repository, rows};
use serde_json::Value as Json;
use std::fs;

/// Why a row that is not marked `unsound` differs.
fn reason(id: &str) -> &'static str {
    match id.split('/').next().unwrap_or_default() {
        "flat_divide" | "tiled_divide" => {
            "CuTe's tile has 5 elements instead of 8 and half of the elements are in no tile; here every element is in one tile"
        }
        "make_ordered_layout" => {
            "CuTe gives modes of equal order one stride, so that elements share offsets; here they follow each other from left to right"
        }
        "max_common" => {
            "CuTe's vector is longer than the smaller layout; here it never leaves one, and a dynamic extent that must be as long as a static one is looked at"
        }
        "upcast" | "recast_layout" => {
            "CuTe divides a dynamic stride without looking, so that elements move; here it is a multiple of the unit, or rejected"
        }
        "zipped_product" => {
            "CuTe's result aliases: two elements have one offset; a product here never does"
        }
        _ => {
            "CuTe's result has fewer elements than block times tiler, or aliases; no layout is the product"
        }
    }
}

/// What we answer to a row, in one line.
fn answer(expression: &str) -> String {
    match evaluate(expression) {
        Ok(value) => format!("`{value}`"),
        Err(error) => format!("rejected: {}", error.reason().replace('|', "\\|")),
    }
}

/// The layout of a divide with its predicate.
fn first(expression: &str) -> String {
    match evaluate(expression) {
        Ok(Value::List(parts)) => parts[0].to_string(),
        other => panic!("{expression}: {other:?}"),
    }
}

fn row_line(row: &Json, expression: &str, cute: &str) -> String {
    let id = row["id"].as_str().unwrap();
    format!(
        "| {id} | `{expression}` | {cute} | {} |\n",
        answer(expression)
    )
}

fn page() -> String {
    let mut unsound = String::new();
    let mut different = String::new();
    let mut beyond = String::new();
    let mut meeting = String::new();
    let mut hanging = String::new();
    let mut counts = [0; 5];
    let mut exact = (0, 0);
    for (file, name, ours, names) in operations() {
        for row in rows(file).iter().filter(|row| row["op"] == name) {
            let expression = call(row, ours, &names);
            let id = row["id"].as_str().unwrap();
            let out = format!("`{}`", row["out"].as_str().unwrap_or_default());
            if row["unsound"] == true {
                counts[0] += 1;
                unsound += &row_line(row, &expression, &out);
            } else if DIFFERENT.contains(id) {
                counts[1] += 1;
                different += &row_line(row, &expression, &format!("{out}. {}", reason(id)));
            } else if OVERHANG.contains(id) {
                counts[4] += 1;
                let ceil = expression.replacen("_divide(", "_divide_ceil(", 1);
                assert_eq!(out, format!("`{}`", first(&ceil)), "{id}");
                hanging += &row_line(row, &expression, &out);
            } else if row["ok"] == true
                && name.ends_with("_product")
                && expression.contains('<')
                && evaluate(&expression).is_err()
            {
                counts[3] += 1;
                meeting += &row_line(row, &expression, &out);
            } else if row["ok"] == false && evaluate(&expression).is_ok() {
                counts[2] += 1;
                let error = row["error"].as_str().unwrap_or_default();
                let error = error.trim_start_matches("static_assert: ");
                beyond += &row_line(row, &expression, &error.replace('|', "\\|"));
            }
        }
    }
    for (file, name) in [
        ("composition_exact.jsonl", "composition"),
        ("product_exact.jsonl", "logical_product"),
    ] {
        for row in rows(file) {
            let expression = call(&row, name, &["a", "b"]);
            if name == "composition" {
                exact.0 += 1;
                exact.1 += usize::from(row["representable"] == true);
            }
            let accepts = row["cute"]["accept"] == true;
            let right = row["cute"]["right"] == true;
            if accepts && !right {
                counts[0] += 1;
                let out = format!("`{}`", row["cute"]["out"].as_str().unwrap_or_default());
                unsound += &row_line(&row, &expression, &out);
            } else if !accepts && row["representable"] == true {
                counts[2] += 1;
                let error = row["cute"]["error"].as_str().unwrap_or_default();
                beyond += &row_line(&row, &expression, error);
            }
        }
    }
    let head = "| row | expression | CuTe | here |\n|---|---|---|---|\n";
    format!(
        "# Where azulejo differs from CuTe\n\n\
         Written from the conformance data in tests/corpus by \
         `BLESS=1 cargo test -p azulejo-layout --test value_differences`; do not edit. \
         Every other accepted row is reproduced exactly: same shape, same stride, same static leaves.\n\n\
         ## CuTe accepts, and its result is another function: {} rows\n\n\
         CuTe checks less than its definition asks for (`check::compose` has the exact rule). Such rows are rejected with a \
         counterexample, or answered with the right layout.\n\n{head}{unsound}\n\
         ## Further rows in which CuTe is wrong: {} rows\n\n{head}{different}\n\
         ## Products by mode whose copies meet: {} rows\n\n\
         A product by a tuple of tilers multiplies each mode by itself: its modes know nothing of each other, and copies \
         along one meet copies along another. Here such a product is rejected, with two coordinates of one offset. A product \
         by a layout and `blocked_product` place all copies together; `logical_product_unchecked` and its kind give \
         CuTe's answer.\n\n{head}{meeting}\n\
         ## Tiles that hang over, or leave elements out: {} rows\n\n\
         Write `logical_divide_ceil`, `zipped_divide_ceil`, `tiled_divide_ceil` or `flat_divide_ceil` for these: their `layout` is \
         CuTe's, row for row below, and beside it they return the `coordinates` and the `shape` of which the predicate is \
         made. Code that takes its tiles by `local_tile`, `local_partition` and their kind stays as it is: they take tiles that \
         hang over as CuTe's do, since the same partition of the identity tensor is their predicate.\n\n\
         Why the plain name rejects them: by a tile that does not divide, CuTe's result has coordinates that lead past the \
         layout (24 elements by a tile of 7 are 28 places), and its caller has to know, and to predicate. Here a plain divide \
         has one place for each element (or equally many, where the tile repeats by strides of 0), and whatever else is \
         rejected, when it is compiled if the sizes are static and with the values if not.\n\n| row | expression | CuTe, and `*_divide_ceil` | here |\n|---|---|---|---|\n{hanging}\n\
         ## CuTe rejects, the layout exists: {} rows\n\n{head}{beyond}{}",
        counts[0],
        counts[1],
        counts[3],
        counts[4],
        counts[2],
        rejected::section(exact)
    )
}

#[test]
fn the_page_of_differences_is_current() {
    let path = repository("docs/differences-corpus.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/differences-corpus.md is not current; run with BLESS=1 to rewrite it"
    );
}
