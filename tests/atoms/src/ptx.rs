//! The device crate as PTX: the committed one, or built where the nightly toolchain is there.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use azulejo_build::{BuildError, DeviceCrate, SOURCE};
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};

/// What a build gave.
pub enum Built {
    /// The PTX.
    Text(String),
    /// What is missing for a build.
    Skipped(String),
}

/// The committed PTX of one list for `sm_90a`.
///
/// `AZULEJO_PTX` asks for another: `build` for a new one, `commit` also writes it, `check` compares it with the committed
/// one. `cargo xtask custom-kernel` does so where the sources are other than the committed text's.
///
/// # Panics
/// With the compiler's messages where it finds an error; if a file cannot be read or written; in a check, if the texts differ.
pub fn text(list: &str) -> Built {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = folder.join("ptx").join(list).with_extension("lzma");
    let asked = std::env::var(SOURCE).unwrap_or_default();
    if !["build", "commit", "check"].contains(&asked.as_str()) && file.exists() {
        return Built::Text(read(&file));
    }
    match compile(folder, list) {
        Ok(text) => {
            match asked.as_str() {
                "commit" => write(&file, &text),
                "check" => assert!(
                    read(&file) == text,
                    "{} is not what its source compiles to: run `cargo xtask custom-kernel`",
                    file.display()
                ),
                _ => {}
            }
            Built::Text(text)
        }
        Err(BuildError::Missing(what)) => Built::Skipped(what),
        Err(error) => panic!("{error}"),
    }
}

/// The entry points of one list, compiled.
fn compile(folder: &Path, list: &str) -> Result<String, BuildError> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| folder.join("../../target"), PathBuf::from)
        .join("atoms");
    DeviceCrate::new(
        folder.join("device/Cargo.toml"),
        "azulejo-atoms-device",
        target,
    )
    .next_solver()
    .feature("entries")
    .feature(list)
    .compile("sm_90a")
}

/// Decompresses a committed text.
fn read(file: &Path) -> String {
    let packed = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut text = String::new();
    LzmaReader::new_mem_limit(packed.as_slice(), u32::MAX, None)
        .and_then(|mut reader| reader.read_to_string(&mut text))
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text
}

/// Compresses a text, the same byte for byte wherever the text is the same.
fn write(file: &Path, text: &str) {
    let options = LzmaOptions {
        dict_size: text.len() as u32,
        ..LzmaOptions::with_preset(9)
    };
    let packed = || {
        fs::create_dir_all(file.with_file_name(""))?;
        let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(text.len() as u64))?;
        writer.write_all(text.as_bytes())?;
        fs::write(file, writer.finish()?)
    };
    packed().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
