//! Every atom as text: what `azulejo atoms` prints.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{
    AtomValue, Combine, CopyOp, CopyVisitor, MmaAtom, MmaVisitor, Operand, StaticShape,
    visit_copy_atoms, visit_mma_atoms,
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

/// Something that writes itself by a function.
struct By(fn(&mut fmt::Formatter<'_>) -> fmt::Result);

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

struct Collect(Vec<AtomText>);

impl MmaVisitor for Collect {
    fn visit<A: MmaAtom>(&mut self) {
        let shape = By(A::ShapeMnk::write).to_string();
        let types = alloc::format!(
            "{} += {}",
            A::C::NAME,
            match A::COMBINE {
                Combine::Multiply => alloc::format!("{} * {}", A::A::NAME, A::B::NAME),
                Combine::XorPopc => alloc::format!("popc({} ^ {})", A::A::NAME, A::B::NAME),
                Combine::AndPopc => alloc::format!("popc({} & {})", A::A::NAME, A::B::NAME),
            }
        );
        let place = |operand, layout: String, to: &str| {
            let place = match operand {
                Operand::Register => "",
                Operand::SharedDescriptor => ", in shared memory",
            };
            alloc::format!("{layout}   (thread, value) to {to}{place}")
        };
        let [a, b, c] = [
            A::ALayout::default().to_string(),
            A::BLayout::default().to_string(),
            A::CLayout::default().to_string(),
        ];
        self.0.push(AtomText {
            name: By(A::write_name).to_string(),
            summary: alloc::format!("{types}, {shape}"),
            drawn: Drawn::Mma([a.clone(), b.clone(), c.clone()], shape.clone()),
            lines: [
                ("shape", shape),
                ("types", types),
                ("threads", A::ThrId::default().to_string()),
                ("A", place(A::A_OPERAND, a, "m + M k")),
                ("B", place(A::B_OPERAND, b, "n + N k")),
                ("C", place(Operand::Register, c, "m + M n")),
            ]
            .into(),
        });
    }
}

impl CopyVisitor for Collect {
    fn visit<Op: CopyOp>(&mut self) {
        let bits = |layout: String| alloc::format!("{layout}   (thread, bit) to bit");
        let (source, destination) = (
            Op::SrcBits::default().to_string(),
            Op::DstBits::default().to_string(),
        );
        self.0.push(AtomText {
            name: By(Op::write_name).to_string(),
            summary: alloc::format!("copy, {source} to {destination}"),
            drawn: Drawn::Copy([source.clone(), destination.clone()]),
            lines: [
                ("threads", Op::ThrId::default().to_string()),
                ("source", bits(source)),
                ("destination", bits(destination)),
            ]
            .into(),
        });
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
