//! Rows of basis strides, units and swizzles.

use super::{Op, op, out, text, tiler};

/// The test files and the operations in each.
pub const FILES: &[(&str, &[Op])] = &[(
    "basis",
    &[op("identity_local_tile", "partition", |r| {
        let (shape, coord) = (text(r, "shape")?, text(r, "coord")?);
        let tiler = tiler(&text(r, "tiler")?);
        let kept = "_,".repeat(coord.matches(',').count() + 1);
        let call = format!(
            "slice_and_offset(zipped_divide(make_identity_layout(shape!({shape})), {tiler}), coord!(({kept}), {coord}))"
        );
        let at = r["offset"].to_string().replace('[', "(").replace(']', ")");
        Some((
            format!("FromOrigin({call}, origin_like(shape!({shape})))"),
            format!("{at} + {}", out(r)?),
        ))
    })],
)];
