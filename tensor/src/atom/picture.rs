//! Pictures of atoms: who owns each element of the operands.

use alloc::format;
use azulejo_layout::draw::Grid;
use azulejo_layout::value::{DynLayout, LayoutError, Tree, composition, cosize, upcast};

use super::AtomText;
use super::describe::Drawn;

/// Bits of a row of a matrix that `ldmatrix` and `stmatrix` move, and of a row of the picture of a copy.
const ROW: i64 = 128;

impl AtomText {
    /// The picture of the atom: A, B and C of a multiply-accumulate around each other, or both sides of a copy.
    ///
    /// A copy is drawn in the widest elements that both sides move whole, at least a byte each; rows are 16 bytes.
    ///
    /// # Errors
    /// More elements than a table lists.
    ///
    /// ```
    /// use azulejo_layout::draw::svg_of;
    /// use azulejo_tensor::atom::describe_atoms;
    /// let atoms = describe_atoms();
    /// let atom = atoms.iter().find(|atom| atom.name == "SM75_U32x1_LDSM_N").unwrap();
    /// let grid = atom.picture()?;
    /// // Threads 0, 8, 16 and 24 stand for row 0, whose address is thread 0's; the row goes to threads 0 to 3.
    /// assert_eq!(grid.panels[0].rows[0][3].text, "T0V3+3");
    /// assert_eq!(grid.panels[1].rows[0][3].text, "T3V0");
    /// assert!(svg_of(&grid).starts_with("<svg "));
    /// # Ok::<(), azulejo_layout::value::LayoutError>(())
    /// ```
    pub fn picture(&self) -> Result<Grid, LayoutError> {
        let mut grid = match &self.drawn {
            Drawn::Mma([a, b, c], shape) => {
                let (a, b, c): (DynLayout, DynLayout, DynLayout) =
                    (a.parse()?, b.parse()?, c.parse()?);
                Grid::of_mma([&a, &b, &c], &shape.parse()?)?
            }
            Drawn::Copy([source, destination]) => of_copy(&source.parse()?, &destination.parse()?)?,
        };
        grid.title = format!("{}: {}", self.name, grid.title);
        Ok(grid)
    }
}

/// Both sides of a copy, from the layouts (thread, bit) -> bit.
fn of_copy(source: &DynLayout, destination: &DynLayout) -> Result<Grid, LayoutError> {
    let threads = |side: &DynLayout| Ok::<_, LayoutError>(side.shape().get(&[0])?.size()?.value);
    let single = threads(source)? == 1 && threads(destination)? == 1;
    let units = if single {
        &[8][..]
    } else {
        &[64, 32, 16, 8][..]
    };
    // A unit that spans values of several threads is too wide.
    let side = |tv: &DynLayout, unit: i64| {
        let cut = upcast(tv, unit).ok()?;
        (threads(&cut).ok()? == threads(tv).ok()?).then_some(cut)
    };
    let cut = |unit: i64| Some((side(source, unit)?, side(destination, unit)?, unit));
    let (source, destination, unit) = match units.iter().find_map(|unit| cut(*unit)) {
        Some(found) => found,
        None => (source.clone(), destination.clone(), 1),
    };
    let total = cosize(&source)?.value.max(cosize(&destination)?.value);
    let columns = (ROW / unit).min(total).max(1);
    let rows = (total + columns - 1) / columns;
    let tile: Tree = format!("({rows},{columns})").parse()?;
    // Element e is at row e / columns, column e % columns.
    let by_rows: DynLayout = format!("({columns},{rows}):({rows},1)").parse()?;
    let tv_of = |tv: &DynLayout| composition(&by_rows, &tv.clone().into());
    let mut grid = Grid::of_copy(&tv_of(&source)?, &tv_of(&destination)?, &tile)?;
    grid.title = match unit {
        1 => format!("copy of {total} bits"),
        unit => format!("copy of {total} elements of {unit} bits"),
    };
    grid.notes = [("source     ", &source), ("destination", &destination)]
        .map(|(name, tv)| format!("{name} {tv}"))
        .into();
    Ok(grid)
}
