//! The committed PTX: `kernels/ptx/<variant>/<area>.ptx`, `<area>.like` beside it, and the compressed modules of both.
//!
//! A kernel whose text is nearly another's is some lines of `<area>.like` and no text ([`Like`]).

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

mod like;

use azulejo_kernels::build::Ptx;
use azulejo_kernels::host::ptx::{CONTEXT, TEXTS, unpack};
use azulejo_kernels::table::{Variant, kernels};
use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};

use crate::command::Failure;
use crate::shell::root;
use like::{Base, Like};

/// The folder of the committed texts.
pub fn folder() -> PathBuf {
    root().join("kernels/ptx")
}

/// A full text by its path, and what the files of it are to hold.
pub type Texts = BTreeMap<PathBuf, String>;

/// The files for the full texts of one folder of variants: each kernel that another's text serves is some lines.
pub fn folded(texts: &Texts) -> Result<Texts, Failure> {
    // By folder, what is declared before the kernel, and number of lines.
    let mut bases: BTreeMap<(PathBuf, String, usize), Vec<Base>> = BTreeMap::new();
    let mut files = Texts::new();
    for (path, text) in texts {
        let ptx = parse(path, text)?;
        let variant = path.parent().unwrap_or(path);
        let (mut own, mut likes) = (Vec::new(), String::new());
        for name in ptx.entries() {
            let text = ptx.entry(name).unwrap_or_default();
            let kernel = Base::new(name, text);
            let before = declared(&ptx, name);
            let key = (variant.to_owned(), before, kernel.len());
            let bases = bases.entry(key).or_default();
            let like = bases
                .iter()
                .filter_map(|base| base.like(&kernel))
                .map(|like| like.to_string())
                .min_by_key(String::len)
                .filter(|like| like.len() < text.len() / WORTH);
            match like {
                Some(like) => likes += &like,
                None => {
                    bases.push(kernel);
                    own.push(name.to_owned());
                }
            }
        }
        if likes.is_empty() {
            files.insert(path.clone(), text.clone());
        } else {
            let part = ptx.part(|name| own.iter().any(|own| own == name));
            // Variables that only kernels elsewhere use are in no text of this area.
            if !own.is_empty() {
                files.insert(path.clone(), part.to_string());
            }
            files.insert(path.with_extension("like"), likes);
        }
    }
    Ok(files)
}

/// The header of a kernel's module, and the variables that it uses.
fn declared(ptx: &Ptx, kernel: &str) -> String {
    let module = ptx.part(|name| name == kernel);
    let entry = module.entry(kernel).unwrap_or_default();
    module.to_string().replace(entry, "")
}

/// A kernel is written as another's text where that takes less than one in this many of the bytes of its own.
const WORTH: usize = 3;

fn parse(path: &Path, text: &str) -> Result<Ptx, Failure> {
    Ptx::parse(text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The areas of a variant, in table order.
pub fn areas(variant: Variant) -> Vec<&'static str> {
    let mut areas: Vec<_> = kernels()
        .filter(|kernel| variant.holds(kernel))
        .map(|kernel| kernel.area)
        .collect();
    areas.dedup();
    areas
}

/// The full text of an area that the files of `folder` say.
pub fn read(folder: &Path, variant: Variant, area: &str) -> Result<Ptx, Failure> {
    let path = folder.join(variant.name()).join(area).with_extension("ptx");
    let own = fs::read_to_string(&path);
    let Ok(like) = fs::read_to_string(path.with_extension("like")) else {
        let text = own.map_err(|error| format!("{}: {error}", path.display()))?;
        return parse(&path, &text);
    };
    let wrong = |what: &str| format!("{}: {what}", path.with_extension("like").display());
    let mut text = own.unwrap_or_default();
    let mut bases: BTreeMap<&str, Ptx> = BTreeMap::new();
    let likes = Like::parse(&like).ok_or_else(|| wrong("not as `kernel = kernel word=word`"))?;
    for like in likes {
        let none = || wrong(&format!("no text of {}", like.base));
        let row = kernels()
            .find(|kernel| kernel.name == like.base)
            .ok_or_else(none)?;
        if !bases.contains_key(row.area) {
            let of = path.with_file_name(row.area).with_extension("ptx");
            let full =
                fs::read_to_string(&of).map_err(|error| format!("{}: {error}", of.display()))?;
            bases.insert(row.area, parse(&of, &full)?);
        }
        let module = bases[row.area].part(|name| name == like.base);
        let entry = module.entry(&like.base).ok_or_else(none)?;
        // Header and variables that no kernel of this file uses: those of the kernel that this one is like.
        let declared = declared(&module, &like.base);
        let items = declared.split_inclusive("\n\n").skip(1);
        if text.is_empty() {
            text = declared;
        } else {
            // After what is there, in their order: a function's declaration is before its body.
            for item in items.filter(|item| !item.trim().is_empty()) {
                if !text.contains(item.trim_end()) {
                    let end = text.find(".visible .entry").unwrap_or(text.len());
                    text.insert_str(end, item);
                }
            }
        }
        text += "\n";
        let other = || {
            wrong(&format!(
                "not about the text of {}: {}",
                like.base, like.name
            ))
        };
        text += &like.text(entry).ok_or_else(other)?;
    }
    parse(&path, &text)
}

/// Compresses the modules of every area, and removes what belongs to no area.
pub fn pack() -> Result<(), Failure> {
    let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut total = 0;
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let folder = folder().join("packed").join(variant.name());
        fs::create_dir_all(&folder).map_err(|error| at(&folder, error))?;
        let areas = areas(variant);
        for area in &areas {
            let modules = split(&read(&self::folder(), variant, area)?);
            let path = folder.join(area).with_extension("lzma");
            let old = fs::read(&path).unwrap_or_default();
            total += old.len();
            let before = before(variant, area)?;
            if unpack(&old, &before).is_some_and(|old| old == modules) {
                continue;
            }
            let bytes = packed(&modules, &before).map_err(|error| at(&path, error))?;
            total = total - old.len() + bytes.len();
            fs::write(&path, bytes).map_err(|error| at(&path, error))?;
            println!("packed {}", path.display());
            if !TEXTS.iter().any(|(v, a, ..)| *v == variant && a == area) {
                println!(
                    "  add ({variant:?}, \"{}\", \"{area}\") to kernels/src/host/ptx.rs",
                    variant.name()
                );
            }
        }
        for file in fs::read_dir(&folder)
            .map_err(|error| at(&folder, error))?
            .flatten()
        {
            let path = file.path();
            let stem = path.file_stem().unwrap_or_default();
            if !areas.iter().any(|area| stem == *area) {
                fs::remove_file(&path).map_err(|error| at(&path, error))?;
                println!("removed {}", path.display());
            }
        }
    }
    println!("{total} bytes compressed");
    Ok(())
}

/// A module for each kernel.
fn split(ptx: &Ptx) -> Vec<(String, String)> {
    ptx.entries()
        .map(|name| (name.to_owned(), ptx.part(|entry| entry == name).to_string()))
        .collect()
}

/// The modules that an area's are compressed after, one after the other; nothing where it stands alone.
fn before(variant: Variant, area: &str) -> Result<Vec<u8>, Failure> {
    let row = TEXTS.iter().find(|(v, a, ..)| *v == variant && *a == area);
    let Some((.., Some(base))) = row else {
        return Ok(Vec::new());
    };
    let modules = split(&read(&folder(), variant, base)?);
    Ok(modules
        .into_iter()
        .map(|(_, text)| text)
        .collect::<String>()
        .into_bytes())
}

/// An index and one stream, as `azulejo_kernels::host::ptx` reads them.
fn packed(modules: &[(String, String)], before: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out: String = modules
        .iter()
        .map(|(name, text)| format!("{name} {}\n", text.len()))
        .collect();
    out += "\n";
    let total: usize = modules.iter().map(|(_, text)| text.len()).sum();
    let [lc, lp, pb] = CONTEXT;
    let options = LzmaOptions {
        dict_size: (total + before.len()) as u32,
        lc,
        lp,
        pb,
        mode: EncodeMode::Normal,
        nice_len: 273,
        mf: MfType::Bt4,
        depth_limit: 512,
        preset_dict: Some(before.to_vec()).filter(|before| !before.is_empty()),
    };
    let mut writer = LzmaWriter::new_no_header(out.into_bytes(), &options, false)?;
    for (_, text) in modules {
        writer.write_all(text.as_bytes())?;
    }
    writer.finish()
}

/// Whether what is compressed is what the texts say, area by area.
pub fn compare() -> Result<(), Failure> {
    for variant in [Variant::Sm80, Variant::Sm90a] {
        for area in areas(variant) {
            let wrong = |what: &str| {
                format!(
                    "{what} for {area} on {}: run `cargo xtask ptx pack`",
                    variant.name()
                )
            };
            let (_, _, packed, _) = TEXTS
                .iter()
                .find(|(v, a, ..)| *v == variant && *a == area)
                .ok_or_else(|| wrong("nothing is embedded"))?;
            let modules = unpack(packed.bytes, &before(variant, area)?)
                .ok_or_else(|| wrong("what is compressed cannot be read"))?;
            if modules != split(&read(&folder(), variant, area)?) {
                return Err(wrong("other modules than the text's are compressed"));
            }
        }
    }
    println!("the compressed modules are those of the texts");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(entries: &[(&str, &str)]) -> String {
        let mut text = String::from(".version 7.8\n.target sm_90a\n.address_size 64\n");
        text += "\n.extern .shared .align 16 .b8 shared[];\n";
        for (name, ty) in entries {
            text += &format!(
                "\n.visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n{{\n{}{}\tcvt.f32.f16 %r2;\n\tret;\n}}\n",
                "\tadd.s32 %r1, %r1, 1;\n".repeat(60),
                format!("\tmma{ty}.f32 %r1, shared;\n").repeat(20)
            );
        }
        text
    }

    #[test]
    fn texts_that_differ_in_words_are_one_text_and_lines() {
        let texts = Texts::from([
            (
                PathBuf::from("sm_90a/a.ptx"),
                module(&[
                    ("k_e4m3", ".e4m3.e4m3"),
                    ("k_e5m2", ".e4m3.e5m2"),
                    ("other", ".s8.s8;\n\tnot.the.same"),
                ]),
            ),
            (
                PathBuf::from("sm_90a/b.ptx"),
                module(&[("late_e5m2", ".e5m2.e5m2")]),
            ),
        ]);
        let files = folded(&texts).unwrap();
        let of = |path: &str| files.get(Path::new(path)).map(String::as_str);
        assert_eq!(
            of("sm_90a/a.like"),
            Some("k_e5m2 = k_e4m3 mma.e4m3.e4m3.f32=mma.e4m3.e5m2.f32\n")
        );
        assert_eq!(
            of("sm_90a/b.like"),
            Some("late_e5m2 = k_e4m3 mma.e4m3.e4m3.f32=mma.e5m2.e5m2.f32\n")
        );
        assert_eq!(of("sm_90a/b.ptx"), None);
        assert_eq!(
            of("sm_90a/a.ptx"),
            Some(
                module(&[
                    ("k_e4m3", ".e4m3.e4m3"),
                    ("other", ".s8.s8;\n\tnot.the.same")
                ])
                .as_str()
            )
        );
    }

    /// Bytes of the files in a folder: of attention, and of all others.
    fn weight(folder: PathBuf) -> [u64; 2] {
        let mut bytes = [0; 2];
        for file in fs::read_dir(&folder).unwrap().flatten() {
            let attention = file.file_name().to_string_lossy().starts_with("attention");
            bytes[usize::from(!attention)] += file.metadata().unwrap().len();
        }
        bytes
    }

    /// Bytes of attention's texts, and of what is embedded of them.
    const ATTENTION_TEXTS: u64 = 4_400_000;
    const ATTENTION_PACKED: u64 = 180_000;

    /// Bars to be lowered with what is there, never raised: 16 MB of texts are the aim.
    #[test]
    fn texts_and_what_is_embedded_of_them_grow_no_more() {
        let of = |folder: PathBuf| {
            let ([a, b], [c, d]) = (weight(folder.join("sm_80")), weight(folder.join("sm_90a")));
            [a + c, b + d]
        };
        let ([new_texts, texts], [new_packed, packed]) =
            (of(folder()), of(folder().join("packed")));
        assert!(texts <= 27_200_000, "{texts} bytes of PTX in kernels/ptx");
        assert!(packed <= 2_338_000, "{packed} bytes in kernels/ptx/packed");
        assert!(
            new_texts <= ATTENTION_TEXTS,
            "{new_texts} bytes of attention in kernels/ptx"
        );
        assert!(
            new_packed <= ATTENTION_PACKED,
            "{new_packed} bytes of attention in kernels/ptx/packed"
        );
        let embedded: usize = TEXTS
            .iter()
            .map(|(_, _, packed, _)| packed.bytes.len())
            .sum();
        assert_eq!(
            embedded as u64,
            packed + new_packed,
            "all of it is embedded, and nothing else"
        );
    }

    #[test]
    fn what_is_compressed_is_what_the_texts_say() {
        compare().unwrap();
    }
}
