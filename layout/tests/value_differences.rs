//! Writes docs/differences.md from the conformance data, and checks that the committed page is current.
//!
//! `BLESS=1 cargo test -p azulejo-layout --test value_differences` rewrites the page.

mod pages;
mod refused;
mod replay;

use azulejo_layout::value::expr::evaluate;
use replay::{DIFFERENT, OPERATIONS, call, repository, rows};
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
            "CuTe divides a dynamic stride without looking, so that elements move; here it is a multiple of the unit, or refused"
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
        Err(error) => format!("refused: {}", error.reason().replace('|', "\\|")),
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
    let mut counts = [0; 4];
    let mut exact = (0, 0);
    for (file, name, ours, names) in OPERATIONS {
        for row in rows(file).iter().filter(|row| row["op"] == *name) {
            let expression = call(row, ours, names);
            let id = row["id"].as_str().unwrap();
            let out = format!("`{}`", row["out"].as_str().unwrap_or_default());
            if row["unsound"] == true {
                counts[0] += 1;
                unsound += &row_line(row, &expression, &out);
            } else if DIFFERENT.contains(&id) {
                counts[1] += 1;
                different += &row_line(row, &expression, &format!("{out}. {}", reason(id)));
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
         CuTe checks less than its definition asks for (`judge::compose` has the exact rule). Such rows are refused with a \
         witness, or answered with the right layout.\n\n{head}{unsound}\n\
         ## Further rows in which CuTe is wrong: {} rows\n\n{head}{different}\n\
         ## Products by mode whose copies meet: {} rows\n\n\
         A product by a tuple of tilers multiplies each mode by itself: its modes know nothing of each other, and copies \
         along one meet copies along another. Here such a product is refused, with two coordinates of one offset. A product \
         by a layout and `blocked_product` place all copies together; `logical_product_unchecked` and its kind give \
         CuTe's answer.\n\n{head}{meeting}\n\
         ## CuTe refuses, the layout exists: {} rows\n\n{head}{beyond}{}",
        counts[0],
        counts[1],
        counts[3],
        counts[2],
        refused::section(exact)
    )
}

#[test]
fn the_page_of_differences_is_current() {
    let path = repository("docs/differences.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/differences.md is not current; run with BLESS=1 to rewrite it"
    );
}
