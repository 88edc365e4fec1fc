//! Data table: every accepted row of tests/corpus/partition.jsonl on layouts in memory, through the types.
#![allow(unused_parens, non_upper_case_globals, clippy::all)]

mod common;

use azulejo_layout::*;
use typenum::{Prod, U9, U128, U256};

const _1152: C<Prod<U128, U9>> = C::NEW;
const _2304: C<Prod<U256, U9>> = C::NEW;
use azulejo_tensor::{PartedBy, Projected, SharedBy, SharedByProj, TiledBy};

/// The tile of a projected problem.
fn tile_proj<L, T: Tree, X: Tree, P>(l: L, tiler: T, coord: X, projection: P) -> L::Out
where
    P: Tree<L: azulejo_tensor::Project<T::L> + azulejo_tensor::Project<X::L>>,
    L: TiledBy<Projected<P, T>, Projected<P, X>>,
{
    use azulejo_tensor::{Listed, Project};
    l.tile(
        Listed(projection.tree().project(tiler.tree())),
        Listed(projection.tree().project(coord.tree())),
    )
}

#[test]
fn local_partition_0() {
    rows! {
        "local_partition/p0000" SharedBy::share(layout!((_16,_2):(_2,_1)), layout!((_4,_2):(_1,_4)), coord!(4)) => "1 + (_4,_1):(_8,_0)";
        "local_partition/p0001" SharedBy::share(layout!((_2,_8,_2):(_16,_1,_8)), layout!((_2,_2):(_2,_1)), coord!(0)) => "0 + (_1,_4,_2):(_0,_2,_8)";
        "local_partition/p0002" SharedBy::share(layout!((_16,_32):(_32,1)), layout!((_8,_8):(_1,_8)), coord!(44)) => "133 + (_2,_4):(_256,8)";
        "local_partition/p0003" SharedBy::share(layout!((_16,_1):(_1,_0)), layout!(((_2,_4),_1):((_1,_2),_1)), coord!(3)) => "3 + (_2,_1):(_8,_0)";
        "local_partition/p0004" SharedBy::share(layout!((4,_4):(_12,_3)), layout!(((_2,_2),_2):((_2,_4),_1)), coord!(2)) => "12 + (1,_2):(_48,_6)";
        "local_partition/p0005" SharedByProj::share_proj(layout!((_2,_4):(_1,_2)), layout!((_2,_4):(_4,_1)), coord!(2), coord!((_1,_1))) => "4 + (_1,_1):(_0,_0)";
        "local_partition/p0006" SharedBy::share(layout!((2,8):(1,_8)), layout!((_2,_2):(_2,_1)), coord!(2)) => "1 + (1,4):(2,_16)";
        "local_partition/p0007" SharedBy::share(layout!((_2,_2):(_1,_2)), layout!((_2,_1):(_1,_2)), coord!(0)) => "0 + (_1,_2):(_0,_2)";
        "local_partition/p0008" SharedBy::share(layout!((_8,_2):(_2,_1)), layout!((_4,_1):(_1,_1)), coord!(1)) => "2 + (_2,_2):(_8,_1)";
        "local_partition/p0009" SharedBy::share(layout!((_16,_12):(_1,_16)), layout!((_8,_4):(_4,_1)), coord!(28)) => "7 + (_2,_3):(_8,_64)";
        "local_partition/p0010" SharedBy::share(layout!((_8,_1):(_1,_0)), layout!((_4,_1):(_1,_4)), coord!(3)) => "3 + (_2,_1):(_4,_0)";
        "local_partition/p0011" SharedBy::share(layout!((_16,_8):(_1,_16)), layout!((_8,_2):(_2,_1)), coord!(5)) => "18 + (_2,_4):(_8,_32)";
        "local_partition/p0012" SharedBy::share(layout!((_2,_32):(_32,_1)), layout!((_2,_8):(_8,_1)), coord!(9)) => "33 + (_1,_4):(_0,_8)";
        "local_partition/p0013" SharedBy::share(layout!((_2,_32,_2):(_64,_2,_1)), layout!((_2,_8):(_1,_2)), coord!(12)) => "12 + (_1,_4,_2):(_0,_16,_1)";
        "local_partition/p0014" SharedBy::share(layout!((_8,_8):(_1,_8)), layout!((_2,_4):(_4,_1)), coord!(0)) => "0 + (_4,_2):(_2,_32)";
        "local_partition/p0015" SharedBy::share(layout!((_6,_2):(_2,_1)), layout!((_2,_1):(_1,_2)), coord!(0)) => "0 + (_3,_2):(_4,_1)";
        "local_partition/p0016" SharedBy::share(layout!((_4,_4):(_4,_1)), layout!((_2,_4):(_4,_1)), coord!(7)) => "7 + (_2,_1):(_8,_0)";
        "local_partition/p0017" SharedByProj::share_proj(layout!((_16,2):(1,_16)), layout!((_4,_2):(_2,_1)), coord!(0), coord!((_,_1))) => "0 + (_8,2):(2,_16)";
        "local_partition/p0018" SharedBy::share(layout!((_16,8,3):(1,_16,_128)), layout!(((_2,_2),_2):((_2,_4),_1)), coord!(_1)) => "16 + (_4,4,3):(4,_32,_128)";
        "local_partition/p0019" SharedByProj::share_proj(layout!((_16,_12):(_1,_16)), layout!((_8,_4):(_1,_8)), coord!(29), coord!((_,_1))) => "3 + (_4,_12):(_4,_16)";
        "local_partition/p0020" SharedByProj::share_proj(layout!((8,12,_2):(_1,8,96)), layout!((_2,_4):(_4,_1)), coord!(_7), coord!((_,_1))) => "3 + (2,12,_2):(_4,8,96)";
        "local_partition/p0021" SharedBy::share(layout!((_16,_4,_3):(_48,_768,_4)), layout!((_8,_2):(_2,_1)), coord!(12)) => "288 + (_2,_2,_3):(_384,_1536,_4)";
        "local_partition/p0022" SharedByProj::share_proj(layout!((_4,_6,_3):(_1,_4,_24)), layout!(((_2,_2),_2):((_2,_4),_1)), coord!(_5), coord!((_,_1))) => "1 + (_2,_6,_3):(_2,_4,_24)";
        "local_partition/p0023" SharedBy::share(layout!((_4,_4):(_4,1)), layout!((_4,_4):(_4,_1)), coord!(15)) => "15 + (_1,_1):(_0,_0)";
        "local_partition/p0024" SharedBy::share(layout!((8,8):(_8,1)), layout!((_2,_8):(_8,_1)), coord!(8)) => "8 + (4,1):(_16,8)";
    }
}

#[test]
fn local_partition_1() {
    rows! {
        "local_partition/p0025" SharedByProj::share_proj(layout!((_8,_16,_3):(_1,_8,_128)), layout!(((_2,_4),_8):((_8,_16),_1)), coord!(38), coord!((_,_1))) => "6 + (_1,_16,_3):(_0,_8,_128)";
        "local_partition/p0026" SharedBy::share(layout!((_8,_6):(6,1)), layout!((_4,_2):(_2,_1)), coord!(_4)) => "12 + (_2,_3):(24,2)";
        "local_partition/p0027" SharedByProj::share_proj(layout!((_4,_4):(_12,_1)), layout!((_4,_4):(_1,_4)), coord!(4), coord!((_1,_1))) => "1 + (_1,_1):(_0,_0)";
        "local_partition/p0028" SharedBy::share(layout!((_6,_6,_2):(_6,_72,_1)), layout!((_2,_2):(_1,_2)), coord!(_1)) => "6 + (_3,_3,_2):(_12,_144,_1)";
        "local_partition/p0029" SharedBy::share(layout!((_2,_2):(_1,_2)), layout!((_2,_1):(_1,_2)), coord!(_0)) => "0 + (_1,_2):(_0,_2)";
        "local_partition/p0030" SharedByProj::share_proj(layout!((8,6,3):(18,_3,1)), layout!((_8,_2):(_2,_1)), coord!(0), coord!((_,_1))) => "0 + (4,6,3):(36,_3,1)";
        "local_partition/p0031" SharedBy::share(layout!((_4,_2):(_1,_12)), layout!((_2,_2):(_2,_1)), coord!(_2)) => "1 + (_2,_1):(_2,_0)";
        "local_partition/p0032" SharedBy::share(layout!((_32,_8):(_8,_1)), layout!((_8,_2):(_1,_8)), coord!(3)) => "24 + (_4,_4):(_64,_2)";
        "local_partition/p0033" SharedBy::share(layout!((_32,_2,2):(_2,64,_1)), layout!(((_2,_4),_2):((_2,_4),_1)), coord!(1)) => "64 + (_4,_1,2):(_16,_0,_1)";
        "local_partition/p0034" SharedBy::share(layout!((16,_8):(_64,8)), layout!(((_2,_4),_8):((_8,_16),_1)), coord!(38)) => "304 + (2,_1):(_512,_0)";
        "local_partition/p0035" SharedBy::share(layout!((_24,_12,_3):(_1,_24,_288)), layout!((_8,_4):(_4,_1)), coord!(_31)) => "79 + (_3,_3,_3):(_8,_96,_288)";
        "local_partition/p0036" SharedBy::share(layout!((_16,_2,_3):(_1,_192,_64)), layout!((_4,_1):(_1,_4)), coord!(1)) => "1 + (_4,_2,_3):(_4,_192,_64)";
        "local_partition/p0037" SharedBy::share(layout!((_6,_2,_2):(_32,_16,_8)), layout!((_2,_1):(_1,_2)), coord!(0)) => "0 + (_3,_2,_2):(_64,_16,_8)";
        "local_partition/p0038" SharedByProj::share_proj(layout!((_16,_32):(_1,_16)), layout!((_8,_8):(_8,_1)), coord!(49), coord!((_1,_1))) => "22 + (_2,_4):(_8,_128)";
        "local_partition/p0039" SharedBy::share(layout!((_8,_2):(_2,_1)), layout!(((_2,_4),_1):((_1,_2),_1)), coord!(0)) => "0 + (_1,_2):(_0,_1)";
        "local_partition/p0040" SharedBy::share(layout!((_16,_1):(_1,_16)), layout!((_4,_1):(_1,_4)), coord!(0)) => "0 + (_4,_1):(_4,_0)";
        "local_partition/p0041" SharedByProj::share_proj(layout!((_2,_16):(_1,_2)), layout!((_2,_4):(_1,_2)), coord!(1), coord!((_1,_))) => "1 + (_1,_16):(_0,_2)";
        "local_partition/p0042" SharedByProj::share_proj(layout!((_8,_12):(_1,_8)), layout!((_2,_4):(_4,_1)), coord!(2), coord!((_1,_1))) => "16 + (_4,_3):(_2,_32)";
        "local_partition/p0043" SharedBy::share(layout!((_12,_8,3):(8,_1,384)), layout!(((_2,_2),_8):((_8,_16),_1)), coord!(18)) => "18 + (_3,_1,3):(32,_0,384)";
        "local_partition/p0044" SharedBy::share(layout!((_4,_16):(_16,_1)), layout!((_2,_4):(_1,_2)), coord!(5)) => "18 + (_2,_4):(_32,_4)";
        "local_partition/p0045" SharedBy::share(layout!((2,_8,_3):(1,_2,16)), layout!((_2,_8):(_8,_1)), coord!(5)) => "10 + (1,_1,_3):(2,_0,16)";
        "local_partition/p0046" SharedBy::share(layout!((_16,_6):(_24,_4)), layout!((_4,_2):(_2,_1)), coord!(_4)) => "48 + (_4,_3):(_96,_8)";
        "local_partition/p0047" SharedBy::share(layout!((_32,_1):(_1,_0)), layout!((_8,_1):(_1,_1)), coord!(_1)) => "1 + (_4,_1):(_8,_0)";
        "local_partition/p0048" SharedBy::share(layout!((_16,_16):(_1,_32)), layout!(((_2,_2),_4):((_4,_8),_1)), coord!(4)) => "1 + (_4,_4):(_4,_128)";
        "local_partition/p0049" SharedBy::share(layout!((_8,_32):(_32,_1)), layout!(((_2,_2),_8):((_8,_16),_1)), coord!(_21)) => "69 + (_2,_4):(_128,_8)";
    }
}

#[test]
fn local_partition_2() {
    rows! {
        "local_partition/p0050" SharedByProj::share_proj(layout!((_8,_8,_2):(_16,_2,_1)), layout!((_2,_8):(_8,_1)), coord!(3), coord!((_,_1))) => "48 + (_1,_8,_2):(_0,_2,_1)";
        "local_partition/p0051" SharedByProj::share_proj(layout!((_4,_16,_3):(_192,_12,_4)), layout!((_2,_4):(_1,_2)), coord!(6), coord!((_1,_))) => "0 + (_2,_16,_3):(_384,_12,_4)";
        "local_partition/p0052" SharedBy::share(layout!((_4,_1):(_1,_0)), layout!((_2,_1):(_1,_1)), coord!(1)) => "1 + (_2,_1):(_2,_0)";
        "local_partition/p0053" SharedByProj::share_proj(layout!((_24,_12):(_12,_1)), layout!(((_2,_4),_4):((_4,_8),_1)), coord!(28), coord!((_1,_))) => "84 + (_3,_12):(_96,_1)";
        "local_partition/p0054" SharedBy::share(layout!((_4,_12):(_1,_4)), layout!((_2,_4):(_4,_1)), coord!(_2)) => "8 + (_2,_3):(_2,_16)";
        "local_partition/p0055" SharedBy::share(layout!((_12,_4):(_4,_1)), layout!(((_2,_2),_2):((_2,_4),_1)), coord!(7)) => "13 + (_3,_2):(_16,_2)";
        "local_partition/p0056" SharedByProj::share_proj(layout!((_8,_1):(_1,_0)), layout!((_2,_1):(_1,_1)), coord!(1), coord!((_1,_))) => "1 + (_4,_1):(_2,_0)";
        "local_partition/p0057" SharedByProj::share_proj(layout!((_6,8):(8,1)), layout!((_2,_4):(_4,_1)), coord!(7), coord!((_1,_1))) => "11 + (_3,2):(16,4)";
        "local_partition/p0058" SharedBy::share(layout!((_24,_6):(_6,_1)), layout!((_8,_2):(_2,_1)), coord!(5)) => "13 + (_3,_3):(_48,_2)";
        "local_partition/p0059" SharedByProj::share_proj(layout!((_12,_8,_2):(_128,_16,_4)), layout!((_4,_8):(_1,_4)), coord!(12), coord!((_1,_))) => "0 + (_3,_8,_2):(_512,_16,_4)";
        "local_partition/p0060" SharedByProj::share_proj(layout!((_6,_12):(_12,_1)), layout!((_2,_4):(_1,_2)), coord!(5), coord!((_1,_))) => "12 + (_3,_12):(_24,_1)";
        "local_partition/p0061" SharedByProj::share_proj(layout!((_8,_2):(_1,_8)), layout!((_8,_2):(_2,_1)), coord!(_12), coord!((_,_1))) => "0 + (_4,_2):(_2,_8)";
        "local_partition/p0062" SharedBy::share(layout!((_4,_8):(_1,_4)), layout!((_4,_2):(_1,_4)), coord!(2)) => "2 + (_1,_4):(_0,_8)";
        "local_partition/p0063" SharedByProj::share_proj(layout!((_12,_32):(_1,_12)), layout!((_4,_8):(_8,_1)), coord!(27), coord!((_1,_1))) => "39 + (_3,_4):(_4,_96)";
        "local_partition/p0064" SharedBy::share(layout!((_24,_1):(_1,_0)), layout!((_8,_1):(_1,_8)), coord!(6)) => "6 + (_3,_1):(_8,_0)";
        "local_partition/p0065" SharedBy::share(layout!((_24,_1,_2):(_2,_0,_1)), layout!((_8,_1):(_1,_1)), coord!(_5)) => "10 + (_3,_1,_2):(_16,_0,_1)";
        "local_partition/p0066" SharedByProj::share_proj(layout!((_2,_3,_2):(_6,_2,_1)), layout!((_2,_1):(_1,_2)), coord!(1), coord!((_1,_))) => "6 + (_1,_3,_2):(_0,_2,_1)";
        "local_partition/p0067" SharedByProj::share_proj(layout!((_24,_8,_2):(_1,24,192)), layout!((_8,_8):(_8,_1)), coord!(_52), coord!((_1,_1))) => "102 + (_3,_1,_2):(_8,_0,192)";
        "local_partition/p0068" SharedBy::share(layout!((_32,_4):(_1,_32)), layout!((_8,_4):(_4,_1)), coord!(17)) => "36 + (_4,_1):(_8,_0)";
        "local_partition/p0069" SharedBy::share(layout!((_32,_4,_2):(_8,_2,_1)), layout!(((_2,_4),_4):((_4,_8),_1)), coord!(14)) => "28 + (_4,_1,_2):(_64,_0,_1)";
        "local_partition/p0070" SharedBy::share(layout!((_24,_6):(_6,_1)), layout!((_8,_2):(_2,_1)), coord!(14)) => "42 + (_3,_3):(_48,_2)";
        "local_partition/p0071" SharedByProj::share_proj(layout!((_12,_12,_2):(_4,_48,_1152)), layout!((_4,_4):(_1,_4)), coord!(_14), coord!((_1,_1))) => "152 + (_3,_3,_2):(_16,_192,_1152)";
        "local_partition/p0072" SharedByProj::share_proj(layout!((_16,_16):(_1,_16)), layout!((_4,_4):(_4,_1)), coord!(6), coord!((_,_1))) => "2 + (_4,_16):(_4,_16)";
        "local_partition/p0073" SharedBy::share(layout!((_12,_24):(_1,_12)), layout!((_4,_8):(_1,_4)), coord!(22)) => "62 + (_3,_3):(_4,_96)";
        "local_partition/p0074" SharedBy::share(layout!((_32,_2,_3):(_1,_32,_64)), layout!((_8,_2):(_2,_1)), coord!(_3)) => "33 + (_4,_1,_3):(_8,_0,_64)";
    }
}

#[test]
fn local_partition_3() {
    rows! {
        "local_partition/p0075" SharedBy::share(layout!((_2,_3):(_3,_1)), layout!((_2,_1):(_1,_1)), coord!(1)) => "3 + (_1,_3):(_0,_1)";
        "local_partition/p0076" SharedByProj::share_proj(layout!((_8,_4):(_1,_8)), layout!((_8,_1):(_1,_1)), coord!(5), coord!((_1,_1))) => "5 + (_1,_4):(_0,_8)";
        "local_partition/p0077" SharedByProj::share_proj(layout!((_8,16,2):(_1,_8,_128)), layout!((_8,_4):(_1,_8)), coord!(26), coord!((_1,_1))) => "26 + (_1,4,2):(_0,_32,_128)";
        "local_partition/p0078" SharedBy::share(layout!((_16,_4,_3):(_12,_3,_1)), layout!((_8,_2):(_2,_1)), coord!(14)) => "84 + (_2,_2,_3):(_96,_6,_1)";
        "local_partition/p0079" SharedBy::share(layout!((_16,6):(_1,16)), layout!((_4,_2):(_1,_4)), coord!(3)) => "3 + (_4,3):(_4,32)";
        "local_partition/p0080" SharedBy::share(layout!((_16,24):(24,_1)), layout!((_4,_8):(_8,_1)), coord!(26)) => "74 + (_4,3):(96,_8)";
        "local_partition/p0081" SharedByProj::share_proj(layout!((8,_32,2):(_64,_2,_1)), layout!((_2,_8):(_1,_2)), coord!(11), coord!((_,_1))) => "320 + (1,_32,2):(_512,_2,_1)";
        "local_partition/p0082" SharedBy::share(layout!((_4,_8,_3):(_24,_3,_1)), layout!((_2,_2):(_2,_1)), coord!(3)) => "27 + (_2,_4,_3):(_48,_6,_1)";
        "local_partition/p0083" SharedBy::share(layout!((24,16):(16,_1)), layout!((_8,_8):(_1,_8)), coord!(50)) => "38 + (3,2):(128,_8)";
        "local_partition/p0084" SharedBy::share(layout!((24,_16):(_1,24)), layout!((_8,_8):(_8,_1)), coord!(53)) => "126 + (3,_2):(_8,192)";
        "local_partition/p0085" SharedBy::share(layout!((_8,_4,_3):(_1,_192,_16)), layout!((_2,_4):(_4,_1)), coord!(5)) => "193 + (_4,_1,_3):(_2,_0,_16)";
        "local_partition/p0086" SharedBy::share(layout!((_4,_2):(_1,_4)), layout!((_2,_2):(_2,_1)), coord!(1)) => "4 + (_2,_1):(_2,_0)";
        "local_partition/p0087" SharedByProj::share_proj(layout!((_6,4):(_4,1)), layout!((_2,_4):(_4,_1)), coord!(7), coord!((_1,_1))) => "7 + (_3,1):(_8,4)";
        "local_partition/p0088" SharedBy::share(layout!((_8,_4):(_128,_8)), layout!((_2,_1):(_1,_1)), coord!(0)) => "0 + (_4,_4):(_256,_8)";
        "local_partition/p0089" SharedBy::share(layout!((2,8,_3):(_1,_2,16)), layout!((_2,_4):(_4,_1)), coord!(2)) => "4 + (1,2,_3):(_2,_8,16)";
        "local_partition/p0090" SharedByProj::share_proj(layout!((_8,8):(24,3)), layout!((_8,_8):(_8,_1)), coord!(63), coord!((_1,_1))) => "189 + (_1,1):(_0,24)";
        "local_partition/p0091" SharedByProj::share_proj(layout!((_16,_6,_3):(_6,_192,_1)), layout!((_8,_2):(_1,_8)), coord!(0), coord!((_1,_))) => "0 + (_2,_6,_3):(_48,_192,_1)";
        "local_partition/p0092" SharedByProj::share_proj(layout!((8,2):(_1,8)), layout!(((_2,_4),_2):((_2,_4),_1)), coord!(14), coord!((_1,_))) => "7 + (1,2):(_8,8)";
        "local_partition/p0093" SharedByProj::share_proj(layout!((16,_8):(_8,_256)), layout!((_8,_2):(_1,_8)), coord!(1), coord!((_,_1))) => "0 + (8,_8):(_16,_256)";
        "local_partition/p0094" SharedBy::share(layout!((_16,_4):(_48,_3)), layout!(((_2,_4),_1):((_1,_2),_1)), coord!(4)) => "192 + (_2,_4):(_384,_3)";
        "local_partition/p0095" SharedByProj::share_proj(layout!((_4,_6):(_6,_1)), layout!((_2,_2):(_2,_1)), coord!(0), coord!((_1,_1))) => "0 + (_2,_3):(_12,_2)";
        "local_partition/p0096" SharedBy::share(layout!((_8,_8):(_1,_8)), layout!((_2,_4):(_4,_1)), coord!(_1)) => "8 + (_4,_2):(_2,_32)";
        "local_partition/p0097" SharedBy::share(layout!((_24,_32):(_32,_1)), layout!((_8,_8):(_8,_1)), coord!(57)) => "225 + (_3,_4):(_256,_8)";
        "local_partition/p0098" SharedByProj::share_proj(layout!((_8,_2):(_1,_8)), layout!(((_2,_4),_2):((_2,_4),_1)), coord!(15), coord!((_1,_))) => "7 + (_1,_2):(_0,_8)";
        "local_partition/p0099" SharedByProj::share_proj(layout!((_4,_1):(_1,_0)), layout!((_4,_1):(_1,_1)), coord!(3), coord!((_1,_))) => "3 + (_1,_1):(_0,_0)";
    }
}

#[test]
fn local_partition_4() {
    rows! {
        "local_partition/p0100" SharedBy::share(layout!((_12,_12):(_1,_12)), layout!((_4,_4):(_1,_4)), coord!(7)) => "15 + (_3,_3):(_4,_48)";
        "local_partition/p0101" SharedByProj::share_proj(layout!((_4,_16):(_128,_8)), layout!((_4,_8):(_1,_4)), coord!(9), coord!((_1,_))) => "128 + (_1,_16):(_0,_8)";
        "local_partition/p0102" SharedBy::share(layout!((_32,_16,_2):(_32,_2,_1)), layout!((_8,_8):(_1,_8)), coord!(41)) => "42 + (_4,_2,_2):(_256,_16,_1)";
        "local_partition/p0103" SharedBy::share(layout!((_6,_16):(_1,_6)), layout!((_2,_4):(_1,_2)), coord!(_1)) => "1 + (_3,_4):(_2,_24)";
        "local_partition/p0104" SharedByProj::share_proj(layout!((_32,_32):(_1,_32)), layout!((_8,_8):(_8,_1)), coord!(49), coord!((_1,_1))) => "38 + (_4,_4):(_8,_256)";
        "local_partition/p0105" SharedByProj::share_proj(layout!((6,4,3):(_12,_3,_1)), layout!((_2,_1):(_1,_1)), coord!(1), coord!((_1,_1))) => "12 + (3,4,3):(_24,_3,_1)";
        "local_partition/p0106" SharedBy::share(layout!((8,_4):(4,_1)), layout!((_2,_1):(_1,_1)), coord!(0)) => "0 + (4,_4):(8,_1)";
        "local_partition/p0107" SharedBy::share(layout!((4,4):(1,4)), layout!((_2,_4):(_1,_2)), coord!(2)) => "4 + (2,1):(2,16)";
        "local_partition/p0108" SharedByProj::share_proj(layout!((_32,_2,_2):(_1,_32,_64)), layout!((_8,_1):(_1,_8)), coord!(_6), coord!((_,_1))) => "0 + (_32,_2,_2):(_1,_32,_64)";
        "local_partition/p0109" SharedBy::share(layout!((_16,_24):(_24,_1)), layout!((_4,_8):(_8,_1)), coord!(16)) => "48 + (_4,_3):(_96,_8)";
        "local_partition/p0110" SharedBy::share(layout!((8,_8):(_8,_1)), layout!((_8,_8):(_8,_1)), coord!(_42)) => "42 + (1,_1):(_64,_0)";
        "local_partition/p0111" SharedByProj::share_proj(layout!((_24,_4):(_8,_192)), layout!((_8,_4):(_1,_8)), coord!(_8), coord!((_,_1))) => "8 + (_6,_4):(_32,_192)";
        "local_partition/p0112" SharedBy::share(layout!((_16,_4,_2):(8,_2,_1)), layout!((_8,_1):(_1,_1)), coord!(3)) => "24 + (_2,_4,_2):(64,_2,_1)";
        "local_partition/p0113" SharedBy::share(layout!((_16,_8,_3):(_1,_16,_128)), layout!((_8,_4):(_1,_8)), coord!(21)) => "37 + (_2,_2,_3):(_8,_64,_128)";
        "local_partition/p0114" SharedByProj::share_proj(layout!((4,_32):(1,4)), layout!((_2,_8):(_1,_2)), coord!(9), coord!((_1,_))) => "1 + (2,_32):(2,4)";
        "local_partition/p0115" SharedBy::share(layout!((_2,_24,_2):(_192,_2,_48)), layout!((_2,_8):(_8,_1)), coord!(2)) => "4 + (_1,_3,_2):(_0,_16,_48)";
        "local_partition/p0116" SharedBy::share(layout!((2,4):(_4,_1)), layout!((_2,_1):(_1,_2)), coord!(1)) => "4 + (1,4):(_8,_1)";
        "local_partition/p0117" SharedBy::share(layout!((_8,_32):(_2,_16)), layout!(((_2,_4),_8):((_8,_16),_1)), coord!(37)) => "88 + (_1,_4):(_0,_128)";
        "local_partition/p0118" SharedBy::share(layout!((_4,_4):(_1,_4)), layout!((_4,_2):(_1,_4)), coord!(4)) => "4 + (_1,_2):(_0,_8)";
        "local_partition/p0119" SharedBy::share(layout!((_24,_16):(_16,_1)), layout!((_8,_4):(_4,_1)), coord!(_16)) => "64 + (_3,_4):(_128,_4)";
    }
}

#[test]
fn outer_partition_0() {
    rows! {
        "outer_partition/p0000" PartedBy::part(layout!((_4,_8):(_16,_1)), tile!((1,_8)), coord!((0,7))) => "7 + (4,_1):(16,_0)";
        "outer_partition/p0001" PartedBy::part(layout!((_4,_8):(_1,_4)), tile!((_4,_2)), coord!((0,0))) => "0 + (_1,_4):(_0,_8)";
        "outer_partition/p0002" PartedBy::part(layout!((_16,_2):(_1,_16)), tile!((_16,_1)), coord!((15,_))) => "15 + (_1,_1,_2):(_0,_0,_16)";
        "outer_partition/p0003" PartedBy::part(layout!((4,_4):(1,4)), tile!((_4,_1)), coord!((_0,0))) => "0 + (1,_4):(4,4)";
        "outer_partition/p0004" PartedBy::part(layout!((_8,_2,_8):(_16,_8,_1)), tile!((_3,_2,_4)), coord!(16)) => "26 + (_3,_1,_2):(_48,_0,_4)";
        "outer_partition/p0005" PartedBy::part(layout!((_8,(_4,_16)):(_64,(_16,_1))), tile!((_1,_32)), coord!((_0,30))) => "39 + (_8,_2):(_64,_8)";
        "outer_partition/p0006" PartedBy::part(layout!((_8,_2):(_64,_8)), tile!((_6,_2)), coord!((4,0))) => "256 + (_2,_1):(_384,_0)";
        "outer_partition/p0007" PartedBy::part(layout!((_4,_4,_16):(_1,_64,_4)), tile!((4,_4,_4)), coord!((_2,_0,3))) => "14 + (1,_1,_4):(4,_0,_16)";
        "outer_partition/p0008" PartedBy::part(layout!((_4,(_8,_16)):(_128,(_1,_8))), tile!((_3,_16)), coord!((0,7))) => "7 + (_2,_8):(_384,_16)";
        "outer_partition/p0009" PartedBy::part(layout!((_2,(_2,_16,_4)):(_1,(_2,_4,_64))), tile!((_1,_8)), coord!(4)) => "8 + (_2,_16):(_1,_16)";
        "outer_partition/p0010" PartedBy::part(layout!((_2,_4):(_1,_2)), tile!((_2,_4)), coord!((_1,0))) => "1 + (_1,_1):(_0,_0)";
        "outer_partition/p0011" PartedBy::part(layout!((_2,_8):(_8,_1)), tile!((_1,_1)), coord!((_,0))) => "0 + (_1,_2,_8):(_0,_8,_1)";
        "outer_partition/p0012" PartedBy::part(layout!((_2,_16,_2):(_1,_4,_64)), tile!((_2,_4,_2)), coord!((_,2,1))) => "72 + (_2,_1,_4,_1):(_1,_0,_16,_0)";
        "outer_partition/p0013" PartedBy::part(layout!(((_16),12):((_1),_16)), tile!((_8,_3)), coord!((_,_0))) => "0 + (_8,_2,4):(_1,_8,_48)";
        "outer_partition/p0014" PartedBy::part(layout!((_6,_16):(_1,_6)), tile!((_5,_1)), coord!((_,0))) => "0 + (_5,_2,_16):(_1,_5,_6)";
        "outer_partition/p0015" PartedBy::part(layout!((_12,_16):(_1,_12)), tile!((_3,_2)), coord!(0)) => "0 + (_4,_8):(_3,_24)";
        "outer_partition/p0016" PartedBy::part(layout!(((_8),8):((1),8)), tile!((_1,_4)), coord!(3)) => "24 + (_8,2):(1,32)";
        "outer_partition/p0017" PartedBy::part(layout!((_4,_16,_6):(_96,_6,_1)), tile!((_2,_8,1)), coord!((1,1,_0))) => "102 + (_2,_2,6):(_192,_48,1)";
        "outer_partition/p0018" PartedBy::part(layout!(((4),(_16),(_2)):((_32),(_2),(1))), tile!((_1)), coord!((0))) => "0 + (4,(_16),(_2)):(_32,(_2),(1))";
        "outer_partition/p0019" PartedBy::part(layout!((_16,_4):(_4,_1)), tile!((_15)), coord!((8))) => "32 + (_2,_4):(_60,_1)";
        "outer_partition/p0020" PartedBy::part(layout!(((_16),_6):((_1),_16)), tile!((_8,_2)), coord!((_0,_))) => "0 + (_2,_2,_3):(_16,_8,_32)";
        "outer_partition/p0021" PartedBy::part(layout!((_2,(_8),(_16)):(_1,(_2),(_16))), tile!((_1)), coord!(0)) => "0 + (_2,(_8),(_16)):(_1,(_2),(_16))";
        "outer_partition/p0022" PartedBy::part(layout!((_4,(_6),_4):(_1,(_4),_24)), tile!((_4,_6,_2)), coord!(6)) => "6 + (_1,_1,_2):(_0,_0,_48)";
        "outer_partition/p0023" PartedBy::part(layout!((_6,_4):(_1,_6)), tile!((_2,_2)), coord!((1,_0))) => "1 + (_3,_2):(_2,_12)";
        "outer_partition/p0024" PartedBy::part(layout!((_4,_4,_6):(_1,_16,_64)), tile!((_2,_2,_2)), coord!((_0,_0,_))) => "0 + (_2,_2,_2,_3):(_64,_2,_32,_128)";
    }
}

#[test]
fn outer_partition_1() {
    rows! {
        "outer_partition/p0025" PartedBy::part(layout!((_8,_8):(_1,_8)), tile!((_2,6)), coord!(2)) => "8 + (_4,2):(_2,48)";
        "outer_partition/p0026" PartedBy::part(layout!((_6,_12):(_36,_3)), tile!((_1,_2)), coord!((0,_0))) => "0 + (_6,_6):(_36,_6)";
        "outer_partition/p0027" PartedBy::part(layout!((_2,_12):(_1,_2)), tile!((_1,_1)), coord!((_,_))) => "0 + (_1,_1,_2,_12):(_0,_0,_1,_2)";
        "outer_partition/p0028" PartedBy::part(layout!(((_12),_6):((_1),_12)), tile!((_3,_1)), coord!((2,_))) => "2 + (_1,_4,_6):(_0,_3,_12)";
        "outer_partition/p0029" PartedBy::part(layout!((_2,_4):(_4,_1)), tile!((_1,_1)), coord!((0,0))) => "0 + (_2,_4):(_4,_1)";
        "outer_partition/p0030" PartedBy::part(layout!((_8,6):(_6,_1)), tile!((2)), coord!((0))) => "0 + (4,6):(12,_1)";
        "outer_partition/p0031" PartedBy::part(layout!((_4,_16,_6):(_8,_128,_6144)), tile!((_4,_2)), coord!((2,_))) => "16 + (_2,_1,_8,_6):(_128,_0,_256,_6144)";
        "outer_partition/p0032" PartedBy::part(layout!(((_16),_2,_2):((_1),_32,_16)), tile!((_4)), coord!((0))) => "0 + (_4,_2,_2):(_4,_32,_16)";
        "outer_partition/p0033" PartedBy::part(layout!(((_4),_12,_8):((_1),_4,_48)), tile!((_1,_2,_2)), coord!((0,_1,_0))) => "4 + (_4,_6,_4):(_1,_8,_96)";
        "outer_partition/p0034" PartedBy::part(layout!((_2,_8):(_1,_2)), tile!((_1,_1)), coord!((_,0))) => "0 + (_1,_2,_8):(_0,_1,_2)";
        "outer_partition/p0035" PartedBy::part(layout!((_8,_4):(_4,_1)), tile!((_8,_1)), coord!((_,0))) => "0 + (_8,_1,_4):(_4,_0,_1)";
    }
}

#[test]
fn local_tile_0() {
    rows! {
        "local_tile/p0000" TiledBy::tile(layout!((_8,_8):(_8,_1)), tile!((1,_8)), coord!((_,0))) => "0 + (1,_8,8):(_8,_1,8)";
        "local_tile/p0001" TiledBy::tile(layout!((_4,(_2,_4),_8):(_64,(_32,_8),_1)), tile!((_4,_4,_4)), coord!((_0,_,0))) => "0 + (_4,(_2,_2),_4,_2):(_64,(_32,_8),_1,_16)";
        "local_tile/p0002" TiledBy::tile(layout!(((_8,_4),(_16)):((_1,_8),(_32))), tile!((_32,_8)), coord!((_,1))) => "256 + (_32,_8,_1):(_1,_32,_0)";
        "local_tile/p0003" TiledBy::tile(layout!((_16,12):(_1,_16)), tile!((_4,_6)), coord!((_1,0))) => "4 + (_4,_6):(_1,_16)";
        "local_tile/p0004" TiledBy::tile(layout!((_2,_16,(_2)):(_32,_1,(_16))), tile!((_1,_8,_1)), coord!((_0,_0,_1))) => "16 + (_1,_8,_1):(_0,_1,_0)";
        "local_tile/p0005" TiledBy::tile(layout!((_4,_16,_8):(_128,_8,_1)), tile!((_4,_8,_8)), coord!((0,_1,0))) => "64 + (_4,_8,_8):(_128,_8,_1)";
        "local_tile/p0006" TiledBy::tile(layout!((_8,_12):(_1,_8)), tile!((_4,_2)), coord!((_,_4))) => "64 + (_4,_2,_2):(_1,_8,_4)";
        "local_tile/p0007" TiledBy::tile(layout!((_2,(_16)):(_16,(_1))), tile!((_1,_2)), coord!(8)) => "8 + (_1,_2):(_0,_1)";
        "local_tile/p0008" TiledBy::tile(layout!((_4,_8):(_1,_4)), tile!((_4,_4)), coord!((0,_))) => "0 + (_4,_4,_2):(_1,_4,_16)";
        "local_tile/p0009" TiledBy::tile(layout!(((_4,_12),_2,_4):((_1,_12),_2304,_144)), tile!((_1,_2,_4)), coord!((_,_0,0))) => "0 + (_1,_2,_4,(_4,_12)):(_0,_2304,_144,(_1,_12))";
        "local_tile/p0010" TiledBy::tile(layout!((_4,_2):(_2,_1)), tile!((_1,_1)), coord!((2,1))) => "5 + (_1,_1):(_0,_0)";
        "local_tile/p0011" TiledBy::tile(layout!((16,8,2):(_4,128,_1024)), tile!((_2,_8)), coord!(6)) => "48 + (_2,_8):(_4,128)";
        "local_tile/p0012" TiledBy::tile(layout!((4,_8,_6):(48,6,_1)), tile!((_4,_2)), coord!((0,0,1))) => "1 + (_4,_2):(48,6)";
        "local_tile/p0013" TiledBy::tile(layout!((_6,_16):(_1,_6)), tile!((_2,_1)), coord!((_2,_))) => "4 + (_2,_1,_16):(_1,_0,_6)";
        "local_tile/p0014" TiledBy::tile(layout!((_16,_4,_4):(_1,_16,_64)), tile!((_8,_2,_2)), coord!((_1,0,1))) => "136 + (_8,_2,_2):(_1,_16,_64)";
        "local_tile/p0015" TiledBy::tile(layout!((_8,_2,_4):(_192,_8,_48)), tile!((_8,_2,_4)), coord!((0,_0))) => "0 + (_8,_2,_4,_1):(_192,_8,_48,_0)";
        "local_tile/p0016" TiledBy::tile(layout!((_2,_4):(_4,_1)), tile!((1,_4)), coord!((0,_0))) => "0 + (1,_4):(_4,_1)";
        "local_tile/p0017" TiledBy::tile(layout!(((_8,_12),_2):((_64,_512),_8)), tile!((_48,_2)), coord!((_,0))) => "0 + (_48,_2,_2):(_64,_8,_3072)";
        "local_tile/p0018" TiledBy::tile(layout!((_2,(_8,_4)):(_64,(_4,_1))), tile!((_1)), coord!((_1,_2))) => "72 + ((_1)):((_0))";
        "local_tile/p0019" TiledBy::tile(layout!((_4,_16,_8):(_1,_4,_64)), tile!((_1,_8,_2)), coord!(11)) => "131 + (_1,_8,_2):(_0,_4,_64)";
        "local_tile/p0020" TiledBy::tile(layout!(((_6,_6),_2):((_1,_6),_36)), tile!((_36,_2)), coord!((0))) => "0 + (_36,_2,_1):(_1,_36,_0)";
        "local_tile/p0021" TiledBy::tile(layout!(((_2,_8),_8):((_64,_8),_1)), tile!((_4,_2)), coord!((_,0))) => "0 + ((_2,_2),_2,_4):((_64,_8),_1,_16)";
        "local_tile/p0022" TiledBy::tile(layout!(((2),_12):((_1),_2)), tile!((_2,10)), coord!(0)) => "0 + (_2,10):(_1,_2)";
        "local_tile/p0023" TiledBy::tile(layout!((_4,(_4),_8):(_1,(_4),_16)), tile!((_1,_2,_8)), coord!(0)) => "0 + (_1,_2,_8):(_0,_4,_16)";
        "local_tile/p0024" TiledBy::tile(layout!((_8,_8):(_1,_8)), tile!((_6)), coord!((0,_6))) => "48 + ((_6)):((_1))";
    }
}

#[test]
fn local_tile_1() {
    rows! {
        "local_tile/p0025" TiledBy::tile(layout!((6,4):(1,6)), tile!((_6,_1)), coord!((_,_))) => "0 + (_6,_1,1,4):(1,_0,6,6)";
        "local_tile/p0026" TiledBy::tile(layout!((_2,_16,_4):(_64,_4,_1)), tile!((_1)), coord!((_,14,_))) => "56 + ((_1),_2,_4):((_0),_64,_1)";
        "local_tile/p0027" TiledBy::tile(layout!((_8,_2):(_1,_8)), tile!((_1,_2)), coord!((_1))) => "1 + (_1,_2,_1):(_0,_8,_0)";
        "local_tile/p0028" TiledBy::tile(layout!((4,8):(8,1)), tile!((_4,_1)), coord!((_,5))) => "5 + (_4,_1,1):(8,_0,32)";
        "local_tile/p0029" TiledBy::tile(layout!((8,_8):(8,_1)), tile!((_1,_2)), coord!((_,_1))) => "2 + (_1,_2,8):(_0,_1,8)";
        "local_tile/p0030" TiledBy::tile(layout!((_4,_2):(_1,_4)), tile!((_1,_1)), coord!(4)) => "4 + (_1,_1):(_0,_0)";
        "local_tile/p0031" TiledBy::tile(layout!(((_4,_8),_12):((_96,_1),_8)), tile!((_2,_6)), coord!((12,0))) => "6 + (_2,_6):(_96,_8)";
        "local_tile/p0032" TiledBy::tile(layout!(((_12),_4):((_2),_24)), tile!((_2)), coord!((_,1))) => "24 + ((_2),_6):((_2),_4)";
        "local_tile/p0033" TiledBy::tile(layout!((_8,_16):(_48,_3)), tile!((_4,_16)), coord!((0,0))) => "0 + (_4,_16):(_48,_3)";
        "local_tile/p0034" TiledBy::tile(layout!(((_4),8,_12):((_8),1,32)), tile!((_4,_8,_6)), coord!(0)) => "0 + (_4,_8,_6):(_8,1,32)";
        "local_tile/p0035" TiledBy::tile(layout!((_6,_16):(_1,_6)), tile!((_2,_16)), coord!((_,_))) => "0 + (_2,_16,_3,_1):(_1,_6,_2,_0)";
        "local_tile/p0036" TiledBy::tile(layout!((_8,_6,_4):(_48,_1,_6)), tile!((_3,_2,_4)), coord!((_1,_2,0))) => "148 + (_3,_2,_4):(_48,_1,_6)";
        "local_tile/p0037" TiledBy::tile(layout!(((_12),_4):((_4),_1)), tile!((2,_4)), coord!((_3,_))) => "24 + (2,_4,_1):(_4,_1,_0)";
        "local_tile/p0038" TiledBy::tile(layout!((_8,_6):(_1,_8)), tile!((_2,_2)), coord!((_1))) => "2 + (_2,_2,_3):(_1,_8,_16)";
        "local_tile/p0039" TiledBy::tile(layout!((_4,_4):(_4,_1)), tile!((_2,_1)), coord!((1,_))) => "8 + (_2,_1,_4):(_4,_0,_1)";
        "local_tile/p0040" TiledBy::tile(layout!((_12,8):(_3,_36)), tile!((_3,_4)), coord!(4)) => "144 + (_3,_4):(_3,_36)";
        "local_tile/p0041" TiledBy::tile(layout!((_8,_12):(_1,_8)), tile!((_2,_4)), coord!((2,0))) => "4 + (_2,_4):(_1,_8)";
        "local_tile/p0042" TiledBy::tile(layout!((8,8,2):(1,8,64)), tile!((_4,_4,_2)), coord!((0,0,0))) => "0 + (_4,_4,_2):(1,8,64)";
        "local_tile/p0043" TiledBy::tile(layout!((_12,_8):(_8,_1)), tile!((_2,_1)), coord!((4))) => "64 + (_2,_1,_8):(_8,_0,_1)";
        "local_tile/p0044" TiledBy::tile(layout!((_6,_8):(_1,_6)), tile!((6)), coord!((_0,0))) => "0 + ((6)):((_1))";
        "local_tile/p0045" TiledBy::tile(layout!((_16,_4):(_8,_128)), tile!((_2,_3)), coord!((_,1))) => "384 + (_2,_3,_8):(_8,_128,_16)";
        "local_tile/p0046" TiledBy::tile(layout!((_4,_16):(_16,_1)), tile!((_2,_4)), coord!((_1,_1))) => "36 + (_2,_4):(_16,_1)";
        "local_tile/p0047" TiledBy::tile(layout!((_8,_2,(_4,_8)):(_64,_32,(_8,_1))), tile!((_4,_1)), coord!((1,1,_4))) => "289 + (_4,_1):(_64,_0)";
        "local_tile/p0048" TiledBy::tile(layout!((_4,_8,_16):(_8,_1,_32)), tile!((_4,_1,_16)), coord!((_0,0,_0))) => "0 + (_4,_1,_16):(_8,_0,_32)";
        "local_tile/p0049" TiledBy::tile(layout!(((_4),_12):((_24),_2)), tile!((_4,_1)), coord!((_))) => "0 + (_4,_1,_1,_12):(_24,_0,_0,_2)";
    }
}

#[test]
fn local_tile_2() {
    rows! {
        "local_tile/p0050" TiledBy::tile(layout!((8,6,4):(_1,8,48)), tile!((1,_1,_1)), coord!(125)) => "125 + (1,_1,_1):(_1,_0,_0)";
        "local_tile/p0051" TiledBy::tile(layout!((_4,_4,_16):(_64,_16,_1)), tile!((_4,_2,_8)), coord!(3)) => "40 + (_4,_2,_8):(_64,_16,_1)";
        "local_tile/p0052" TiledBy::tile(layout!((_4,(_8)):(_2,(_8))), tile!((_4,_1)), coord!((_,_))) => "0 + (_4,_1,_1,_8):(_2,_0,_0,_8)";
        "local_tile/p0053" TiledBy::tile(layout!((_8,_16):(_64,_2)), tile!((_8,_2)), coord!((_))) => "0 + (_8,_2,_1,_8):(_64,_2,_0,_4)";
        "local_tile/p0054" TiledBy::tile(layout!((_2,_4):(_4,_1)), tile!((_1,_1)), coord!(0)) => "0 + (_1,_1):(_0,_0)";
        "local_tile/p0055" TiledBy::tile(layout!((_12,_16):(_64,4)), tile!((_6,_10)), coord!((_0,_0))) => "0 + (_6,_10):(_64,4)";
        "local_tile/p0056" TiledBy::tile(layout!((_8,(_8)):(_8,(_1))), tile!((4,_2)), coord!(7)) => "38 + (4,_2):(_8,_1)";
        "local_tile/p0057" TiledBy::tile(layout!((_4,_4):(_4,_1)), tile!((_2,_4)), coord!((_,_))) => "0 + (_2,_4,_2,_1):(_4,_1,_8,_0)";
        "local_tile/p0058" TiledBy::tile(layout!((2,_8):(_1,_4)), tile!((_1,_2)), coord!((_1,_3))) => "25 + (_1,_2):(_0,_4)";
        "local_tile/p0059" TiledBy::tile(layout!((_4,_4):(_4,_1)), tile!((1,_2)), coord!((0,_))) => "0 + (1,_2,_2):(_4,_1,_2)";
        "local_tile/p0060" TiledBy::tile(layout!((_4,_8,_16):(_128,_16,_1)), tile!((_1,_1,_2)), coord!((3,_2))) => "416 + (_1,_1,_2,_8):(_0,_0,_1,_2)";
        "local_tile/p0061" TiledBy::tile(layout!((_6,_16):(_16,_1)), tile!((_6,_4)), coord!((0,_3))) => "12 + (_6,_4):(_16,_1)";
        "local_tile/p0062" TiledBy::tile(layout!((_4,_2,_16):(_32,_1,_2)), tile!((2,_1,_1)), coord!((_0,_0,_7))) => "14 + (2,_1,_1):(_32,_0,_0)";
        "local_tile/p0063" TiledBy::tile(layout!((_12,_6,(_4)):(_6,_1,(_72))), tile!((_6,_1,_2)), coord!((_0,1,_))) => "1 + (_6,_1,_2,_2):(_6,_0,_72,_144)";
        "local_tile/p0064" TiledBy::tile(layout!((_8,_16,_2):(_1,_8,_128)), tile!((_2,_16,_1)), coord!((_2,_0,_0))) => "4 + (_2,_16,_1):(_1,_8,_0)";
        "local_tile/p0066" TiledBy::tile(layout!((_4,_16):(_16,_1)), tile!((4)), coord!((_,_15))) => "15 + ((4),1):((_16),64)";
        "local_tile/p0067" TiledBy::tile(layout!((12,4):(4,1)), tile!((_1)), coord!((_,3))) => "3 + ((_1),12):((_0),4)";
        "local_tile/p0068" TiledBy::tile(layout!((_16,_6):(_1,_16)), tile!((_14,_6)), coord!((_0,0))) => "0 + (_14,_6):(_1,_16)";
        "local_tile/p0069" TiledBy::tile(layout!((16,_2,_4):(_1,_16,32)), tile!((_1,_1,_4)), coord!((_,0,_0))) => "0 + (_1,_1,_4,16):(_0,_0,32,_1)";
        "local_tile/p0070" TiledBy::tile(layout!(((_4,_16),_4):((_768,_3),_96)), tile!((_32,_2)), coord!((_,_1))) => "192 + ((_4,_8),_2,_2):((_768,_3),_96,_24)";
        "local_tile/p0071" TiledBy::tile(layout!((_4,_6):(_1,_12)), tile!((_2,_5)), coord!((0))) => "0 + (_2,_5,_2):(_1,_12,_60)";
        "local_tile/p0072" TiledBy::tile(layout!((_12,_2):(_4,_1)), tile!((_3)), coord!((1,_0))) => "12 + ((_3)):((_4))";
        "local_tile/p0073" TiledBy::tile(layout!((_4,16):(_1,_4)), tile!((_4,_8)), coord!((_,1))) => "32 + (_4,_8,_1):(_1,_4,_0)";
        "local_tile/p0074" TiledBy::tile(layout!((6,12):(12,1)), tile!((_2,_4)), coord!((1,_))) => "24 + (_2,_4,3):(12,1,4)";
        "local_tile/p0075" TiledBy::tile(layout!((_4,_8):(_1,_4)), tile!((_1,_1)), coord!((_1,4))) => "17 + (_1,_1):(_0,_0)";
    }
}

#[test]
fn local_tile_3() {
    rows! {
        "local_tile/p0076" TiledBy::tile(layout!((_12,_4):(_4,_1)), tile!((_3,_1)), coord!((_0,_))) => "0 + (_3,_1,_4):(_4,_0,_1)";
        "local_tile/p0077" TiledBy::tile(layout!((_8,_2):(_2,_1)), tile!((_7,_2)), coord!((_1))) => "14 + (_7,_2,_1):(_2,_1,_0)";
        "local_tile/p0078" TiledBy::tile(layout!((2,12):(1,2)), tile!((_2)), coord!((_,_0))) => "0 + ((_2),1):((1),2)";
        "local_tile/p0079" TiledBy::tile(layout!(((_4),_4):((_1),_4)), tile!((_1,_3)), coord!((_0,_1))) => "12 + (_1,_3):(_0,_4)";
        "local_tile/p0080" TiledBy::tile(layout!((_8,_4):(_4,_1)), tile!((_2,_1)), coord!((2,0))) => "16 + (_2,_1):(_4,_0)";
        "local_tile/p0081" TiledBy::tile(layout!((_8,_16):(_1,_8)), tile!((_8,_16)), coord!(0)) => "0 + (_8,_16):(_1,_8)";
        "local_tile/p0082" TiledBy::tile(layout!((_12,_8):(_8,_1)), tile!((_2,_8)), coord!((_,_))) => "0 + (_2,_8,_6,_1):(_8,_1,_16,_0)";
        "local_tile/p0083" TiledBy::tile(layout!(((_2,_8,_8),_4):((_32,_1,_64),_8)), tile!((16)), coord!(0)) => "0 + (((2,8,1))):(((_32,_1,_64)))";
        "local_tile/p0084" TiledBy::tile(layout!((_2,_12,(_6)):(_12,_1,(_24))), tile!((_1)), coord!((_0,_6))) => "6 + ((_1),(_6)):((_0),(_24))";
    }
}

#[test]
fn inner_partition_0() {
    rows! {
        "inner_partition/p0000" TiledBy::tile(layout!((_4,_8):(_1,_4)), tile!((_4,_1)), coord!((0,5))) => "20 + (_4,_1):(_1,_0)";
        "inner_partition/p0001" TiledBy::tile(layout!((4,12,6):(6,24,1)), tile!((_4,_12,_2)), coord!(2)) => "4 + (_4,_12,_2):(6,24,1)";
        "inner_partition/p0002" TiledBy::tile(layout!(((8),4):((_4),_1)), tile!((_4,_2)), coord!((_1,0))) => "16 + (_4,_2):(_4,_1)";
        "inner_partition/p0003" TiledBy::tile(layout!((_8,_4,_12):(_48,_12,_1)), tile!((_2,_1,_6)), coord!((_1,_,0))) => "96 + (_2,_1,_6,_4):(_48,_0,_1,_12)";
        "inner_partition/p0004" TiledBy::tile(layout!(((_6,_2,_2),_8):((_1,_6,_12),_24)), tile!((_4,_4)), coord!((_,0))) => "0 + (_4,_4,_6):(_1,_24,_4)";
        "inner_partition/p0005" TiledBy::tile(layout!((_16,_12):(_1,_16)), tile!((_16)), coord!((_,4))) => "64 + ((_16),_1):((_1),_0)";
        "inner_partition/p0006" TiledBy::tile(layout!((4,2,2):(32,8,2)), tile!((_1,_2,_1)), coord!((3,_,_))) => "96 + (_1,_2,_1,1,2):(_0,8,_0,16,2)";
        "inner_partition/p0007" TiledBy::tile(layout!((_12,_12):(_1,_12)), tile!((_2,_12)), coord!((3,0))) => "6 + (_2,_12):(_1,_12)";
        "inner_partition/p0008" TiledBy::tile(layout!((_4,(4),_16):(_64,(_16),1)), tile!((_1,_4,_16)), coord!((_,_,0))) => "0 + (_1,_4,_16,_4,1):(_0,_16,1,_64,_64)";
        "inner_partition/p0009" TiledBy::tile(layout!((_16,_2):(_2,_1)), tile!((_4,_2)), coord!((_0,_0))) => "0 + (_4,_2):(_2,_1)";
        "inner_partition/p0010" TiledBy::tile(layout!((2,8):(1,2)), tile!((_2,_2)), coord!((_0,_))) => "0 + (_2,_2,4):(1,2,4)";
        "inner_partition/p0011" TiledBy::tile(layout!((_6,_2):(_2,_1)), tile!((_6,_1)), coord!((0,0))) => "0 + (_6,_1):(_2,_0)";
        "inner_partition/p0012" TiledBy::tile(layout!((_4,_16,_2):(_8,_32,_512)), tile!((_4,_16,_2)), coord!((0,_,_))) => "0 + (_4,_16,_2,_1,_1):(_8,_32,_512,_0,_0)";
        "inner_partition/p0013" TiledBy::tile(layout!(((_4,8),_4):((_32,4),_1)), tile!((_32,_4)), coord!((0,_0))) => "0 + ((_4,_8),_4):((_32,4),_1)";
        "inner_partition/p0014" TiledBy::tile(layout!((_12,_2):(_1,_24)), tile!((_1)), coord!((_,_))) => "0 + ((_1),_12,_2):((_0),_1,_24)";
        "inner_partition/p0015" TiledBy::tile(layout!((_6,_16):(_16,_1)), tile!((_6,_4)), coord!((_0,_3))) => "12 + (_6,_4):(_16,_1)";
        "inner_partition/p0016" TiledBy::tile(layout!((_12,_2,_2):(_2,_96,_1)), tile!((_12,_1)), coord!((_0,_0,1))) => "1 + (_12,_1):(_2,_0)";
        "inner_partition/p0017" TiledBy::tile(layout!(((_4,_8),_8):((8,32),1)), tile!((_32,_2)), coord!((_,2))) => "4 + ((_4,_8),_2,_1):((8,32),1,_0)";
        "inner_partition/p0018" TiledBy::tile(layout!(((_4),_6):((_6),_1)), tile!((_4,_2)), coord!((0,_0))) => "0 + (_4,_2):(_6,_1)";
        "inner_partition/p0019" TiledBy::tile(layout!((_16,_16):(_16,_1)), tile!((_1)), coord!((_2,_13))) => "45 + ((_1)):((_0))";
        "inner_partition/p0020" TiledBy::tile(layout!((_4,(_12,_6)):(_1,(_4,_48))), tile!((1,_6)), coord!((1,4))) => "97 + (1,_6):(_1,_4)";
        "inner_partition/p0021" TiledBy::tile(layout!((_4,_8):(_8,_1)), tile!((_2,8)), coord!((_,0))) => "0 + (_2,8,_2):(_8,_1,_16)";
        "inner_partition/p0022" TiledBy::tile(layout!((_8,_16,(_4)):(_1,_8,(_128))), tile!((_2,16,4)), coord!(1)) => "2 + (_2,16,4):(_1,_8,_128)";
        "inner_partition/p0023" TiledBy::tile(layout!((_2,_8):(_8,_1)), tile!((_2,_8)), coord!((0,0))) => "0 + (_2,_8):(_8,_1)";
        "inner_partition/p0024" TiledBy::tile(layout!((_8,_16):(_1,_16)), tile!((_2)), coord!((1,_))) => "2 + ((_2),_16):((_1),_16)";
    }
}

#[test]
fn inner_partition_1() {
    rows! {
        "inner_partition/p0025" TiledBy::tile(layout!((_2,_8):(_1,_6)), tile!((_1,_8)), coord!((1,_))) => "1 + (_1,_8,_1):(_0,_6,_0)";
        "inner_partition/p0026" TiledBy::tile(layout!(((_4),_12,_4):((_48),_4,_1)), tile!((_4,_4,_4)), coord!((_0,_1,0))) => "16 + (_4,_4,_4):(_48,_4,_1)";
        "inner_partition/p0027" TiledBy::tile(layout!((_4,_6):(_1,_4)), tile!((_4,_2)), coord!((0,_))) => "0 + (_4,_2,_3):(_1,_4,_8)";
        "inner_partition/p0028" TiledBy::tile(layout!((6,_16):(_1,18)), tile!((_3,_16)), coord!((0,_0))) => "0 + (_3,_16):(_1,18)";
        "inner_partition/p0029" TiledBy::tile(layout!((8,2):(1,8)), tile!((_4,_1)), coord!(2)) => "8 + (_4,_1):(1,_0)";
        "inner_partition/p0030" TiledBy::tile(layout!((_8,_8):(_1,_8)), tile!((_8)), coord!((0,_2))) => "16 + ((_8)):((_1))";
        "inner_partition/p0031" TiledBy::tile(layout!((_8,_8):(_1,_8)), tile!((_4,_1)), coord!(13)) => "52 + (_4,_1):(_1,_0)";
        "inner_partition/p0032" TiledBy::tile(layout!((12,(16)):(16,(1))), tile!((_12,_1)), coord!((0))) => "0 + (_12,_1,16):(16,_0,1)";
        "inner_partition/p0033" TiledBy::tile(layout!((_16,_8,_4):(_1,_128,_32)), tile!((_16,_1,_2)), coord!((_0,_7,1))) => "960 + (_16,_1,_2):(_1,_0,_32)";
        "inner_partition/p0034" TiledBy::tile(layout!((_8,_8):(_1,_8)), tile!((_1,_8)), coord!((_,_0))) => "0 + (_1,_8,_8):(_0,_8,_1)";
        "inner_partition/p0035" TiledBy::tile(layout!((_8,(_8,_6)):(_48,(_1,_8))), tile!((2,_8)), coord!((0,1))) => "8 + (2,_8):(_48,_1)";
        "inner_partition/p0036" TiledBy::tile(layout!((_16,_4):(_1,_16)), tile!((_8,_2)), coord!((_,_0))) => "0 + (_8,_2,_2):(_1,_16,_8)";
        "inner_partition/p0037" TiledBy::tile(layout!((_2,_4):(_8,_2)), tile!((_1,_3)), coord!((_1,_))) => "8 + (_1,_3,_2):(_0,_2,_6)";
        "inner_partition/p0038" TiledBy::tile(layout!((4,_8,16):(_128,_16,_1)), tile!((_4,_1)), coord!((_,_5,0))) => "80 + (_4,_1,1):(_128,_0,_512)";
    }
}

#[test]
fn local_tile_proj_0() {
    rows! {
        "local_tile_proj/p0000" tile_proj(layout!((24,24):(_1,_24)), tile!((_4,_2,_4)), coord!((5,10,6)), coord!((_1,_1,_))) => "500 + (_4,_2):(_1,_24)";
        "local_tile_proj/p0001" tile_proj(layout!((_8,_32):(32,_1)), tile!((_8,_4,_2)), coord!((0,4,10)), coord!((_1,_1,_))) => "16 + (_8,_4):(32,_1)";
        "local_tile_proj/p0002" tile_proj(layout!((_24,_32):(_32,_1)), tile!((_4,_2,_4)), coord!((1,5,_)), coord!((_,_1,_1))) => "320 + (_2,_4,_8):(_32,_1,_4)";
        "local_tile_proj/p0003" tile_proj(layout!((32,32):(_1,32)), tile!((_8,_2,_4)), coord!((1,5,_)), coord!((_1,_,_1))) => "8 + (_8,_4,8):(_1,32,128)";
        "local_tile_proj/p0004" tile_proj(layout!((_32,_24):(_1,32)), tile!((_4,_4,_2)), coord!((1,0,_)), coord!((_,_1,_1))) => "0 + (_4,_2,_12):(_1,32,64)";
        "local_tile_proj/p0005" tile_proj(layout!((_24,_32):(_32,_1)), tile!((_4,_8,_8)), coord!((0,1,0)), coord!((_1,_1,_))) => "8 + (_4,_8):(_32,_1)";
        "local_tile_proj/p0006" tile_proj(layout!((_32,_16):(_1,32)), tile!((_2,_2,_4)), coord!((12,0,_)), coord!((_1,_,_1))) => "24 + (_2,_4,_4):(_1,32,128)";
        "local_tile_proj/p0007" tile_proj(layout!((_8,_32):(_32,_1)), tile!((_8,_2,_4)), coord!((0,14,0)), coord!((_1,_,_1))) => "0 + (_8,_4):(_32,_1)";
        "local_tile_proj/p0008" tile_proj(layout!((_32,_8):(_8,_1)), tile!((_2,_4,_8)), coord!((10,4,_)), coord!((_1,_,_1))) => "160 + (_2,_8,_1):(_8,_1,_0)";
        "local_tile_proj/p0009" tile_proj(layout!((24,8):(8,_1)), tile!((_2,_2,_4)), coord!((3,4,1)), coord!((_1,_,_1))) => "52 + (_2,_4):(8,_1)";
        "local_tile_proj/p0010" tile_proj(layout!((32,8):(_1,_32)), tile!((_4,_8,_8)), coord!((6,0,1)), coord!((_1,_1,_))) => "24 + (_4,_8):(_1,_32)";
        "local_tile_proj/p0011" tile_proj(layout!((24,16):(16,_1)), tile!((_4,_4,_4)), coord!((5,0,_)), coord!((_,_1,_1))) => "0 + (_4,_4,4):(16,_1,_4)";
        "local_tile_proj/p0012" tile_proj(layout!((_24,_8):(_1,24)), tile!((_8,_8,_2)), coord!((0,1,_)), coord!((_1,_,_1))) => "0 + (_8,_2,_4):(_1,24,48)";
        "local_tile_proj/p0013" tile_proj(layout!((_8,_16):(_1,8)), tile!((_2,_4,_4)), coord!((2,1,3)), coord!((_1,_1,_))) => "36 + (_2,_4):(_1,8)";
        "local_tile_proj/p0014" tile_proj(layout!((8,8):(_1,_8)), tile!((_2,_2,_2)), coord!((11,2,_)), coord!((_,_1,_1))) => "4 + (_2,_2,4):(_1,_8,_16)";
        "local_tile_proj/p0015" tile_proj(layout!((24,8):(_1,24)), tile!((_2,_2,_8)), coord!((7,8,_)), coord!((_,_1,_1))) => "16 + (_2,_8,1):(_1,24,192)";
        "local_tile_proj/p0016" tile_proj(layout!((8,32):(32,_1)), tile!((_4,_4,_2)), coord!((3,0,_)), coord!((_,_1,_1))) => "0 + (_4,_2,16):(32,_1,_2)";
        "local_tile_proj/p0017" tile_proj(layout!((_32,_16):(_16,_1)), tile!((_4,_2,_8)), coord!((7,7,0)), coord!((_1,_1,_))) => "462 + (_4,_2):(_16,_1)";
        "local_tile_proj/p0018" tile_proj(layout!((16,24):(_1,_16)), tile!((_8,_4,_4)), coord!((0,3,1)), coord!((_1,_1,_))) => "192 + (_8,_4):(_1,_16)";
        "local_tile_proj/p0019" tile_proj(layout!((_8,_32):(_32,_1)), tile!((_2,_8,_8)), coord!((9,0,_)), coord!((_,_1,_1))) => "0 + (_8,_8,_4):(_32,_1,_8)";
        "local_tile_proj/p0020" tile_proj(layout!((_32,_8):(_1,_32)), tile!((_4,_2,_4)), coord!((5,3,1)), coord!((_1,_1,_))) => "212 + (_4,_2):(_1,_32)";
        "local_tile_proj/p0021" tile_proj(layout!((8,24):(24,_1)), tile!((_8,_2,_2)), coord!((0,2,11)), coord!((_,_1,_1))) => "118 + (_2,_2):(24,_1)";
        "local_tile_proj/p0022" tile_proj(layout!((_32,_32):(32,_1)), tile!((_4,_2,_2)), coord!((7,3,12)), coord!((_1,_,_1))) => "920 + (_4,_2):(32,_1)";
        "local_tile_proj/p0023" tile_proj(layout!((_8,_16):(_1,_8)), tile!((_4,_4,_2)), coord!((0,5,_)), coord!((_1,_,_1))) => "0 + (_4,_2,_8):(_1,_8,_16)";
        "local_tile_proj/p0024" tile_proj(layout!((32,32):(32,_1)), tile!((_8,_8,_2)), coord!((3,2,2)), coord!((_1,_1,_))) => "784 + (_8,_8):(32,_1)";
    }
}

#[test]
fn local_tile_proj_1() {
    rows! {
        "local_tile_proj/p0025" tile_proj(layout!((16,16):(_1,16)), tile!((_2,_2,_4)), coord!((3,1,4)), coord!((_1,_1,_))) => "38 + (_2,_2):(_1,16)";
        "local_tile_proj/p0026" tile_proj(layout!((8,24):(_1,_8)), tile!((_4,_2,_8)), coord!((0,2,1)), coord!((_,_1,_1))) => "68 + (_2,_8):(_1,_8)";
        "local_tile_proj/p0027" tile_proj(layout!((8,8):(_8,_1)), tile!((_4,_4,_8)), coord!((1,3,_)), coord!((_1,_,_1))) => "32 + (_4,_8,1):(_8,_1,_8)";
        "local_tile_proj/p0028" tile_proj(layout!((16,16):(_16,_1)), tile!((_2,_2,_2)), coord!((6,3,7)), coord!((_1,_,_1))) => "206 + (_2,_2):(_16,_1)";
        "local_tile_proj/p0029" tile_proj(layout!((_24,_24):(_1,_24)), tile!((_8,_4,_8)), coord!((1,1,1)), coord!((_1,_1,_))) => "104 + (_8,_4):(_1,_24)";
        "local_tile_proj/p0030" tile_proj(layout!((24,16):(_16,_1)), tile!((_8,_4,_4)), coord!((2,2,1)), coord!((_1,_1,_))) => "264 + (_8,_4):(_16,_1)";
        "local_tile_proj/p0031" tile_proj(layout!((24,32):(_1,24)), tile!((_4,_8,_2)), coord!((4,1,14)), coord!((_1,_1,_))) => "208 + (_4,_8):(_1,24)";
        "local_tile_proj/p0032" tile_proj(layout!((_24,_32):(_1,24)), tile!((_8,_4,_4)), coord!((2,2,_)), coord!((_,_1,_1))) => "8 + (_4,_4,_8):(_1,24,96)";
        "local_tile_proj/p0033" tile_proj(layout!((_32,_32):(_1,32)), tile!((_4,_4,_8)), coord!((4,5,_)), coord!((_1,_,_1))) => "16 + (_4,_8,_4):(_1,32,256)";
        "local_tile_proj/p0034" tile_proj(layout!((_24,_32):(_1,24)), tile!((_8,_8,_2)), coord!((1,0,_)), coord!((_,_1,_1))) => "0 + (_8,_2,_16):(_1,24,48)";
        "local_tile_proj/p0035" tile_proj(layout!((_8,_16):(_1,_8)), tile!((_2,_4,_2)), coord!((7,1,_)), coord!((_,_1,_1))) => "4 + (_4,_2,_8):(_1,_8,_16)";
        "local_tile_proj/p0036" tile_proj(layout!((32,32):(_32,_1)), tile!((_4,_4,_4)), coord!((0,3,2)), coord!((_,_1,_1))) => "392 + (_4,_4):(_32,_1)";
        "local_tile_proj/p0037" tile_proj(layout!((_32,_8):(_1,_32)), tile!((_4,_2,_4)), coord!((3,9,0)), coord!((_,_1,_1))) => "18 + (_2,_4):(_1,_32)";
        "local_tile_proj/p0038" tile_proj(layout!((_24,_16):(16,_1)), tile!((_4,_4,_8)), coord!((1,2,0)), coord!((_1,_1,_))) => "72 + (_4,_4):(16,_1)";
        "local_tile_proj/p0039" tile_proj(layout!((32,24):(_1,_32)), tile!((_8,_4,_4)), coord!((2,2,0)), coord!((_1,_,_1))) => "16 + (_8,_4):(_1,_32)";
        "local_tile_proj/p0040" tile_proj(layout!((24,24):(24,_1)), tile!((_4,_2,_8)), coord!((4,9,2)), coord!((_1,_1,_))) => "402 + (_4,_2):(24,_1)";
        "local_tile_proj/p0041" tile_proj(layout!((16,24):(_1,16)), tile!((_2,_2,_2)), coord!((5,4,_)), coord!((_1,_,_1))) => "10 + (_2,_2,12):(_1,16,32)";
        "local_tile_proj/p0042" tile_proj(layout!((24,16):(16,_1)), tile!((_2,_2,_2)), coord!((3,5,_)), coord!((_,_1,_1))) => "160 + (_2,_2,8):(16,_1,_2)";
        "local_tile_proj/p0043" tile_proj(layout!((_16,_16):(_1,16)), tile!((_4,_4,_8)), coord!((1,0,_)), coord!((_,_1,_1))) => "0 + (_4,_8,_2):(_1,16,128)";
        "local_tile_proj/p0044" tile_proj(layout!((16,8):(_1,16)), tile!((_8,_4,_4)), coord!((2,0,_)), coord!((_,_1,_1))) => "0 + (_4,_4,2):(_1,16,64)";
        "local_tile_proj/p0045" tile_proj(layout!((_8,_16):(16,_1)), tile!((_2,_8,_2)), coord!((3,2,_)), coord!((_1,_,_1))) => "96 + (_2,_2,_8):(16,_1,_2)";
        "local_tile_proj/p0046" tile_proj(layout!((16,16):(_1,16)), tile!((_4,_4,_4)), coord!((0,0,0)), coord!((_1,_1,_))) => "0 + (_4,_4):(_1,16)";
        "local_tile_proj/p0047" tile_proj(layout!((_32,_32):(_1,_32)), tile!((_8,_2,_4)), coord!((3,2,5)), coord!((_1,_1,_))) => "152 + (_8,_2):(_1,_32)";
        "local_tile_proj/p0048" tile_proj(layout!((24,16):(_1,_24)), tile!((_4,_8,_8)), coord!((2,0,0)), coord!((_1,_1,_))) => "8 + (_4,_8):(_1,_24)";
        "local_tile_proj/p0049" tile_proj(layout!((24,8):(_8,_1)), tile!((_2,_4,_4)), coord!((3,3,_)), coord!((_1,_,_1))) => "48 + (_2,_4,2):(_8,_1,_4)";
    }
}

#[test]
fn local_tile_proj_2() {
    rows! {
        "local_tile_proj/p0050" tile_proj(layout!((16,16):(_1,16)), tile!((_2,_8,_4)), coord!((0,1,_)), coord!((_,_1,_1))) => "8 + (_8,_4,4):(_1,16,64)";
        "local_tile_proj/p0051" tile_proj(layout!((_24,_8):(_8,_1)), tile!((_2,_4,_2)), coord!((8,0,_)), coord!((_1,_,_1))) => "128 + (_2,_2,_4):(_8,_1,_2)";
        "local_tile_proj/p0052" tile_proj(layout!((_8,_32):(32,_1)), tile!((_2,_2,_4)), coord!((2,2,4)), coord!((_1,_,_1))) => "144 + (_2,_4):(32,_1)";
        "local_tile_proj/p0053" tile_proj(layout!((_24,_16):(_1,_24)), tile!((_2,_4,_2)), coord!((8,3,_)), coord!((_1,_,_1))) => "16 + (_2,_2,_8):(_1,_24,_48)";
        "local_tile_proj/p0054" tile_proj(layout!((16,24):(_1,_16)), tile!((_2,_4,_4)), coord!((3,1,2)), coord!((_,_1,_1))) => "132 + (_4,_4):(_1,_16)";
        "local_tile_proj/p0055" tile_proj(layout!((8,16):(_1,8)), tile!((_4,_4,_8)), coord!((0,1,_)), coord!((_1,_,_1))) => "0 + (_4,_8,2):(_1,8,64)";
        "local_tile_proj/p0056" tile_proj(layout!((_32,_16):(_1,_32)), tile!((_8,_2,_8)), coord!((0,10,0)), coord!((_,_1,_1))) => "20 + (_2,_8):(_1,_32)";
        "local_tile_proj/p0057" tile_proj(layout!((32,32):(_32,_1)), tile!((_8,_2,_4)), coord!((3,1,4)), coord!((_1,_1,_))) => "770 + (_8,_2):(_32,_1)";
        "local_tile_proj/p0058" tile_proj(layout!((8,8):(_1,_8)), tile!((_8,_2,_8)), coord!((2,2,0)), coord!((_,_1,_1))) => "4 + (_2,_8):(_1,_8)";
        "local_tile_proj/p0059" tile_proj(layout!((_16,_8):(_1,16)), tile!((_4,_4,_8)), coord!((1,1,0)), coord!((_1,_1,_))) => "68 + (_4,_4):(_1,16)";
    }
}
