//! Matrix-multiply atoms over threads: `TiledMma`, its partitions of A, B and C.

use super::part::{slice_any, through_first};
use crate::value::composed::AnyLayout;
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::{
    Order, append, flat_coord, logical_over, make_layout, right_inverse, tiled_product, zipped_over,
};
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::vec::Vec;

/// Which matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A, shape (M, K).
    A,
    /// B, shape (N, K).
    B,
    /// C, shape (M, N).
    C,
}

impl Operand {
    /// The two of M, N, K that index the matrix.
    fn modes(self) -> [usize; 2] {
        match self {
            Self::A => [0, 2],
            Self::B => [1, 2],
            Self::C => [0, 1],
        }
    }
}

/// A matrix-multiply instruction as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DynMmaAtom {
    /// (M, N, K).
    pub shape_mnk: Tree,
    /// Logical thread to thread index.
    pub threads: DynLayout,
    /// (thread, value) -> element of A, `m + M k`.
    pub a: DynLayout,
    /// (thread, value) -> element of B, `n + N k`.
    pub b: DynLayout,
    /// (thread, value) -> element of C, `m + M n`.
    pub c: DynLayout,
}

/// An atom repeated over threads in M, N and K, with a permutation of each mode of the tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DynTiledMma {
    atom: DynMmaAtom,
    permutation: Vec<Tiler>,
    threads: DynLayout,
}

impl DynTiledMma {
    /// The atom repeated as `atoms` (a layout of rank up to 3 over M, N, K); `permutation` has one tiler a mode, `_` for
    /// the natural order.
    ///
    /// # Errors
    /// Ranks that do not fit.
    pub fn new(
        atom: DynMmaAtom,
        atoms: &DynLayout,
        permutation: Vec<Tiler>,
    ) -> Result<Self, LayoutError> {
        let atoms = append(atoms, 3, &DynLayout::unit())?;
        let threads = tiled_product(&atom.threads, &Tiler::Layout(atoms))?;
        let mut permutation = permutation;
        permutation.resize(3, Tiler::Underscore);
        Ok(Self {
            atom,
            permutation,
            threads,
        })
    }

    /// The layout (thread of the atom, atom in M, in N, in K) -> thread index.
    #[must_use]
    pub fn thr_layout_vmnk(&self) -> &DynLayout {
        &self.threads
    }

    /// The number of threads.
    ///
    /// # Errors
    /// None for a constructed one.
    pub fn thread_count(&self) -> Result<Int, LayoutError> {
        self.threads.shape().size()
    }

    fn atoms_in(&self, mode: usize) -> Result<Int, LayoutError> {
        self.threads.shape().get(&[mode + 1])?.size()
    }

    /// The extent of the tile in M (0), N (1) or K (2).
    ///
    /// # Errors
    /// Overflow.
    pub fn tile_size(&self, mode: usize) -> Result<Int, LayoutError> {
        match self.permutation.get(mode) {
            Some(Tiler::Int(n)) => Ok(*n),
            Some(Tiler::Layout(layout)) => layout.shape().size(),
            _ => self
                .atom
                .shape_mnk
                .get(&[mode])?
                .size()?
                .checked_mul(self.atoms_in(mode)?),
        }
    }

    fn tile(&self, mode: usize) -> Result<Tiler, LayoutError> {
        Ok(match self.permutation.get(mode) {
            Some(tiler @ (Tiler::Int(_) | Tiler::Layout(_))) => tiler.clone(),
            _ => Tiler::Int(self.tile_size(mode)?),
        })
    }

    fn owners(&self, operand: Operand) -> &DynLayout {
        match operand {
            Operand::A => &self.atom.a,
            Operand::B => &self.atom.b,
            Operand::C => &self.atom.c,
        }
    }

    /// A matrix divided for one operand: `((thread, (atoms, atoms)), (value, (rest, rest)))`.
    ///
    /// # Errors
    /// A matrix that the tile or the atom does not divide into layouts.
    pub fn thrfrg(&self, matrix: &AnyLayout, operand: Operand) -> Result<AnyLayout, LayoutError> {
        matrix
            .map_inner(&mut |inner| self.thrfrg_plain(inner, operand))
            .during("thrfrg", &[matrix])
    }

    fn thrfrg_plain(&self, matrix: &DynLayout, operand: Operand) -> Result<DynLayout, LayoutError> {
        let modes = operand.modes();
        let tile = Tiler::Modes(
            modes
                .map(|m| self.tile(m))
                .into_iter()
                .collect::<Result<_, _>>()?,
        );
        let permuted = logical_over(matrix, &tile)?;
        let column = |n: Int| make_layout(&n.into(), &Order::Left).map(Tiler::Layout);
        let atom: Result<Vec<Tiler>, LayoutError> = modes
            .iter()
            .map(|&m| column(self.atom.shape_mnk.get(&[m])?.size()?))
            .collect();
        let atoms = zipped_over(&permuted, &Tiler::Modes(atom?))?;
        let owned = through_first(&atoms, Tiler::Layout(self.owners(operand).clone()))?;
        let across: Result<Vec<Tiler>, LayoutError> =
            modes.iter().map(|&m| column(self.atoms_in(m)?)).collect();
        zipped_over(
            &owned,
            &Tiler::Modes([Tiler::Underscore, Tiler::Modes(across?)].into()),
        )
    }

    /// The layout (thread index, value) -> 1-D coordinate of the tile of one operand.
    ///
    /// # Errors
    /// Those of [`DynTiledMma::thrfrg`].
    pub fn layout_tv(&self, operand: Operand) -> Result<DynLayout, LayoutError> {
        let [first, second] = operand.modes();
        let shape = Tree::Tuple(
            [
                self.tile_size(first)?.into(),
                self.tile_size(second)?.into(),
            ]
            .into(),
        );
        let whole = self.thrfrg_plain(&make_layout(&shape, &Order::Left)?, operand)?;
        // Threads along the mode that the operand does not have own the same elements.
        let spread = match operand {
            Operand::C => whole,
            Operand::A | Operand::B => {
                let atoms =
                    Tree::Tuple([self.atoms_in(0)?.into(), self.atoms_in(1)?.into()].into());
                let stride = match operand {
                    Operand::A => [Tree::fixed(1), Tree::fixed(0)],
                    _ => [Tree::fixed(0), Tree::fixed(1)],
                };
                let repeat = DynLayout::new(atoms, Tree::Tuple(stride.into()))?;
                let inner = Tiler::Modes([Tiler::Layout(repeat), Tiler::Underscore].into());
                through_first(&whole, Tiler::Modes([Tiler::Underscore, inner].into()))?
            }
        };
        through_first(&spread, Tiler::Layout(right_inverse(&self.threads)?))
    }

    /// The part of one thread: pointer offset, and `(value, rest, rest)`.
    ///
    /// # Errors
    /// A thread outside the thread layout, those of [`DynTiledMma::thrfrg`].
    pub fn partition(
        &self,
        matrix: &AnyLayout,
        thread: i64,
        operand: Operand,
    ) -> Result<(Tree, AnyLayout), LayoutError> {
        let whole = self.thrfrg(matrix, operand)?;
        let vmnk = flat_coord(thread, &self.threads)?;
        let [first, second] = operand.modes();
        let at = |m: usize| vmnk.get(&[m]).cloned();
        let atoms = Tree::Tuple([at(first + 1)?, at(second + 1)?].into());
        let rest = Tree::repeat(&Tree::Underscore, whole.shape().get(&[1, 1])?.rank());
        let coord = Tree::Tuple(
            [
                Tree::Tuple([at(0)?, atoms].into()),
                Tree::Tuple([Tree::Underscore, rest].into()),
            ]
            .into(),
        );
        slice_any(&whole, &coord)
    }
}
