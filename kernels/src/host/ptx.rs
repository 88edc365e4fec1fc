//! The embedded PTX: a text for each area and variant, and the choice between variants.

use std::path::Path;

pub use crate::table::Variant;

macro_rules! embedded {
    ($(($variant:ident, $folder:literal, $area:literal)),* $(,)?) => {
        /// Every text: variant, area, PTX.
        pub const TEXTS: &[(Variant, &str, &str)] = &[$((
            Variant::$variant,
            $area,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/ptx/", $folder, "/", $area, ".ptx")),
        )),*];
    };
}

embedded![
    (Sm80, "sm_80", "zeros"),
    (Sm80, "sm_80", "copy"),
    (Sm80, "sm_80", "cast"),
    (Sm80, "sm_80", "norm"),
    (Sm80, "sm_80", "reduce"),
    (Sm80, "sm_80", "columns"),
    (Sm80, "sm_80", "probe"),
    (Sm80, "sm_80", "map_f32"),
    (Sm80, "sm_80", "map_f64"),
    (Sm80, "sm_80", "map_f16"),
    (Sm80, "sm_80", "map_bf16"),
    (Sm80, "sm_80", "map_i8"),
    (Sm80, "sm_80", "map_i16"),
    (Sm80, "sm_80", "map_i32"),
    (Sm80, "sm_80", "map_i64"),
    (Sm80, "sm_80", "map_u8"),
    (Sm80, "sm_80", "map_u16"),
    (Sm80, "sm_80", "map_u32"),
    (Sm80, "sm_80", "map_u64"),
    (Sm80, "sm_80", "where"),
    (Sm80, "sm_80", "long_f32"),
    (Sm80, "sm_80", "long_f64"),
    (Sm80, "sm_80", "long_f16"),
    (Sm80, "sm_80", "long_bf16"),
    (Sm80, "sm_80", "long_i8"),
    (Sm80, "sm_80", "long_i16"),
    (Sm80, "sm_80", "long_i32"),
    (Sm80, "sm_80", "long_i64"),
    (Sm80, "sm_80", "long_u8"),
    (Sm80, "sm_80", "long_u16"),
    (Sm80, "sm_80", "long_u32"),
    (Sm80, "sm_80", "long_u64"),
    (Sm80, "sm_80", "mixed"),
    (Sm90a, "sm_90a", "cast"),
    (Sm80, "sm_80", "ladder_sgemm_1"),
    (Sm80, "sm_80", "ladder_rungs"),
    (Sm80, "sm_80", "ladder_gemv_f32"),
    (Sm80, "sm_80", "ladder_gemv_f64"),
    (Sm80, "sm_80", "ladder_gemv_f16"),
    (Sm80, "sm_80", "ladder_gemv_bf16"),
    (Sm80, "sm_80", "ladder_gemv_i8"),
    (Sm80, "sm_80", "ladder_f32"),
    (Sm80, "sm_80", "ladder_f64"),
    (Sm80, "sm_80", "ladder_f16"),
    (Sm80, "sm_80", "ladder_bf16"),
    (Sm80, "sm_80", "ladder_tf32"),
    (Sm80, "sm_80", "ladder_i8"),
    (Sm90a, "sm_90a", "ladder_f32_wide"),
    (Sm90a, "sm_90a", "ladder_f64"),
    (Sm90a, "sm_90a", "ladder_f16_fed"),
    (Sm90a, "sm_90a", "ladder_bf16_fed"),
    (Sm90a, "sm_90a", "gemm_bf16_kk"),
    (Sm90a, "sm_90a", "gemm_bf16_mk"),
    (Sm90a, "sm_90a", "gemm_bf16_mm"),
    (Sm90a, "sm_90a", "gemm_bf16_km"),
    (Sm90a, "sm_90a", "gemm_f16_kk"),
    (Sm90a, "sm_90a", "gemm_f16_mk"),
    (Sm90a, "sm_90a", "gemm_f16_mm"),
    (Sm90a, "sm_90a", "gemm_f16_km"),
    (Sm90a, "sm_90a", "gemm_tf32_kk"),
    (Sm90a, "sm_90a", "gemm_tf32_mk"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_kk"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_mk"),
    (Sm90a, "sm_90a", "gemm_e4m3_e5m2_kk"),
    (Sm90a, "sm_90a", "gemm_e5m2_e5m2_kk"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_kk_promoting"),
    (Sm90a, "sm_90a", "gemm_e4m3_e5m2_kk_promoting"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_kk_f32"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_kk_f16"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_kk_e4m3"),
    (Sm90a, "sm_90a", "gemm_bf16_grouped"),
    (Sm90a, "sm_90a", "gemm_f16_grouped"),
    (Sm90a, "sm_90a", "gemm_e4m3_grouped"),
    (Sm90a, "sm_90a", "gemm_f16_kk_halves"),
    (Sm90a, "sm_90a", "gemm_e_types"),
    (Sm90a, "sm_90a", "gemm_e4m3_e4m3_mk_types"),
    (Sm90a, "sm_90a", "gemm_e4m3_e5m2_mk_types"),
    (Sm90a, "sm_90a", "gemm_e5m2_e4m3_mk_types"),
    (Sm90a, "sm_90a", "gemm_e5m2_e5m2_mk_types"),
    (Sm90a, "sm_90a", "gemm_fused_bf16_kk"),
    (Sm90a, "sm_90a", "gemm_fused_bf16_km"),
    (Sm90a, "sm_90a", "gemm_fused_f16_kk"),
    (Sm90a, "sm_90a", "gemm_fused_f16_km"),
    (Sm90a, "sm_90a", "gemm_i8_kk"),
    (Sm90a, "sm_90a", "gemm_i8_mk"),
    (Sm90a, "sm_90a", "gemm_repack"),
    (Sm90a, "sm_90a", "gemm_sum"),
    (Sm80, "sm_80", "tile_jobs"),
    (Sm80, "sm_80", "tile_image"),
    (Sm80, "sm_80", "tile_rows"),
    (Sm80, "sm_80", "tile_product"),
    (Sm80, "sm_80", "tile_staged"),
    (Sm80, "sm_80", "tile_parts"),
    (Sm80, "sm_80", "tile_spoken"),
    (Sm80, "sm_80", "tile_shapes"),
    (Sm80, "sm_80", "tile_zeros"),
    (Sm90a, "sm_90a", "tile_jobs"),
    (Sm90a, "sm_90a", "tile_image"),
    (Sm90a, "sm_90a", "tile_rows"),
    (Sm90a, "sm_90a", "tile_product"),
    (Sm90a, "sm_90a", "tile_staged"),
    (Sm90a, "sm_90a", "tile_parts"),
    (Sm90a, "sm_90a", "tile_spoken"),
    (Sm90a, "sm_90a", "tile_shapes"),
    (Sm90a, "sm_90a", "tile_zeros"),
];

/// The PTX of an area that a device of this variant runs: its own, or the one that all share.
///
/// ```
/// use azulejo_kernels::host::ptx::{Variant, text};
/// assert_eq!(text(Variant::Sm90a, "zeros"), text(Variant::Sm80, "zeros"));
/// assert_ne!(text(Variant::Sm90a, "cast"), text(Variant::Sm80, "cast"));
/// ```
pub fn text(variant: Variant, area: &str) -> Option<&'static str> {
    embedded(variant, area).map(|(_, text)| text)
}

/// [`text`], and whose it is.
fn embedded(variant: Variant, area: &str) -> Option<(Variant, &'static str)> {
    let of = |variant| {
        TEXTS
            .iter()
            .find(|(v, a, _)| *v == variant && *a == area)
            .map(|(v, _, text)| (*v, *text))
    };
    of(variant).or_else(|| of(Variant::Sm80))
}

/// The environment variable that names a folder of texts to use instead of embedded ones, for trying kernels without a
/// new build of the program: `<folder>/<variant>/<area>.ptx`. Areas that it lacks are the embedded ones; an area of which a device has
/// no text of its own is looked for in its own variant's folder, then in that of the text that all share.
pub const FOLDER: &str = "AZULEJO_PTX_FOLDER";

/// The text of an area from the folder that [`FOLDER`] names, where there is one.
pub(crate) fn replacement(variant: Variant, area: &str) -> Option<String> {
    inside(std::env::var_os(FOLDER)?.as_ref(), variant, area)
}

/// The text of an area that `folder` has instead of the embedded one.
fn inside(folder: &Path, variant: Variant, area: &str) -> Option<String> {
    // A candidate, which is not embedded, may be in a text that all share.
    let shared = embedded(variant, area).map_or(Variant::Sm80, |(of, _)| of);
    let mut places = [variant, shared].into_iter();
    places.find_map(|of| {
        let path = folder.join(of.name()).join(format!("{area}.ptx"));
        std::fs::read_to_string(path).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::kernels;

    #[test]
    fn every_kernel_is_in_its_text_with_its_bounds() {
        for variant in [Variant::Sm80, Variant::Sm90a] {
            for k in kernels().filter(|k| variant.holds(k)) {
                let text = text(variant, k.area)
                    .unwrap_or_else(|| panic!("no text for {} on {}", k.area, variant.name()));
                let at = text
                    .find(&format!(".entry {}(", k.name))
                    .unwrap_or_else(|| panic!("{} is missing", k.name));
                let head = &text[at..at + text[at..].find("\n{").unwrap()];
                let bounds = format!(".maxntid {}, 1, 1\n.minnctapersm {}", k.threads, k.min_ctas);
                assert!(head.ends_with(&bounds), "{}: {head}", k.name);
            }
        }
    }

    #[test]
    fn a_folder_replaces_the_text_that_a_device_would_run() {
        let folder = std::env::temp_dir().join(format!("azulejo-texts-{}", std::process::id()));
        // An earlier process of this number may have left one.
        let _ = std::fs::remove_dir_all(&folder);
        let put = |of: Variant, area: &str, text: &str| {
            let of = folder.join(of.name());
            std::fs::create_dir_all(&of).unwrap();
            std::fs::write(of.join(format!("{area}.ptx")), text).unwrap();
        };
        let found = |variant, area| inside(&folder, variant, area);
        assert_eq!(found(Variant::Sm90a, "zeros"), None);
        put(Variant::Sm80, "zeros", "shared");
        put(Variant::Sm80, "ladder_f64", "for 8.0");
        assert_eq!(found(Variant::Sm80, "zeros").as_deref(), Some("shared"));
        assert_eq!(found(Variant::Sm90a, "zeros").as_deref(), Some("shared"));
        // 9.0 has a text of its own here, embedded.
        assert_eq!(found(Variant::Sm90a, "ladder_f64"), None);
        put(Variant::Sm90a, "zeros", "its own");
        assert_eq!(found(Variant::Sm90a, "zeros").as_deref(), Some("its own"));
        assert_eq!(found(Variant::Sm80, "zeros").as_deref(), Some("shared"));
        put(Variant::Sm80, "trial_of_none", "a candidate");
        assert_eq!(
            found(Variant::Sm90a, "trial_of_none").as_deref(),
            Some("a candidate")
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn every_text_holds_kernels_of_the_table_only() {
        for (variant, area, text) in TEXTS {
            let rows = kernels()
                .filter(|k| k.area == *area && variant.holds(k))
                .count();
            assert!(rows > 0, "{area} on {} has no kernel", variant.name());
            assert_eq!(
                text.matches(".visible .entry ").count(),
                rows,
                "{area} on {}",
                variant.name()
            );
            assert!(text.contains(&format!(".target {}", variant.name())));
        }
    }
}
