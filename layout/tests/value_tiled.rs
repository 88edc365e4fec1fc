//! Atoms and tilings of the conformance data through the value layouts, thread by thread and offset by offset.

mod replay;

use std::fmt::Display;

use azulejo_layout::value::tiled::{DynCopyAtom, DynMmaAtom, DynTiledCopy, DynTiledMma, Operand};
use azulejo_layout::value::*;
use replay::rows;
use serde_json::Value as Json;

fn layout(json: &Json) -> DynLayout {
    json.as_str().unwrap().parse().unwrap()
}

fn any(json: &Json) -> AnyLayout {
    json.as_str().unwrap().parse().unwrap()
}

fn numbers(json: &Json) -> Vec<i64> {
    json.as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_i64().unwrap())
        .collect()
}

fn fnv(offsets: &[i64]) -> String {
    let mut hash: u64 = 1_469_598_103_934_665_603;
    for byte in offsets.iter().flat_map(|x| format!("{x},").into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// A table as the data give it: numbers, or `fnv1a64:…`.
fn assert_table(json: &Json, offsets: &[i64], what: &str) {
    match json {
        Json::Array(_) => assert_eq!(numbers(json), offsets, "{what}"),
        Json::String(text) => {
            assert_eq!(text.trim_start_matches("fnv1a64:"), fnv(offsets), "{what}")
        }
        _ => {}
    }
}

/// What a row has under a key, as text.
fn assert_text(row: &Json, key: &str, found: impl Display) {
    assert_eq!(found.to_string(), row[key], "{} {key}", row["id"]);
}

/// The same of a number.
fn assert_number(row: &Json, key: &str, found: Int) {
    assert_eq!(Json::from(found.value), row[key], "{} {key}", row["id"]);
}

/// The tile and the layouts of a copy.
fn assert_copy(row: &Json, copy: &DynTiledCopy) {
    assert_text(row, "tiler_mn", Tiler::from_shape(copy.tiler()).unwrap());
    assert_text(row, "layout_tv", copy.layout_tv());
    assert_text(row, "layoutS_tv", copy.layout_of(true).unwrap());
    assert_text(row, "layoutD_tv", copy.layout_of(false).unwrap());
}

/// The rows of tilings of an operation.
fn tilings(op: &str) -> Vec<Json> {
    let mut rows = rows("tiled.jsonl");
    rows.retain(|row| row["op"] == op);
    println!("tiled.jsonl: {} of {op}", rows.len());
    rows
}

fn row(op: &str, name: &str, key: &str) -> Json {
    rows("atom.jsonl")
        .into_iter()
        .find(|row| row["op"] == op && row["in"][key] == name)
        .unwrap_or_else(|| panic!("no {op} {name}"))
}

fn mma_atom(name: &str) -> DynMmaAtom {
    if name.starts_with("UniversalFMA") {
        let one: DynLayout = "(_1,_1):(_0,_0)".parse().unwrap();
        return DynMmaAtom {
            shape_mnk: "(_1,_1,_1)".parse().unwrap(),
            threads: DynLayout::unit(),
            a: one.clone(),
            b: one.clone(),
            c: one,
        };
    }
    if name == "SM80_8x8x4_F64F64F64F64_TN" {
        // Has no row of its own either: one f64 of A and B a thread, two of C side by side.
        let ab: DynLayout = "((_4,_8),_1):((_8,_1),_0)".parse().unwrap();
        return DynMmaAtom {
            shape_mnk: "(_8,_8,_4)".parse().unwrap(),
            threads: "_32:_1".parse().unwrap(),
            a: ab.clone(),
            b: ab,
            c: "((_4,_8),_2):((_16,_1),_8)".parse().unwrap(),
        };
    }
    // Layouts of the warpgroup instructions do not depend on the element types or the majors in shared memory.
    let name = match name {
        "SM90_64x64x16_F16F16F16_SS<K,K>" => "SM90_64x64x16_F32BF16BF16_SS<K,MN>",
        other => other,
    };
    // The quad-pair instruction with column-major A and B has no row of its own: its operands are four values down a column.
    let columns = name.strip_suffix("_NT");
    let row = match columns {
        Some(stem) => row("mma_atom", &format!("{stem}_TN"), "name"),
        None => row("mma_atom", name, "name"),
    };
    let operand = |key: &str| match columns {
        Some(_) => "((_4,_2),_4):((_8,_4),_1)".parse().unwrap(),
        None => layout(&row[key]),
    };
    DynMmaAtom {
        shape_mnk: row["shape_mnk"].as_str().unwrap().parse().unwrap(),
        threads: layout(&row["thr_id"]),
        a: operand("a"),
        b: operand("b"),
        c: layout(&row["c"]),
    }
}

fn copy_atom(name: &str, bits: i64) -> DynCopyAtom {
    let wide = name
        .strip_prefix("UniversalCopy<uint")
        .and_then(|rest| rest.strip_suffix("_t>"));
    if let Some(width) = wide {
        // One thread moves one word.
        let one: DynLayout = format!("(_1,_{width}):(_0,_1)").parse().unwrap();
        let one = recast_layout(&one, 1, bits).unwrap();
        return DynCopyAtom {
            source: one.clone(),
            destination: one.clone(),
            reference: one,
        };
    }
    let row = row("copy_atom", name, "name");
    let side = |key: &str| recast_layout(&layout(&row[key]), 1, bits).unwrap();
    DynCopyAtom {
        source: side("src_bits"),
        destination: side("dst_bits"),
        reference: side("ref_bits"),
    }
}

/// Offsets and layouts of all threads against a `partition` object.
fn assert_partition(
    json: &Json,
    id: &Json,
    part: impl Fn(i64) -> Result<(Tree, AnyLayout), LayoutError>,
) {
    for (t, wanted) in numbers(&json["offsets"]).into_iter().enumerate() {
        let (offset, rest) = part(t as i64).unwrap();
        let start = offset.int().unwrap().value;
        let table = rest.offsets().unwrap();
        if t == 0 {
            assert_eq!(rest.to_string(), json["layout"], "{id}");
        }
        assert_eq!(start, wanted, "{id} thread {t}: {rest}");
        let tables = json["tables"].as_array();
        match tables.and_then(|tables| tables.get(t)) {
            Some(own) => assert_eq!(numbers(own), table, "{id} thread {t}"),
            None if json["same_for_all_threads"] == true => {
                if json["table"].is_array() {
                    assert_eq!(numbers(&json["table"]), table, "{id} thread {t}");
                } else {
                    assert_eq!(json["table_fnv"], fnv(&table), "{id} thread {t}");
                }
            }
            None => {}
        }
    }
}

#[test]
fn atoms_have_the_recorded_tables() {
    let (mut mma, mut copy) = (0, 0);
    for row in rows("atom.jsonl") {
        match row["op"].as_str().unwrap() {
            "mma_atom" => {
                let shape: Tree = row["shape_mnk"].as_str().unwrap().parse().unwrap();
                let extent = |m: usize| shape.get(&[m]).unwrap().size().unwrap().value;
                for (key, m, n) in [("a", 0, 2), ("b", 1, 2), ("c", 0, 1)] {
                    let tv = layout(&row[key]);
                    let table = &row[format!("{key}_table").as_str()];
                    assert_table(table, &tv.offsets().unwrap(), key);
                    // Each element is owned equally often.
                    properties::covers(&tv, extent(m) * extent(n)).unwrap();
                }
                mma += 1;
            }
            "copy_atom" => {
                let bits = row["in"]["val_bits"].as_i64().unwrap();
                for key in ["src", "dst", "ref"] {
                    let of = |what: &str| format!("{key}_{what}");
                    let in_bits = layout(&row[of("bits").as_str()]);
                    let values = recast_layout(&in_bits, 1, bits).unwrap();
                    assert_text(&row, &of("val"), &values);
                    let table = &row[of("val_table").as_str()];
                    assert_table(table, &values.offsets().unwrap(), key);
                }
                for (side, key) in [("src_val", "ref2src"), ("dst_val", "ref2dst")] {
                    let inverse = right_inverse(&layout(&row["ref_val"])).unwrap();
                    let map = composition(&inverse, &layout(&row[side]).into()).unwrap();
                    assert_text(&row, key, map);
                }
                copy += 1;
            }
            "gmma_smem_atom" => {
                let bound = position_independent(&any(&row["flagged"])).unwrap();
                assert_text(&row, "out", &bound);
                assert_table(&row["table"], &bound.offsets().unwrap(), "gmma");
            }
            "gmma_tile_to_shape" => {
                let flagged = any(&row["flagged"]);
                assert_text(&row, "flagged", &flagged);
                let atom = rows("atom.jsonl").into_iter().find(|atom| {
                    atom["op"] == "gmma_smem_atom"
                        && atom["in"]["name"] == row["in"]["name"]
                        && atom["in"]["type"] == row["in"]["type"]
                });
                if let Some(atom) = atom {
                    let shape: Tree = row["in"]["shape"].as_str().unwrap().parse().unwrap();
                    let tiled = any(&atom["flagged"])
                        .map_inner(&mut |inner| tile_to_shape(inner, &shape, &Order::Left))
                        .unwrap();
                    assert_text(&row, "flagged", tiled);
                }
                let bound = position_independent(&flagged).unwrap();
                assert_text(&row, "out", &bound);
                assert_text(&row, "table_fnv", fnv(&bound.offsets().unwrap()));
            }
            other => panic!("{other}"),
        }
    }
    println!("atom.jsonl: {mma} mma atoms, {copy} copy atoms");
}

#[test]
fn tiled_copies_partition_as_recorded() {
    let all = tilings("tiled_copy");
    for row in &all {
        let input = &row["in"];
        let bits = input["val_bits"].as_i64().unwrap();
        let atom = copy_atom(input["atom"].as_str().unwrap(), bits);
        let (threads, values) = (layout(&input["thr"]), layout(&input["val"]));
        let copy = DynTiledCopy::make(atom, &threads, &values).unwrap();
        assert_copy(row, &copy);
        assert_number(row, "threads", copy.threads().unwrap());
        let (tensor, source) = (any(&input["tensor"]), input["side"] == "S");
        assert_text(row, "tidfrg", copy.tidfrg(&tensor, source).unwrap());
        assert_partition(&row["partition"], &row["id"], |t| {
            copy.partition(&tensor, t, source)
        });
    }
    assert_eq!(all.len(), 12);
}

fn tiled_mma(input: &Json) -> DynTiledMma {
    let Tiler::Modes(permutation) = input["perm"].as_str().unwrap().parse().unwrap() else {
        panic!("a permutation has three modes");
    };
    let atom = mma_atom(input["mma"].as_str().unwrap());
    DynTiledMma::new(atom, &layout(&input["atom_layout"]), permutation).unwrap()
}

#[test]
fn tiled_mmas_partition_as_recorded() {
    let all = tilings("tiled_mma");
    for row in &all {
        let mma = tiled_mma(&row["in"]);
        assert_text(row, "thr_layout_vmnk", mma.thr_layout_vmnk());
        assert_number(row, "threads", mma.thread_count().unwrap());
        let tile = [0, 1, 2].map(|m| mma.tile_size(m).unwrap().to_string());
        assert_text(row, "tile_shape", format!("({})", tile.join(",")));
        for (name, operand) in [("A", Operand::A), ("B", Operand::B), ("C", Operand::C)] {
            let matrix = any(&row["in"][name]);
            let tv = mma.layout_tv(operand).unwrap();
            assert_text(row, &format!("layout{name}_tv"), tv);
            let fragments = mma.thrfrg(&matrix, operand).unwrap();
            assert_text(row, &format!("thrfrg_{name}"), fragments);
            let partition = &row[format!("partition_{name}").as_str()];
            assert_partition(partition, &row["id"], |t| {
                mma.partition(&matrix, t, operand)
            });
        }
    }
    assert_eq!(all.len(), 8);
}

#[test]
fn copies_shaped_by_an_mma_partition_and_retile_as_recorded() {
    let all = tilings("tiled_copy_mma");
    for row in &all {
        let mma = tiled_mma(&row["in"]);
        let (operand, modes) = match row["in"]["which"].as_str().unwrap() {
            "A" => (Operand::A, [0, 2]),
            _ => (Operand::B, [1, 2]),
        };
        let atom = copy_atom(row["in"]["copy_atom"].as_str().unwrap(), 16);
        let tiler = Tree::Tuple(modes.map(|m| mma.tile_size(m).unwrap().into()).into());
        let copy = DynTiledCopy::from_tv(atom, mma.layout_tv(operand).unwrap(), tiler);
        assert_copy(row, &copy);
        let smem = any(&row["in"]["smem"]);
        let partition = |t| copy.partition(&smem, t, true);
        assert_partition(&row["partition_S"], &row["id"], partition);
        let (_, part) = mma.partition(&smem, 0, operand).unwrap();
        let fragment = make_fragment_like(part.innermost()).unwrap();
        assert_text(row, "fragment", &fragment);
        let view = copy.retile(&fragment).unwrap();
        assert_text(row, "retile_D", &view);
        assert_table(&row["retile_table"], &view.offsets().unwrap(), "retile");
    }
    assert_eq!(all.len(), 3);
}

#[test]
fn the_first_tutorial_gemm_partitions_as_recorded() {
    let row = rows("tiled.jsonl")
        .into_iter()
        .find(|row| row["op"] == "tutorial_sgemm_1")
        .unwrap();
    let input = &row["in"];
    let (shape, tiler): (Tree, Tiler) = (
        input["shape_mnk"].as_str().unwrap().parse().unwrap(),
        input["cta_tiler"].as_str().unwrap().parse().unwrap(),
    );
    let of = |modes: [usize; 2], stride: &str| {
        let extents = modes.map(|m| shape.get(&[m]).unwrap().clone());
        DynLayout::new(
            Tree::Tuple(extents.into()),
            input[stride].as_str().unwrap().parse().unwrap(),
        )
        .unwrap()
    };
    let block = numbers(&input["block"]);
    let coord: Tree = format!("({},{},_)", block[0], block[1]).parse().unwrap();
    let tile = |matrix: &DynLayout, projection: &str| {
        local_tile_projected(matrix, &tiler, &coord, &projection.parse().unwrap()).unwrap()
    };
    let (ga, gb, gc) = (
        tile(&of([0, 2], "dA"), "(_1,_,_1)"),
        tile(&of([1, 2], "dB"), "(_,_1,_1)"),
        tile(&of([0, 1], "dC"), "(_1,_1,_)"),
    );
    for (name, (offset, layout)) in [("gA", &ga), ("gB", &gb), ("gC", &gc)] {
        assert_text(&row, name, layout);
        assert_number(&row, &format!("{name}_offset"), offset.int().unwrap());
    }
    let parts = [
        ("tAgA", &ga.1, ga.0.int().unwrap().value, "tA", None),
        ("tAsA", &layout(&input["sA"]), 0, "tA", None),
        ("tBgB", &gb.1, gb.0.int().unwrap().value, "tB", None),
        ("tBsB", &layout(&input["sB"]), 0, "tB", None),
        ("tCsA", &layout(&input["sA"]), 0, "tC", Some("(_1,_)")),
        ("tCsB", &layout(&input["sB"]), 0, "tC", Some("(_,_1)")),
        ("tCgC", &gc.1, gc.0.int().unwrap().value, "tC", None),
    ];
    for (name, tensor, start, threads, projection) in parts {
        let threads = layout(&input[threads]);
        let projection: Option<Tree> = projection.map(|p: &str| p.parse().unwrap());
        assert_partition(&row[name], &Json::from(name), |t| {
            let (offset, part) = local_partition(tensor, &threads, t, projection.as_ref())?;
            let moved = offset.int()?.checked_add(Int::dynamic(start))?;
            Ok((moved.into(), part.into()))
        });
    }
}
