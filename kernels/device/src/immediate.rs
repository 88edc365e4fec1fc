//! The constants that instructions take, on a device and on the CPU: another one does not compile.

/// Lanes of a warp whose numbers differ in these bits.
pub(crate) const fn lanes(bits: u32) {
    assert!(
        bits < 32,
        "all_reduce: LANES has the five bits of a lane's number, 0 to 31; 31 is the whole warp, and other warps need shared memory"
    );
}

/// Matrices of `ldmatrix` and `stmatrix`.
pub(crate) const fn matrices(count: usize) {
    assert!(
        matches!(count, 1 | 2 | 4),
        "ldmatrix and stmatrix: N is 1, 2 or 4 matrices"
    );
}

/// Modes of a tensor map.
pub(crate) const fn rank(modes: usize) {
    assert!(
        1 <= modes && modes <= 5,
        "cp.async.bulk.tensor: RANK is 1 to 5; merge modes that lie one in the other"
    );
}

/// Bytes of a `cp.async`, whether it passes by L1, and the bytes that L2 loads.
pub(crate) const fn cp_async(width: u32, global: bool, prefetch: u32) {
    assert!(
        matches!(width, 4 | 8 | 16),
        "cp.async: WIDTH is 4, 8 or 16 bytes"
    );
    assert!(
        width == 16 || !global,
        "cp.async: GLOBAL, which passes by L1, takes a WIDTH of 16 bytes"
    );
    assert!(
        matches!(prefetch, 0 | 64 | 128 | 256),
        "cp.async: PREFETCH is 0, 64, 128 or 256 bytes"
    );
}

/// Bytes of two words.
#[cfg(target_arch = "nvptx64")]
pub(crate) const fn permutation(which: u32) {
    assert!(
        which & !0x7777 == 0,
        "permute: WHICH has four hexadecimal digits, 0 to 7, a byte of the two words each"
    );
}

/// Extents of a cluster.
pub(crate) const fn cluster(extents: [Option<i64>; 3]) -> [u32; 3] {
    let (mut found, mut ctas, mut i) = ([0; 3], 1, 0);
    while i < 3 {
        found[i] = match extents[i] {
            Some(extent) if 1 <= extent && extent <= 16 => extent as u32,
            _ => panic!("the extents of a cluster are static, 1 to 16"),
        };
        ctas *= found[i];
        i += 1;
    }
    assert!(ctas <= 16, "a cluster has at most 16 CTAs");
    found
}

#[cfg(test)]
mod tests {
    use super::cluster;

    #[test]
    fn clusters_have_one_to_sixteen_ctas() {
        assert_eq!(cluster([Some(2), Some(8), Some(1)]), [2, 8, 1]);
        let bad = [
            [Some(0), Some(1), Some(1)],
            [Some(17), Some(1), Some(1)],
            [Some(1), Some(-1), Some(-1)],
            [Some(1), None, Some(1)],
            [Some(16), Some(16), Some(1)],
            [Some(3), Some(3), Some(2)],
        ];
        for extents in bad {
            assert!(
                std::panic::catch_unwind(|| cluster(extents)).is_err(),
                "{extents:?}"
            );
        }
    }
}
