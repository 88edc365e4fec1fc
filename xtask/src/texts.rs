//! The committed PTX: `kernels/ptx/<variant>/<area>.ptx`, `<area>.like` beside it, and the compressed modules of both.
//!
//! A kernel whose text is another's but for the names of its types is a line of `<area>.like` and no text:
//!
//! ```text
//! gemm_e5m2_e5m2_kk_64x64 = gemm_e4m3_e5m2_kk_64x64 .e4m3.e5m2=.e5m2.e5m2
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use azulejo_kernels::build::Ptx;
use azulejo_kernels::host::ptx::{CONTEXT, TEXTS, unpack};
use azulejo_kernels::table::{Variant, kernels};
use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};

use crate::command::Failure;
use crate::shell::root;

/// The folder of the committed texts.
pub fn folder() -> PathBuf {
    root().join("kernels/ptx")
}

/// The names of the types that two texts may differ in.
const TYPES: &[&str] = &[
    ".e4m3x2", ".e5m2x2", ".e4m3", ".e5m2", ".bf16x2", ".f16x2", ".bf16", ".f16",
];

/// The parts of `text` between names of types, and the names: runs of them, `.e4m3.e5m2` being one.
fn cut(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut between, mut names) = (Vec::new(), Vec::new());
    let (mut from, mut at) = (0, 0);
    while let Some(dot) = text[at..].find('.') {
        let start = at + dot;
        let mut end = start;
        while let Some(name) = TYPES.iter().find(|name| {
            text[end..].strip_prefix(**name).is_some_and(|rest| {
                !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            })
        }) {
            end += name.len();
        }
        if end > start {
            between.push(&text[from..start]);
            names.push(&text[start..end]);
            (from, at) = (end, end);
        } else {
            at = start + 1;
        }
    }
    between.push(&text[from..]);
    (between, names)
}

/// What the kernel `name` is called in a text that is compared with others.
const NAME: &str = "\u{1}";

/// The text of a kernel without its name and the names of its types, and those.
fn bare(name: &str, text: &str) -> (String, Vec<String>) {
    let text = text.trim_end().replace(name, NAME);
    let (between, names) = cut(&text);
    let names = names.into_iter().map(str::to_owned).collect();
    (between.join("\u{2}"), names)
}

/// The text of `base` with another name and other types.
fn renamed(text: &str, base: &str, name: &str, types: &BTreeMap<String, String>) -> String {
    let (between, names) = cut(text);
    let mut out = between[0].to_owned();
    for (name, rest) in names.iter().zip(&between[1..]) {
        out += types.get(*name).map_or(name, String::as_str);
        out += rest;
    }
    out.replace(base, name)
}

/// The types that `names` has in the places of those of `base`, where each has always the same.
fn mapping(base: &[String], names: &[String]) -> Option<BTreeMap<String, String>> {
    let mut types = BTreeMap::new();
    for (from, to) in base.iter().zip(names) {
        if types
            .insert(from.clone(), to.clone())
            .is_some_and(|old| old != *to)
        {
            return None;
        }
    }
    types.retain(|from, to| from != to);
    Some(types)
}

/// A full text by its path, and what the files of it are to hold.
pub type Texts = BTreeMap<PathBuf, String>;

/// The files for the full texts of one folder of variants: each kernel that another's text serves is a line.
pub fn folded(texts: &Texts) -> Result<Texts, Failure> {
    let mut bases: BTreeMap<(PathBuf, String), (String, Vec<String>)> = BTreeMap::new();
    let mut files = Texts::new();
    for (path, text) in texts {
        let ptx = parse(path, text)?;
        let variant = path.parent().unwrap_or(path).to_owned();
        let (mut own, mut like) = (Vec::new(), String::new());
        for name in ptx.entries() {
            let (bare, names) = bare(name, ptx.entry(name).unwrap_or_default());
            let types = bases
                .get(&(variant.clone(), bare.clone()))
                .and_then(|(base, types)| Some((base, mapping(types, &names)?)));
            match types {
                Some((base, types)) => {
                    let types: String = types.iter().map(|(a, b)| format!(" {a}={b}")).collect();
                    like += &format!("{name} = {base}{types}\n");
                }
                None => {
                    bases
                        .entry((variant.clone(), bare))
                        .or_insert((name.to_owned(), names));
                    own.push(name.to_owned());
                }
            }
        }
        if like.is_empty() {
            files.insert(path.clone(), text.clone());
        } else {
            let part = ptx.part(|name| own.iter().any(|own| own == name));
            // Variables that only kernels elsewhere use are in no text of this area.
            if !own.is_empty() {
                files.insert(path.clone(), part.to_string());
            }
            files.insert(path.with_extension("like"), like);
        }
    }
    Ok(files)
}

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
    let mut text = own.unwrap_or_default();
    let mut bases: BTreeMap<&str, Ptx> = BTreeMap::new();
    for line in like.lines() {
        let wrong = || {
            format!(
                "{}: no `kernel = kernel .type=.type`: {line}",
                path.display()
            )
        };
        let (name, rest) = line.split_once(" = ").ok_or_else(wrong)?;
        let mut words = rest.split(' ');
        let base = words.next().ok_or_else(wrong)?;
        let types = words.map(|word| {
            let (from, to) = word.split_once('=')?;
            Some((from.to_owned(), to.to_owned()))
        });
        let types = types.collect::<Option<_>>().ok_or_else(wrong)?;
        let row = kernels()
            .find(|kernel| kernel.name == base)
            .ok_or_else(wrong)?;
        if !bases.contains_key(row.area) {
            let of = path.with_file_name(row.area).with_extension("ptx");
            let full =
                fs::read_to_string(&of).map_err(|error| format!("{}: {error}", of.display()))?;
            bases.insert(row.area, parse(&of, &full)?);
        }
        let module = bases[row.area].part(|name| name == base);
        let entry = module.entry(base).ok_or_else(wrong)?;
        if text.is_empty() {
            // Header and variables: those of the first kernel that this one is like.
            text = module.to_string().replace(entry, "");
        }
        text += "\n";
        text += &renamed(entry, base, name, &types);
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
            if unpack(&old).is_some_and(|old| old == modules) {
                continue;
            }
            let bytes = packed(&modules).map_err(|error| at(&path, error))?;
            total = total - old.len() + bytes.len();
            fs::write(&path, bytes).map_err(|error| at(&path, error))?;
            println!("packed {}", path.display());
            if !TEXTS.iter().any(|(v, a, _)| *v == variant && a == area) {
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

/// An index and one stream, as `azulejo_kernels::host::ptx` reads them.
fn packed(modules: &[(String, String)]) -> std::io::Result<Vec<u8>> {
    let mut out: String = modules
        .iter()
        .map(|(name, text)| format!("{name} {}\n", text.len()))
        .collect();
    out += "\n";
    let total: usize = modules.iter().map(|(_, text)| text.len()).sum();
    let [lc, lp, pb] = CONTEXT;
    let options = LzmaOptions {
        dict_size: total as u32,
        lc,
        lp,
        pb,
        mode: EncodeMode::Normal,
        nice_len: 273,
        mf: MfType::Bt4,
        depth_limit: 512,
        preset_dict: None,
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
            let (_, _, packed) = TEXTS
                .iter()
                .find(|(v, a, _)| *v == variant && *a == area)
                .ok_or_else(|| wrong("nothing is embedded"))?;
            let modules =
                unpack(packed.0).ok_or_else(|| wrong("what is compressed cannot be read"))?;
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
                "\n.visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n{{\n\tmma{ty}.f32 %r1, shared;\n\tcvt.f32.f16 %r2;\n\tret;\n}}\n"
            );
        }
        text
    }

    #[test]
    fn texts_that_differ_in_types_are_one_text_and_lines() {
        let texts = Texts::from([
            (
                PathBuf::from("sm_90a/a.ptx"),
                module(&[
                    ("k_e4m3", ".e4m3.e4m3"),
                    ("k_e5m2", ".e4m3.e5m2"),
                    ("other", ".s8.s8"),
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
            Some("k_e5m2 = k_e4m3 .e4m3.e4m3=.e4m3.e5m2\n")
        );
        assert_eq!(
            of("sm_90a/b.like"),
            Some("late_e5m2 = k_e4m3 .e4m3.e4m3=.e5m2.e5m2\n")
        );
        assert_eq!(of("sm_90a/b.ptx"), None);
        assert_eq!(
            of("sm_90a/a.ptx"),
            Some(module(&[("k_e4m3", ".e4m3.e4m3"), ("other", ".s8.s8")]).as_str())
        );
        let types = BTreeMap::from([(".e4m3.e4m3".to_owned(), ".e4m3.e5m2".to_owned())]);
        let base = Ptx::parse(&texts[Path::new("sm_90a/a.ptx")]).unwrap();
        let made = renamed(base.entry("k_e4m3").unwrap(), "k_e4m3", "k_e5m2", &types);
        assert_eq!(made, base.entry("k_e5m2").unwrap());
    }

    #[test]
    fn types_in_the_same_place_must_always_be_the_same() {
        let names = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let base = names(&[".f16", ".f16"]);
        assert!(mapping(&base, &names(&[".bf16", ".bf16"])).is_some());
        assert!(mapping(&base, &names(&[".bf16", ".f16"])).is_none());
        assert_eq!(
            cut("cvt.rn.f16x2.f32 a.f16y .e4m3.e5m2;").1,
            [".f16x2", ".e4m3.e5m2"]
        );
    }

    /// Bytes of the files in a folder.
    fn weight(folder: PathBuf) -> u64 {
        let files = fs::read_dir(&folder).unwrap().flatten();
        files.map(|file| file.metadata().unwrap().len()).sum()
    }

    /// Bars to be lowered with what is there, never raised: 16 MB of texts are the aim.
    #[test]
    fn texts_and_what_is_embedded_of_them_grow_no_more() {
        let of = |folder: PathBuf| weight(folder.join("sm_80")) + weight(folder.join("sm_90a"));
        let (texts, packed) = (of(folder()), of(folder().join("packed")));
        assert!(texts <= 38_600_000, "{texts} bytes of PTX in kernels/ptx");
        assert!(packed <= 3_420_000, "{packed} bytes in kernels/ptx/packed");
        let embedded: usize = TEXTS.iter().map(|(_, _, packed)| packed.0.len()).sum();
        assert_eq!(
            embedded as u64, packed,
            "all of it is embedded, and nothing else"
        );
    }

    #[test]
    fn what_is_compressed_is_what_the_texts_say() {
        compare().unwrap();
    }
}
