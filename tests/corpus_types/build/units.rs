//! Rows of basis strides, units and swizzles.

use serde_json::Value;

use super::{Op, field, layout, op, out, text, tiler, unary};

/// The test files and the operations in each.
pub const FILES: &[(&str, &[Op])] = &[
    (
        "basis",
        &[op("identity_local_tile", "partition", |r| {
            let (shape, coord) = (text(r, "shape")?, text(r, "coord")?);
            let tiler = tiler(&text(r, "tiler")?);
            let kept = "_,".repeat(coord.matches(',').count() + 1);
            let call = format!(
                "slice_and_offset(make_identity_layout(shape!({shape})).zipped_divide_ceil({tiler}).layout, coord!(({kept}), {coord}))"
            );
            let at = r["offset"].to_string().replace('[', "(").replace(']', ")");
            Some((
                format!("FromOrigin({call}, origin_like(shape!({shape})))"),
                format!("{at} + {}", out(r)?),
            ))
        })],
    ),
    (
        "units",
        &[
            op("upcast", "recast", |r| {
                let n = number(r, "n")?;
                if !dynamic_strides_fit(r, n) {
                    return None;
                }
                Some((format!("upcast({}, tile!(_{n}))", layout(r, "a")?), out(r)?))
            }),
            op("downcast", "recast", |r| {
                if spread_twice(r) {
                    return None;
                }
                let n = number(r, "n")?;
                Some((
                    format!("downcast({}, tile!(_{n}))", layout(r, "a")?),
                    out(r)?,
                ))
            }),
            op("recast_layout", "recast", |r| {
                let (old, new) = (number(r, "old_bits")?, number(r, "new_bits")?);
                if (new < old && spread_twice(r))
                    || (new > old && !dynamic_strides_fit(r, new / old))
                {
                    return None;
                }
                Some((
                    format!("recast({}, tile!(_{old}), tile!(_{new}))", layout(r, "a")?),
                    out(r)?,
                ))
            }),
            op("max_common", "analysis", |r| {
                if size(r, "a") != size(r, "b") {
                    return None;
                }
                let (a, b) = (layout(r, "a")?, layout(r, "b")?);
                Some((
                    format!("Offset((max_common_layout({a}, {b}), max_common_vector({a}, {b})))"),
                    format!("{} + {}", r["vector"].as_str()?, out(r)?),
                ))
            }),
            op("nullspace", "analysis", |r| unary("nullspace", r)),
            op("max_alignment", "analysis", |r| unary("max_alignment", r)),
        ],
    ),
    (
        "swizzle",
        &[
            op("swizzle_apply", "swizzle", |r| {
                let (x, want) = (&r["in"]["x"], &r["out"]);
                Some((
                    format!("All({x}.map(|x| {}.apply(x)))", swizzle(r)?),
                    want.to_string(),
                ))
            }),
            op("swizzle_compose", "swizzle", |r| {
                let out = out(r)?;
                if r["table"].is_null() {
                    return Some((swizzled(r)?, out));
                }
                Some((
                    format!("Table({})", swizzled(r)?),
                    format!("{out} = {}", r["table"]),
                ))
            }),
            op("swizzle_composition", "swizzle", |r| {
                divided("composition", r)
            }),
            op("swizzle_logical_divide", "swizzle", |r| {
                divided("logical_divide", r)
            }),
            op("swizzle_zipped_divide", "swizzle", |r| {
                divided("zipped_divide", r)
            }),
            op("swizzle_tiled_divide", "swizzle", |r| {
                divided("tiled_divide", r)
            }),
            op("swizzle_flat_divide", "swizzle", |r| {
                divided("flat_divide", r)
            }),
            op("swizzle_upcast", "swizzle", |r| {
                let n = number(r, "n")?;
                Some((format!("upcast({}, tile!(_{n}))", swizzled(r)?), out(r)?))
            }),
            op("swizzle_downcast", "swizzle", |r| {
                let n = number(r, "n")?;
                Some((format!("downcast({}, tile!(_{n}))", swizzled(r)?), out(r)?))
            }),
            op("swizzle_right_inverse", "swizzle", |r| {
                Some((format!("right_inverse({})", swizzled(r)?), out(r)?))
            }),
            op("swizzle_left_inverse", "swizzle", |r| {
                Some((format!("left_inverse({})", swizzled(r)?), out(r)?))
            }),
            op("swizzle_slice", "swizzle", |r| {
                let call = format!(
                    "slice_and_offset({}, coord!({}))",
                    swizzled(r)?,
                    text(r, "coord")?
                );
                Some((
                    format!("Offset({call})"),
                    format!("{} + {}", field(r, "offset")?, out(r)?),
                ))
            }),
            op("max_common_swizzle", "swizzle", |r| {
                let (a, b) = (swizzled(r)?, layout(r, "b")?);
                Some((
                    format!("Offset((max_common_layout({a}, {b}), max_common_vector({a}, {b})))"),
                    format!("{} + {}", r["vector"].as_str()?, out(r)?),
                ))
            }),
            op("gmma_smem_atom", "atom", |r| Some((smem_atom(r)?, out(r)?))),
            op("gmma_tile_to_shape", "atom", |r| {
                let shape = text(r, "shape")?;
                Some((
                    format!(
                        "tile_to_shape({}, shape!({shape}), LayoutLeft)",
                        smem_atom(r)?
                    ),
                    out(r)?,
                ))
            }),
        ],
    ),
];

/// A shared-memory atom of warpgroup products: its layout in bits and its swizzle in bytes, both in units of elements.
fn smem_atom(r: &Value) -> Option<String> {
    let name = r["in"]["name"].as_str()?;
    let bits = number(r, "bits")?;
    let (b, width) = [
        ("INTER", 0, 128),
        ("SW32", 1, 256),
        ("SW64", 2, 512),
        ("SW128", 3, 1024),
    ]
    .iter()
    .find(|(kind, ..)| name.contains(&format!("_{kind}_")))
    .map(|&(_, b, width)| (b, width))?;
    let layout = match name.starts_with("Layout_K_") {
        true => format!("layout!((_8,_{width}):(_{width},_1))"),
        false => format!("layout!((_{width},_8):(_1,_{width}))"),
    };
    Some(format!(
        "composition(recast(swizzle(tile!(_{b}), tile!(_4), tile!(_3)), tile!(_8), tile!(_{bits})), upcast({layout}, tile!(_{bits})))"
    ))
}

/// The swizzle of a row: `swizzle(tile!(_2), tile!(_0), tile!(-_3))`.
fn swizzle(r: &Value) -> Option<String> {
    let text = r["in"]["swizzle"].as_str()?;
    let parts: Vec<String> = text
        .strip_prefix("Sw<")?
        .strip_suffix('>')?
        .split(',')
        .map(|n| match n.strip_prefix('-') {
            Some(n) => format!("tile!(-_{n})"),
            None => format!("tile!(_{n})"),
        })
        .collect();
    Some(format!("swizzle({})", parts.join(", ")))
}

/// The swizzled layout of a row.
fn swizzled(r: &Value) -> Option<String> {
    Some(format!("composition({}, {})", swizzle(r)?, layout(r, "a")?))
}

fn divided(name: &str, r: &Value) -> Option<(String, String)> {
    let tiler = tiler(&text(r, "tiler")?);
    Some((format!("{name}({}, {tiler})", swizzled(r)?), out(r)?))
}

fn number(r: &Value, key: &str) -> Option<i64> {
    r["in"][key].as_i64()
}

/// The size of an input layout.
fn size(r: &Value, key: &str) -> i64 {
    let shape = r["in"][key].as_str().and_then(|l| l.split(':').next());
    shape
        .unwrap_or_default()
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|n| n.parse::<i64>().ok())
        .product()
}

/// The leaves of the shape and of the stride of the input `a`.
fn leaves(r: &Value) -> Vec<(String, String)> {
    let a = r["in"]["a"].as_str().unwrap_or_default();
    let Some((shape, stride)) = a.split_once(':') else {
        return Vec::new();
    };
    let flat =
        |t: &str| -> Vec<String> { t.split(',').map(|x| x.replace(['(', ')'], "")).collect() };
    flat(shape).into_iter().zip(flat(stride)).collect()
}

/// Whether every dynamic stride is a multiple of `n`: CuTe divides the others without looking, the types reject.
fn dynamic_strides_fit(r: &Value, n: i64) -> bool {
    leaves(r)
        .iter()
        .filter_map(|(_, d)| d.parse::<i64>().ok())
        .all(|d| d % n == 0)
}

/// Whether CuTe's `downcast` spreads more than one mode, and so makes too many elements.
fn spread_twice(r: &Value) -> bool {
    leaves(r).iter().filter(|(_, d)| d == "_1").count() > 1
}
