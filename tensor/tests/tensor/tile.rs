use azulejo_layout::{coord, layout, shape, tile};
use azulejo_tensor::{
    TensorError, local_partition, local_tile, make_identity_tensor, make_tensor, outer_partition,
    within,
};

#[test]
fn a_block_and_a_place_in_every_block() {
    let data: Vec<i64> = (0..192).collect();
    let (m, n) = (8i32, 24i32);
    let t = make_tensor(&data[..], layout!((m, n))).unwrap();
    let block = local_tile(&t, tile!(_4, _8), coord!(1i32, 2i32));
    assert_eq!(block.layout().to_string(), "(_4,_8):(_1,8)");
    assert_eq!(block.at(0i32), 132);
    let place = outer_partition(&t, tile!(_4, _8), coord!(1i32, 1i32));
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|i: i32| place.at(i)),
        [9, 13, 73, 77, 137, 141]
    );
    assert_eq!(
        t.try_local_tile(tile!(_4, _8), coord!(1i32, 3i32))
            .map(|_| ()),
        Err(TensorError::IndexOutOfSpace)
    );
    assert_eq!(
        t.try_local_partition(layout!((_4, _8)), 32i32).map(|_| ()),
        Err(TensorError::IndexOutOfSpace)
    );
}

#[test]
fn shares_of_threads_cover_the_tensor_once() {
    let data: Vec<usize> = (0..1024).collect();
    let t = make_tensor(&data[..], layout!((_128, _8))).unwrap();
    let mut seen = [0; 1024];
    for thread in 0..256usize {
        let mine = local_partition(&t, layout!((_32, _8)), thread);
        for i in 0..mine.size() {
            seen[mine.at(i)] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n == 1));
    let last = local_partition(&t, layout!((_32, _8)), 255usize);
    assert_eq!(
        [0, 1, 2, 3].map(|i: usize| last.at(i)),
        [927, 959, 991, 1023]
    );
}

/// 41 × 55 by 4 × 8: 11 × 7 tiles, of whose 2464 places 2255 exist, each met once.
#[test]
fn overhanging_tiles_are_predicated_by_identity_tensors() {
    let (m, n) = (41i32, 55i32);
    let id = make_identity_tensor(shape!(m, n));
    let mut seen = vec![0; 41 * 55];
    let mut places = 0;
    for i in 0..11i32 {
        for j in 0..7i32 {
            let tile = local_tile(&id, tile!(_4, _8), coord!(i, j));
            for place in 0..32i32 {
                places += 1;
                let at = tile.coord(place);
                if within(at, (m, n)) {
                    let (row, col): (i32, i32) = at;
                    seen[(row + 41 * col) as usize] += 1;
                }
            }
        }
    }
    assert_eq!(places, 2464);
    assert!(seen.iter().all(|&n| n == 1));
}

/// A (thread, value) layout composed with a tile hands each element to one thread.
#[test]
fn thread_value_layouts_partition_a_tile() {
    let data: Vec<i64> = (0..32).collect();
    let t = make_tensor(&data[..], layout!((_4, _8):(_8, _1))).unwrap();
    let tv = t.compose(layout!(((_2, _4), (_2, _2)):((_8, _1), (_4, _16))));
    let thread = |t: usize| [0, 1, 2, 3].map(|v: usize| tv.at((t, v)));
    assert_eq!(thread(0), [0, 1, 4, 5]);
    assert_eq!(thread(1), [2, 3, 6, 7]);
    assert_eq!(thread(7), [26, 27, 30, 31]);
}
