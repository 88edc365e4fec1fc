//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

#[test]
fn identity_local_tile_0() {
    rows! {
        "identity_local_tile/p0000" FromOrigin(slice_and_offset(make_identity_layout(shape!((_3,_3,_4))).zipped_divide_ceil(tile!((_1,_1,_4))).layout, coord!((_,_,_,), (0,0,0))), origin_like(shape!((_3,_3,_4)))) => "(0,0,0) + (_1,_1,_4):(_0,_0,_1@2)";
        "identity_local_tile/p0001" FromOrigin(slice_and_offset(make_identity_layout(shape!((_8,(_4),_2))).zipped_divide_ceil(tile!((_8,_1,_1))).layout, coord!((_,_,_,), (0,0,0))), origin_like(shape!((_8,(_4),_2)))) => "(0,(0),0) + (_8,_1,_1):(_1@0,_0,_0)";
        "identity_local_tile/p0002" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_2))).zipped_divide_ceil(tile!((_1,_1))).layout, coord!((_,_,), (0,1))), origin_like(shape!((_2,_2)))) => "(0,1) + (_1,_1):(_0,_0)";
        "identity_local_tile/p0003" FromOrigin(slice_and_offset(make_identity_layout(shape!((_7,_2,_7))).zipped_divide_ceil(tile!((_7,_1,_1))).layout, coord!((_,_,_,), (0,1,3))), origin_like(shape!((_7,_2,_7)))) => "(0,1,3) + (_7,_1,_1):(_1@0,_0,_0)";
        "identity_local_tile/p0004" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_4))).zipped_divide_ceil(tile!((_1,_4))).layout, coord!((_,_,), (0,0))), origin_like(shape!((_2,_4)))) => "(0,0) + (_1,_4):(_0,_1@1)";
        "identity_local_tile/p0005" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_2,(_3)))).zipped_divide_ceil(tile!((_2,_1,_3))).layout, coord!((_,_,_,), (0,0,0))), origin_like(shape!((_2,_2,(_3))))) => "(0,0,(0)) + (_2,_1,_3):(_1@0,_0,_1@0@2)";
        "identity_local_tile/p0007" FromOrigin(slice_and_offset(make_identity_layout(shape!((_32,(_1,_3),_1))).zipped_divide_ceil(tile!((_32,_3,_1))).layout, coord!((_,_,_,), (0,0,0))), origin_like(shape!((_32,(_1,_3),_1)))) => "(0,(0,0),0) + (_32,_3,_1):(_1@0,_1@1@1,_0)";
        "identity_local_tile/p0008" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_3),_32))).zipped_divide_ceil(tile!((_1,_2))).layout, coord!((_,_,), (1,3))), origin_like(shape!(((_3),_32)))) => "((1),6) + (_1,_2):(_0,_1@1)";
        "identity_local_tile/p0009" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_6,_1),_3))).zipped_divide_ceil(tile!((_3,_1))).layout, coord!((_,_,), (1,0))), origin_like(shape!(((_6,_1),_3)))) => "((3,0),0) + (_3,_1):(_1@0@0,_0)";
        "identity_local_tile/p0010" FromOrigin(slice_and_offset(make_identity_layout(shape!((_1,_5,_16))).zipped_divide_ceil(tile!((_1,_1,_4))).layout, coord!((_,_,_,), (0,1,0))), origin_like(shape!((_1,_5,_16)))) => "(0,1,0) + (_1,_1,_4):(_0,_0,_1@2)";
        "identity_local_tile/p0011" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_2,_8,_2),(_2,_1)))).zipped_divide_ceil(tile!((_4,_2))).layout, coord!((_,_,), (0,0))), origin_like(shape!(((_2,_8,_2),(_2,_1))))) => "((0,0,0),(0,0)) + ((_2,_2),_2):((_1@0@0,_1@1@0),_1@0@1)";
        "identity_local_tile/p0012" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_8),(_1,_4)))).zipped_divide_ceil(tile!((_8,_4))).layout, coord!((_,_,), (0,0))), origin_like(shape!(((_8),(_1,_4))))) => "((0),(0,0)) + (_8,_4):(_1@0@0,_1@1@1)";
        "identity_local_tile/p0014" FromOrigin(slice_and_offset(make_identity_layout(shape!((_7,_1,_5))).zipped_divide_ceil(tile!((_1,_1,_5))).layout, coord!((_,_,_,), (3,0,0))), origin_like(shape!((_7,_1,_5)))) => "(3,0,0) + (_1,_1,_5):(_0,_0,_1@2)";
        "identity_local_tile/p0015" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_1,_8))).zipped_divide_ceil(tile!((_2,_1,_2))).layout, coord!((_,_,_,), (0,0,0))), origin_like(shape!((_2,_1,_8)))) => "(0,0,0) + (_2,_1,_2):(_1@0,_0,_1@2)";
        "identity_local_tile/p0016" FromOrigin(slice_and_offset(make_identity_layout(shape!((_1,(_12)))).zipped_divide_ceil(tile!((_1,_1))).layout, coord!((_,_,), (0,5))), origin_like(shape!((_1,(_12))))) => "(0,(5)) + (_1,_1):(_0,_0)";
        "identity_local_tile/p0017" FromOrigin(slice_and_offset(make_identity_layout(shape!((_7,_1))).zipped_divide_ceil(tile!((_7,_1))).layout, coord!((_,_,), (0,0))), origin_like(shape!((_7,_1)))) => "(0,0) + (_7,_1):(_1@0,_0)";
        "identity_local_tile/p0018" FromOrigin(slice_and_offset(make_identity_layout(shape!((_16,_8))).zipped_divide_ceil(tile!((_8,_4))).layout, coord!((_,_,), (0,1))), origin_like(shape!((_16,_8)))) => "(0,4) + (_8,_4):(_1@0,_1@1)";
        "identity_local_tile/p0019" FromOrigin(slice_and_offset(make_identity_layout(shape!((_7,_1))).zipped_divide_ceil(tile!((_1,_1))).layout, coord!((_,_,), (3,0))), origin_like(shape!((_7,_1)))) => "(3,0) + (_1,_1):(_0,_0)";
        "identity_local_tile/p0021" FromOrigin(slice_and_offset(make_identity_layout(shape!((_12,_3))).zipped_divide_ceil(tile!((_1,_3))).layout, coord!((_,_,), (6,0))), origin_like(shape!((_12,_3)))) => "(6,0) + (_1,_3):(_0,_1@1)";
        "identity_local_tile/p0022" FromOrigin(slice_and_offset(make_identity_layout(shape!((_16,(_7)))).zipped_divide_ceil(tile!((_1,_7))).layout, coord!((_,_,), (11,0))), origin_like(shape!((_16,(_7))))) => "(11,(0)) + (_1,_7):(_0,_1@0@1)";
        "identity_local_tile/p0023" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_7))).zipped_divide_ceil(tile!((_2,_1))).layout, coord!((_,_,), (0,6))), origin_like(shape!((_2,_7)))) => "(0,6) + (_2,_1):(_1@0,_0)";
        "identity_local_tile/p0024" FromOrigin(slice_and_offset(make_identity_layout(shape!((_1,_8,_2,_3))).zipped_divide_ceil(tile!((_1,_2,_1,_1))).layout, coord!((_,_,_,_,), (0,2,1,2))), origin_like(shape!((_1,_8,_2,_3)))) => "(0,4,1,2) + (_1,_2,_1,_1):(_0,_1@1,_0,_0)";
        "identity_local_tile/p0025" FromOrigin(slice_and_offset(make_identity_layout(shape!((_6,_4,_4))).zipped_divide_ceil(tile!((_1,_1,_4))).layout, coord!((_,_,_,), (1,3,0))), origin_like(shape!((_6,_4,_4)))) => "(1,3,0) + (_1,_1,_4):(_0,_0,_1@2)";
        "identity_local_tile/p0026" FromOrigin(slice_and_offset(make_identity_layout(shape!((_16,_2))).zipped_divide_ceil(tile!((_4,_2))).layout, coord!((_,_,), (3,0))), origin_like(shape!((_16,_2)))) => "(12,0) + (_4,_2):(_1@0,_1@1)";
        "identity_local_tile/p0028" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_5),(_8,_3,_1)))).zipped_divide_ceil(tile!((_5,_6))).layout, coord!((_,_,), (0,1))), origin_like(shape!(((_5),(_8,_3,_1))))) => "((0),(6,0,0)) + (_5,_6):(_1@0@0,_1@0@1)";
    }
}

#[test]
fn identity_local_tile_1() {
    rows! {
        "identity_local_tile/p0030" FromOrigin(slice_and_offset(make_identity_layout(shape!((_4,_4))).zipped_divide_ceil(tile!((_2,_4))).layout, coord!((_,_,), (1,0))), origin_like(shape!((_4,_4)))) => "(2,0) + (_2,_4):(_1@0,_1@1)";
        "identity_local_tile/p0031" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_2,_2,_1))).zipped_divide_ceil(tile!((_2,_1,_2,_1))).layout, coord!((_,_,_,_,), (0,0,0,0))), origin_like(shape!((_2,_2,_2,_1)))) => "(0,0,0,0) + (_2,_1,_2,_1):(_1@0,_0,_1@2,_0)";
        "identity_local_tile/p0032" FromOrigin(slice_and_offset(make_identity_layout(shape!((_8,_8))).zipped_divide_ceil(tile!((_4,_8))).layout, coord!((_,_,), (0,0))), origin_like(shape!((_8,_8)))) => "(0,0) + (_4,_8):(_1@0,_1@1)";
        "identity_local_tile/p0033" FromOrigin(slice_and_offset(make_identity_layout(shape!((_3,_3,_2))).zipped_divide_ceil(tile!((_3,_3,_2))).layout, coord!((_,_,_,), (0,0,0))), origin_like(shape!((_3,_3,_2)))) => "(0,0,0) + (_3,_3,_2):(_1@0,_1@1,_1@2)";
        "identity_local_tile/p0034" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_2),_1))).zipped_divide_ceil(tile!((_2,_1))).layout, coord!((_,_,), (0,0))), origin_like(shape!(((_2),_1)))) => "((0),0) + (_2,_1):(_1@0@0,_0)";
        "identity_local_tile/p0036" FromOrigin(slice_and_offset(make_identity_layout(shape!((_16,(_2),_4))).zipped_divide_ceil(tile!((_4,_1,_1))).layout, coord!((_,_,_,), (3,0,1))), origin_like(shape!((_16,(_2),_4)))) => "(12,(0),1) + (_4,_1,_1):(_1@0,_0,_0)";
        "identity_local_tile/p0037" FromOrigin(slice_and_offset(make_identity_layout(shape!((_8,_7))).zipped_divide_ceil(tile!((_2,_7))).layout, coord!((_,_,), (1,0))), origin_like(shape!((_8,_7)))) => "(2,0) + (_2,_7):(_1@0,_1@1)";
        "identity_local_tile/p0038" FromOrigin(slice_and_offset(make_identity_layout(shape!((_3,(_32)))).zipped_divide_ceil(tile!((_3,_2))).layout, coord!((_,_,), (0,8))), origin_like(shape!((_3,(_32))))) => "(0,(16)) + (_3,_2):(_1@0,_1@0@1)";
        "identity_local_tile/p0039" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_5))).zipped_divide_ceil(tile!((_2,_1))).layout, coord!((_,_,), (0,3))), origin_like(shape!((_2,_5)))) => "(0,3) + (_2,_1):(_1@0,_0)";
        "identity_local_tile/p0040" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_2,_3,_2),_2))).zipped_divide_ceil(tile!((_6,_1))).layout, coord!((_,_,), (0,0))), origin_like(shape!(((_2,_3,_2),_2)))) => "((0,0,0),0) + ((_2,_3),_1):((_1@0@0,_1@1@0),_0)";
        "identity_local_tile/p0041" FromOrigin(slice_and_offset(make_identity_layout(shape!((_4,_2))).zipped_divide_ceil(tile!((_1,_1))).layout, coord!((_,_,), (3,1))), origin_like(shape!((_4,_2)))) => "(3,1) + (_1,_1):(_0,_0)";
        "identity_local_tile/p0043" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_1))).zipped_divide_ceil(tile!((_1,_1))).layout, coord!((_,_,), (0,0))), origin_like(shape!((_2,_1)))) => "(0,0) + (_1,_1):(_0,_0)";
        "identity_local_tile/p0044" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_3,_12),_3))).zipped_divide_ceil(tile!((_6,_3))).layout, coord!((_,_,), (3,0))), origin_like(shape!(((_3,_12),_3)))) => "((0,6),0) + ((_3,_2),_3):((_1@0@0,_1@1@0),_1@1)";
        "identity_local_tile/p0045" FromOrigin(slice_and_offset(make_identity_layout(shape!((_6,_4))).zipped_divide_ceil(tile!((_3,_1))).layout, coord!((_,_,), (0,3))), origin_like(shape!((_6,_4)))) => "(0,3) + (_3,_1):(_1@0,_0)";
        "identity_local_tile/p0046" FromOrigin(slice_and_offset(make_identity_layout(shape!((_2,_8))).zipped_divide_ceil(tile!((_2,_8))).layout, coord!((_,_,), (0,0))), origin_like(shape!((_2,_8)))) => "(0,0) + (_2,_8):(_1@0,_1@1)";
        "identity_local_tile/p0047" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_4),_2))).zipped_divide_ceil(tile!((_4,_2))).layout, coord!((_,_,), (0,0))), origin_like(shape!(((_4),_2)))) => "((0),0) + (_4,_2):(_1@0@0,_1@1)";
        "identity_local_tile/p0048" FromOrigin(slice_and_offset(make_identity_layout(shape!(((_2,_1,_2),_12,_1))).zipped_divide_ceil(tile!((_2,_6,_1))).layout, coord!((_,_,_,), (0,1,0))), origin_like(shape!(((_2,_1,_2),_12,_1)))) => "((0,0,0),6,0) + (_2,_6,_1):(_1@0@0,_1@1,_0)";
    }
}
