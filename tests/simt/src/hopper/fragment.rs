//! Which elements of its matrices a thread's registers hold (PTX ISA, register fragments of `wgmma` and `stmatrix`).

/// The row and the first byte along K of register `register` of A, 4 bytes, of warp `warp` of the group and lane `lane`.
pub fn of_a(warp: usize, lane: usize, register: usize) -> (usize, usize) {
    let row = 16 * warp + lane / 4 + 8 * (register % 2);
    (row, 4 * (lane % 4) + 16 * (register / 2))
}

/// The row and the column of register `register` of D in 4-byte elements.
pub fn of_d(warp: usize, lane: usize, register: usize) -> (usize, usize) {
    let row = 16 * warp + lane / 4 + 8 * (register / 2 % 2);
    (row, 8 * (register / 4) + 2 * (lane % 4) + register % 2)
}

/// The row and the first of the two columns of register `register` of D in halves.
pub fn of_d_halves(warp: usize, lane: usize, register: usize) -> (usize, usize) {
    let row = 16 * warp + lane / 4 + 8 * (register % 2);
    (row, 8 * (register / 2) + 2 * (lane % 4))
}

/// Where `stmatrix` puts the two halves of lane `lane`'s register of an 8 × 8 matrix: of each, the lane among eight whose
/// address begins its row, and the byte in the row.
pub fn of_stored(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    if transposed {
        let row = 2 * (lane % 4);
        [(row, lane / 4 * 2), (row + 1, lane / 4 * 2)]
    } else {
        let byte = 4 * (lane % 4);
        [(lane / 4, byte), (lane / 4, byte + 2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn fragments_hold_every_element_once() {
        let mut d = HashSet::new();
        let mut halves = HashSet::new();
        let mut a = HashSet::new();
        for warp in 0..4 {
            for lane in 0..32 {
                d.extend((0..12).map(|register| of_d(warp, lane, register)));
                halves.extend((0..6).map(|register| of_d_halves(warp, lane, register)));
                a.extend((0..4).map(|register| of_a(warp, lane, register)));
            }
        }
        assert_eq!(d.len(), 64 * 24);
        assert!(d.iter().all(|&(row, column)| row < 64 && column < 24));
        assert_eq!(halves.len(), 64 * 12);
        assert!(
            halves
                .iter()
                .all(|&(row, column)| row < 64 && column % 2 == 0)
        );
        assert_eq!(a.len(), 64 * 8);
        assert!(a.iter().all(|&(row, byte)| row < 64 && byte < 32));
    }

    #[test]
    fn the_tables_first_entries_are_met() {
        assert_eq!(of_d(1, 5, 0), (17, 2));
        assert_eq!(of_d(0, 3, 3), (8, 7));
        assert_eq!(of_d(0, 0, 4), (0, 8));
        assert_eq!(of_d_halves(2, 1, 3), (40, 10));
        assert_eq!(of_a(0, 1, 2), (0, 20));
        assert_eq!(of_stored(5, false), [(1, 4), (1, 6)]);
        assert_eq!(of_stored(5, true), [(2, 2), (3, 2)]);
    }
}
