//! Atoms and tilings of the conformance data through the value layouts, thread by thread and offset by offset.

mod replay;

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
            assert_eq!(rest.to_string(), json["layout"].as_str().unwrap(), "{id}");
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
                    assert_table(
                        &row[format!("{key}_table").as_str()],
                        &tv.offsets().unwrap(),
                        key,
                    );
                    // Each element is owned equally often.
                    facts::covers(&tv, extent(m) * extent(n)).unwrap();
                }
                mma += 1;
            }
            "copy_atom" => {
                let bits = row["in"]["val_bits"].as_i64().unwrap();
                for key in ["src", "dst", "ref"] {
                    let values =
                        recast_layout(&layout(&row[format!("{key}_bits").as_str()]), 1, bits)
                            .unwrap();
                    assert_eq!(
                        values.to_string(),
                        row[format!("{key}_val").as_str()],
                        "{}",
                        row["id"]
                    );
                    assert_table(
                        &row[format!("{key}_val_table").as_str()],
                        &values.offsets().unwrap(),
                        key,
                    );
                }
                for (side, key) in [("src_val", "ref2src"), ("dst_val", "ref2dst")] {
                    let inverse = right_inverse(&layout(&row["ref_val"])).unwrap();
                    let map = composition(&inverse, &layout(&row[side]).into()).unwrap();
                    assert_eq!(map.to_string(), row[key], "{}", row["id"]);
                }
                copy += 1;
            }
            "gmma_smem_atom" => {
                let bound = position_independent(&any(&row["flagged"])).unwrap();
                assert_eq!(bound.to_string(), row["out"], "{}", row["id"]);
                assert_table(&row["table"], &bound.offsets().unwrap(), "gmma");
            }
            "gmma_tile_to_shape" => {
                let flagged = any(&row["flagged"]);
                assert_eq!(flagged.to_string(), row["flagged"]);
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
                    assert_eq!(tiled.to_string(), row["flagged"], "{}", row["id"]);
                }
                let bound = position_independent(&flagged).unwrap();
                assert_eq!(bound.to_string(), row["out"], "{}", row["id"]);
                assert_eq!(
                    row["table_fnv"],
                    fnv(&bound.offsets().unwrap()),
                    "{}",
                    row["id"]
                );
            }
            other => panic!("{other}"),
        }
    }
    println!("atom.jsonl: {mma} mma atoms, {copy} copy atoms");
}

#[test]
fn tiled_copies_partition_as_recorded() {
    let mut count = 0;
    for row in rows("tiled.jsonl")
        .iter()
        .filter(|row| row["op"] == "tiled_copy")
    {
        let input = &row["in"];
        let atom = copy_atom(
            input["atom"].as_str().unwrap(),
            input["val_bits"].as_i64().unwrap(),
        );
        let copy =
            DynTiledCopy::make(atom, &layout(&input["thr"]), &layout(&input["val"])).unwrap();
        let id = &row["id"];
        assert_eq!(
            Tiler::from_shape(copy.tiler()).unwrap().to_string(),
            row["tiler_mn"],
            "{id}"
        );
        assert_eq!(copy.layout_tv().to_string(), row["layout_tv"], "{id}");
        assert_eq!(
            Json::from(copy.threads().unwrap().value),
            row["threads"],
            "{id}"
        );
        assert_eq!(
            copy.layout_of(true).unwrap().to_string(),
            row["layoutS_tv"],
            "{id}"
        );
        assert_eq!(
            copy.layout_of(false).unwrap().to_string(),
            row["layoutD_tv"],
            "{id}"
        );
        let source = input["side"] == "S";
        let tensor = any(&input["tensor"]);
        assert_eq!(
            copy.tidfrg(&tensor, source).unwrap().to_string(),
            row["tidfrg"],
            "{id}"
        );
        assert_partition(&row["partition"], id, |t| {
            copy.partition(&tensor, t, source)
        });
        count += 1;
    }
    println!("tiled.jsonl: {count} tiled copies");
    assert_eq!(count, 12);
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
    let mut count = 0;
    for row in rows("tiled.jsonl")
        .iter()
        .filter(|row| row["op"] == "tiled_mma")
    {
        let mma = tiled_mma(&row["in"]);
        let id = &row["id"];
        assert_eq!(
            mma.thr_layout_vmnk().to_string(),
            row["thr_layout_vmnk"],
            "{id}"
        );
        assert_eq!(
            Json::from(mma.thread_count().unwrap().value),
            row["threads"],
            "{id}"
        );
        let tile: Vec<String> = (0..3)
            .map(|m| mma.tile_size(m).unwrap().to_string())
            .collect();
        assert_eq!(
            format!("({})", tile.join(",")),
            row["tile_shape"].as_str().unwrap(),
            "{id}"
        );
        for (name, operand) in [("A", Operand::A), ("B", Operand::B), ("C", Operand::C)] {
            let matrix = any(&row["in"][name]);
            let of = |key: &str| row[format!("{key}{name}").as_str()].clone();
            let tv = mma.layout_tv(operand).unwrap();
            assert_eq!(
                tv.to_string(),
                row[format!("layout{name}_tv").as_str()],
                "{id} {name}"
            );
            assert_eq!(
                mma.thrfrg(&matrix, operand).unwrap().to_string(),
                of("thrfrg_"),
                "{id} {name}"
            );
            assert_partition(&of("partition_"), id, |t| {
                mma.partition(&matrix, t, operand)
            });
        }
        count += 1;
    }
    println!("tiled.jsonl: {count} tiled mmas");
    assert_eq!(count, 8);
}

#[test]
fn copies_shaped_by_an_mma_partition_and_retile_as_recorded() {
    let mut count = 0;
    for row in rows("tiled.jsonl")
        .iter()
        .filter(|row| row["op"] == "tiled_copy_mma")
    {
        let mma = tiled_mma(&row["in"]);
        let id = &row["id"];
        let (operand, modes) = match row["in"]["which"].as_str().unwrap() {
            "A" => (Operand::A, [0, 2]),
            _ => (Operand::B, [1, 2]),
        };
        let atom = copy_atom(row["in"]["copy_atom"].as_str().unwrap(), 16);
        let tiler = Tree::Tuple(modes.map(|m| mma.tile_size(m).unwrap().into()).into());
        let copy = DynTiledCopy::from_tv(atom, mma.layout_tv(operand).unwrap(), tiler);
        assert_eq!(
            Tiler::from_shape(copy.tiler()).unwrap().to_string(),
            row["tiler_mn"],
            "{id}"
        );
        assert_eq!(copy.layout_tv().to_string(), row["layout_tv"], "{id}");
        assert_eq!(
            copy.layout_of(true).unwrap().to_string(),
            row["layoutS_tv"],
            "{id}"
        );
        assert_eq!(
            copy.layout_of(false).unwrap().to_string(),
            row["layoutD_tv"],
            "{id}"
        );
        let smem = any(&row["in"]["smem"]);
        assert_partition(&row["partition_S"], id, |t| copy.partition(&smem, t, true));
        let (_, part) = mma.partition(&smem, 0, operand).unwrap();
        let fragment = make_fragment_like(part.innermost()).unwrap();
        assert_eq!(fragment.to_string(), row["fragment"], "{id}");
        let view = copy.retile(&fragment).unwrap();
        assert_eq!(view.to_string(), row["retile_D"], "{id}");
        assert_table(&row["retile_table"], &view.offsets().unwrap(), "retile");
        count += 1;
    }
    println!("tiled.jsonl: {count} copies shaped by an mma");
    assert_eq!(count, 3);
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
        assert_eq!(layout.to_string(), row[name]);
        assert_eq!(
            Json::from(offset.int().unwrap().value),
            row[format!("{name}_offset").as_str()]
        );
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
