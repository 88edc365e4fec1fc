//! Copy atoms over threads: `make_tiled_copy`, the partitions of source and destination, `retile`.

use super::part::{divided, reshaped, slice_any, through_first};
use crate::value::composed::AnyLayout;
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::{
    Order, coalesce_by, composition, logical_product, make_layout, prepend, product_each,
    raked_product, right_inverse, upcast, zipped_divide,
};
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;

/// A copy instruction as data: who reads, who writes, and the numbering they refer to, each (thread, value) -> element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DynCopyAtom {
    /// Who owns which source element.
    pub source: DynLayout,
    /// Who owns which destination element.
    pub destination: DynLayout,
    /// The numbering that tilings use.
    pub reference: DynLayout,
}

/// A copy atom over a tile: (thread, value) -> 1-D coordinate of the tile.
///
/// ```
/// use azulejo_layout::value::tiled::{DynCopyAtom, DynTiledCopy};
/// let one: azulejo_layout::value::DynLayout = "(_1,_4):(_0,_1)".parse()?;
/// let atom = DynCopyAtom { source: one.clone(), destination: one.clone(), reference: one };
/// let copy = DynTiledCopy::make(atom, &"(_32,_8):(_1,_32)".parse()?, &"(_4,_1):(_1,_0)".parse()?)?;
/// assert_eq!((copy.tiler().to_string(), copy.layout_tv().to_string()), ("(_128,_8)".into(), "(_256,_4):(_4,_1)".into()));
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DynTiledCopy {
    atom: DynCopyAtom,
    tv: DynLayout,
    tiler: Tree,
}

impl DynTiledCopy {
    /// Threads laid out as `threads`, each with `values`: `make_tiled_copy`.
    ///
    /// # Errors
    /// Layouts whose product does not exist.
    pub fn make(
        atom: DynCopyAtom,
        threads: &DynLayout,
        values: &DynLayout,
    ) -> Result<Self, LayoutError> {
        let build = || {
            let whole = raked_product(threads, values)?;
            let shape = Tree::Tuple(
                [threads, values]
                    .map(|layout| layout.shape().size().map(Tree::from))
                    .into_iter()
                    .collect::<Result<_, _>>()?,
            );
            let tv = composition(
                &right_inverse(&whole)?,
                &Tiler::Layout(make_layout(&shape, &Order::Left)?),
            )?;
            Ok((tv, product_each(whole.shape())?))
        };
        let (tv, tiler) = build().during("make_tiled_copy", &[threads, values])?;
        Ok(Self { atom, tv, tiler })
    }

    /// A copy with a given layout (thread, value) -> coordinate of the tile `tiler`: `make_tiled_copy_A` and the like.
    #[must_use]
    pub fn from_tv(atom: DynCopyAtom, tv: DynLayout, tiler: Tree) -> Self {
        Self { atom, tv, tiler }
    }

    /// The layout (thread, value) -> 1-D coordinate of the tile.
    #[must_use]
    pub fn layout_tv(&self) -> &DynLayout {
        &self.tv
    }

    /// The shape of the tile.
    #[must_use]
    pub fn tiler(&self) -> &Tree {
        &self.tiler
    }

    /// The number of threads.
    ///
    /// # Errors
    /// None for a constructed copy.
    pub fn threads(&self) -> Result<Int, LayoutError> {
        self.tv.shape().get(&[0])?.size()
    }

    /// From the atom's reference numbering to the numbering of one side.
    fn reference_to_side(&self, source: bool) -> Result<DynLayout, LayoutError> {
        let side = if source {
            &self.atom.source
        } else {
            &self.atom.destination
        };
        composition(
            &right_inverse(&self.atom.reference)?,
            &Tiler::Layout(side.clone()),
        )
    }

    /// A tensor divided for one side: `((thread), (value, repetitions), (rest, …))`.
    ///
    /// # Errors
    /// A tensor of lower rank than the tile, a tile that does not fit the atom.
    pub fn tidfrg(&self, tensor: &AnyLayout, source: bool) -> Result<AnyLayout, LayoutError> {
        let tile = Tiler::from_shape(&self.tiler)?;
        let spread = || {
            let owners = self.owners(source)?;
            divided(tensor, &tile)?.map_inner(&mut |inner| {
                let owned = through_first(inner, Tiler::Layout(owners.clone()))?;
                let pair = Tree::repeat(&Tree::Underscore, 2);
                reshaped(&owned, &Tree::Tuple([pair, Tree::Underscore].into()))
            })
        };
        spread().during("tidfrg", &[tensor])
    }

    /// The layout ((thread, …), (value, repetitions)) -> coordinate of the tile, for one side.
    fn owners(&self, source: bool) -> Result<DynLayout, LayoutError> {
        let of_atom = |mode: usize| {
            self.atom
                .reference
                .shape()
                .get(&[mode])?
                .size()
                .map(Tiler::Int)
        };
        let atoms = zipped_divide(&self.tv, &Tiler::Modes([of_atom(0)?, of_atom(1)?].into()))?;
        let side = through_first(&atoms, Tiler::Layout(self.reference_to_side(source)?))?;
        // ((thread, value), (threads, repetitions)) to ((thread, threads), (value, repetitions)).
        let [first, second] = pair(&side)?;
        let ([thread, value], [threads, repetitions]) = (pair(&first)?, pair(&second)?);
        let zipped = DynLayout::concat([
            DynLayout::concat([thread, threads])?,
            DynLayout::concat([value, repetitions])?,
        ])?;
        let one = Tree::fixed(1);
        let inner = Tree::repeat(&one, 2);
        coalesce_by(&zipped, &Tree::Tuple([one, inner].into()))
    }

    /// The layout (thread, value) -> 1-D coordinate of the tile, for the source or the destination.
    ///
    /// # Errors
    /// A tile that does not fit the atom.
    pub fn layout_of(&self, source: bool) -> Result<DynLayout, LayoutError> {
        let one = Tree::fixed(1);
        let whole = make_layout(&Tree::Tuple([self.tiler.clone(), one].into()), &Order::Left)?;
        let owners = through_first(&whole, Tiler::Layout(self.owners(source)?))?;
        let pair = Tree::repeat(&Tree::Underscore, 2);
        reshaped(&owners, &Tree::Tuple([pair, Tree::fixed(0)].into()))
    }

    /// The part of one thread: pointer offset, and `((value, repetitions), rest, …)`.
    ///
    /// # Errors
    /// Those of [`DynTiledCopy::tidfrg`].
    pub fn partition(
        &self,
        tensor: &AnyLayout,
        thread: i64,
        source: bool,
    ) -> Result<(Tree, AnyLayout), LayoutError> {
        let whole = self.tidfrg(tensor, source)?;
        let rest = Tree::repeat(&Tree::Underscore, tensor.shape().rank());
        slice_any(
            &whole,
            &Tree::Tuple([Tree::dynamic(thread), Tree::Underscore, rest].into()),
        )
    }

    /// A fragment of another tiling with the same owners, seen in the values of this copy: no data move.
    ///
    /// # Errors
    /// A fragment whose values are not grouped as this tiling groups them.
    pub fn retile(&self, fragment: &DynLayout) -> Result<DynLayout, LayoutError> {
        let view = || {
            let values = fragment.shape().get(&[0])?.size()?;
            let of_atom = self.atom.reference.shape().get(&[1])?.size()?;
            let tile = composition(
                &right_inverse(&self.tv)?,
                &Tiler::Layout(make_layout(&self.tiler, &Order::Left)?),
            )?;
            let each = self.threads()?.checked_mul(values)?.value;
            let places = upcast(&tile, each)?;
            let unit = make_layout(&values.into(), &Order::Left)?;
            let of_places = logical_product(&unit, &Tiler::Layout(right_inverse(&places)?))?;
            let atom = make_layout(&of_atom.into(), &Order::Left)?;
            let order = zipped_divide(&of_places, &Tiler::Layout(atom))?;
            let extents = make_layout(&product_each(places.shape())?, &Order::Left)?;
            let values_mode = DynLayout::new(values.into(), Tree::fixed(0))?;
            let front = prepend(&extents, extents.rank() + 1, &values_mode)?;
            let tiled = zipped_divide(fragment, &Tiler::from_shape(front.shape())?)?;
            let seen = through_first(&tiled, Tiler::Layout(order))?;
            let mut rest = alloc::vec![Tree::Underscore; fragment.rank()];
            if let Some(first) = rest.first_mut() {
                *first = Tree::fixed(0);
            }
            reshaped(
                &seen,
                &Tree::Tuple([Tree::Underscore, Tree::Tuple(rest)].into()),
            )
        };
        view().during("retile", &[fragment])
    }
}

/// The two modes of a pair.
fn pair(layout: &DynLayout) -> Result<[DynLayout; 2], LayoutError> {
    layout.modes().try_into().map_err(|_| {
        LayoutError::profile(alloc::format!("{layout} is not a pair"))
            .fix("give threads and values as the two modes of one layout")
    })
}
