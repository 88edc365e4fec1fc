//! The header of a `.npy` file: element type, order, shape.

use azulejo::tensor::DType;

use super::literal::{Literal, NotLiteral};

/// The first bytes of every file.
pub const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The longest header that is read; NumPy's own limit.
const LONGEST: usize = 10_000;

/// What a header says.
#[derive(Debug, PartialEq)]
pub struct Header {
    pub dtype: DType,
    pub big_endian: bool,
    pub fortran: bool,
    pub shape: Vec<usize>,
}

/// What to do about a file that is none.
const SAVE: &str = "save the array again, as by numpy.save";

/// The error of a file that ends before its header does.
pub fn cut_short() -> String {
    format!("ends inside its header; {SAVE}")
}

/// Where the text of the header stands: the first byte and the length, from the first 12 bytes of the file.
pub fn locate(start: &[u8]) -> Result<(usize, usize), String> {
    if !start.starts_with(MAGIC) {
        return Err(format!(
            "is not a .npy file: it does not start with \\x93NUMPY; {SAVE}"
        ));
    }
    if start.len() < 10 {
        return Err(cut_short());
    }
    let (at, length) = match (start[6], start[7]) {
        (1, 0) => (10, usize::from(u16::from_le_bytes([start[8], start[9]]))),
        (2 | 3, 0) if start.len() >= 12 => (
            12,
            u32::from_le_bytes([start[8], start[9], start[10], start[11]]) as usize,
        ),
        (2 | 3, 0) => return Err(cut_short()),
        (major, minor) => {
            return Err(format!(
                "is of .npy version {major}.{minor}, and 1.0, 2.0 and 3.0 are read; {SAVE}"
            ));
        }
    };
    if length > LONGEST {
        return Err(format!(
            "has a header of {length} bytes, and at most {LONGEST} are read; {SAVE}"
        ));
    }
    Ok((at, length))
}

/// Reads the text of a header: a Python dictionary with `descr`, `fortran_order` and `shape`.
pub fn parse(text: &[u8]) -> Result<Header, String> {
    let wrong = |what: &str| format!("has a header {what}; {SAVE}");
    let text = std::str::from_utf8(text).map_err(|_| wrong("that is not text"))?;
    let no_dictionary = || wrong("that is not a Python dictionary");
    let value = Literal::parse(text).map_err(|error| match error {
        NotLiteral::Deep => wrong("with brackets nested too deep"),
        NotLiteral::Syntax => no_dictionary(),
    })?;
    let Literal::Dict(entries) = value else {
        return Err(no_dictionary());
    };
    let entry = |key: &str| {
        // Of two with one name Python takes the last.
        let found = entries
            .iter()
            .rfind(|(name, _)| matches!(name, Literal::Str(name) if name == key));
        found
            .map(|(_, value)| value)
            .ok_or_else(|| wrong(&format!("without `{key}`")))
    };
    let Literal::Str(descr) = entry("descr")? else {
        return Err(
            "holds records, and arrays of one element type are read; save one field".into(),
        );
    };
    let Literal::Bool(fortran) = entry("fortran_order")? else {
        return Err(wrong("whose `fortran_order` is neither True nor False"));
    };
    let (Literal::Tuple(extents) | Literal::List(extents)) = entry("shape")? else {
        return Err(wrong("whose `shape` is not a tuple"));
    };
    let (dtype, big_endian) = element(descr)?;
    let shape: Result<Vec<usize>, String> = extents.iter().map(extent).collect();
    Ok(Header {
        dtype,
        big_endian,
        fortran: *fortran,
        shape: shape?,
    })
}

/// The longest piece of a header that an error repeats.
const SHOWN: usize = 40;

/// Text from a file for an error: control characters escaped, and cut.
fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

fn extent(value: &Literal) -> Result<usize, String> {
    let Literal::Number(number) = value else {
        return Err(format!(
            "has a header whose `shape` contains something that is not an integer; {SAVE}"
        ));
    };
    let whole = number.strip_prefix(['-', '+']).unwrap_or(number);
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "has a header whose `shape` contains {}, which is not an integer; {SAVE}",
            shown(number)
        ));
    }
    number.parse().map_err(|_| {
        format!(
            "has an extent of {}, which no array can have; {SAVE}",
            shown(number)
        )
    })
}

/// What is wrong with a `descr` that NumPy does not know either.
const NO_TYPE: &str = "which is not an element type; save the array again with one of NumPy's";

/// The element type that a `descr` names, and whether its bytes come most significant first.
fn element(descr: &str) -> Result<(DType, bool), String> {
    let reject = |what: &str| Err(format!("holds elements of type `{}`, {what}", shown(descr)));
    let (order, code) = match descr.char_indices().nth(1) {
        Some((at, _)) => descr.split_at(at),
        None => return reject(NO_TYPE),
    };
    let dtype = match code {
        "b1" | "?" => DType::Bool,
        "u1" => DType::U8,
        "u2" => DType::U16,
        "u4" => DType::U32,
        "u8" => DType::U64,
        "i1" => DType::I8,
        "i2" => DType::I16,
        "i4" => DType::I32,
        "i8" => DType::I64,
        "f2" => DType::F16,
        "f4" => DType::F32,
        "f8" => DType::F64,
        "V2" => DType::BF16,
        "V1" => DType::F8E4M3,
        "f1" => DType::F8E5M2,
        _ if code.starts_with('c') => {
            return reject("complex numbers, which are not implemented; save x.real and x.imag");
        }
        _ => return reject("which is not supported; convert it with NumPy's astype"),
    };
    match order {
        "<" | "|" | "=" => Ok((dtype, false)),
        ">" => Ok((dtype, true)),
        _ => reject(NO_TYPE),
    }
}

/// The magic, the version and the text of the header of a C-order file, padded so that the data start at a multiple
/// of 64.
pub fn format(dtype: DType, shape: &[usize]) -> Vec<u8> {
    let code = match dtype {
        DType::Bool => "|b1",
        DType::U8 => "|u1",
        DType::U16 => "<u2",
        DType::U32 => "<u4",
        DType::U64 => "<u8",
        DType::I8 => "|i1",
        DType::I16 => "<i2",
        DType::I32 => "<i4",
        DType::I64 => "<i8",
        DType::F16 => "<f2",
        DType::F32 | DType::TF32 => "<f4",
        DType::F64 => "<f8",
        DType::BF16 => "<V2",
        DType::F8E4M3 => "|V1",
        DType::F8E5M2 => "<f1",
    };
    let extents: String = shape.iter().map(|extent| format!("{extent}, ")).collect();
    let extents = if shape.len() == 1 {
        extents.trim_end()
    } else {
        extents.trim_end_matches(", ")
    };
    let mut text = format!("{{'descr': '{code}', 'fortran_order': False, 'shape': ({extents}), }}");
    // Rank is at most 8, so the text is far below the 65,535 bytes of version 1.0.
    while !(MAGIC.len() + 4 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(descr: &str, shape: &str) -> String {
        format!("{{'descr': {descr}, 'fortran_order': True, 'shape': {shape}, }}\n")
    }

    #[test]
    fn every_element_type_survives_a_header_and_tf32_becomes_f32() {
        for dtype in DType::ALL {
            for shape in [&[][..], &[7], &[3, 4], &[2, 0, 5]] {
                let bytes = format(dtype, shape);
                assert_eq!(bytes.len() % 64, 0);
                let (at, length) = locate(&bytes).unwrap();
                let header = parse(&bytes[at..at + length]).unwrap();
                let stored = if dtype == DType::TF32 {
                    DType::F32
                } else {
                    dtype
                };
                let expected = Header {
                    dtype: stored,
                    big_endian: false,
                    fortran: false,
                    shape: shape.to_vec(),
                };
                assert_eq!(header, expected);
            }
        }
    }

    #[test]
    fn byte_order_and_fortran_order_are_read() {
        let header = parse(text("'>i4'", "(3, 2)").as_bytes()).unwrap();
        assert!(header.big_endian && header.fortran);
        assert_eq!((header.dtype, header.shape), (DType::I32, vec![3, 2]));
    }

    #[test]
    fn of_two_entries_with_one_name_the_last_counts() {
        let twice = "{'shape': (1,), 'descr': '<i8', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
        let header = parse(twice.as_bytes()).unwrap();
        assert_eq!((header.dtype, header.shape), (DType::F32, vec![2]));
    }

    #[test]
    fn hostile_headers_are_rejected_with_a_reason() {
        let rejected = |text: &str| parse(text.as_bytes()).unwrap_err();
        assert!(rejected(&text("'<c8'", "(1,)")).contains("complex"));
        assert!(rejected(&text("'O'", "(1,)")).contains("not an element type"));
        assert!(rejected(&text("'|S3'", "(1,)")).contains("not supported"));
        assert!(rejected(&text("'é'", "(1,)")).contains("not an element type"));
        assert!(rejected(&text("[('a', '<f4')]", "(1,)")).contains("records"));
        assert!(rejected(&text("'<f4'", "(-1,)")).contains("-1"));
        assert!(
            rejected(&text("'<f4'", "(99999999999999999999,)")).contains("99999999999999999999")
        );
        assert!(rejected(&text("'<f4'", "(1.5,)")).contains("1.5"));
        assert!(rejected(&text("'<f4'", "7")).contains("shape"));
        assert!(rejected("{'descr': '<f4'}").contains("fortran_order"));
        assert!(rejected("[1, 2]").contains("dictionary"));
        assert!(rejected(&"[".repeat(9_999)).contains("nested"));
        assert!(parse(b"\xff\xfe").unwrap_err().contains("not text"));
        for hostile in ["\x1b[2J", &"x".repeat(9_000), "\u{202e}f4", "a\nb"] {
            let hostile = hostile.replace('\n', "\\n");
            for header in [
                text(&format!("'{hostile}'"), "(1,)"),
                text(&format!("'<c{hostile}'"), "(1,)"),
                text("'<f4'", &format!("(1{},)", "9".repeat(9_000))),
                text("'<f4'", &format!("(1.{},)", "9".repeat(9_000))),
                text("'<f4'", &format!("('{hostile}',)")),
            ] {
                let told = rejected(&header);
                assert!(told.chars().count() < 300, "{told}");
                assert!(
                    told.chars()
                        .all(|c| c == '…' || c.is_ascii() && !c.is_control()),
                    "{told}"
                );
            }
        }
    }

    #[test]
    fn hostile_beginnings_are_rejected_with_a_reason() {
        assert!(locate(b"").is_err());
        assert!(locate(b"PK\x03\x04 and a zip archive").is_err());
        assert!(
            locate(b"\x93NUMPY\x09\x00\x00\x00\x00\x00")
                .unwrap_err()
                .contains("9.0")
        );
        assert!(
            locate(b"\x93NUMPY\x02\x00\xff\xff\xff\xff")
                .unwrap_err()
                .contains("4294967295")
        );
        assert!(
            locate(b"\x93NUMPY\x02\x00\x10\x00")
                .unwrap_err()
                .contains("ends inside")
        );
    }
}
