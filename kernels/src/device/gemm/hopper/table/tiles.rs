//! The tiles of each family: a kernel a row, and the families that have it.
//!
//! | family | of |
//! |---|---|
//! | `b16` | operands of 16 bits: rows whose pitch is not a multiple of 128 bytes cost them most, which clusters share |
//! | `b16_f32` | these with outputs of four bytes: 192 columns with ping-pong consumers would leave too few registers |
//! | `mn_major`, `mn_major_f32` | the same two, both operands with K strided |
//! | `m_major` | operands of 16 bits, A alone with K strided, which A · B of rows is the transpose of |
//! | `fp8` | 8-bit floats |
//! | `promoting` | 8-bit floats where precision counts |
//! | `int8` | 8-bit integers with 32-bit outputs: 192 accumulators with ping-pong consumers would leave too few registers |
//! | `tf32` | tf32, for the same reason |
//! | `transpose_a32`, `transpose_a8` | operands of 32 and 8 bits, A transposed while it is loaded into registers |
//! | `rare_types`, `f32_output` | less common operands, and these with outputs of four bytes |
//! | `grouped` | grouped GEMM |

/// Calls `family!` with the tiles of one, in the order of the rows: `M × N × stages, cluster M × N × K, roles: families`.
macro_rules! tiles {
    ($family:ident $head:tt) => {
        tiles! { $family $head ($)
            256 x 160 x 3, 1 x 2 x 1, Cooperative: mn_major;
            256 x 64 x 5, 1 x 1 x 1, Cooperative: m_major;
            192 x 192 x 4, 2 x 1 x 1, Cooperative: b16 fp8 int8 tf32 m_major b16_f32;
            192 x 192 x 4, 1 x 1 x 1, Cooperative: mn_major m_major mn_major_f32;
            192 x 176 x 4, 1 x 2 x 1, Cooperative: b16;
            192 x 176 x 4, 2 x 1 x 1, Cooperative: fp8 int8 tf32;
            192 x 160 x 4, 1 x 1 x 1, Cooperative: mn_major;
            128 x 256 x 4, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 transpose_a8 grouped;
            128 x 256 x 4, 2 x 1 x 1, Cooperative: mn_major m_major b16_f32 mn_major_f32 transpose_a32;
            128 x 256 x 3, 2 x 1 x 1, Cooperative: f32_output;
            128 x 224 x 4, 2 x 1 x 1, Cooperative: b16 fp8 m_major b16_f32;
            128 x 192 x 4, 1 x 1 x 1, PingPong: b16 fp8 mn_major m_major rare_types;
            128 x 192 x 4, 2 x 1 x 1, PingPong: b16 m_major;
            128 x 192 x 4, 1 x 2 x 1, PingPong: mn_major;
            128 x 192 x 4, 1 x 1 x 1, Cooperative: mn_major_f32 transpose_a32;
            128 x 176 x 5, 1 x 1 x 1, PingPong: b16 fp8;
            128 x 176 x 5, 2 x 1 x 1, PingPong: b16 int8 tf32;
            128 x 160 x 5, 2 x 1 x 1, PingPong: b16 fp8 int8 tf32 m_major b16_f32;
            128 x 160 x 5, 1 x 1 x 1, PingPong: mn_major;
            128 x 160 x 5, 2 x 1 x 1, Promoting: promoting;
            128 x 128 x 6, 1 x 1 x 1, PingPong: b16 fp8 int8 tf32 mn_major m_major b16_f32 mn_major_f32 grouped;
            128 x 128 x 6, 4 x 1 x 1, Cooperative: b16 fp8 int8 tf32;
            128 x 128 x 6, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 mn_major m_major rare_types b16_f32 mn_major_f32 f32_output transpose_a32 transpose_a8;
            128 x 128 x 6, 2 x 1 x 1, Cooperative: mn_major m_major b16_f32 mn_major_f32;
            128 x 128 x 6, 1 x 1 x 1, Promoting: promoting;
            128 x 112 x 6, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 m_major b16_f32;
            128 x 96 x 7, 2 x 1 x 1, Cooperative: b16 fp8;
            128 x 96 x 7, 1 x 2 x 1, Cooperative: b16 fp8 int8 tf32 m_major b16_f32;
            128 x 80 x 7, 1 x 2 x 1, Cooperative: b16 fp8 m_major;
            128 x 64 x 8, 1 x 2 x 1, Cooperative: b16 fp8 int8 tf32 mn_major b16_f32;
            128 x 64 x 8, 1 x 1 x 2, Cooperative: tf32;
            128 x 64 x 8, 1 x 1 x 1, Cooperative: transpose_a8;
            128 x 32 x 10, 4 x 1 x 1, Cooperative: b16 m_major;
            128 x 32 x 8, 1 x 1 x 1, Cooperative: transpose_a8;
            128 x 16 x 11, 1 x 1 x 1, Cooperative: b16 m_major;
            128 x 16 x 8, 1 x 1 x 1, Cooperative: transpose_a8;
            64 x 144 x 7, 4 x 1 x 1, Cooperative: b16 fp8 tf32 m_major;
            64 x 144 x 7, 1 x 1 x 1, Cooperative: b16 fp8 tf32 b16_f32;
            64 x 192 x 6, 1 x 1 x 1, Cooperative: mn_major;
            64 x 128 x 8, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 mn_major m_major b16_f32 mn_major_f32 transpose_a32 grouped;
            64 x 112 x 8, 1 x 2 x 1, Cooperative: b16;
            64 x 96 x 10, 2 x 1 x 1, Cooperative: b16 fp8;
            64 x 96 x 10, 4 x 1 x 1, Cooperative: b16 fp8 m_major;
            64 x 96 x 10, 1 x 2 x 1, Cooperative: b16;
            64 x 96 x 9, 4 x 1 x 1, Cooperative: int8 tf32 b16_f32;
            64 x 80 x 11, 1 x 1 x 1, Cooperative: b16 fp8;
            64 x 80 x 11, 4 x 1 x 1, Cooperative: m_major;
            64 x 64 x 12, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 mn_major m_major rare_types b16_f32 mn_major_f32 f32_output transpose_a32;
            64 x 64 x 12, 1 x 2 x 1, Cooperative: b16 fp8 tf32 m_major;
            64 x 64 x 6, 1 x 1 x 1, Cooperative: b16 fp8;
            64 x 64 x 12, 1 x 1 x 4, Cooperative: transpose_a32;
            64 x 64 x 12, 1 x 1 x 1, Promoting: promoting;
            64 x 64 x 12, 2 x 1 x 1, Cooperative: mn_major;
            64 x 48 x 15, 1 x 1 x 1, Cooperative: b16 m_major;
            64 x 48 x 15, 4 x 1 x 1, Cooperative: fp8;
            64 x 32 x 8, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 mn_major m_major b16_f32 mn_major_f32 transpose_a32;
            64 x 32 x 16, 4 x 1 x 1, Cooperative: b16 fp8 int8 tf32 m_major;
            64 x 16 x 8, 1 x 1 x 1, Cooperative: b16 fp8 int8 tf32 mn_major m_major b16_f32 mn_major_f32 transpose_a32;
            64 x 16 x 16, 1 x 1 x 2, Cooperative: b16 fp8 int8 tf32 m_major b16_f32;
            64 x 16 x 16, 1 x 1 x 4, Cooperative: transpose_a32;
        }
    };
    ($family:ident $head:tt ($d:tt)
        $($m:literal x $n:literal x $stages:literal, $cm:literal x $cn:literal x $ck:literal, $roles:ident: $($name:ident)*;)*) => {
        // Keeps the rows that name the family. Expansions nest, at most 128 deep on a device: of a row six names are looked at in one.
        macro_rules! pick {
            ([$d($d kept:tt)*] $d row:tt [$family $d($d more:ident)*] $d($d rest:tt)*) => { pick! { [$d($d kept)* $d row] $d($d rest)* } };
            ([$d($d kept:tt)*] $d row:tt [$d a:ident $family $d($d more:ident)*] $d($d rest:tt)*) => { pick! { [$d($d kept)* $d row] $d($d rest)* } };
            ([$d($d kept:tt)*] $d row:tt [$d a:ident $d b:ident $family $d($d more:ident)*] $d($d rest:tt)*) => { pick! { [$d($d kept)* $d row] $d($d rest)* } };
            ([$d($d kept:tt)*] $d row:tt [$d a:ident $d b:ident $d c:ident $family $d($d more:ident)*] $d($d rest:tt)*) => { pick! { [$d($d kept)* $d row] $d($d rest)* } };
            ([$d($d kept:tt)*] $d row:tt [$d a:ident $d b:ident $d c:ident $d g:ident $family $d($d more:ident)*] $d($d rest:tt)*) => { pick! { [$d($d kept)* $d row] $d($d rest)* } };
            ([$d($d kept:tt)*] $d row:tt [$d a:ident $d b:ident $d c:ident $d g:ident $d e:ident $family $d($d more:ident)*] $d($d rest:tt)*) => { pick! { [$d($d kept)* $d row] $d($d rest)* } };
            ($d kept:tt $d row:tt [$d a:ident $d b:ident $d c:ident $d g:ident $d e:ident $d f:ident $d($d more:ident)*] $d($d rest:tt)*) => {
                pick! { $d kept $d row [$d($d more)*] $d($d rest)* }
            };
            ($d kept:tt $d row:tt [$d($d none:ident)*] $d($d rest:tt)*) => { pick! { $d kept $d($d rest)* } };
            ([$d({ $d($d row:tt)* })*]) => { family! { $head $d($d($d row)*;)* } };
        }
        pick! { [] $({ $m x $n x $stages, $cm x $cn x $ck, $roles } [$($name)*])* }
    };
}
