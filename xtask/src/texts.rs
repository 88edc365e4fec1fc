//! The committed PTX: `kernels/ptx/<variant>/<file>.ptx`, `<file>.like` beside it, and the compressed modules of both.
//!
//! A kernel whose text is nearly another's is some lines of `<file>.like` and no text ([`Like`]). `cargo xtask ptx show`
//! prints the text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

mod base;

use azulejo_build::Ptx;
use azulejo_kernels::table::Variant;
use azulejo_runtime::ptx::like::Like;
use azulejo_runtime::ptx::{CONTEXT, EDITS, PtxFile, STEPS, TEXTS};
use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};

use crate::command::Failure;
use crate::rows::kernels;
use crate::shell::{at, root};
use base::{Base, Shapes};

/// The folder of the committed texts.
pub fn folder() -> PathBuf {
    root().join("kernels/ptx")
}

/// A full text by its path, and what the files of it are to hold.
pub type Texts = BTreeMap<PathBuf, String>;

/// The files for the full texts of one folder of variants: each kernel that another's text serves is some lines.
pub fn folded(texts: &Texts) -> Result<Texts, Failure> {
    let mut modules = BTreeMap::new();
    for (path, text) in texts {
        modules.insert(path, parse(path, text)?);
    }
    // The longest first: what is left out of a text takes fewer bytes than what is added to it.
    let mut order: Vec<_> = modules
        .iter()
        .flat_map(|(path, ptx)| ptx.entries().map(move |name| (*path, ptx, name)))
        .map(|(path, ptx, name)| (path, ptx, name, ptx.entry(name).unwrap_or_default()))
        .collect();
    order.sort_by_key(|(path, _, name, text)| (Reverse(text.lines().count()), *path, *name));
    // By folder and what is declared before the kernel, in whatever order.
    let mut bases: BTreeMap<(&Path, String), Vec<Base>> = BTreeMap::new();
    let mut shapes = Shapes::default();
    let mut likes: BTreeMap<&Path, BTreeMap<&str, String>> = BTreeMap::new();
    for (path, ptx, name, text) in order {
        let kernel = Base::new(name, text, &mut shapes);
        let key = (
            path.parent().unwrap_or(path),
            in_order(&declared(ptx, name)),
        );
        let bases = bases.entry(key).or_default();
        let mut near: Vec<_> = bases.iter().collect();
        near.sort_by_key(|base| base.distance(&kernel));
        let like = near
            .iter()
            .take(CANDIDATES)
            .map(|base| base.like(&kernel, &shapes).to_string())
            .min_by_key(String::len)
            .filter(|like| like.len() < text.len() / WORTH);
        if let Some(like) = like {
            likes.entry(path).or_default().insert(name, like);
        }
        bases.push(kernel);
    }
    let mut files = Texts::new();
    for (path, ptx) in &modules {
        let Some(likes) = likes.get(path.as_path()) else {
            files.insert(path.to_path_buf(), texts[*path].clone());
            continue;
        };
        let own = |name: &str| !likes.contains_key(name);
        // Variables that only kernels elsewhere use are in no text of this PTX file.
        if ptx.entries().any(own) {
            files.insert(path.to_path_buf(), ptx.part(own).to_string());
        }
        files.insert(
            path.with_extension("like"),
            likes.values().cloned().collect(),
        );
    }
    Ok(files)
}

/// The header of a kernel's module, and the variables that it uses.
fn declared(ptx: &Ptx, kernel: &str) -> String {
    let module = ptx.part(|name| name == kernel);
    let entry = module.entry(kernel).unwrap_or_default();
    module.to_string().replace(entry, "")
}

/// Declarations in an order that does not depend on where the compiler, or a text made of several, has each.
fn in_order(declared: &str) -> String {
    let mut items: Vec<_> = declared.split("\n\n").map(str::trim).collect();
    items.sort_unstable();
    items.join("\n\n")
}

/// A kernel is written as another's text where that takes less than one in this many of the bytes of its own.
const WORTH: usize = 2;

/// Of so many texts, those that share the most lines with a kernel's, the best is taken.
const CANDIDATES: usize = 4;

fn parse(path: &Path, text: &str) -> Result<Ptx, Failure> {
    Ptx::parse(text).map_err(at(path))
}

/// The areas of a variant, in table order.
pub fn areas(variant: Variant) -> Vec<&'static str> {
    let mut areas: Vec<_> = kernels()
        .filter(|kernel| variant.holds(kernel))
        .map(|kernel| kernel.file)
        .collect();
    areas.dedup();
    areas
}

/// The full text of a PTX file that the files of `folder` say.
pub fn read(folder: &Path, variant: Variant, area: &str) -> Result<Ptx, Failure> {
    Files::new(folder, variant).read(area)
}

/// The files of a variant, each read once, and the texts of kernels that were made of others'.
pub struct Files {
    folder: PathBuf,
    files: BTreeMap<String, File>,
    made: BTreeMap<String, (String, String)>,
}

/// A PTX file's text, and the kernels that are lines.
struct File {
    text: Option<Ptx>,
    likes: Vec<Like>,
}

impl Files {
    /// Of `variant` in `folder`.
    pub fn new(folder: &Path, variant: Variant) -> Self {
        let folder = folder.join(variant.name());
        let (files, made) = Default::default();
        Self {
            folder,
            files,
            made,
        }
    }

    /// The path of a PTX file's text.
    fn path(&self, area: &str) -> PathBuf {
        self.folder.join(area).with_extension("ptx")
    }

    fn file(&mut self, area: &str) -> Result<&File, Failure> {
        if !self.files.contains_key(area) {
            let path = self.path(area);
            let at = |error: std::io::Error| format!("{}: {error}", path.display());
            let text = fs::read_to_string(&path);
            let likes = path.with_extension("like");
            let file = match fs::read_to_string(&likes) {
                Ok(lines) => File {
                    text: text.ok().map(|text| parse(&path, &text)).transpose()?,
                    likes: Like::parse(&lines)
                        .ok_or_else(|| format!("{}: not edits of kernels", likes.display()))?,
                },
                Err(_) => File {
                    text: Some(parse(&path, &text.map_err(at)?)?),
                    likes: Vec::new(),
                },
            };
            self.files.insert(area.to_owned(), file);
        }
        Ok(&self.files[area])
    }

    /// What is declared before a kernel of a PTX file, and its text. `left` is how many texts may be made one from another.
    fn entry(&mut self, area: &str, name: &str, left: usize) -> Result<(String, String), Failure> {
        if let Some(made) = self.made.get(name) {
            return Ok(made.clone());
        }
        let path = self.path(area).with_extension("like");
        let wrong = |what: String| format!("{}: {what}", path.display());
        let file = self.file(area)?;
        if let Some(ptx) = &file.text
            && let Some(text) = ptx.entry(name)
        {
            return Ok((declared(ptx, name), text.to_owned()));
        }
        let like = file.likes.iter().find(|like| like.name == name).cloned();
        let like = like.ok_or_else(|| wrong(format!("no text of {name}")))?;
        let none = || wrong(format!("no text of {}", like.base));
        let row = kernels()
            .find(|kernel| kernel.name == like.base)
            .ok_or_else(none)?;
        // A text that is made from itself, by way of others, has none.
        let left = left.checked_sub(1).ok_or_else(none)?;
        let (declared, base) = self.entry(row.file, &like.base, left)?;
        let other = || wrong(format!("not about the text of {}: {name}", like.base));
        let text = like.text(&base).filter(|_| like.fits(&base));
        let made = (declared, text.ok_or_else(other)?);
        Ok(self.made.entry(name.to_owned()).or_insert(made).clone())
    }

    /// The full text of a PTX file.
    pub fn read(&mut self, area: &str) -> Result<Ptx, Failure> {
        let file = self.file(area)?;
        let names: Vec<_> = file.likes.iter().map(|like| like.name.clone()).collect();
        if names.is_empty()
            && let Some(text) = &file.text
        {
            return Ok(text.clone());
        }
        let mut text = file.text.as_ref().map(Ptx::to_string).unwrap_or_default();
        for name in names {
            // Header and variables that no kernel of this file uses: those of the kernel that this one is like.
            let (declared, entry) = self.entry(area, &name, kernels().count())?;
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
            text += &entry;
        }
        parse(&self.path(area), &text)
    }
}

/// Removes what is compressed, also of texts that have not changed.
pub fn clear() -> Result<(), Failure> {
    let folder = folder().join("packed");
    fs::remove_dir_all(&folder).map_err(at(&folder))
}

/// Compresses the modules of every PTX file, and removes what belongs to no PTX file.
pub fn pack() -> Result<(), Failure> {
    let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut total = 0;
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let folder = folder().join("packed").join(variant.name());
        fs::create_dir_all(&folder).map_err(|error| at(&folder, error))?;
        let mut areas = areas(variant);
        // A PTX file's base before it.
        areas.sort_by_key(|area| base(variant, area).is_some());
        let mut files = Files::new(&self::folder(), variant);
        for area in &areas {
            let modules = split(&files.read(area)?);
            let path = |area: &str| folder.join(area).with_extension("lzma");
            let (base, path) = (base(variant, area).map(path), path(area));
            let base = base.map(|path| fs::read(&path).map_err(|error| at(&path, error)));
            let base = base.transpose()?;
            let old = fs::read(&path).unwrap_or_default();
            total += old.len();
            if unpack(&old, base.as_deref()).is_some_and(|old| old == modules) {
                continue;
            }
            let bytes = packed(&modules, base.as_deref())
                .ok_or_else(|| format!("{}: cannot be compressed", path.display()))?;
            total = total - old.len() + bytes.len();
            fs::write(&path, bytes).map_err(|error| at(&path, error))?;
            println!("packed {}", path.display());
            if !TEXTS.iter().any(|(v, a, ..)| *v == variant && a == area) {
                println!("  add {variant:?} {area} to kernels/ptx/src/table.rs");
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

/// The PTX file that one is compressed after.
fn base(variant: Variant, area: &str) -> Option<&'static str> {
    let row = TEXTS.iter().find(|(v, a, ..)| *v == variant && *a == area);
    row.and_then(|(.., base)| *base)
}

/// The modules in compressed bytes, which those of `base` are before.
fn unpack(packed: &[u8], base: Option<&[u8]>) -> Option<Vec<(String, String)>> {
    PtxFile::open(packed, base)?.texts()
}

/// The modules of a PTX file's texts, compressed after those of `base`: of each that is much like another, the edits.
fn packed(modules: &[(String, String)], base: Option<&[u8]>) -> Option<Vec<u8>> {
    let before = match base {
        Some(base) => PtxFile::open(base, None)?,
        None => PtxFile::default(),
    };
    let mut shapes = Shapes::default();
    // Texts, and of how many others' edits each is made.
    let mut bases = Vec::new();
    for name in before.kernels() {
        let (text, steps) = before.made(name, STEPS)?;
        bases.push((Base::new(name, &text, &mut shapes), text, steps));
    }
    let mut order: Vec<_> = modules.iter().collect();
    order.sort_by_key(|(name, text)| (Reverse(text.lines().count()), name));
    let mut edits = BTreeMap::new();
    for (name, text) in order {
        let kernel = Base::new(name, text, &mut shapes);
        bases.sort_by_key(|(base, ..)| base.distance(&kernel));
        let near = bases.iter().filter(|(.., steps)| *steps < STEPS);
        let like = near
            .take(CANDIDATES)
            .map(|(base, other, steps)| (base.like(&kernel, &shapes), other, steps + 1))
            .filter(|(like, other, _)| like.text(other).as_ref() == Some(text))
            .map(|(like, _, steps)| (like.to_string(), steps))
            .min_by_key(|(like, steps)| (like.len(), *steps))
            .filter(|(like, _)| like.len() < text.len() / WORTH);
        let (like, steps) = like.unzip();
        edits.extend(like.map(|like| (name, like)));
        bases.push((kernel, text.clone(), steps.unwrap_or(0)));
    }
    let stored = modules.iter().map(|(name, text)| {
        let (stored, more) = match edits.get(name) {
            Some(like) => (like, format!(" {EDITS}")),
            None => (text, String::new()),
        };
        (
            format!("{name} {}{more}\n", stored.len()),
            stored.as_bytes(),
        )
    });
    compressed(&stored.collect::<Vec<_>>(), &before.stream(), CONTEXT).ok()
}

/// An index, of which each module has a line, and one stream, as `azulejo_runtime` reads them.
pub fn compressed(
    modules: &[(String, &[u8])],
    before: &[u8],
    [lc, lp, pb]: [u32; 3],
) -> std::io::Result<Vec<u8>> {
    let mut out: String = modules.iter().map(|(line, _)| line.as_str()).collect();
    out += "\n";
    let total: usize = modules.iter().map(|(_, module)| module.len()).sum();
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
    for (_, module) in modules {
        writer.write_all(module)?;
    }
    writer.finish()
}

/// Returns `true` if what is compressed is what the texts say, file by file.
pub fn compare() -> Result<(), Failure> {
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let mut files = Files::new(&folder(), variant);
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
            let modules = unpack(packed.bytes, packed.base)
                .ok_or_else(|| wrong("what is compressed cannot be read"))?;
            if modules != split(&files.read(area)?) {
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

    /// Bytes of the committed texts and edits of texts, and of what is compressed.
    const TEXT_BYTES: u64 = 15_160_000;
    const PACKED_BYTES: u64 = 2_260_000;

    fn module(entries: &[(&str, &str)]) -> String {
        let mut text = String::from(".version 7.8\n.target sm_90a\n.address_size 64\n");
        text += "\n.extern .shared .align 16 .b8 shared[];\n";
        for (name, ty) in entries {
            text += &format!(
                "\n.visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n{{\n{}{}\tcvt.f32.f16 %r2;\n\tret;\n}}\n",
                "\tadd.s32 %r1, %r1, 1;\n".repeat(20),
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

    /// Bytes of the files of a folder's variants.
    fn weight(folder: PathBuf) -> u64 {
        let of = |variant: Variant| fs::read_dir(folder.join(variant.name())).unwrap();
        let files = of(Variant::Sm80).chain(of(Variant::Sm90a));
        files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum()
    }

    /// Bars to be lowered with what is there: with the examples' texts, 16 MB are the most.
    #[test]
    fn texts_and_what_is_embedded_of_them_grow_no_more() {
        let (texts, packed) = (weight(folder()), weight(folder().join("packed")));
        assert!(texts <= TEXT_BYTES, "{texts} bytes of PTX in kernels/ptx");
        assert!(
            packed <= PACKED_BYTES,
            "{packed} bytes in kernels/ptx/packed"
        );
        let embedded: usize = TEXTS
            .iter()
            .map(|(_, _, packed, _)| packed.bytes.len())
            .sum();
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
