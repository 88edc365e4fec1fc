//! The header and the Rust declarations agree, and a C program that uses both compiles and runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use azulejo_c::*;
use azulejo_tensor::DType;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A text with one space where it has white space, and none beside punctuation; without comments.
fn plain(text: &str, comments: [&str; 2]) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(comments[0]) {
        kept += before;
        rest = after.split_once(comments[1]).map_or("", |(_, rest)| rest);
        kept.push(' ');
    }
    kept += rest;
    let mut text = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in ["(", ")", "*", ",", ";", "{", "}", ":", "="] {
        text = text
            .replace(&format!(" {mark}"), mark)
            .replace(&format!("{mark} "), mark);
    }
    text
}

/// The C name of a Rust type followed by a name.
fn c_declaration(name: &str, rust: &str) -> String {
    if let Some(pointee) = rust.strip_prefix("*mut").map(str::trim) {
        return c_declaration(&format!("*{name}"), pointee);
    }
    if let Some(pointee) = rust.strip_prefix("*const").map(str::trim) {
        return format!("const {}", c_declaration(&format!("*{name}"), pointee));
    }
    let c = match rust {
        "i32" => "int32_t",
        "i64" => "int64_t",
        "usize" => "size_t",
        "f32" => "float",
        "f64" => "double",
        "c_void" => "void",
        "c_char" => "char",
        "AzulejoTensor" => "azulejo_tensor",
        "AzulejoEpilogue" => "azulejo_epilogue",
        "AzulejoAttentionOptions" => "azulejo_attention_options",
        "AzulejoKvCache" => "azulejo_kv_cache",
        "AzulejoStream" => "azulejo_stream",
        "AzulejoPlan" => "azulejo_plan",
        other => panic!("the header has no type for {other}"),
    };
    plain(&format!("{c} {name}"), ["/*", "*/"])
}

/// The declarations of a list `name: type, …`, joined.
fn c_list(rust: &str, join: &str) -> String {
    let one = |item: &str| {
        let (name, rust) = item.trim_start_matches("pub ").split_once(':').unwrap();
        c_declaration(name, rust)
    };
    let items = rust.split(',').filter(|item| !item.is_empty());
    items.map(one).collect::<Vec<_>>().join(join)
}

#[test]
fn header_and_rust_agree() {
    let header = fs::read_to_string(root().join("include/azulejo.h")).unwrap();
    let header = plain(&header, ["/*", "*/"]);
    let (mut functions, mut structs, mut codes) = (0, 0, 0);
    for file in [
        "status",
        "tensor",
        "options",
        "cache",
        "cpu",
        "gpu",
        "gpu/backward",
        "gpu/product",
        "gpu/cache",
    ] {
        let rust = fs::read_to_string(root().join(format!("src/{file}.rs"))).unwrap();
        let rust = plain(&rust, ["//", "\n"]);
        for function in rust.split("extern \"C\" fn ").skip(1) {
            let (name, rest) = function.split_once('(').unwrap();
            let (arguments, rest) = rest.split_once(')').unwrap();
            let result = rest
                .split_once("->")
                .unwrap()
                .1
                .split('{')
                .next()
                .unwrap()
                .trim();
            let arguments = match arguments {
                "" => "void".to_owned(),
                some => c_list(some, ","),
            };
            let expected = format!("{}({arguments});", c_declaration(name, result));
            assert!(header.contains(&expected), "the header lacks {expected}");
            functions += 1;
        }
        for part in rust.split("#[repr(C)]").skip(1) {
            let (name, rest) = part
                .split_once("pub struct ")
                .unwrap()
                .1
                .split_once('{')
                .unwrap();
            let name = c_declaration("", name);
            let fields = c_list(rest.split_once('}').unwrap().0, ";");
            let expected = format!(
                "typedef struct {name}{{{fields};}}{name};",
                name = name.trim()
            );
            assert!(header.contains(&expected), "the header lacks {expected}");
            structs += 1;
        }
        for code in rust.split("pub const AZULEJO_").skip(1) {
            let (name, value) = code.split_once(":i32=").unwrap();
            let expected = format!("AZULEJO_{name}={}", value.split(';').next().unwrap());
            assert!(header.contains(&expected), "the header lacks {expected}");
            codes += 1;
        }
    }
    assert_eq!((functions, structs, codes), (17, 4, 6));
    let declared = header.matches(");").count();
    assert_eq!(
        declared, functions,
        "the header declares what Rust does not have"
    );
    let dtypes = [
        ("I8", DType::I8),
        ("I32", DType::I32),
        ("F16", DType::F16),
        ("F32", DType::F32),
        ("F64", DType::F64),
        ("BF16", DType::BF16),
        ("TF32", DType::TF32),
        ("F8E4M3", DType::F8E4M3),
        ("F8E5M2", DType::F8E5M2),
    ];
    for (name, dtype) in dtypes {
        let expected = format!("AZULEJO_{name}={}", dtype as i32);
        assert!(header.contains(&expected), "{expected}");
    }
    // Tensors of all other types are rejected as they are read, and the text of that lists these.
    let shape = [0i64];
    for dtype in DType::ALL {
        let listed = dtypes.iter().find(|(_, of)| *of == dtype);
        let tensor = AzulejoTensor {
            data: std::ptr::null_mut(),
            shape: shape.as_ptr(),
            strides: std::ptr::null(),
            rank: 1,
            dtype: dtype as i32,
        };
        // SAFETY: tensors without elements, which are rejected since they are no matrices.
        let status = unsafe { azulejo_gemm(&tensor, &tensor, &tensor, std::ptr::null()) };
        assert_ne!(status, AZULEJO_OK);
        // SAFETY: a text that ends with 0, and no call fails meanwhile.
        let text = unsafe { std::ffi::CStr::from_ptr(azulejo_last_error()) };
        let text = text.to_str().unwrap();
        let unknown = text.starts_with(&format!("`a`: dtype {} is none", dtype as i32));
        assert_eq!(unknown, listed.is_none(), "{text}");
        let all = dtypes
            .iter()
            .all(|(name, of)| text.contains(&format!("AZULEJO_{name} ({})", *of as i32)));
        assert!(all || !unknown, "{text}");
    }
}

/// The library that cargo built beside this test.
fn library() -> Option<PathBuf> {
    let deps = std::env::current_exe().ok()?.parent()?.to_owned();
    let found = |folder: &Path| {
        let file = folder.join("libazulejo_c.a");
        file.exists().then_some(file)
    };
    found(deps.parent()?).or_else(|| found(&deps))
}

#[test]
fn a_c_program_compiles_and_runs() {
    if !cfg!(target_os = "linux") || Command::new("cc").arg("--version").output().is_err() {
        println!("no cc for Linux here");
        return;
    }
    let folder = std::env::temp_dir().join(format!("azulejo-c-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("program");
    let source = root().join("tests/program.c");
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    cc.arg(format!("-I{}", root().join("include").display()));
    cc.arg(&source);
    let linked = library();
    match &linked {
        Some(library) => cc
            .arg(library)
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
        None => cc.args(["-fsyntax-only"]),
    };
    let compiled = cc.output().unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    if linked.is_some() {
        let ran = Command::new(&program).output().unwrap();
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stdout)
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}
