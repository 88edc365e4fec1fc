//! Device crates compile to the same text whatever flags, profiles and configuration their user has, and their errors have a place.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use azulejo_build::{BuildError, DeviceCrate};

const SOURCE: &str = r#"
#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

#[cfg(target_arch = "nvptx64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// A sum that overflow checks would branch on, and a loop that other levels of optimisation would leave as it is.
#[cfg(target_arch = "nvptx64")]
#[unsafe(export_name = "sum")]
pub unsafe extern "ptx-kernel" fn sum(x: *const u32, n: u32, y: *mut u32) {
    let mut sum = 0;
    for i in 0..n {
        debug_assert!(i != 7);
        // SAFETY: never run.
        sum += unsafe { *x.add(i as usize) } * (i + 1);
    }
    // SAFETY: never run.
    unsafe { *y = sum };
}
"#;

/// A check of a tile, which the kernel in the last line does not pass.
const UNFIT: &str = r#"
#[inline(always)]
pub fn tile<const N: usize>() -> u32 {
    const { assert!(N % 4 == 0, "the tile is cut") };
    N as u32
}
#[unsafe(no_mangle)]
pub extern "C" fn unfit() -> u32 {
    tile::<5>() // here
}
"#;

/// What a user may have in `.cargo/config.toml`.
const CONFIG: &str = r#"
[build]
rustflags = ["-Ctarget-cpu=native"]
rustc = "no-such-compiler"
rustc-wrapper = "no-such-wrapper"
target-dir = "elsewhere"
build-dir = "elsewhere"
incremental = true

[target.nvptx64-nvidia-cuda]
rustflags = ["-Copt-level=1"]

[profile.release]
opt-level = 0
lto = "off"
codegen-units = 16
debug = 2
debug-assertions = true
overflow-checks = true
panic = "unwind"
"#;

const VARIABLES: [(&str, &str); 13] = [
    ("RUSTFLAGS", "-Ctarget-cpu=native"),
    ("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-cpu=native"),
    ("CARGO_BUILD_RUSTFLAGS", "-Ctarget-cpu=native"),
    (
        "CARGO_TARGET_NVPTX64_NVIDIA_CUDA_RUSTFLAGS",
        "-Copt-level=1",
    ),
    ("CARGO_BUILD_BUILD_DIR", "elsewhere"),
    ("CARGO_TARGET_DIR", "elsewhere"),
    ("CARGO_INCREMENTAL", "1"),
    ("RUSTC_WRAPPER", "no-such-wrapper"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "2"),
    ("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true"),
    ("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true"),
];

/// The variable that has this test, run again, compile in its working directory alone.
const COMPILE: &str = "AZULEJO_TEST_COMPILES_TO";
const TEST: &str = "flags_and_profiles_of_the_user_stay_outside";

/// Runs this test again in `folder`, where it compiles; `None` where the toolchain is missing.
fn compiled<K: AsRef<OsStr>>(folder: &Path, variables: &[(K, &str)]) -> Option<String> {
    let text = folder.join("kernel.ptx");
    let run = Command::new(env::current_exe().unwrap())
        .args(["--exact", TEST])
        .current_dir(folder)
        .env(COMPILE, &text)
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}");
    let text = fs::read_to_string(text).unwrap();
    (!text.is_empty()).then_some(text)
}

/// A directory with a package of this source.
fn package(name: &str, source: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("azulejo-{name}-{}", std::process::id()));
    // An earlier process of this number may have left one.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"a-user-s-kernel\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), source).unwrap();
    folder
}

#[test]
fn errors_of_constants_name_the_line_of_the_call() {
    let source = format!("{SOURCE}{UNFIT}");
    let line = source.lines().position(|line| line.ends_with("// here"));
    let folder = package("unfit", &source);
    let manifest = folder.join("Cargo.toml");
    let device = DeviceCrate::new(manifest, "a-user-s-kernel", folder.join("target")).next_solver();
    match device.compile("sm_80") {
        Err(BuildError::Missing(_)) => eprintln!("skipped: no toolchain for the device"),
        Err(BuildError::Failed(text)) => {
            let place = format!("src/lib.rs:{}:", line.unwrap() + 1);
            assert!(
                text.contains("the tile is cut") && text.contains(&place),
                "{text}"
            );
        }
        other => panic!("{other:?}"),
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn flags_and_profiles_of_the_user_stay_outside() {
    if let Some(to) = env::var_os(COMPILE) {
        let text =
            match DeviceCrate::new("Cargo.toml", "a-user-s-kernel", "target").compile("sm_80") {
                Ok(text) => text,
                Err(BuildError::Missing(_)) => String::new(),
                Err(error) => panic!("{error}"),
            };
        return fs::write(PathBuf::from(to), text).unwrap();
    }
    let folder = package("user", SOURCE);
    fs::create_dir_all(folder.join(".cargo")).unwrap();
    let none: [(&str, &str); 0] = [];
    let Some(plain) = compiled(&folder, &none) else {
        eprintln!("skipped: no toolchain for the device");
        return;
    };
    assert!(plain.contains(".target sm_80") && plain.contains(".entry sum("));
    // Neither a check of an overflow nor an assertion.
    assert!(
        !plain.contains("call") && !plain.contains("trap"),
        "{plain}"
    );
    fs::write(folder.join(".cargo/config.toml"), CONFIG).unwrap();
    assert_eq!(compiled(&folder, &none).unwrap(), plain);
    assert_eq!(compiled(&folder, &VARIABLES).unwrap(), plain);
    fs::remove_dir_all(&folder).unwrap();
}
