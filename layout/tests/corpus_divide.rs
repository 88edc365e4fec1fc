//! Data table: written by `cargo xtask corpus-types` from tests/corpus.
#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]
// No lint looks at it, and its types take the compiler a minute.
#![cfg(not(clippy))]

#[macro_use]
mod common;

use azulejo_layout::*;
use common::*;

const _1792: C<
    typenum::UInt<
        typenum::UInt<
            typenum::UInt<
                typenum::UInt<
                    typenum::UInt<
                        typenum::UInt<
                            typenum::UInt<
                                typenum::UInt<
                                    typenum::UInt<
                                        typenum::UInt<
                                            typenum::UInt<typenum::UTerm, typenum::B1>,
                                            typenum::B1,
                                        >,
                                        typenum::B1,
                                    >,
                                    typenum::B0,
                                >,
                                typenum::B0,
                            >,
                            typenum::B0,
                        >,
                        typenum::B0,
                    >,
                    typenum::B0,
                >,
                typenum::B0,
            >,
            typenum::B0,
        >,
        typenum::B0,
    >,
> = C::NEW;

#[test]
fn logical_divide_0() {
    rows! {
        "logical_divide/p0260" logical_divide(layout!(_1:_0), layout!(_1:_0)) => "(_1,_1):(_0,_0)";
        "logical_divide/p0261" logical_divide(layout!(_1:_1), layout!(_1:_0)) => "(_1,_1):(_0,_0)";
        "logical_divide/p0262" logical_divide(layout!(_6:_1), layout!(_2:_1)) => "(_2,_3):(_1,_2)";
        "logical_divide/p0263" logical_divide(layout!(_6:_1), layout!((_2,_3):(_3,_1))) => "((_2,_3),_1):((_3,_1),_0)";
        "logical_divide/p0264" logical_divide(layout!(_6:_2), layout!(_2:_3)) => "(_2,_3):(_6,_2)";
        "logical_divide/p0265" logical_divide(layout!((_6,_6):(_1,_12)), layout!((_6,_3):(_3,_1))) => "(((_2,_3),_3),_2):(((_3,_12),_1),_36)";
        "logical_divide/p0266" logical_divide(layout!(_32:_1), layout!(_2:_8)) => "(_2,(_8,_2)):(_8,(_1,_16))";
        "logical_divide/p0267" logical_divide(layout!((_4,_1):(_1,_1)), layout!(_2:_2)) => "(_2,_2):(_2,_1)";
        "logical_divide/p0268" logical_divide(layout!((_8,_8):(_8,_1)), layout!(_32:_2)) => "((_4,_8),_2):((_16,_1),_8)";
        "logical_divide/p0269" logical_divide_ceil(layout!(48:_1), layout!(_32:_1)).layout => "(_32,2):(_1,_32)";
        "logical_divide/p0270" logical_divide_ceil(layout!(32:_1), layout!(_48:_1)).layout => "(_48,1):(_1,_48)";
        "logical_divide/p0271" logical_divide(layout!((128,4,3):(1,512,0)), layout!(_32:_1)) => "((32,1,1),(4,4,3)):((1,512,0),(32,512,0))";
        "logical_divide/p0272" logical_divide(layout!((16,4,3):(1,512,0)), layout!(_32:_1)) => "((16,2,1),(1,2,3)):((1,512,0),(32,1024,0))";
        "logical_divide/p0000" logical_divide_ceil(layout!(_7:_1), layout!((_7,_2):(_2,_0))).layout => "((_7,_2),_2):((_2,_0),_1)";
        "logical_divide/p0005" logical_divide(layout!((_2,_16):(_1,_2)), tile!((_2:_1,_4))) => "((_2,_1),(_4,_4)):((_1,_0),(_2,_8))";
        "logical_divide/p0011" logical_divide(layout!((_2):(_1)), layout!((_4,_2):(_0,_1))) => "((_4,_2),_1):((_0,_1),_0)";
        "logical_divide/p0017" logical_divide(layout!((_16,_2):(_2,_1)), tile!(((_4,_4):(_1,_4),_2))) => "(((_4,_4),_1),(_2,_1)):(((_2,_8),_0),(_1,_0))";
        "logical_divide/p0023" logical_divide_ceil(layout!(((_16,_6,_1)):((_1,_16,_96))), layout!((_6,_8):(_15,_1))).layout => "((_6,_8),_2):((_15,_1),_90)";
        "logical_divide/p0029" logical_divide(layout!(_4:_1), layout!((_4,_3):(_1,_0))) => "((_4,_3),_1):((_1,_0),_0)";
        "logical_divide/p0035" logical_divide(layout!((_4):(_3)), tile!((_1))) => "((_1,_4)):((_0,_3))";
        "logical_divide/p0042" logical_divide(layout!((8,_5):(_5,_1)), layout!(_40:_1)) => "((8,5),(1,1)):((_5,1),(_200,5))";
        "logical_divide/p0048" logical_divide(layout!((_2,_16):(_3,_2)), tile!((_2,_16))) => "((_2,_1),(_16,_1)):((_3,_0),(_2,_0))";
        "logical_divide/p0054" logical_divide(layout!((_8,_7):(_7,_1)), layout!(_56:_1)) => "((_8,_7),_1):((_7,_1),_0)";
        "logical_divide/p0060" logical_divide_ceil(layout!((12):(1)), tile!((_5))).layout => "((_5,3)):((1,5))";
        "logical_divide/p0065" logical_divide(layout!(((_3,3),6):((_1,_3),_9)), tile!((9:1,(6):(1)))) => "(((3,3),((1,1),(1,1))),((6),(1,1))):(((1,3),((_1,_3),(9,9))),((9),(_9,54)))";
    }
}

#[test]
fn logical_divide_1() {
    rows! {
        "logical_divide/p0072" logical_divide(layout!(((_16,_3),_2,_2):((_1,_128),_64,_16)), tile!(((_3):(_16),_2:_1,_1:_0))) => "(((_3),_16),(_2,_1),(_1,_2)):(((_128),_1),(_64,_0),(_0,_16))";
        "logical_divide/p0078" logical_divide(layout!((_1,(_2,_6,_3),_3):(_48,(_12,_48,_1),_288)), tile!((_1,2,(_1,_4):(_1,_0)))) => "((_1,_1),((2,1,1),(1,6,3)),((_1,_4),_3)):((_0,_0),((_12,_48,_1),(24,48,1)),((_288,_0),_288))";
        "logical_divide/p0085" logical_divide(layout!(_5:_1), layout!((_5):(_1))) => "((_5),_1):((_1),_0)";
        "logical_divide/p0091" logical_divide(layout!((4,_8):(_4,_4)), layout!(8:4)) => "((1,8),((4,1),(1,1))):((16,4),((_4,4),(128,32)))";
        "logical_divide/p0098" logical_divide(layout!(((_2,_4,_8)):((_1,_2,_8))), layout!((_4,(_2,_8)):(_2,(_1,_8)))) => "((_4,(_2,_8)),_1):((_2,(_1,_8)),_0)";
        "logical_divide/p0104" logical_divide(layout!(_2:_1), layout!((_4,_2):(_0,_1))) => "((_4,_2),_1):((_0,_1),_0)";
        "logical_divide/p0110" logical_divide(layout!(((_8),(_2),_3):((_0),(_3),_1)), layout!((_8,_3):(_1,_16))) => "((_8,_3),_2):((_0,_1),_3)";
        "logical_divide/p0116" logical_divide(layout!((_5,_2):(_1,_5)), tile!(((_3,_5):(_0,_1),2))) => "(((_3,_5),_1),(2,1)):(((_0,_1),_0),(_5,10))";
        "logical_divide/p0122" logical_divide(layout!((_16,_8):(_8,_1)), layout!((_16,_8):(_1,_16))) => "((_16,_8),_1):((_8,_1),_0)";
        "logical_divide/p0128" logical_divide(layout!((_4):(_0)), tile!((_1:_0))) => "((_1,_4)):((_0,_0))";
        "logical_divide/p0133" logical_divide(layout!((2,6):(1,_2)), tile!(_1)) => "(_1,(2,6)):(_0,(1,2))";
        "logical_divide/p0140" logical_divide(layout!((_32):(_1)), layout!(_1:_5)) => "(_1,_32):(_5,_1)";
        "logical_divide/p0146" logical_divide(layout!((_5):(_1)), tile!(((_2,_5):(_0,_1)))) => "(((_2,_5),_1)):(((_0,_1),_0))";
        "logical_divide/p0154" logical_divide(layout!((_7):(_59)), tile!(((_1,_7):(_1,_1)))) => "(((_1,_7),_1)):(((_59,_59),_0))";
        "logical_divide/p0160" logical_divide(layout!((_3,_32):(_1,_3)), tile!((_3:_1,_32:_1))) => "((_3,_1),(_32,_1)):((_1,_0),(_3,_0))";
        "logical_divide/p0167" logical_divide(layout!((_12):(_1)), layout!((_1,_12):(_1,_1))) => "((_1,_12),_1):((_1,_1),_0)";
        "logical_divide/p0173" logical_divide(layout!(((8,4,2),2):((16,4,2),1)), tile!((_32,_2))) => "(((8,4,1),(1,1,2)),(_2,1)):(((16,4,2),(512,16,2)),(1,2))";
        "logical_divide/p0180" logical_divide(layout!(((_1,_16,_2)):((_0,_4,_64))), layout!((_1):(_12))) => "((_1),_32):((_48),_4)";
        "logical_divide/p0186" logical_divide(layout!(((_2,_3,_4),_2):((_12,_4,_1),_24)), layout!(((_12,_2),_2):((_2,_24),_1))) => "((((_3,_4),_2),_2),_1):((((_4,_1),_24),_12),_0)";
        "logical_divide/p0192" logical_divide(layout!(16:1), layout!(4:4)) => "(4,(4,1)):(4,(1,16))";
        "logical_divide/p0197" logical_divide(layout!((1,8):(0,1)), tile!((1:1,_1:_5))) => "((1,(1,1)),(_1,8)):((0,(0,0)),(5,1))";
        "logical_divide/p0205" logical_divide(layout!(3:3), layout!((_3,_3):(_0,_1))) => "((_3,_3),1):((_0,3),9)";
        "logical_divide/p0211" logical_divide(layout!((_16,_6):(_1,_16)), layout!(_16:_1)) => "(_16,_6):(_1,_16)";
        "logical_divide/p0217" logical_divide(layout!((_7,_3):(_1,_7)), layout!(_21:_1)) => "(_21,_1):(_1,_0)";
        "logical_divide/p0224" logical_divide(layout!((_1):(_0)), tile!((_1))) => "((_1,_1)):((_0,_0))";
    }
}

#[test]
fn logical_divide_2() {
    rows! {
        "logical_divide/p0230" logical_divide_ceil(layout!(((_5,_4)):((_1,_5))), layout!((_1,(_2,_2),_7):(_5,(_4,_0),_0))).layout => "((_1,(_2,_2),_7),(_4,_3)):((_5,(_4,_0),_0),(_1,_8))";
        "logical_divide/p0236" logical_divide(layout!((_3):(_1)), tile!((_1))) => "((_1,_3)):((_0,_1))";
        "logical_divide/p0242" logical_divide(layout!((_3,_2):(_2,_1)), layout!(_3:_1)) => "(_3,_2):(_2,_1)";
        "logical_divide/p0248" logical_divide(layout!((_3,_1,_32):(_1,_0,_3)), tile!(_3)) => "(_3,_32):(_1,_3)";
        "logical_divide/p0254" logical_divide(layout!(((_2,_1,_3),_3,_4):((_36,_36,_12),_4,_1)), tile!((_3:_2,_3:_1,_2))) => "((_3,_2),(_3,_1),(_2,_2)):((_12,_36),(_4,_0),(_1,_2))";
    }
}

#[test]
fn zipped_divide_0() {
    rows! {
        "zipped_divide/p0120" zipped_divide(layout!(_1:_0), layout!(_1:_0)) => "(_1,_1):(_0,_0)";
        "zipped_divide/p0121" zipped_divide(layout!(_1:_1), layout!(_1:_0)) => "(_1,_1):(_0,_0)";
        "zipped_divide/p0122" zipped_divide(layout!(_6:_1), layout!(_2:_1)) => "(_2,_3):(_1,_2)";
        "zipped_divide/p0123" zipped_divide(layout!(_6:_1), layout!((_2,_3):(_3,_1))) => "((_2,_3),_1):((_3,_1),_0)";
        "zipped_divide/p0124" zipped_divide(layout!(_6:_2), layout!(_2:_3)) => "(_2,_3):(_6,_2)";
        "zipped_divide/p0125" zipped_divide(layout!((_6,_6):(_1,_12)), layout!((_6,_3):(_3,_1))) => "(((_2,_3),_3),_2):(((_3,_12),_1),_36)";
        "zipped_divide/p0126" zipped_divide(layout!(_32:_1), layout!(_2:_8)) => "(_2,(_8,_2)):(_8,(_1,_16))";
        "zipped_divide/p0127" zipped_divide(layout!((_4,_1):(_1,_1)), layout!(_2:_2)) => "(_2,_2):(_2,_1)";
        "zipped_divide/p0128" zipped_divide(layout!((_8,_8):(_8,_1)), layout!(_32:_2)) => "((_4,_8),_2):((_16,_1),_8)";
        "zipped_divide/p0129" zipped_divide_ceil(layout!(48:_1), layout!(_32:_1)).layout => "(_32,2):(_1,_32)";
        "zipped_divide/p0130" zipped_divide_ceil(layout!(32:_1), layout!(_48:_1)).layout => "(_48,1):(_1,_48)";
        "zipped_divide/p0131" zipped_divide(layout!((128,4,3):(1,512,0)), layout!(_32:_1)) => "((32,1,1),(4,4,3)):((1,512,0),(32,512,0))";
        "zipped_divide/p0132" zipped_divide(layout!((16,4,3):(1,512,0)), layout!(_32:_1)) => "((16,2,1),(1,2,3)):((1,512,0),(32,1024,0))";
        "zipped_divide/p0000" zipped_divide(layout!((_8,_2,_6):(_1,_8,_16)), tile!((_8:_1))) => "((_8),(_1,_2,_6)):((_1),(_0,_8,_16))";
        "zipped_divide/p0002" zipped_divide(layout!((_4,_32):(_32,1)), tile!((_4:_1,_1))) => "((_4,_1),(_1,_32)):((_32,_0),(_0,1))";
        "zipped_divide/p0006" zipped_divide(layout!((_2,_7):(_7,_1)), tile!((_1,_7))) => "((_1,_7),(_2,_1)):((_0,_1),(_7,_0))";
        "zipped_divide/p0009" zipped_divide(layout!((_8,_7,_1):(_1,_16,_0)), layout!((_7,_8):(_8,_1))) => "((_7,_8),_1):((_16,_1),_0)";
        "zipped_divide/p0012" zipped_divide(layout!((_32,_3):(_18,_3)), tile!((_32:_1))) => "((_32),(_1,_3)):((_18),(_0,_3))";
        "zipped_divide/p0014" zipped_divide_ceil(layout!((_12,_7):(_7,_1)), tile!(_8)).layout => "(_8,(_2,_7)):(_7,(_56,_1))";
        "zipped_divide/p0017" zipped_divide(layout!((4,8):(8,1)), tile!((1,_4:_1))) => "((1,_4),(4,2)):((8,1),(8,4))";
        "zipped_divide/p0021" zipped_divide(layout!((_3,_2):(_1,_3)), layout!((_3,_2):(_1,_3))) => "((_3,_2),_1):((_1,_3),_0)";
        "zipped_divide/p0024" zipped_divide(layout!((_7,_5):(_1,_7)), tile!((_1:_0,_1:_0))) => "((_1,_1),(_7,_5)):((_0,_0),(_1,_7))";
        "zipped_divide/p0028" zipped_divide(layout!(((1,_5),6):((_0,1),5)), tile!(((_2:_0),_6:_1))) => "(((_2),_6),((1,_5),1)):(((_0),5),((_0,1),30))";
        "zipped_divide/p0030" zipped_divide(layout!((_4,(_2),_16):(_1,(_4),_8)), tile!((_1,_1,(_16):(_1)))) => "((_1,_1,(_16)),(_4,_2,_1)):((_0,_0,(_8)),(_1,_4,_0))";
        "zipped_divide/p0032" zipped_divide(layout!((_5,(_5)):(_5,(_1))), tile!(((_5):(_1)))) => "(((_5)),(_1,(_5))):(((_5)),(_0,(_1)))";
    }
}

#[test]
fn zipped_divide_1() {
    rows! {
        "zipped_divide/p0035" zipped_divide(layout!((_3,_7):(_28,_1)), tile!(((_3,_2):(_1,_0),_7:_1))) => "(((_3,_2),_7),(_1,_1)):(((_28,_0),_1),(_0,_0))";
        "zipped_divide/p0037" zipped_divide(layout!((_4,(_12,_3)):(_12,(_1,_0))), layout!((_12,_3):(_4,_48))) => "((_12,_3),_4):((_1,_0),_12)";
        "zipped_divide/p0039" zipped_divide(layout!((_8,_2):(_2,_1)), layout!((_2,(_4,_2)):(_1,(_2,_8)))) => "((_2,(_4,_2)),_1):((_2,(_4,_1)),_0)";
        "zipped_divide/p0042" zipped_divide(layout!((4,_5):(10,_2)), tile!((_4:_1,(_1,_5):(_1,_1)))) => "((_4,(_1,_5)),(1,_1)):((10,(_2,_2)),(40,_0))";
        "zipped_divide/p0044" zipped_divide(layout!(((_4,2),_2):((_4,_2),_1)), tile!((_8:_1))) => "(((_4,_2)),(1,_2)):(((_4,_2)),(_4,_1))";
        "zipped_divide/p0047" zipped_divide_ceil(layout!((_2,_8,_2):(_1,_2,_16)), tile!((_1,_6,_2))).layout => "((_1,_6,_2),(_2,_2,_1)):((_0,_2,_16),(_1,_12,_0))";
        "zipped_divide/p0050" zipped_divide(layout!((_32,_1,_6):(_1,_0,_32)), layout!(((_1,_2),_4):((_1,_1),_12))) => "(((_1,_2),_4),(_6,_4)):(((_1,_1),_12),(_2,_48))";
        "zipped_divide/p0055" zipped_divide(layout!((32,_6):(_1,_64)), tile!((_4,(_3,_1,_2):(_1,_1,_3)))) => "((_4,(_3,_1,_2)),(8,_1)):((_1,(_64,_64,_192)),(_4,_0))";
        "zipped_divide/p0057" zipped_divide(layout!((6,1,(8)):(1,0,(6))), tile!((_1:_0))) => "((_1),(6,1,(8))):((_0),(1,0,(6)))";
        "zipped_divide/p0061" zipped_divide(layout!((16,1):(1,1)), layout!(_16:_1)) => "((16,1),(1,1)):((1,1),(16,1))";
        "zipped_divide/p0063" zipped_divide(layout!((_4,(_3),_4):(_12,(_4),_1)), layout!((_3,_4):(_4,_12))) => "((_3,_4),_4):((_4,_1),_12)";
        "zipped_divide/p0065" zipped_divide(layout!((_4,_3,_6):(_1,_4,_12)), tile!((_1,_3,_3))) => "((_1,_3,_3),(_4,_1,_2)):((_0,_4,_12),(_1,_0,_36))";
        "zipped_divide/p0068" zipped_divide(layout!((_2,(_2,_8)):(_32,(_1,_2))), layout!((_2):(_1))) => "((_2),_16):((_32),_1)";
        "zipped_divide/p0070" zipped_divide(layout!(((_12),_3):((_3),_1)), layout!(_12:_1)) => "(_12,_3):(_3,_1)";
        "zipped_divide/p0076" zipped_divide(layout!((_2,_12):(_12,_1)), layout!((_2,_12):(_1,_2))) => "((_2,_12),_1):((_12,_1),_0)";
        "zipped_divide/p0078" zipped_divide(layout!((_2,_2,_32):(_2,_1,_4)), tile!(_2)) => "(_2,(_2,_32)):(_2,(_1,_4))";
        "zipped_divide/p0082" zipped_divide(layout!((_8,_2):(_4,_64)), tile!((_1:_0,_1:_0))) => "((_1,_1),(_8,_2)):((_0,_0),(_4,_64))";
        "zipped_divide/p0085" zipped_divide(layout!(((4,8,1),2):((1,4,0),32)), tile!((_8,(_2):(_1)))) => "(((4,2,1),(_2)),((1,4,1),1)):(((1,4,0),(32)),((8,8,0),64))";
        "zipped_divide/p0088" zipped_divide(layout!((_2,_2,_7):(_1,_59,_8)), tile!(((_2,_3,_1):(_1,_0,_0),(_2,_1):(_1,_5),_7:_1))) => "(((_2,_3,_1),(_2,_1),_7),(_1,_1,_1)):(((_1,_0,_0),(_59,_295),_8),(_0,_0,_0))";
        "zipped_divide/p0090" zipped_divide(layout!((_8,_6):(_1,_0)), layout!((_2,_6):(_1,_8))) => "((_2,_6),_4):((_1,_0),_2)";
        "zipped_divide/p0092" zipped_divide(layout!((_5,_1,_2):(_1,_0,_5)), layout!((_1,(_2,_5)):(_1,(_5,_1)))) => "((_1,(_2,_5)),_1):((_1,(_5,_1)),_0)";
        "zipped_divide/p0094" zipped_divide(layout!(((_5,7),_3):((_8,3),59)), tile!(((_1:_0,_7:_1),_3))) => "(((_1,_7),_3),((_5,1),_1)):(((_0,3),59),((_8,21),_0))";
        "zipped_divide/p0096" zipped_divide(layout!(((_3),_32,_2):((_0),_2,_1)), layout!(_3:_1)) => "(_3,(_32,_2)):(_0,(_2,_1))";
        "zipped_divide/p0098" zipped_divide(layout!((_6,_2,(_2,_8)):(_1,_6,(_12,_24))), tile!(((_2,_3):(_3,_1),_2:_1,_2))) => "(((_2,_3),_2,_2),(_1,_1,_8)):(((_3,_1),_6,_12),(_0,_0,_24))";
        "zipped_divide/p0101" zipped_divide(layout!((_2,_12):(_1,_2)), tile!((_1:_0,_12:_1))) => "((_1,_12),(_2,_1)):((_0,_2),(_1,_0))";
    }
}

#[test]
fn zipped_divide_2() {
    rows! {
        "zipped_divide/p0104" zipped_divide(layout!((_7,7):(7,_1)), tile!((_1,_7:_1))) => "((_1,_7),(_7,1)):((_0,_1),(7,_7))";
        "zipped_divide/p0106" zipped_divide(layout!((1,7):(0,10)), layout!(_7:_1)) => "((1,7),(1,1)):((0,10),(0,70))";
        "zipped_divide/p0108" zipped_divide(layout!((_4,_8):(_1,_4)), tile!(((_2,_2):(_1,_2),_8:_1))) => "(((_2,_2),_8),(_1,_1)):(((_1,_2),_4),(_0,_0))";
        "zipped_divide/p0111" zipped_divide(layout!((_4,(_2,7),_2):(_1,(4,8),_56)), tile!((_4:_1,_,_1:_0))) => "((_4,_2,_1),(_1,7,_2)):((_1,4,_0),(_0,8,_56))";
        "zipped_divide/p0116" zipped_divide(layout!((2,3):(12,4)), tile!((_2,_1))) => "((_2,_1),(1,3)):((12,_0),(24,4))";
    }
}

#[test]
fn tiled_divide_0() {
    rows! {
        "tiled_divide/p0000" tiled_divide(layout!(((7,_1),_3):((_1,0),7)), layout!(7:1)) => "((7,1),(1,1),(1,3)):((1,7),(_1,7),(7,7))";
        "tiled_divide/p0001" tiled_divide(layout!((_12,_5,_3):(_3,_36,_1)), tile!((_1:_0,_1:_0,_3))) => "((_1,_1,_3),_12,_5,_1):((_0,_0,_1),_3,_36,_0)";
        "tiled_divide/p0004" tiled_divide(layout!((_8,(_6)):(_1,(_8))), tile!(_3)) => "(_3,_16):(_1,_3)";
        "tiled_divide/p0005" tiled_divide(layout!((_4,_7):(_7,_1)), layout!((_2,_7):(_1,_4))) => "((_2,_7),_2):((_7,_1),_14)";
        "tiled_divide/p0009" tiled_divide(layout!((_1,_4):(_1,_1)), layout!(_1:_0)) => "(_1,_4):(_0,_1)";
        "tiled_divide/p0010" tiled_divide(layout!((_6,_3):(_1,_6)), layout!(((_1)):((_3)))) => "(((_1)),_18):(((_3)),_1)";
        "tiled_divide/p0012" tiled_divide_ceil(layout!((_5,_6,_6):(_72,_6,_1)), tile!(_4)).layout => "(_4,_2,_6,_6):(_72,_288,_6,_1)";
        "tiled_divide/p0013" tiled_divide(layout!((4,4,2):(4,32,5)), tile!(_8)) => "((4,2,1),1,2,2):((4,32,5),32,64,5)";
        "tiled_divide/p0017" tiled_divide_ceil(layout!(((_2,_4),_2):((_4,_1),_8)), tile!((_1,(_4,_2):(_1,_4)))).layout => "((_1,(_4,_2)),(_2,_4),_1):((_0,(_8,_32)),(_4,_1),_0)";
        "tiled_divide/p0018" tiled_divide(layout!((_3,_3,_3):(_0,_0,_0)), tile!(((_3,_1):(_1,_1),_3:_1,(_3):(_1)))) => "(((_3,_1),_3,(_3)),_1,_1,_1):(((_0,_0),_0,(_0)),_0,_0,_0)";
        "tiled_divide/p0021" tiled_divide(layout!((_32,_3):(_2,_64)), tile!(((_2,_8,_2,_2):(_1,_2,_0,_16),_3:_1))) => "(((_2,_8,_2,_2),_3),_1,_1):(((_2,_4,_0,_32),_64),_0,_0)";
        "tiled_divide/p0022" tiled_divide(layout!((2,2,_12):(_48,_1,_4)), tile!((_1,_2:_1,_12:_1))) => "((_1,_2,_12),2,1,_1):((_0,_1,_4),_48,_2,_0)";
        "tiled_divide/p0025" tiled_divide(layout!(((_5),_4,_4):((_32),_1,_4)), tile!((_1:_0,_1:_0,1))) => "((_1,_1,1),_5,_4,4):((_0,_0,_4),_32,_1,4)";
        "tiled_divide/p0026" tiled_divide(layout!(((_2,_2),_1):((_1,_2),_0)), tile!((((_1,_2),_2):((_0,_1),_2),(_1):(_1)))) => "((((_1,_2),_2),(_1)),_1,_1):((((_0,_1),_2),(_0)),_0,_0)";
        "tiled_divide/p0028" tiled_divide(layout!((_8,_1):(_1,_0)), tile!((_1:_0,_1:_0))) => "((_1,_1),_8,_1):((_0,_0),_1,_0)";
        "tiled_divide/p0031" tiled_divide(layout!((_3,(_8,_4)):(_4,(_0,_1))), tile!((_3:_1,_))) => "((_3,_8),_1,_4):((_4,_0),_0,_1)";
        "tiled_divide/p0033" tiled_divide(layout!((_5,(_2)):(_1,(_5))), layout!(_2:_5)) => "(_2,_5):(_5,_1)";
        "tiled_divide/p0034" tiled_divide(layout!((_6,_2,_2):(_32,_4,_1)), tile!((_6))) => "((_6),_1,_2,_2):((_32),_0,_4,_1)";
        "tiled_divide/p0038" tiled_divide(layout!((_8,_4):(_32,_2)), tile!(((_2,_2,_1):(_4,_2,_1),_4))) => "(((_2,_2,_1),_4),_2,_1):(((_128,_64,_32),_2),_32,_0)";
        "tiled_divide/p0040" tiled_divide(layout!((_5,_2):(_1,_0)), tile!((_5:_1,_2:_1))) => "((_5,_2),_1,_1):((_1,_0),_0,_0)";
        "tiled_divide/p0043" tiled_divide(layout!((_4,_6):(_6,_1)), tile!(((_1,_4):(_0,_1),_6:_1))) => "(((_1,_4),_6),_1,_1):(((_0,_6),_1),_0,_0)";
        "tiled_divide/p0044" tiled_divide(layout!((_5,_3,_4):(_1,_5,_15)), tile!((_5,_3:_1,_1:_0))) => "((_5,_3,_1),_1,_1,_4):((_1,_5,_0),_0,_0,_15)";
        "tiled_divide/p0049" tiled_divide(layout!((2,2,_12):(_1,_2,_4)), layout!(_12:_4)) => "((1,1,12),(2,2,1),(1,1,1)):((_4,4,4),(_1,2,4),(_48,48,48))";
        "tiled_divide/p0050" tiled_divide(layout!((_2,(_4)):(_1,(_2))), tile!((_1))) => "((_1),_2,(_4)):((_0),_1,(_2))";
        "tiled_divide/p0052" tiled_divide(layout!((_2,_2,(_2,_2,_2)):(_16,_8,(_4,_2,_1))), tile!((_2:_1,_2:_1,_2))) => "((_2,_2,_2),_1,_1,(_2,_2)):((_16,_8,_4),_0,_0,(_2,_1))";
    }
}

#[test]
fn tiled_divide_1() {
    rows! {
        "tiled_divide/p0053" tiled_divide_ceil(layout!((_3,_3):(_1,_3)), tile!(_2)).layout => "(_2,_5):(_1,_2)";
        "tiled_divide/p0056" tiled_divide(layout!((_2,_3,_2):(_3,_1,_6)), tile!((_2,_3:_1,_1))) => "((_2,_3,_1),_1,_1,_2):((_3,_1,_0),_0,_0,_6)";
        "tiled_divide/p0057" tiled_divide(layout!((_2,_3):(_2,_59)), layout!(_3:_2)) => "(_3,_2):(_59,_2)";
        "tiled_divide/p0061" tiled_divide(layout!((_4,_3):(_0,_1)), tile!(((_4):(_1),(_3):(_1)))) => "(((_4),(_3)),_1,_1):(((_0),(_1)),_0,_0)";
        "tiled_divide/p0062" tiled_divide(layout!((_4,_2,_7):(_59,_3,_16)), tile!((_1,_1,_1:_0))) => "((_1,_1,_1),_4,_2,_7):((_0,_0,_0),_59,_3,_16)";
        "tiled_divide/p0065" tiled_divide(layout!((_2,_3):(_1,_0)), tile!((_2:_1,_3:_1))) => "((_2,_3),_1,_1):((_1,_0),_0,_0)";
        "tiled_divide/p0066" tiled_divide(layout!((_3,_6,_1):(_1,_6,_1)), tile!((1,_6:_1))) => "((1,_6),3,_1,_1):((_1,_6),1,_0,_1)";
        "tiled_divide/p0068" tiled_divide(layout!((_6,_8,_2):(_16,_1,_8)), tile!(((_3):(_2),(_2,_2):(_1,_4),_2:_1))) => "(((_3),(_2,_2),_2),_2,_2,_1):(((_32),(_1,_4),_8),_16,_2,_0)";
        "tiled_divide/p0070" tiled_divide(layout!(((_1,_7),_2):((_0,_2),_1)), tile!((_7:_1,_2))) => "((_7,_2),_1,_1):((_2,_1),_0,_0)";
        "tiled_divide/p0073" tiled_divide(layout!((_8,_8):(_1,_8)), tile!((_1:_0,_2))) => "((_1,_2),_8,_4):((_0,_8),_1,_16)";
        "tiled_divide/p0074" tiled_divide(layout!((_4,_2):(_2,_1)), layout!((_4,_2):(_1,_4))) => "((_4,_2),_1):((_2,_1),_0)";
        "tiled_divide/p0079" tiled_divide(layout!((_2,_16):(_1,_2)), tile!((_2:_1,_16))) => "((_2,_16),_1,_1):((_1,_2),_0,_0)";
        "tiled_divide/p0080" tiled_divide(layout!((_2,_32):(_1,_6)), tile!((_2,4))) => "((_2,4),_1,8):((_1,_6),_0,24)";
        "tiled_divide/p0082" tiled_divide(layout!((_7,(_1),_8):(_1,(_1),_7)), layout!(_7:_1)) => "(_7,_8):(_1,_7)";
        "tiled_divide/p0084" tiled_divide(layout!((_8,2):(_1,_8)), tile!((_4:_0))) => "((_4),_8,2):((_0),_1,_8)";
        "tiled_divide/p0086" tiled_divide(layout!(((_12,_8),_2):((_3,_144),_36)), tile!(((_6,_4):(_4,_24),_2))) => "((((_3,_2),_4),_2),_4,_1):((((_12,_144),_288),_36),_3,_0)";
        "tiled_divide/p0087" tiled_divide(layout!((_7,_3,(_4)):(_8,_56,(_1))), tile!(((_7,_2):(_1,_0),(_4,_3):(_0,_1),_4:_1))) => "(((_7,_2),(_4,_3),_4),_1,_1,_1):(((_8,_0),(_0,_56),_1),_0,_0,_0)";
    }
}

#[test]
fn flat_divide_0() {
    rows! {
        "flat_divide/p0001" flat_divide(layout!((_4,_8):(_1,_6)), tile!(_2)) => "(_2,_2,_8):(_1,_2,_6)";
        "flat_divide/p0002" flat_divide(layout!((_6,_3):(_1,_6)), tile!((_1,_3:_0))) => "(_1,_3,_6,_3):(_0,_0,_1,_6)";
        "flat_divide/p0004" flat_divide(layout!((_2,(_3,_3,_2)):(_0,(_6,_1,_3))), tile!((_1,_3))) => "(_1,_3,_2,_6):(_0,_6,_0,_1)";
        "flat_divide/p0007" flat_divide(layout!((_1,_8,_3):(_0,_1,_8)), tile!((_1:_0))) => "((_1),_1,_8,_3):((_0),_0,_1,_8)";
        "flat_divide/p0009" flat_divide(layout!((_3,_2):(_1,_3)), layout!(_2:_3)) => "(_2,_3):(_3,_1)";
        "flat_divide/p0011" flat_divide(layout!((_3,(_2),_12):(_1,(_36),_3)), layout!((_6,_4):(_1,_18))) => "((_3,_2),_4,_3):((_1,_36),_9,_3)";
        "flat_divide/p0013" flat_divide(layout!((_8,_8):(_8,128)), layout!(8:1)) => "(8,1,(1,1),(1,8)):(8,128,(_8,128),(64,128))";
        "flat_divide/p0015" flat_divide(layout!((_3,_2,_5):(_1,_3,_6)), layout!((_10):(_3))) => "((_10),_3):((_3),_1)";
        "flat_divide/p0016" flat_divide(layout!((_2,_5):(_1,_2)), tile!((_2:_1,_1))) => "(_2,_1,_1,_5):(_1,_0,_0,_2)";
        "flat_divide/p0018" flat_divide(layout!((_2,_5):(_3,_1)), tile!((_1,_1))) => "(_1,_1,_2,_5):(_0,_0,_3,_1)";
        "flat_divide/p0020" flat_divide(layout!((_7,(8,_3)):(1,(7,56))), tile!((_7:_1,(2):(1)))) => "(_7,((2,1)),_1,((1,1),(4,3))):(1,((7,56)),_0,((7,56),(14,56)))";
        "flat_divide/p0021" flat_divide(layout!((_7,_6,_4):(_1,_7,_42)), layout!(_1:_0)) => "(_1,_168):(_0,_1)";
        "flat_divide/p0023" flat_divide(layout!((_3,_4,_1):(_4,_1,_0)), tile!((_3:_1,(_2,_2):(_1,_2)))) => "(_3,(_2,_2),_1,_1,_1):(_4,(_1,_2),_0,_0,_0)";
        "flat_divide/p0025" flat_divide(layout!((_32,(_1)):(_3,(_0))), tile!(((_2,_32):(_0,_1),_1:_0))) => "((_2,_32),_1,_1,_1):((_0,_3),_0,_0,_0)";
        "flat_divide/p0027" flat_divide(layout!(((_16),_7):((_1),_48)), tile!((_16:_1,_1:_0))) => "(_16,_1,_1,_7):(_1,_0,_0,_48)";
        "flat_divide/p0028" flat_divide(layout!(((1),8):((0),1)), layout!(_1:_0)) => "(_1,1,8):(_0,0,1)";
        "flat_divide/p0030" flat_divide(layout!(((_1,_3,_2),_2):((_0,_2,_1),_6)), tile!((_2:_3))) => "((_2),_3,_2):((_1),_2,_6)";
        "flat_divide/p0033" flat_divide(layout!(((_3),_6):((_6),_1)), layout!(_1:_0)) => "(_1,_3,_6):(_0,_6,_1)";
        "flat_divide/p0035" flat_divide(layout!((7,4):(1,7)), tile!(_1)) => "(_1,7,4):(_0,1,7)";
        "flat_divide/p0038" flat_divide_ceil(layout!(((_3),(_1,_5,_8)):((_40),(_0,_8,_1))), tile!((_3,(_1,_3,(_4,_2):(_1,_4))))).layout => "(_3,(_1,_3,(_4,_2)),_1,(_1,_2,_1)):(_40,(_0,_8,(_1,_4)),_0,(_0,_24,_0))";
        "flat_divide/p0040" flat_divide(layout!((_12,_1,_2):(_4,_0,_1)), tile!(((_4,_3):(_1,_4),_1:_0))) => "((_4,_3),_1,_1,_1,_2):((_4,_16),_0,_0,_0,_1)";
        "flat_divide/p0042" flat_divide(layout!((32,_2):(_32,_12)), tile!(((_4,_2):(_1,_16),(_2):(_1)))) => "((_4,_2),(_2),(_4,1),_1):((_32,_512),(_12),(_128,_1024),_0)";
        "flat_divide/p0043" flat_divide(layout!((_5,_1,_8):(_8,_0,_1)), layout!((_2,_40):(_0,_1))) => "(_2,(_5,_8),_1):(_0,(_8,_1),_0)";
        "flat_divide/p0045" flat_divide(layout!((_4,_6,_3):(_1,_4,_24)), tile!(_1)) => "(_1,_72):(_0,_1)";
        "flat_divide/p0048" flat_divide(layout!((5,4,_5):(5,25,_1)), tile!((5:1,_2,(_5,_3):(_1,_0)))) => "(5,_2,(_5,_3),(1,1),2,_1):(5,25,(_1,_0),(5,25),50,_0)";
    }
}

#[test]
fn flat_divide_1() {
    rows! {
        "flat_divide/p0049" flat_divide(layout!((_7,_2,_5):(_1,_7,_14)), tile!((_1:_0,_2:_1,(_3):(_0)))) => "(_1,_2,(_3),_7,_1,_5):(_0,_7,(_0),_1,_0,_14)";
        "flat_divide/p0052" flat_divide(layout!(((_3),_2,_6):((_6),_18,_1)), tile!(_1)) => "(_1,_6,_6):(_0,_6,_1)";
        "flat_divide/p0054" flat_divide(layout!((_8,_2,_7):(_8,_1792,_256)), layout!((_2,(_7,_8)):(_8,(_16,_1)))) => "(_2,(_7,_8),_1):(_1792,(_256,_8),_0)";
        "flat_divide/p0057" flat_divide(layout!((_8,_3,_5):(_12,_4,_24)), tile!((_8,3,_1))) => "(_8,3,_1,_1,1,_5):(_12,_4,_0,_0,12,_24)";
        "flat_divide/p0058" flat_divide(layout!((_5,_2):(_1,_0)), tile!((_3:_0,_1))) => "(_3,_1,_5,_2):(_0,_0,_1,_0)";
        "flat_divide/p0060" flat_divide(layout!((_1,_32):(_96,_1)), tile!((_1,2))) => "(_1,2,_1,16):(_0,_1,_0,2)";
        "flat_divide/p0065" flat_divide(layout!((_2,_3):(_12,_4)), tile!((_1,_3))) => "(_1,_3,_2,_1):(_0,_4,_12,_0)";
        "flat_divide/p0067" flat_divide(layout!((_12,_2):(_1,_12)), tile!((_12:_1,_2))) => "(_12,_2,_1,_1):(_1,_12,_0,_0)";
        "flat_divide/p0070" flat_divide_ceil(layout!((_4,_2):(_1,_4)), tile!((_2,_2:_2))).layout => "(_2,_2,_2,_2):(_1,_8,_2,_4)";
        "flat_divide/p0072" flat_divide(layout!((_1,_12,_8):(_96,_1,_12)), tile!((_1,_1:_0,_8:_1))) => "(_1,_1,_8,_1,_12,_1):(_0,_0,_12,_0,_1,_0)";
        "flat_divide/p0074" flat_divide(layout!(((_3,_16),_4):((_0,_1),_0)), tile!(_6)) => "(_3,_2,_8,_4):(_0,_1,_2,_0)";
        "flat_divide/p0075" flat_divide(layout!(((_16),_4):((_4),_1)), tile!((_4,_1:_0))) => "(_4,_1,_4,_4):(_4,_0,_16,_1)";
        "flat_divide/p0080" flat_divide(layout!((_5,_6):(_6,_1)), tile!(((_5,_1):(_1,_1),_1:_0))) => "((_5,_1),_1,_1,_6):((_6,_6),_0,_0,_1)";
        "flat_divide/p0082" flat_divide(layout!((7,_6):(_6,_1)), tile!((7:1,_3))) => "(7,_3,(1,1),_2):(6,_1,(_6,42),_3)";
        "flat_divide/p0083" flat_divide(layout!((_3,_5):(_1,_3)), layout!(_15:_1)) => "(_15,_1):(_1,_0)";
        "flat_divide/p0086" flat_divide(layout!((_2,(_4,_2)):(_0,(_0,_1))), tile!(_4)) => "(_4,_2,_2):(_0,_0,_1)";
        "flat_divide/p0088" flat_divide(layout!((_2,_4):(_1,_2)), tile!((_1,_4:_1))) => "(_1,_4,_2,_1):(_0,_2,_1,_0)";
    }
}
