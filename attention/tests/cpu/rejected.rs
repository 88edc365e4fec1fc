//! Wrong arguments are errors that name them, and nothing is written.

use std::fmt::Debug;
use std::str::FromStr;

use azulejo_attention::{
    AttentionError, CuSeqlens, Gradients, KvCache, Options, Saved, backward, forward,
    forward_varlen, with_kv_cache,
};
use azulejo_cpu::{Array, Strided, View, ViewMut};

fn zeros(shape: &[usize]) -> Array<f32> {
    Array::zeros(shape).unwrap()
}

/// The error of [`forward`] of zeros with these shapes; O and the LSE stay as they are.
fn error(q: &[usize], k: &[usize], v: &[usize], out: &[usize], options: &Options<'_>) -> String {
    let (q, k, v, mut out) = (zeros(q), zeros(k), zeros(v), zeros(out));
    out.data_mut().fill(7.0);
    let result = forward(q.view(), k.view(), v.view(), out.view_mut(), None, options);
    assert!(out.data().iter().all(|x| *x == 7.0));
    result.unwrap_err().to_string()
}

/// The rows of a table: what stands between bars.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = table.lines().filter(|row| !row.is_empty());
    rows.map(|row| row.split('|').map(str::trim).collect())
}

/// Numbers between commas.
fn list<T: FromStr<Err: Debug>>(text: &str) -> Vec<T> {
    let numbers = text.split(',').filter(|number| !number.trim().is_empty());
    numbers.map(|x| x.trim().parse().unwrap()).collect()
}

/// Shapes of Q, K, V and O, and how the error begins.
const SHAPES: &str = "
2, 5, 4, 8 | 2, 9, 2, 8 | 2, 9, 2, 8 | 2, 5, 4    | `out` has shape [2, 5, 4]
5, 4, 8    | 2, 9, 2, 8 | 2, 9, 2, 8 | 2, 5, 4, 8 | `q` has shape [5, 4, 8]: pass a view of modes (batch
2, 5, 4, 8 | 2, 9, 2    | 2, 9, 2, 8 | 2, 5, 4, 8 | `k` has shape [2, 9, 2]: pass a view of modes
2, 5, 4, 8 | 3, 9, 2, 8 | 2, 9, 2, 8 | 2, 5, 4, 8 | `k` has shape [3, 9, 2, 8], not [2, 9, 2, 8], which follows from `q`
2, 5, 4, 8 | 2, 9, 2, 7 | 2, 9, 2, 8 | 2, 5, 4, 8 | `k` has shape [2, 9, 2, 7], not [2, 9, 2, 8], which follows from `q`
2, 5, 4, 8 | 2, 9, 2, 8 | 2, 8, 2, 8 | 2, 5, 4, 8 | `v` has shape [2, 8, 2, 8], not [2, 9, 2, 8], which follows from `k`
2, 5, 4, 8 | 2, 9, 2, 8 | 2, 9, 1, 8 | 2, 5, 4, 8 | `v` has shape [2, 9, 1, 8], not [2, 9, 2, 8], which follows from `k`
2, 5, 4, 8 | 2, 9, 2, 8 | 2, 9, 2, 8 | 2, 5, 4, 7 | `out` has shape [2, 5, 4, 7], not [2, 5, 4, 8], which follows from `q` and `v`
2, 5, 4, 8 | 2, 9, 3, 8 | 2, 9, 3, 8 | 2, 5, 4, 8 | `q` has 4 heads and `k` has 3
2, 5, 4, 8 | 2, 9, 0, 8 | 2, 9, 0, 8 | 2, 5, 4, 8 | `q` has 4 heads and `k` has 0
2, 5, 4, 0 | 2, 9, 2, 0 | 2, 9, 2, 8 | 2, 5, 4, 8 | `q` has shape [2, 5, 4, 0]: a head dimension
2, 5, 4, 8 | 2, 9, 2, 8 | 2, 9, 2, 0 | 2, 5, 4, 0 | `v` has shape [2, 9, 2, 0]: a head dimension
";

#[test]
fn shapes_and_heads_are_named() {
    for row in rows(SHAPES) {
        let [q, k, v, out] = [0, 1, 2, 3].map(|at| list(row[at]));
        let found = error(&q, &k, &v, &out, &Options::default());
        assert!(found.starts_with(row[4]), "{found}");
    }
}

#[test]
fn options_are_named() {
    let shape = [1, 2, 4, 8];
    let options = |scale, softcap, alibi| Options {
        scale,
        softcap,
        alibi,
        ..Options::default()
    };
    let crooked = [1.0, f32::NAN, 1.0, 1.0];
    for (options, expected) in [
        (options(Some(f32::NAN), None, None), "`scale` is NaN"),
        (options(None, Some(0.0), None), "`softcap` is 0"),
        (options(None, Some(f32::INFINITY), None), "`softcap` is inf"),
        (
            options(None, None, Some(&[1.0; 3])),
            "`alibi` has 3 slopes and `q` has 4 heads",
        ),
        (options(None, None, Some(&crooked)), "`alibi[1]` is NaN"),
    ] {
        let found = error(&shape, &shape, &shape, &shape, &options);
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn a_last_mode_that_is_not_contiguous_is_named() {
    let data = vec![0.0f32; 1000];
    let layout = Strided::column_major(&[1, 4, 2, 8]).unwrap();
    let (mut out, good) = (zeros(&[1, 4, 2, 8]), zeros(&[1, 4, 2, 8]));
    let bad = View::new(&data, layout).unwrap();
    let plain = Options::default();
    let found = forward(good.view(), bad, good.view(), out.view_mut(), None, &plain);
    let expected = AttentionError::LastStride {
        argument: "k",
        strides: vec![1, 1, 4, 8],
    };
    assert_eq!(found, Err(expected));
    let mut data = data;
    let bad = ViewMut::new(&mut data, layout).unwrap();
    let found = forward(good.view(), good.view(), good.view(), bad, None, &plain);
    assert!(matches!(found, Err(AttentionError::LastStride { argument, .. }) if argument == "out"));
    // An LSE may have any strides, but not any shape.
    let mut lse = zeros(&[1, 4, 2]);
    let (view, out) = (Some(lse.view_mut()), out.view_mut());
    let found = forward(good.view(), good.view(), good.view(), out, view, &plain);
    assert!(matches!(found, Err(AttentionError::Shape { argument, .. }) if argument == "lse"));
}

/// Starts of Q and of K, and how the error begins.
const STARTS: &str = "
        |                  | `cu_seqlens.q` has 0 entries and `cu_seqlens.k` has 0
0, 6    | 0, 4, 9          | `cu_seqlens.q` has 2 entries and `cu_seqlens.k` has 3
1, 6    | 0, 9             | `cu_seqlens.q` has 1 at index 0: the first entry must be 0
0, 4, 3 | 0, 4, 9          | `cu_seqlens.q` has 3 at index 2: it is below
0, 4, 7 | 0, 4, 9          | `cu_seqlens.q` has 7 at index 2: it is beyond
0, 4, 6 | 0, -4, 9         | `cu_seqlens.k` has -4 at index 1: pass entries from 0
0, 4, 6 | 0, 2147483647, 9 | `cu_seqlens.k` has 2147483647 at index 1: it is beyond
";

#[test]
fn cumulative_lengths_are_named() {
    let (q, k) = (zeros(&[6, 2, 4]), zeros(&[9, 2, 4]));
    for row in rows(STARTS) {
        let (of_q, of_k, mut out) = (list(row[0]), list(row[1]), zeros(&[6, 2, 4]));
        let (q, k, out) = (q.view(), k.view(), out.view_mut());
        let cut = CuSeqlens { q: &of_q, k: &of_k };
        let found = forward_varlen(q, k, k, cut, out, None, &Options::default());
        let found = found.unwrap_err().to_string();
        assert!(found.starts_with(row[2]), "{found}");
    }
}

/// The error of a cache of 4 pages of 16 keys for two sequences, changed by `change`.
fn cache_error(
    lengths: &[i32],
    table: Option<&[i32]>,
    [k_new, v_new]: [usize; 2],
    size: usize,
) -> String {
    let q = zeros(&[2, 1, 2, 4]);
    let (mut k, mut v) = (zeros(&[4, size, 1, 4]), zeros(&[4, size, 1, 4]));
    if table.is_none() {
        (k, v) = (zeros(&[2, size, 1, 4]), zeros(&[2, size, 1, 4]));
    }
    let mut out = zeros(&[2, 1, 2, 4]);
    let table = table.map(|table| Array::from_vec(table.to_vec(), &[2, 2]).unwrap());
    let [mut new_k, mut new_v] = [k_new, v_new].map(|rows| zeros(&[2, rows, 1, 4]));
    new_k.data_mut().fill(1.0);
    new_v.data_mut().fill(1.0);
    let cache = KvCache {
        k: k.view_mut(),
        v: v.view_mut(),
        lengths,
        page_table: table.as_ref().map(Array::view),
        new_k: (k_new > 0).then(|| new_k.view()),
        new_v: (v_new > 0).then(|| new_v.view()),
    };
    let found = with_kv_cache(q.view(), cache, out.view_mut(), None, &Options::default());
    let found = found.map_or_else(|error| error.to_string(), |()| "none".into());
    if found != "none" {
        assert!(k.data().iter().chain(v.data()).all(|x| *x == 0.0));
    }
    found
}

/// Lengths, the page table if there is one, keys and values to append, keys of a page, and how the error begins.
const CACHES: &str = "
3, 20         | 0, 1, 2, 3  | 1, 1 | 16 | none
3             | 0, 1, 2, 3  | 0, 0 | 16 | `cache.lengths` has 1 entries and `q` has 2
-1, 3         | 0, 1, 2, 3  | 0, 0 | 16 | `cache.lengths[0]` is -1, and 0 keys are appended
3, 33         | 0, 1, 2, 3  | 0, 0 | 16 | `cache.lengths[1]` is 33, and 0 keys are appended: the cache holds 32
3, 32         | 0, 1, 2, 3  | 1, 1 | 16 | `cache.lengths[1]` is 32, and 1 keys are appended
3, 32         |             | 1, 1 | 32 | `cache.lengths[1]` is 32, and 1 keys are appended
3, 2147483647 | 0, 1, 2, 3  | 1, 1 | 16 | `cache.lengths[1]` is 2147483647
3, 3          | 0, 1, 2, 3  | 1, 0 | 16 | only `cache.new_k` was given
3, 3          | 0, 1, 2, 3  | 0, 1 | 16 | only `cache.new_v` was given
3, 3          | 0, 1, 2, 3  | 1, 2 | 16 | `cache.new_v` has shape [2, 2, 1, 4], not [2, 1, 1, 4]
3, 3          | 0, 1, 2, 3  | 0, 0 | 15 | `cache.k` has pages of 15 keys
3, 20         | 0, 1, 2, 4  | 0, 0 | 16 | `cache.page_table` has page 4 at (1, 1): the pool has
3, 20         | 0, 1, -1, 3 | 0, 0 | 16 | `cache.page_table` has page -1 at (1, 0)
3, 20         | 0, 99, 2, 3 | 0, 0 | 16 | none
3, 20         | 0, 1, 0, 3  | 0, 0 | 16 | none
16, 20        | 0, 1, 0, 3  | 1, 1 | 16 | none
3, 5          | 0, 1, 0, 3  | 1, 1 | 16 | `cache.page_table` has page 0 at (1, 0), and sequence 0 writes
3, 20         | 0, 1, 0, 3  | 1, 1 | 16 | `cache.page_table` has page 0 at (1, 0), and sequence 0 writes
16, 20        | 0, 3, 2, 3  | 1, 1 | 16 | `cache.page_table` has page 3 at (1, 1), and sequence 0 writes
";

/// An entry that no key reaches may be anything, and readers may share a page; two writers may not, nor a reader and a writer.
#[test]
fn caches_and_page_tables_are_named() {
    for row in rows(CACHES) {
        let (lengths, table) = (list(row[0]), list(row[1]));
        let table = (!table.is_empty()).then_some(&table[..]);
        let new = list(row[2]).try_into().unwrap();
        let found = cache_error(&lengths, table, new, list(row[3])[0]);
        assert!(found.starts_with(row[4]), "{found}");
    }
}

#[test]
fn gradients_of_other_shapes_are_named() {
    let (q, lse) = (zeros(&[1, 3, 2, 4]), zeros(&[1, 2, 3]));
    let mut gradients = [
        zeros(&[1, 3, 2, 4]),
        zeros(&[1, 4, 2, 4]),
        zeros(&[1, 3, 2, 4]),
    ];
    let [dq, dk, dv] = &mut gradients;
    let found = backward(
        Saved {
            q: q.view(),
            k: q.view(),
            v: q.view(),
            out: q.view(),
            lse: lse.view(),
        },
        q.view(),
        Gradients {
            dq: dq.view_mut(),
            dk: dk.view_mut(),
            dv: dv.view_mut(),
        },
        &Options::default(),
    );
    let found = found.unwrap_err().to_string();
    let expected = "`dk` has shape [1, 4, 2, 4], not [1, 3, 2, 4], which follows from `k`";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn vast_extents_without_elements_are_no_work() {
    // A stride of 0 makes any extent of an input cheap; results without elements are done at once.
    let one = [1.0f32; 4];
    let vast = Strided::new(&[1 << 40, 1 << 20, 1, 4], &[0, 0, 0, 1]);
    let q = View::new(&one, vast.unwrap()).unwrap();
    let mut out = zeros(&[0, 0, 0, 0]);
    let found = forward(q, q, q, out.view_mut(), None, &Options::default());
    assert!(matches!(found, Err(AttentionError::Shape { argument, .. }) if argument == "out"));
    // Nor do keys without heads, which a page table of any width may lead to.
    let (mut k, mut v) = ([], []);
    let far = Strided::new(&[1, 16, 0, 4], &[usize::MAX, usize::MAX, 1, 1]).unwrap();
    let new = Strided::new(&[1, 1 << 40, 0, 4], &[0, 0, 0, 1]).unwrap();
    let new = View::new(&one, new).unwrap();
    let q = zeros(&[1, 3, 0, 4]);
    let mut out = zeros(&[1, 3, 0, 4]);
    let table = View::new(&[0], Strided::new(&[1, 1 << 37], &[0, 0]).unwrap());
    let cache = KvCache {
        k: ViewMut::new(&mut k, far).unwrap(),
        v: ViewMut::new(&mut v, far).unwrap(),
        lengths: &[3],
        page_table: Some(table.unwrap()),
        new_k: Some(new),
        new_v: Some(new),
    };
    let options = Options::default();
    with_kv_cache(q.view(), cache, out.view_mut(), None, &options).unwrap();
}
