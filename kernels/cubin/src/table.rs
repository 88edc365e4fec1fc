//! [`FILES`]: the kernels, PTX file by PTX file, and their compressed machine code.
//!
//! A line more here and `cargo xtask cubin` is all that one more kernel takes. A new PTX file needs an empty file in `packed` first.

use azulejo_device::table::Packed;

/// Kernels of a PTX file that have machine code.
pub struct PtxFile {
    /// The PTX file of their rows.
    pub name: &'static str,
    /// Their names, in the order of the stream: those that are called most come first.
    pub kernels: &'static [&'static str],
    /// An index and one stream, as the PTX of a PTX file.
    pub packed: &'static Packed,
    /// The PTX file whose machine code the stream refers to as if it were before its own.
    pub base: Option<&'static str>,
}

macro_rules! files {
    ($($file:ident $(after $base:ident)?: $($kernel:literal)+;)+) => {
        /// All PTX files with machine code.
        pub const FILES: &[PtxFile] = &[$(PtxFile {
            name: stringify!($file),
            kernels: &[$($kernel),+],
            packed: {
                static PACKED: Packed = Packed {
                    bytes: &bytes::$file,
                    base: files!(of $($base)?),
                };
                &PACKED
            },
            base: files!(name $($base)?),
        }),+];

        /// The files, each once in a program however many refer to it.
        #[allow(non_upper_case_globals)]
        mod bytes {
            $(pub static $file: [u8; files!(file $file).len()] = *files!(file $file);)+
        }
    };
    (file $file:ident) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/packed/", stringify!($file), ".lzma"))
    };
    (of) => { None };
    (of $base:ident) => { Some(&bytes::$base) };
    (name) => { None };
    (name $base:ident) => { Some(stringify!($base)) };
}

files! {
    gemm_bf16_kk:
        "gemm_bf16_kk_128x256x4_1x1x1"
        "gemm_bf16_kk_128x176x5_1x1x1_pingpong"
        "gemm_bf16_kk_64x128x8_1x1x1"
        "gemm_bf16_kk_128x128x6_1x1x1_pingpong"
        "gemm_bf16_kk_64x64x12_1x1x1"
        "gemm_bf16_kk_128x160x5_2x1x1_pingpong"
        "gemm_bf16_kk_192x192x4_2x1x1"
        "gemm_bf16_kk_64x16x16_1x1x2"
        "gemm_bf16_kk_64x16x8_1x1x1"
        "gemm_bf16_kk_64x32x8_1x1x1"
        "gemm_bf16_kk_192x176x4_1x2x1";
    gemm_f16_kk after gemm_bf16_kk:
        "gemm_f16_kk_128x256x4_1x1x1"
        "gemm_f16_kk_128x176x5_1x1x1_pingpong"
        "gemm_f16_kk_64x128x8_1x1x1"
        "gemm_f16_kk_128x128x6_1x1x1_pingpong"
        "gemm_f16_kk_64x64x12_1x1x1"
        "gemm_f16_kk_128x160x5_2x1x1_pingpong"
        "gemm_f16_kk_192x192x4_2x1x1"
        "gemm_f16_kk_64x16x16_1x1x2"
        "gemm_f16_kk_64x16x8_1x1x1"
        "gemm_f16_kk_64x32x8_1x1x1"
        "gemm_f16_kk_192x176x4_1x2x1";
    gemm_e4m3_e4m3_kk after gemm_bf16_kk:
        "gemm_e4m3_e4m3_kk_128x128x6_1x1x1_pingpong"
        "gemm_e4m3_e4m3_kk_128x176x5_1x1x1_pingpong"
        "gemm_e4m3_e4m3_kk_64x128x8_1x1x1"
        "gemm_e4m3_e4m3_kk_128x256x4_1x1x1"
        "gemm_e4m3_e4m3_kk_64x64x12_1x1x1"
        "gemm_e4m3_e4m3_kk_128x160x5_2x1x1_pingpong"
        "gemm_e4m3_e4m3_kk_64x16x16_1x1x2"
        "gemm_e4m3_e4m3_kk_64x16x8_1x1x1"
        "gemm_e4m3_e4m3_kk_64x32x8_1x1x1";
    gemm_bf16_mk:
        "gemm_bf16_mk_128x256x4_2x1x1"
        "gemm_bf16_mk_64x64x12_1x1x1"
        "gemm_bf16_mk_64x16x8_1x1x1"
        "gemm_bf16_mk_128x192x4_1x1x1_pingpong"
        "gemm_bf16_mk_128x128x6_1x1x1_pingpong";
    gemm_bf16_km:
        "gemm_bf16_km_128x192x4_1x1x1_pingpong"
        "gemm_bf16_km_128x128x6_1x1x1_pingpong";
    gemm_bf16_mm:
        "gemm_bf16_mm_128x256x4_2x1x1"
        "gemm_bf16_mm_128x192x4_1x1x1_pingpong";
    gemm_f16_mk after gemm_bf16_mk:
        "gemm_f16_mk_128x256x4_2x1x1"
        "gemm_f16_mk_64x64x12_1x1x1"
        "gemm_f16_mk_64x16x8_1x1x1"
        "gemm_f16_mk_128x192x4_1x1x1_pingpong"
        "gemm_f16_mk_128x128x6_1x1x1_pingpong";
    gemm_f16_km after gemm_bf16_km:
        "gemm_f16_km_128x192x4_1x1x1_pingpong"
        "gemm_f16_km_128x128x6_1x1x1_pingpong";
    gemm_f16_mm after gemm_bf16_mm:
        "gemm_f16_mm_128x256x4_2x1x1"
        "gemm_f16_mm_128x192x4_1x1x1_pingpong";
    gemm_fused_bf16_kk:
        "gemm_fused_bf16_kk_128x128x6_1x1x1_pingpong_plain";
    gemm_fused_f16_kk after gemm_fused_bf16_kk:
        "gemm_fused_f16_kk_128x128x6_1x1x1_pingpong_plain";
    gemm_tf32_kk:
        "gemm_tf32_kk_128x256x4_1x1x1"
        "gemm_tf32_kk_128x176x5_2x1x1_pingpong"
        "gemm_tf32_kk_64x128x8_1x1x1"
        "gemm_tf32_kk_64x64x12_1x1x1";
    gemm_tf32_mk after gemm_tf32_kk:
        "gemm_tf32_mk_128x256x4_2x1x1"
        "gemm_tf32_mk_64x64x12_1x1x1"
        "gemm_tf32_mk_128x192x4_1x1x1";
    gemm_repack:
        "azulejo_gemm_repack";
    sm90_f32_f64acc:
        "sm90_f32_f64acc_kk"
        "sm90_f32_f64acc_km"
        "sm90_f32_f64acc_mk"
        "sm90_f32_f64acc_mm"
        "sm90_f32_f64acc_64x32_align4_kk"
        "sm90_f32_f64acc_64x32_align4_km"
        "sm90_f32_f64acc_64x32_align4_mk"
        "sm90_f32_f64acc_64x32_align4_mm";
    attention_bf16:
        "attention_bf16_d128"
        "attention_bf16_d64"
        "attention_bf16_d64_short";
    attention_f16 after attention_bf16:
        "attention_f16_d128"
        "attention_f16_d64"
        "attention_f16_d64_short";
}
