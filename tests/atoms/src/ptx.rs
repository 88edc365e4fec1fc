//! The device crate as PTX, built where the nightly toolchain is there.

use std::path::{Path, PathBuf};

use azulejo_kernels::build::{BuildError, DeviceCrate};

/// What a build gave.
pub enum Built {
    /// The PTX.
    Text(String),
    /// What is missing for a build.
    Skipped(String),
}

/// Where the texts of an earlier build are, as `LIST.ptx`: a build takes minutes.
pub const TEXTS: &str = "AZULEJO_ATOMS_PTX";

/// Compiles the entry points of one list for `sm_90a`, or reads them where [`TEXTS`] says.
///
/// # Panics
/// With the compiler's messages where it finds an error.
pub fn build(list: &str) -> Built {
    if let Some(texts) = std::env::var_os(TEXTS) {
        let path = PathBuf::from(texts).join(list).with_extension("ptx");
        return match std::fs::read_to_string(&path) {
            Ok(text) => Built::Text(text),
            Err(error) => panic!("{}: {error}", path.display()),
        };
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| folder.join("../../target"), PathBuf::from)
        .join("atoms");
    let device = DeviceCrate::new(
        folder.join("device/Cargo.toml"),
        "azulejo-atoms-device",
        target,
    )
    .next_solver()
    .feature("entries")
    .feature(list);
    match device.compile("sm_90a") {
        Ok(text) => Built::Text(text),
        Err(BuildError::Missing(what)) => Built::Skipped(what),
        Err(error) => panic!("{error}"),
    }
}
