//! Where CuTe is wrong or rejects too much: the decisions of the value layouts against the recorded truth.

mod replay;

use azulejo_layout::expr::{Value, evaluate};
use azulejo_layout::value::{
    AnyLayout, DynLayout, composition, logical_product, properties, stacked_product,
};
use replay::{call, operations, rows};
use serde_json::Value as Json;

fn layout(json: &Json) -> DynLayout {
    json.as_str().unwrap().parse().unwrap()
}

fn table(json: &Json) -> Vec<i64> {
    json.as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_i64().unwrap())
        .collect()
}

#[test]
fn composition_accepts_exactly_what_a_layout_represents() {
    let (mut accepted, mut rejected, mut cute_wrong, mut cute_rejected) = (0, 0, 0, 0);
    for row in rows("composition_exact.jsonl") {
        let (a, b) = (layout(&row["in"]["a"]), layout(&row["in"]["b"]));
        let result = composition(&a, &b.into());
        assert_eq!(result.is_ok(), row["representable"] == true, "{row}");
        match result {
            Ok(r) => {
                accepted += 1;
                assert_eq!(r.offsets().unwrap(), table(&row["truth"]), "{row}");
                assert_eq!(r.to_string(), row["canonical"], "{row}");
                cute_rejected += usize::from(row["cute"]["accept"] == false);
            }
            Err(error) => {
                rejected += 1;
                assert!(error.reason().contains("A("), "no counterexample: {error}");
                cute_wrong += usize::from(row["cute"]["accept"] == true);
            }
        }
    }
    println!("composition_exact: {accepted} accepted, {cute_rejected} of them rejected by CuTe");
    println!("composition_exact: {rejected} rejected, {cute_wrong} of them wrong in CuTe");
    assert_eq!(accepted + rejected, 700);
}

#[test]
fn products_never_alias_and_accept_what_a_layout_represents() {
    let (mut accepted, mut rejected) = (0, 0);
    for row in rows("product_exact.jsonl") {
        let (a, b) = (layout(&row["in"]["a"]), layout(&row["in"]["b"]));
        let result = logical_product(&a, &b.clone().into());
        assert_eq!(result.is_ok(), row["representable"] == true, "{row}");
        if let Ok(product) = result {
            accepted += 1;
            assert!(properties::injective(&AnyLayout::Plain(product.clone())).unwrap());
            assert_eq!(product.offsets().unwrap(), table(&row["truth"]), "{row}");
        } else {
            rejected += 1;
        }
        let stacked = AnyLayout::Plain(stacked_product(&a, &b).unwrap());
        assert!(properties::injective(&stacked).unwrap(), "{row}");
    }
    println!("product_exact: {accepted} accepted, {rejected} rejected, none aliases");
    assert_eq!(accepted + rejected, 300);
}

/// The rows that CuTe accepts with a wrong function: rejected here, or right.
#[test]
fn unsound_rows_are_rejected_or_right() {
    let (mut rejected, mut right) = (0, 0);
    for (file, name, ours, names) in operations() {
        for row in rows(file) {
            if row["op"] != name || row["unsound"] != true {
                continue;
            }
            let Ok(Value::Layout(result)) = evaluate(&call(&row, ours, &names)) else {
                rejected += 1;
                continue;
            };
            right += 1;
            assert_ne!(result.to_string(), row["out"].as_str().unwrap(), "{row}");
            let a = layout(&row["in"]["a"]);
            if name == "composition" {
                let b = layout(&row["in"]["b"]);
                let lazy = azulejo_layout::value::compose_lazy(&a, &b).unwrap();
                assert_eq!(result.offsets().unwrap(), lazy.offsets().unwrap(), "{row}");
            } else {
                assert!(properties::injective(&result).unwrap(), "{row}");
            }
        }
    }
    println!("unsound rows: {rejected} rejected, {right} right");
    assert_eq!(rejected + right, 18);
}

/// Where types and values would reject statically, dynamic operands are rejected alike.
#[test]
fn dynamic_operands_are_decided_like_static_ones() {
    for row in rows("composition_exact.jsonl") {
        let (a, b) = (layout(&row["in"]["a"]), layout(&row["in"]["b"]));
        let fixed = composition(&a, &b.clone().into());
        let dynamic = composition(&a.erased(), &b.erased().into());
        assert_eq!(fixed.is_ok(), dynamic.is_ok(), "{row}");
        if let (Ok(fixed), Ok(dynamic)) = (fixed, dynamic) {
            assert_eq!(fixed.offsets().unwrap(), dynamic.offsets().unwrap());
        }
    }
}

/// The block (_2,_2):(_12,_5) has holes that no copy fills: five places within its extent of 24, the next at 24.
#[test]
fn copies_that_find_no_place_within_the_block_start_past_its_extent() {
    let block: DynLayout = "(_2,_2):(_12,_5)".parse().unwrap();
    for (tiler, product) in [
        ("_2:_4", "((_2,_2),_2):((_12,_5),_4)"),
        ("_2:_5", "((_2,_2),_2):((_12,_5),_24)"),
        ("_2:_10", "((_2,_2),_2):((_12,_5),_48)"),
    ] {
        let found = logical_product(&block, &tiler.parse().unwrap()).unwrap();
        assert_eq!(found.to_string(), product);
        let mut offsets = found.offsets().unwrap();
        offsets.sort_unstable();
        assert!(offsets.windows(2).all(|pair| pair[0] < pair[1]), "{found}");
    }
}

#[test]
fn copies_of_nothing_have_no_places() {
    let block: DynLayout = "0:0".parse().unwrap();
    for tiler in ["4294967296", "_2:_3", "1"] {
        let error = logical_product(&block, &tiler.parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("at least 1 element"), "{error}");
    }
}
