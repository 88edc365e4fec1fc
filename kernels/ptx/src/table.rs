//! [`TEXTS`]: the PTX files, and which of them are compressed after another one.

use azulejo_device::table::{Packed, Variant};

macro_rules! embedded {
    (file Sm80 $file:ident) => { embedded!(in "sm_80" $file) };
    (file Sm90a $file:ident) => { embedded!(in "sm_90a" $file) };
    (in $folder:literal $file:ident) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/packed/", $folder, "/", stringify!($file), ".lzma"))
    };
    (base $variant:ident) => { None };
    (base $variant:ident $base:ident) => { Some(embedded!(file $variant $base)) };
    (name) => { None };
    (name $base:ident) => { Some(stringify!($base)) };
    ($($(#[$on:meta])? $variant:ident $file:ident $(after $base:ident)?),* $(,)?) => {
        /// Every PTX file: variant, name, compressed modules, the PTX file that they are compressed after.
        pub const TEXTS: &[(Variant, &str, &Packed, Option<&str>)] = &[$($(#[$on])? (Variant::$variant, stringify!($file), {
            static PACKED: Packed = Packed {
                bytes: embedded!(file $variant $file),
                base: embedded!(base $variant $($base)?),
            };
            &PACKED
        }, embedded!(name $($base)?))),*];
    };
}

embedded! {
    Sm80 zeros, Sm80 copy, Sm80 cast,
    Sm80 norm, Sm80 reduce, Sm80 columns,
    Sm80 probe,
    Sm80 map_f32, Sm80 map_f64 after map_f32, Sm80 map_f16 after map_bf16, Sm80 map_bf16, Sm80 map_i8, Sm80 map_i16, Sm80 map_i32,
    Sm80 map_i64, Sm80 map_u8 after map_i8, Sm80 map_u16 after map_i16, Sm80 map_u32 after map_i32, Sm80 map_u64 after map_i64,
    Sm80 where,
    Sm80 long_f32, Sm80 long_f64 after long_f32, Sm80 long_f16 after long_bf16, Sm80 long_bf16, Sm80 long_i8, Sm80 long_i16,
    Sm80 long_i32, Sm80 long_i64, Sm80 long_u8 after long_i8, Sm80 long_u16 after long_i16, Sm80 long_u32 after long_i32,
    Sm80 long_u64 after long_i64,
    Sm80 mixed,
    Sm90a cast,
    Sm80 gemv_f32, Sm80 gemv_f64 after gemv_f32, Sm80 gemv_f16 after gemv_bf16,
    Sm80 gemv_bf16, Sm80 gemv_i8, Sm80 sm80_f32, Sm80 sm80_f64, Sm80 sm80_f16 after sm80_bf16, Sm80 sm80_bf16,
    Sm80 sm80_tf32, Sm80 sm80_i8, Sm80 sm80_split_k_reduce, Sm90a sm90_f32_f64acc, Sm90a sm80_f64, Sm90a sm90_f16_tma_mma after sm90_bf16_tma_mma,
    Sm90a sm90_bf16_tma_mma,
    Sm90a gemm_bf16_kk, Sm90a gemm_bf16_mk, Sm90a gemm_bf16_mm after gemm_bf16_mk, Sm90a gemm_bf16_km after gemm_bf16_mk,
    Sm90a gemm_f16_kk after gemm_bf16_kk, Sm90a gemm_f16_mk after gemm_bf16_mk, Sm90a gemm_f16_mm after gemm_bf16_mk,
    Sm90a gemm_bf16_kk_f32, Sm90a gemm_bf16_mk_f32, Sm90a gemm_bf16_mm_f32 after gemm_bf16_mk_f32,
    Sm90a gemm_f16_kk_f32 after gemm_bf16_kk_f32, Sm90a gemm_f16_mk_f32 after gemm_bf16_mk_f32, Sm90a gemm_f16_mm_f32 after gemm_bf16_mk_f32,
    Sm90a gemm_f16_km after gemm_bf16_mk, Sm90a gemm_tf32_kk, Sm90a gemm_tf32_mk after gemm_tf32_kk,
    Sm90a gemm_e4m3_e4m3_kk after gemm_bf16_kk, Sm90a gemm_e4m3_e4m3_mk, Sm90a gemm_e4m3_e5m2_kk after gemm_bf16_kk,
    Sm90a gemm_e5m2_e5m2_kk after gemm_bf16_kk, Sm90a gemm_e4m3_e4m3_kk_promoting after gemm_bf16_kk,
    Sm90a gemm_e4m3_e5m2_kk_promoting after gemm_bf16_kk, Sm90a gemm_e4m3_e4m3_kk_f32 after gemm_bf16_kk,
    Sm90a gemm_e4m3_e4m3_kk_f16 after gemm_bf16_kk, Sm90a gemm_e4m3_e4m3_kk_e4m3 after gemm_bf16_kk, Sm90a gemm_bf16_grouped,
    Sm90a gemm_f16_grouped after gemm_bf16_grouped, Sm90a gemm_e4m3_grouped after gemm_bf16_grouped, Sm90a gemm_f16_kk_f16acc after gemm_bf16_kk,
    Sm90a gemm_fp8_outputs after gemm_tf32_kk, Sm90a gemm_e4m3_e4m3_mk_outputs, Sm90a gemm_e4m3_e5m2_mk_outputs after gemm_e4m3_e4m3_mk_outputs,
    Sm90a gemm_e5m2_e4m3_mk_outputs after gemm_e4m3_e4m3_mk_outputs, Sm90a gemm_e5m2_e5m2_mk_outputs after gemm_e4m3_e4m3_mk_outputs,
    Sm90a gemm_fused_bf16_kk, Sm90a gemm_fused_bf16_km, Sm90a gemm_fused_f16_kk after gemm_fused_bf16_kk,
    Sm90a gemm_fused_f16_km after gemm_fused_bf16_km, Sm90a gemm_fused_bf16_mk after gemm_fused_bf16_kk,
    Sm90a gemm_fused_f16_mk after gemm_fused_bf16_kk, Sm90a gemm_fused_bf16_mm after gemm_fused_bf16_km, Sm90a gemm_fused_f16_mm after gemm_fused_bf16_km, Sm90a gemm_i8_kk after gemm_tf32_kk, Sm90a gemm_i8_mk after gemm_e4m3_e4m3_mk, Sm90a gemm_repack,
    Sm90a gemm_split_k_reduce,
    #[cfg(feature = "test_programs")] Sm80 tile_jobs after tile_parts,
    Sm80 tile_image, Sm80 tile_rows, Sm80 tile_product, Sm80 tile_staged,
    #[cfg(feature = "test_programs")] Sm80 tile_parts,
    #[cfg(feature = "test_programs")] Sm80 tile_print after tile_parts,
    #[cfg(feature = "test_programs")] Sm80 tile_shapes after tile_parts,
    #[cfg(feature = "test_programs")] Sm80 tile_zeros after tile_parts,
    Sm90a tile_staged,
    #[cfg(feature = "test_programs")] Sm90a tile_parts,
    Sm80 attention_sm80_bf16, Sm80 attention_sm80_f16 after attention_sm80_bf16, Sm80 attention_sm80_backward_bf16,
    Sm80 attention_sm80_backward_f16 after attention_sm80_backward_bf16, Sm90a attention_bf16,
    Sm90a attention_f16 after attention_bf16, Sm90a attention_backward_bf16,
    Sm90a attention_backward_f16 after attention_backward_bf16,
}
