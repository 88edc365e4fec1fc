//! Every tensor argument of every call: another shape, and strides that do not end with 1, are errors that name it.

use azulejo_attention::{
    AttentionError, CuSeqlens, Gradients, KvCache, Options, Saved, backward, backward_varlen,
    forward_varlen, with_kv_cache,
};
use azulejo_cpu::{Array, Strided, View, ViewMut};

/// A tensor of zeros, changed where it is the argument `wrong`: its first extent grown, or its strides reversed.
struct Tensors {
    wrong: &'static str,
    is_strided: bool,
    data: Vec<f32>,
}

impl Tensors {
    fn layout(&self, argument: &str, shape: &[usize]) -> Strided {
        let mut shape = shape.to_vec();
        let is_wrong = argument == self.wrong;
        if is_wrong && !self.is_strided {
            shape[0] += 1;
        }
        match is_wrong && self.is_strided {
            true => Strided::column_major(&shape).unwrap(),
            false => Strided::row_major(&shape).unwrap(),
        }
    }

    fn view(&self, argument: &str, shape: &[usize]) -> View<'_, f32> {
        View::new(&self.data, self.layout(argument, shape)).unwrap()
    }

    fn view_mut<'d>(
        &self,
        data: &'d mut [f32],
        argument: &str,
        shape: &[usize],
    ) -> ViewMut<'d, f32> {
        ViewMut::new(data, self.layout(argument, shape)).unwrap()
    }
}

/// Calls `run` for each argument of each wrong kind; the error must name the argument and its shape or strides.
fn each(
    shaped: &[&'static str],
    strided: &[&'static str],
    run: impl Fn(&Tensors) -> Result<(), AttentionError>,
) {
    let shaped = shaped.iter().map(|argument| (*argument, false));
    let strided = strided.iter().map(|argument| (*argument, true));
    for (wrong, is_strided) in shaped.chain(strided).chain([("none", false)]) {
        let tensors = Tensors {
            wrong,
            is_strided,
            data: vec![0.0; 4096],
        };
        let found = run(&tensors);
        let Err(error) = found else {
            assert_eq!(wrong, "none", "{wrong} is not checked");
            continue;
        };
        let expected = match is_strided {
            true => format!("`{wrong}` has strides [1, "),
            false => format!("`{wrong}` has shape ["),
        };
        assert!(error.to_string().starts_with(&expected), "{wrong}: {error}");
    }
}

const ALL: Options<'static> = Options {
    scale: None,
    mask: azulejo_attention::Mask::Full,
    softcap: None,
    alibi: None,
};

/// Saved tensors and gradients of 3 queries, 5 keys, 4 heads over 2, of 8 and 16 columns; packed ones without a batch.
fn gradients(t: &Tensors, packed: Option<CuSeqlens<'_>>) -> Result<(), AttentionError> {
    let from = usize::from(packed.is_some());
    let (q, k, v) = ([2, 3, 4, 8], [2, 5, 2, 8], [2, 5, 2, 16]);
    let (out, lse) = ([2, 3, 4, 16], [2, 4, 3]);
    let saved = Saved {
        q: t.view("q", &q[from..]),
        k: t.view("k", &k[from..]),
        v: t.view("v", &v[from..]),
        out: t.view("out", &out[from..]),
        lse: t.view("lse", &lse[from..]),
    };
    let d_out = t.view("d_out", &out[from..]);
    let [mut dq, mut dk, mut dv] = [const { [0.0; 1024] }; 3];
    let to = Gradients {
        dq: t.view_mut(&mut dq, "dq", &q[from..]),
        dk: t.view_mut(&mut dk, "dk", &k[from..]),
        dv: t.view_mut(&mut dv, "dv", &v[from..]),
    };
    match packed {
        None => backward(saved, d_out, to, &ALL),
        Some(cut) => backward_varlen(saved, d_out, cut, to, &ALL),
    }
}

#[test]
fn tensors_of_gradients_are_named() {
    let shaped = ["k", "v", "out", "lse", "d_out", "dq", "dk", "dv"];
    let strided = ["q", "k", "v", "out", "d_out", "dq", "dk", "dv"];
    each(&shaped, &strided, |t| gradients(t, None));
    let cut = CuSeqlens {
        q: &[0, 1, 3],
        k: &[0, 4, 5],
    };
    // The first extents of packed tensors are those of Q and K themselves.
    let shaped = ["v", "out", "d_out", "dq", "dk", "dv", "lse"];
    each(&shaped, &strided, |t| gradients(t, Some(cut)));
    let long = CuSeqlens {
        k: &[0, 4, 6],
        ..cut
    };
    each(&[], &[], |t| {
        let found = gradients(t, Some(long)).unwrap_err().to_string();
        assert!(
            found.starts_with("`cu_seqlens.k` has 6 at index 2"),
            "{found}"
        );
        Ok(())
    });
}

#[test]
fn tensors_of_packed_sequences_are_named() {
    each(&["v", "out", "lse"], &["q", "k", "v", "out"], |t| {
        let cut = CuSeqlens {
            q: &[0, 3],
            k: &[0, 5],
        };
        let (mut out, mut lse) = ([0.0; 1024], [0.0; 1024]);
        forward_varlen(
            t.view("q", &[3, 4, 8]),
            t.view("k", &[5, 2, 8]),
            t.view("v", &[5, 2, 16]),
            cut,
            t.view_mut(&mut out, "out", &[3, 4, 16]),
            Some(t.view_mut(&mut lse, "lse", &[4, 3])),
            &ALL,
        )
    });
}

#[test]
fn tensors_of_caches_are_named() {
    let shaped = [
        "cache.k",
        "cache.v",
        "cache.new_k",
        "cache.new_v",
        "out",
        "lse",
    ];
    let strided = [
        "q",
        "cache.k",
        "cache.v",
        "cache.new_k",
        "cache.new_v",
        "out",
    ];
    each(&shaped, &strided, |t| {
        let [mut k, mut v, mut out, mut lse] = [const { [0.0; 2048] }; 4];
        let cache = KvCache {
            k: t.view_mut(&mut k, "cache.k", &[2, 16, 2, 8]),
            v: t.view_mut(&mut v, "cache.v", &[2, 16, 2, 16]),
            lengths: &[3, 4],
            page_table: None,
            new_k: Some(t.view("cache.new_k", &[2, 1, 2, 8])),
            new_v: Some(t.view("cache.new_v", &[2, 1, 2, 16])),
        };
        with_kv_cache(
            t.view("q", &[2, 1, 4, 8]),
            cache,
            t.view_mut(&mut out, "out", &[2, 1, 4, 16]),
            Some(t.view_mut(&mut lse, "lse", &[2, 4, 1])),
            &ALL,
        )
    });
}

/// The result of a cache of one page whose table is `table`.
fn paged(table: View<'_, i32>) -> Result<(), AttentionError> {
    let [mut k, mut v, q] = [16, 16, 1].map(|rows| Array::<f32>::zeros(&[1, rows, 1, 4]).unwrap());
    let mut out = q.clone();
    let cache = KvCache {
        k: k.view_mut(),
        v: v.view_mut(),
        lengths: &[3],
        page_table: Some(table),
        new_k: None,
        new_v: None,
    };
    with_kv_cache(q.view(), cache, out.view_mut(), None, &ALL)
}

#[test]
fn page_tables_are_named_and_may_be_vast() {
    let of = |shape: &[usize]| Strided::new(shape, &vec![0; shape.len()]).unwrap();
    for (shape, expected) in [
        (
            &[2, 1][..],
            "`cache.page_table` has shape [2, 1], not [1, 1]",
        ),
        (
            &[1],
            "`cache.page_table` has shape [1]: pass a view of modes",
        ),
    ] {
        let found = paged(View::new(&[0], of(shape)).unwrap())
            .unwrap_err()
            .to_string();
        assert!(found.starts_with(expected), "{found}");
    }
    // Entries that no key reaches take no memory.
    assert_eq!(paged(View::new(&[0], of(&[1, 1 << 40])).unwrap()), Ok(()));
}

#[test]
fn gradients_without_elements_are_no_work() {
    let [mut dq, mut dk, mut dv] =
        [(); 3].map(|()| Array::<f32>::zeros(&[1 << 40, 1, 0, 4]).unwrap());
    let (q, lse) = (dq.clone(), Array::<f32>::zeros(&[1 << 40, 0, 1]).unwrap());
    let saved = Saved {
        q: q.view(),
        k: q.view(),
        v: q.view(),
        out: q.view(),
        lse: lse.view(),
    };
    let to = Gradients {
        dq: dq.view_mut(),
        dk: dk.view_mut(),
        dv: dv.view_mut(),
    };
    assert_eq!(backward(saved, q.view(), to, &ALL), Ok(()));
}
