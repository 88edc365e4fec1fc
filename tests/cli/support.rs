//! A scratch folder, the program, and `.npy` files written byte by byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, gone at the end.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a `.npy` file of version 1.0.
    pub fn npy(
        &self,
        name: &str,
        descr: &str,
        fortran: bool,
        shape: &[usize],
        data: &[u8],
    ) -> PathBuf {
        let order = if fortran { "True" } else { "False" };
        let shape: String = shape.iter().map(|extent| format!("{extent},")).collect();
        self.raw(
            name,
            &format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({shape}), }}\n"),
            data,
        )
    }

    /// Writes a file with any header text.
    pub fn raw(&self, name: &str, header: &str, data: &[u8]) -> PathBuf {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Writes a row-major matrix of `f32`.
    pub fn f32(&self, name: &str, shape: &[usize], values: &[f32]) -> PathBuf {
        self.npy(
            name,
            "<f4",
            false,
            shape,
            &bytes(values, |x| x.to_le_bytes().to_vec()),
        )
    }

    /// The names of all files in the folder, hidden ones too.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// Values as bytes.
pub fn bytes<T: Copy>(values: &[T], f: impl Fn(T) -> Vec<u8>) -> Vec<u8> {
    values.iter().flat_map(|x| f(*x)).collect()
}

/// Runs the program.
pub fn azulejo<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(args)
        .output()
        .unwrap()
}

/// Runs the program on a line of words, `{name}` standing for a file of the scratch folder; it must succeed.
pub fn ok(scratch: &Scratch, line: &str) -> String {
    let output = run(scratch, line);
    assert!(
        output.status.success(),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program; it must end with code 2, one line that starts with `error:`, and no new file.
pub fn rejected(scratch: &Scratch, line: &str) -> String {
    let before = scratch.files();
    let output = run(scratch, line);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {text}");
    assert!(
        text.starts_with("error: ") && text.lines().count() == 1,
        "{line}: {text}"
    );
    assert!(output.stdout.is_empty(), "{line}");
    assert_eq!(scratch.files(), before, "{line} left a file");
    text
}

pub fn run(scratch: &Scratch, line: &str) -> Output {
    let word = |word: &str| match word
        .strip_prefix('{')
        .and_then(|word| word.strip_suffix('}'))
    {
        Some(name) => scratch.path(name).into_os_string(),
        None => word.into(),
    };
    azulejo(&line.split_whitespace().map(word).collect::<Vec<_>>())
}

/// Header text and data of a `.npy` file.
pub fn load(path: &Path) -> (String, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!(end % 64, 0, "data are aligned");
    (
        String::from_utf8(bytes[10..end].to_vec()).unwrap(),
        bytes[end..].to_vec(),
    )
}

/// A `.npy` file of `f32`.
pub fn load_f32(path: &Path) -> Vec<f32> {
    let (header, data) = load(path);
    assert!(header.contains("'<f4'"), "{header}");
    data.chunks_exact(4)
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// A `.npy` file of `i32`.
pub fn load_i32(path: &Path) -> Vec<i32> {
    let (header, data) = load(path);
    assert!(header.contains("'<i4'"), "{header}");
    data.chunks_exact(4)
        .map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// Lines that are rejected with a message that has a text.
macro_rules! rejections {
    ($scratch:expr; $($line:expr => $text:literal;)*) => {$(
        let text = $crate::support::rejected($scratch, $line);
        assert!(text.contains($text), "{text}");
    )*};
}
pub(crate) use rejections;

/// A folder with some good files.
pub fn good_files() -> Scratch {
    let scratch = Scratch::new();
    scratch.f32("a.npy", &[2, 3], &[1.0; 6]);
    scratch.f32("b.npy", &[3, 2], &[1.0; 6]);
    scratch.f32("v.npy", &[3], &[1.0; 3]);
    scratch
}
