//! Rows of partitions of layouts in memory.

use serde_json::Value;

use super::{Op, field, layout, op, out, text, tiler};

/// The test file and the operations in it.
pub const FILES: &[(&str, &[Op])] = &[(
    "partition",
    &[
        op("local_tile", "partition", |r| tiled("TiledBy::tile", r)),
        op("inner_partition", "partition", |r| {
            tiled("TiledBy::tile", r)
        }),
        op("outer_partition", "partition", |r| {
            tiled("PartedBy::part", r)
        }),
        op("local_tile_proj", "partition", |r| {
            let (coord, projection) = (text(r, "coord")?, projection(r)?);
            let (a, by) = (layout(r, "a")?, tiler(&text(r, "tiler")?));
            let call = format!("tile_proj({a}, {by}, coord!({coord}), {projection})");
            Some((format!("FromOffset({call})"), placed(r)?))
        }),
        op("local_partition", "partition", |r| {
            let (a, threads) = (layout(r, "a")?, layout(r, "thr_layout")?);
            let fixed = r["in"]["static_index"] == true;
            let index = format!(
                "coord!({}{})",
                if fixed { "_" } else { "" },
                r["in"]["index"]
            );
            let call = match projection(r) {
                Some(p) => format!("SharedByProj::share_proj({a}, {threads}, {index}, {p})"),
                None => format!("SharedBy::share({a}, {threads}, {index})"),
            };
            Some((format!("FromOffset({call})"), placed(r)?))
        }),
    ],
)];

fn tiled(name: &str, r: &Value) -> Option<(String, String)> {
    let (a, by) = (layout(r, "a")?, tiler(&text(r, "tiler")?));
    let call = format!("{name}({a}, {by}, coord!({}))", text(r, "coord")?);
    Some((format!("FromOffset({call})"), placed(r)?))
}

/// The projection, in which `_` stands for `X`.
fn projection(r: &Value) -> Option<String> {
    Some(format!("coord!({})", text(r, "proj")?.replace('X', "_")))
}

/// Where the result starts, and the result.
fn placed(r: &Value) -> Option<String> {
    Some(format!("{} + {}", field(r, "offset")?, out(r)?))
}
