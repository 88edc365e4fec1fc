//! Every atom as text: what `azulejo atoms` prints.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{
    AtomValue, Combine, CopyOp, CopyVisitor, MmaAtom, MmaVisitor, Operand, StaticLayout,
    StaticShape, visit_copy_atoms, visit_mma_atoms,
};

/// An atom in the notation.
///
/// ```
/// use azulejo_tensor::atom::describe_atoms;
/// let atom = describe_atoms().into_iter().find(|atom| atom.name == "SM75_U32x1_LDSM_N").unwrap();
/// assert_eq!(atom.to_string(), "\
/// SM75_U32x1_LDSM_N
///   threads      _32:_1
///   source       ((_8,_4),_128):((_128,_0),_1)   (thread, bit) to bit
///   destination  (_32,_32):(_32,_1)   (thread, bit) to bit
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomText {
    /// CuTe's name.
    pub name: String,
    /// What it does, in one line: `f32 += f16 * f16, (_16,_8,_16)`.
    pub summary: String,
    /// Label and text of each property.
    pub lines: Vec<(&'static str, String)>,
    /// The layouts that a picture is drawn from.
    pub(super) drawn: Drawn,
}

/// The layouts of an atom, in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// Of A, B and C, and the shape.
    Mma([String; 3], String),
    /// Of source and destination, in bits.
    Copy([String; 2]),
}

impl fmt::Display for AtomText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        let width = self.lines.iter().map(|(label, _)| label.len()).max();
        for (label, text) in &self.lines {
            writeln!(f, "  {label:width$}  {text}", width = width.unwrap_or(0))?;
        }
        Ok(())
    }
}

/// Writes a text.
type Write = fn(&mut fmt::Formatter<'_>) -> fmt::Result;

/// Something that writes itself by a function.
struct By(Write);

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// Writes the value of a static layout.
fn show<L: Default + fmt::Display>(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fmt::Display::fmt(&L::default(), f)
}

/// What is said of a multiply-accumulate, of which there are a thousand: functions that many share, and values, so that the text
/// is put together by one function for all.
struct Mma {
    name: Write,
    types: fn() -> [&'static str; 3],
    layouts: fn() -> Layouts,
    combine: Combine,
    /// Of A, B and C.
    operands: [Operand; 3],
}

/// The shape of a multiply-accumulate, its threads, and the layouts of A, B and C.
struct Layouts {
    shape: Write,
    threads: Write,
    values: [Write; 3],
}

/// Those of these types.
fn layouts<Shape, Thr, A, B, C>() -> Layouts
where
    Shape: StaticShape,
    Thr: StaticLayout,
    A: StaticLayout,
    B: StaticLayout,
    C: StaticLayout,
{
    Layouts {
        shape: Shape::write,
        threads: show::<Thr>,
        values: [show::<A>, show::<B>, show::<C>],
    }
}

/// The names of the types of A, B and C.
fn names<A: AtomValue, B: AtomValue, C: AtomValue>() -> [&'static str; 3] {
    [A::NAME, B::NAME, C::NAME]
}

impl Mma {
    fn text(&self) -> AtomText {
        let layouts = (self.layouts)();
        let shape = By(layouts.shape).to_string();
        let [a, b, c] = (self.types)();
        let product = match self.combine {
            Combine::Multiply => alloc::format!("{a} * {b}"),
            Combine::XorPopc => alloc::format!("popc({a} ^ {b})"),
            Combine::AndPopc => alloc::format!("popc({a} & {b})"),
        };
        let types = alloc::format!("{c} += {product}");
        let place = |operand, layout: &str, to: &str| {
            let place = match operand {
                Operand::Register => "",
                Operand::SharedDescriptor => ", in shared memory",
            };
            alloc::format!("{layout}   (thread, value) to {to}{place}")
        };
        let [a, b, c] = layouts.values.map(|layout| By(layout).to_string());
        AtomText {
            name: By(self.name).to_string(),
            summary: alloc::format!("{types}, {shape}"),
            lines: [
                ("shape", shape.clone()),
                ("types", types),
                ("threads", By(layouts.threads).to_string()),
                ("A", place(self.operands[0], &a, "m + M k")),
                ("B", place(self.operands[1], &b, "n + N k")),
                ("C", place(self.operands[2], &c, "m + M n")),
            ]
            .into(),
            drawn: Drawn::Mma([a, b, c], shape),
        }
    }
}

/// What is said of a copy, likewise.
struct Copy {
    name: Write,
    threads: Write,
    source: Write,
    destination: Write,
}

impl Copy {
    fn text(&self) -> AtomText {
        let [source, destination] =
            [self.source, self.destination].map(|bits| By(bits).to_string());
        let bits = |layout: &str| alloc::format!("{layout}   (thread, bit) to bit");
        AtomText {
            name: By(self.name).to_string(),
            summary: alloc::format!("copy, {source} to {destination}"),
            lines: [
                ("threads", By(self.threads).to_string()),
                ("source", bits(&source)),
                ("destination", bits(&destination)),
            ]
            .into(),
            drawn: Drawn::Copy([source, destination]),
        }
    }
}

struct Collect(Vec<AtomText>);

impl Collect {
    /// Adds an atom: one function for all, of which there are a thousand.
    #[inline(never)]
    fn add_mma(&mut self, atom: &Mma) {
        self.0.push(atom.text());
    }

    #[inline(never)]
    fn add_copy(&mut self, atom: &Copy) {
        self.0.push(atom.text());
    }
}

impl MmaVisitor for Collect {
    fn visit<A: MmaAtom>(&mut self) {
        let atom = Mma {
            name: A::write_name,
            types: names::<A::A, A::B, A::C>,
            layouts: layouts::<A::ShapeMnk, A::ThrId, A::ALayout, A::BLayout, A::CLayout>,
            combine: A::COMBINE,
            operands: [A::A_OPERAND, A::B_OPERAND, Operand::Register],
        };
        self.add_mma(&atom);
    }
}

impl CopyVisitor for Collect {
    fn visit<Op: CopyOp>(&mut self) {
        let atom = Copy {
            name: Op::write_name,
            threads: show::<Op::ThrId>,
            source: show::<Op::SrcBits>,
            destination: show::<Op::DstBits>,
        };
        self.add_copy(&atom);
    }
}

/// Every atom: multiply-accumulates, then copies.
///
/// ```
/// let atoms = azulejo_tensor::atom::describe_atoms();
/// assert!(atoms.iter().any(|atom| format!("{atom:?}").contains("SM80_16x8x16_F32F16F16F32_TN")));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
pub fn describe_atoms() -> Vec<AtomText> {
    let mut all = Collect(Vec::new());
    visit_mma_atoms(&mut all);
    visit_copy_atoms(&mut all);
    all.0
}
