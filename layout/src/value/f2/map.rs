//! Affine maps over F2.

use alloc::vec::Vec;
use core::fmt;

/// An affine map of bit vectors: bit `j` of the index flips the bits `columns[j]` of the result, which starts at
/// `constant`.
///
/// `Display` prints the matrix, the most significant bit of the result first, the lowest bit of the index leftmost.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct F2Map {
    columns: Vec<u64>,
    constant: u64,
}

impl F2Map {
    /// The map with these columns and this constant.
    #[must_use]
    pub fn new(columns: Vec<u64>, constant: u64) -> Self {
        Self { columns, constant }
    }

    /// The identity on `bits` bits.
    #[must_use]
    pub fn identity(bits: usize) -> Self {
        Self::new((0..bits).map(|j| 1 << j).collect(), 0)
    }

    /// The image of each bit of the index.
    #[must_use]
    pub fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// The image of index 0.
    #[must_use]
    pub fn constant(&self) -> u64 {
        self.constant
    }

    /// The image of an index; bits beyond the columns are ignored.
    #[must_use]
    pub fn apply(&self, index: u64) -> u64 {
        self.columns
            .iter()
            .enumerate()
            .filter(|(j, _)| index >> j & 1 == 1)
            .fold(self.constant, |sum, (_, column)| sum ^ column)
    }

    /// The map without its constant.
    fn linear(&self, index: u64) -> u64 {
        self.apply(index) ^ self.constant
    }

    /// `self` after `first`: `x -> self(first(x))`.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self::new(
            first
                .columns
                .iter()
                .map(|&column| self.linear(column))
                .collect(),
            self.apply(first.constant),
        )
    }

    /// The map with some bits of the index fixed: `free` are the bits that stay, in order; the others have the values in
    /// `fixed`.
    #[must_use]
    pub fn slice(&self, free: &[usize], fixed: u64) -> Self {
        let kept: u64 = free.iter().map(|&j| 1 << j).fold(0, |sum, bit| sum | bit);
        let columns = free
            .iter()
            .map(|&j| self.columns.get(j).copied().unwrap_or(0))
            .collect();
        Self::new(columns, self.apply(fixed & !kept))
    }

    /// The dimension of the image.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.reduced().len()
    }

    /// Returns `true` if different indices have different images.
    #[must_use]
    pub fn is_injective(&self) -> bool {
        self.rank() == self.columns.len()
    }

    /// The bits that some index reaches.
    #[must_use]
    pub fn reach(&self) -> u64 {
        self.columns.iter().fold(0, |sum, column| sum | column)
    }

    /// Independent images in echelon form, each with the index that has it: `(image, index)`, leading bits distinct.
    fn reduced(&self) -> Vec<(u64, u64)> {
        let mut basis: Vec<(u64, u64)> = Vec::new();
        for (j, &column) in self.columns.iter().enumerate() {
            let (mut image, mut index) = (column, 1_u64 << j);
            for &(other, its) in &basis {
                if image ^ other < image {
                    image ^= other;
                    index ^= its;
                }
            }
            if image != 0 {
                // Keep the basis reduced: clear the new leading bit in the others.
                let lead = 1_u64 << (63 - image.leading_zeros());
                for (other, its) in &mut basis {
                    if *other & lead != 0 {
                        *other ^= image;
                        *its ^= index;
                    }
                }
                basis.push((image, index));
                basis.sort_unstable_by_key(|entry| core::cmp::Reverse(entry.0));
            }
        }
        basis
    }

    /// The indices that the linear part sends to 0, as a basis: `x` and `x ^ k` collide for each `k` of its span.
    #[must_use]
    pub fn kernel(&self) -> Vec<u64> {
        let mut basis: Vec<(u64, u64)> = Vec::new();
        let mut kernel = Vec::new();
        for (j, &column) in self.columns.iter().enumerate() {
            let (mut image, mut index) = (column, 1_u64 << j);
            for &(other, its) in &basis {
                if image ^ other < image {
                    image ^= other;
                    index ^= its;
                }
            }
            if image == 0 {
                kernel.push(index);
            } else {
                basis.push((image, index));
                basis.sort_unstable_by_key(|entry| core::cmp::Reverse(entry.0));
            }
        }
        kernel
    }

    /// A left inverse: `inverse(self(x)) = x`; `None` when the map is not injective.
    ///
    /// Its domain has the bits up to the highest one reached. Offsets that no index has are sent somewhere in the domain.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let basis = self.reduced();
        if basis.len() < self.columns.len() {
            return None;
        }
        let bits = 64 - self.reach().leading_zeros() as usize;
        // In reduced form the leading bit of a basis image belongs to it alone: it carries the index, the others nothing.
        let mut columns = alloc::vec![0_u64; bits];
        for &(image, index) in &basis {
            let lead = 63 - image.leading_zeros() as usize;
            if let Some(column) = columns.get_mut(lead) {
                *column = index;
            }
        }
        let linear = Self::new(columns, 0);
        let constant = linear.apply(self.constant);
        Some(Self::new(linear.columns, constant))
    }
}

impl fmt::Display for F2Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.columns.is_empty() && self.constant == 0 {
            return f.write_str("()");
        }
        let bits = 64 - (self.reach() | self.constant | 1).leading_zeros();
        for row in (0..bits).rev() {
            for column in &self.columns {
                write!(f, "{}", column >> row & 1)?;
            }
            if self.constant != 0 {
                write!(f, " {}", self.constant >> row & 1)?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
