//! [`TypeDesc`]: the types of tiles and views as text, as Tile IR writes them.

use std::fmt;
use std::str::FromStr;

use azulejo_tensor::{DType, Element, with_dtype};

use super::TileShape;
use azulejo_cpu::Padding;

/// The type of a tile, a tensor view or a partition view, known at run time.
///
/// ```
/// use azulejo_tile::TypeDesc;
/// use azulejo_layout::ints::{_4, _8};
/// assert_eq!(TypeDesc::of_tile::<f32, (_4, _8)>().to_string(), "tile<4x8xf32>");
/// assert_eq!(TypeDesc::of_tile::<f32, ()>().to_string(), "tile<f32>");
/// for text in [
///     "tensor_view<1024x1024xf16, strides=[1024,1]>",
///     "tensor_view<?x16xf32, strides=[1,?]>",
///     "partition_view<tile=(2x2), tensor_view<16x16xf32, strides=[16,1]>, dim_map=[1,0]>",
///     "partition_view<tile=(16), padding_value = zero, tensor_view<100xf32, strides=[1]>>",
/// ] {
///     assert_eq!(text.parse::<TypeDesc>()?.to_string(), text);
/// }
/// // The form of the seed: the dialect's name, `view =`, and `masked` for a padding of zeros.
/// let seed = "!cuda_tile.partition_view<tile=(2), masked, view=!cuda_tile.tensor_view<16xf32, strides=[1]>>";
/// let text = "partition_view<tile=(2), padding_value = zero, tensor_view<16xf32, strides=[1]>>";
/// assert_eq!(seed.parse::<TypeDesc>()?.to_string(), text);
/// let rejected = "tensor_view<2xf32>".parse::<TypeDesc>().unwrap_err();
/// assert!(rejected.to_string().contains("expected 'strides'"));
/// # Ok::<(), azulejo_tile::TypeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeDesc {
    /// A tile: static extents, powers of two.
    Tile {
        /// The extents.
        extents: Vec<usize>,
        /// The element type.
        element: DType,
    },
    /// A view of memory; `None` is an extent or stride that is bound when the view is made.
    View(ViewDesc),
    /// A view cut into tiles.
    Partition {
        /// The tile's extents.
        tile: Vec<usize>,
        /// What lies outside the view, where that is determined.
        padding: Option<Padding>,
        /// What is cut.
        view: ViewDesc,
        /// The axis of the view for each axis of the tile; empty for the same order.
        dim_map: Vec<usize>,
    },
}

/// A view of memory as a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewDesc {
    /// The extents.
    pub extents: Vec<Option<usize>>,
    /// The element type.
    pub element: DType,
    /// The strides, in elements.
    pub strides: Vec<Option<usize>>,
}

/// Why a text is no type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// What is wrong, and what was expected.
    pub what: String,
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for TypeError {}

const NAMES: &[(DType, &str)] = &[
    (DType::Bool, "i1"),
    (DType::I8, "i8"),
    (DType::I16, "i16"),
    (DType::I32, "i32"),
    (DType::I64, "i64"),
    (DType::F16, "f16"),
    (DType::BF16, "bf16"),
    (DType::F32, "f32"),
    (DType::F64, "f64"),
    (DType::TF32, "tf32"),
    (DType::F8E4M3, "f8E4M3FN"),
    (DType::F8E5M2, "f8E5M2"),
];

/// Tile IR's name; integers are without sign.
fn name(dtype: DType) -> &'static str {
    let of = match dtype {
        DType::U8 => DType::I8,
        DType::U16 => DType::I16,
        DType::U32 => DType::I32,
        DType::U64 => DType::I64,
        other => other,
    };
    NAMES
        .iter()
        .find(|(dtype, _)| *dtype == of)
        .map_or("?", |(_, name)| name)
}

impl TypeDesc {
    /// The type of a tile.
    pub fn of_tile<T: Element, S: TileShape>() -> Self {
        Self::Tile {
            extents: S::EXTENTS[..S::RANK].to_vec(),
            element: T::DTYPE,
        }
    }
}

struct Ints<'a>(&'a [Option<usize>], &'static str);

impl fmt::Display for Ints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, n) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(self.1)?;
            }
            match n {
                Some(n) => write!(f, "{n}")?,
                None => f.write_str("?")?,
            }
        }
        Ok(())
    }
}

fn known(extents: &[usize]) -> Vec<Option<usize>> {
    extents.iter().copied().map(Some).collect()
}

impl fmt::Display for ViewDesc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cross = if self.extents.is_empty() { "" } else { "x" };
        write!(
            f,
            "tensor_view<{}{cross}{}, strides=[{}]>",
            Ints(&self.extents, "x"),
            name(self.element),
            Ints(&self.strides, ",")
        )
    }
}

impl fmt::Display for TypeDesc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile { extents, element } => {
                let cross = if extents.is_empty() { "" } else { "x" };
                write!(
                    f,
                    "tile<{}{cross}{}>",
                    Ints(&known(extents), "x"),
                    name(*element)
                )
            }
            Self::View(view) => view.fmt(f),
            Self::Partition {
                tile,
                padding,
                view,
                dim_map,
            } => {
                write!(f, "partition_view<tile=({}), ", Ints(&known(tile), "x"))?;
                if let Some(padding) = padding {
                    write!(f, "padding_value = {}, ", padding.as_str())?;
                }
                view.fmt(f)?;
                if !dim_map.is_empty() {
                    write!(f, ", dim_map=[{}]", Ints(&known(dim_map), ","))?;
                }
                f.write_str(">")
            }
        }
    }
}

/// The text that is left, without white space in front.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn take(&mut self, token: &str) -> bool {
        let text = self.0.trim_start();
        match text.strip_prefix(token) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), TypeError> {
        if self.take(token) {
            Ok(())
        } else {
            let found: String = self.0.trim_start().chars().take(12).collect();
            Err(TypeError {
                what: format!("expected '{token}', found '{found}'"),
            })
        }
    }

    /// The name of a type, perhaps in the dialect that it comes from.
    fn name(&mut self, name: &str) -> bool {
        let before = self.0;
        if self.take("!") {
            self.take("cuda_tile");
            self.take(".");
        }
        if self.word() == name && self.take("<") {
            return true;
        }
        self.0 = before;
        false
    }

    /// A keyword, and the comma behind it.
    fn keyword(&mut self, word: &str) -> bool {
        let before = self.0;
        if self.word() == word {
            self.take(",");
            return true;
        }
        self.0 = before;
        false
    }

    fn word(&mut self) -> &'a str {
        let text = self.0.trim_start();
        let end = text
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(text.len());
        self.0 = &text[end..];
        &text[..end]
    }

    /// A number or `?`.
    fn int(&mut self) -> Result<Option<usize>, TypeError> {
        if self.take("?") {
            return Ok(None);
        }
        let text = self.0.trim_start();
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let n = text[..end].parse().map_err(|_| TypeError {
            what: format!("expected a number or '?', found '{text}'"),
        })?;
        self.0 = &text[end..];
        Ok(Some(n))
    }

    /// `[1,2,?]` behind its opening bracket.
    fn list(&mut self, close: &str, between: &str) -> Result<Vec<Option<usize>>, TypeError> {
        let mut all = Vec::new();
        if self.take(close) {
            return Ok(all);
        }
        loop {
            all.push(self.int()?);
            if self.take(close) {
                return Ok(all);
            }
            self.expect(between)?;
        }
    }

    /// `4x8xf32`.
    fn shaped(&mut self) -> Result<(Vec<Option<usize>>, DType), TypeError> {
        let mut extents = Vec::new();
        while self
            .0
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c == '?')
        {
            extents.push(self.int()?);
            self.expect("x")?;
        }
        let word = self.word();
        let found = NAMES.iter().find(|(_, name)| *name == word);
        let (element, _) = found.ok_or_else(|| TypeError {
            what: format!("'{word}' is not an element type"),
        })?;
        Ok((extents, *element))
    }

    fn view(&mut self) -> Result<ViewDesc, TypeError> {
        if !self.name("tensor_view") {
            self.expect("tensor_view<")?;
        }
        let (extents, element) = self.shaped()?;
        let strides = if self.take(",") {
            self.expect("strides")?;
            self.expect("=")?;
            self.expect("[")?;
            self.list("]", ",")?
        } else if extents.is_empty() {
            Vec::new()
        } else {
            self.expect(", 'strides'").map_err(|_| TypeError {
                what: "expected 'strides'".into(),
            })?;
            Vec::new()
        };
        self.expect(">")?;
        if strides.len() != extents.len() {
            return Err(TypeError {
                what: format!(
                    "expected shape and stride to be of same rank but got shape of rank {} and stride of rank {}",
                    extents.len(),
                    strides.len()
                ),
            });
        }
        if strides.contains(&Some(0)) || extents.contains(&Some(0)) {
            return Err(TypeError {
                what: "constant extents and strides are positive".into(),
            });
        }
        Ok(ViewDesc {
            extents,
            element,
            strides,
        })
    }
}

/// The extents of a tile: known, powers of two, at most `2^24` elements.
fn tile(extents: Vec<Option<usize>>) -> Result<Vec<usize>, TypeError> {
    let wrong = |what: String| TypeError { what };
    let all: Option<Vec<usize>> = extents.into_iter().collect();
    let all = all.ok_or_else(|| wrong("a tile's extents are static".into()))?;
    if let Some(axis) = all.iter().position(|n| !n.is_power_of_two()) {
        return Err(wrong(format!(
            "tile shape dimensions must have power of two length: dimension #{axis} is {}",
            all[axis]
        )));
    }
    match all.iter().try_fold(1usize, |a, b| a.checked_mul(*b)) {
        Some(size) if size <= 1 << 24 => Ok(all),
        _ => Err(wrong("a tile has at most 16777216 elements".into())),
    }
}

impl FromStr for TypeDesc {
    type Err = TypeError;

    fn from_str(text: &str) -> Result<Self, TypeError> {
        let mut rest = Rest(text);
        let parsed = if rest.name("tile") {
            let (extents, element) = rest.shaped()?;
            rest.expect(">")?;
            Self::Tile {
                extents: tile(extents)?,
                element,
            }
        } else if rest.name("partition_view") {
            rest.expect("tile")?;
            rest.expect("=")?;
            rest.expect("(")?;
            let tile = tile(rest.list(")", "x")?)?;
            rest.expect(",")?;
            let mut masked = rest.keyword("masked");
            let padding = if rest.take("padding_value") {
                rest.expect("=")?;
                let word = rest.word();
                rest.expect(",")?;
                Some(word)
            } else {
                None
            };
            if rest.take("view") {
                rest.expect("=")?;
            }
            let view = rest.view()?;
            let mut dim_map = Vec::new();
            while rest.take(",") {
                if rest.take("dim_map") {
                    rest.expect("=")?;
                    rest.expect("[")?;
                    dim_map = known_axes(rest.list("]", ",")?)?;
                } else {
                    rest.expect("masked")?;
                    masked = true;
                }
            }
            rest.expect(">")?;
            check_map(&tile, &view, &dim_map)?;
            let padding = match padding {
                Some(word) => Some(check_padding(word, view.element)?),
                None => masked.then_some(Padding::Zero),
            };
            Self::Partition {
                tile,
                padding,
                view,
                dim_map,
            }
        } else {
            Self::View(rest.view()?)
        };
        if rest.0.trim().is_empty() {
            Ok(parsed)
        } else {
            Err(TypeError {
                what: format!("'{}' behind the type", rest.0.trim()),
            })
        }
    }
}

/// Axes, none of them `?`.
fn known_axes(axes: Vec<Option<usize>>) -> Result<Vec<usize>, TypeError> {
    let all: Option<Vec<usize>> = axes.into_iter().collect();
    all.ok_or_else(|| TypeError {
        what: "expected a dimension in 'dim_map', found '?'".into(),
    })
}

/// The padding of this name, which the element type must have.
fn check_padding(word: &str, element: DType) -> Result<Padding, TypeError> {
    let wrong = |what: String| TypeError { what };
    let named = Padding::ALL.iter().find(|mode| mode.as_str() == word);
    let padding = *named
        .filter(|mode| **mode != Padding::Undetermined)
        .ok_or_else(|| {
            wrong(format!(
                "'{word}' is not a padding value: use zero, neg_zero, nan, pos_inf or neg_inf"
            ))
        })?;
    with_dtype!(element, T => padding.value::<T>().map(|_| ())).map_err(|_| {
        wrong(format!(
            "padding value {word} is not one of {}: use zero, or a floating-point type that has it",
            name(element)
        ))
    })?;
    Ok(padding)
}

/// Returns `true` if each axis of the view is used once.
fn check_map(tile: &[usize], view: &ViewDesc, map: &[usize]) -> Result<(), TypeError> {
    let rank = view.extents.len();
    let wrong = |what: String| Err(TypeError { what });
    if tile.len() != rank {
        return wrong(format!(
            "a tile of rank {} of a view of rank {rank}",
            tile.len()
        ));
    }
    if map.is_empty() {
        return Ok(());
    }
    if map.len() != rank {
        return wrong(format!("dim_map must map exactly all {rank} dimensions"));
    }
    for (at, axis) in map.iter().enumerate() {
        if *axis >= rank {
            return wrong(format!("dim_map names dimension {axis} of {rank}"));
        }
        if map[..at].contains(axis) {
            return wrong(format!("dim_map maps dimension {axis} twice"));
        }
    }
    Ok(())
}
