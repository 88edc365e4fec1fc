use azulejo::prelude::*;

/// The block (1, 2) of 4 x 8 tiles, and the operands' blocks of a kernel, one for every step of k.
#[test]
fn blocks_of_a_kernel() {
    let data: Vec<i64> = (0..512 * 64).collect();
    let t = make_tensor(&data[..192], layout!((8, 24))).unwrap();
    let block = local_tile(&t, tile!(_4, _8), coord!(1, 2));
    assert_eq!(
        (block.at(0), block.layout().to_string().as_str()),
        (132, "(_4,_8):(_1,8)")
    );
    assert!(t.try_local_tile(tile!(_4, _8), coord!(2, 0)).is_err());

    let a = make_tensor(&data[..], layout!((_512, _64))).unwrap();
    let blocks = a.local_tile_proj(tile!(_128, _128, _8), coord!(2, 1, _), coord!(_1, _, _1));
    let firsts: Vec<i64> = (0..8).map(|k| blocks.at((0, 0, k))).collect();
    assert_eq!(firsts[..2], [256, 4352]);
    assert_eq!(firsts[7], 28928);
    assert_eq!(blocks.layout().to_string(), "(_128,_8,_8):(_1,_512,_4096)");
}

#[test]
fn shares_of_threads() {
    let data: Vec<i64> = (0..1024).collect();
    let t = make_tensor(&data[..192], layout!((8, 24))).unwrap();
    let place = outer_partition(&t, tile!(_4, _8), coord!(1, 1));
    assert_eq!(place.layout().to_string(), "(2,3):(_4,64)");
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|i| place.at(i)),
        [9, 13, 73, 77, 137, 141]
    );
    let t = make_tensor(&data[..], layout!((_128, _8))).unwrap();
    let threads = layout!((_32, _8));
    let share = |thread: usize| {
        let mine = local_partition(&t, threads, thread);
        (0..mine.size()).map(|i| mine.at(i)).collect::<Vec<_>>()
    };
    assert_eq!(share(37), [133, 165, 197, 229]);
    assert_eq!(share(255), [927, 959, 991, 1023]);
    let mut all: Vec<i64> = (0..256).flat_map(share).collect();
    all.sort_unstable();
    assert_eq!(all, data);
    assert!(t.try_local_partition(threads, 256usize).is_err());
}

#[test]
fn overhang_is_predicated() {
    let (m, n) = (41, 55);
    let whole = make_identity_tensor(shape!(m, n));
    let (mut valid, mut lanes, mut tiles) = (0, 0, 0);
    for (i, j) in (0..11).flat_map(|i| (0..7).map(move |j| (i, j))) {
        let tile = local_tile(&whole, tile!(_4, _8), coord!(i, j));
        let inside: Vec<(i32, i32)> = (0..32)
            .map(|lane| tile.coord(lane))
            .filter(|&at| within(at, (m, n)))
            .collect();
        if (i, j) == (10, 6) {
            let row: Vec<(i32, i32)> = (48..55).map(|column| (40, column)).collect();
            assert_eq!(inside, row);
        }
        (valid, lanes, tiles) = (valid + inside.len(), lanes + 32, tiles + 1);
    }
    assert_eq!((tiles, lanes, valid), (77, 2464, 2255));
}

#[test]
fn thread_value_layouts() {
    let data: Vec<i64> = (0..32).collect();
    let tile = make_tensor(&data[..], layout!((_4, _8):(_8, _1))).unwrap();
    let tv = tile.compose(layout!(((_2, _4), (_2, _2)):((_8, _1), (_4, _16))));
    let of = |thread: usize| [0usize, 1, 2, 3].map(|value| tv.at((thread, value)));
    assert_eq!(of(0), [0, 1, 4, 5]);
    assert_eq!(of(1), [2, 3, 6, 7]);
    assert_eq!(of(7), [26, 27, 30, 31]);
    let mut all: Vec<i64> = (0..8).flat_map(of).collect();
    all.sort_unstable();
    assert_eq!(all, data);
    // A thread of it, by slicing.
    let mine = tv.slice(coord!(7usize, _));
    assert_eq!(mine.at(3), 31);
}
