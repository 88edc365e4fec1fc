//! The embedded PTX: a compressed module for each kernel, and the choice between variants.
//!
//! The texts that people read are `kernels/ptx/<variant>/<area>.ptx`; `cargo xtask ptx show KERNEL` prints those that
//! differ from another in some lines, which are all that `<area>.like` has. `cargo xtask ptx` cuts each into a module a kernel
//! and compresses those of an area together, into `kernels/ptx/packed`, after those of another area where the texts are
//! nearly the same; a program embeds what is there, area by area, where it refers to an area's rows. A device loads the module of one kernel, so the driver compiles what is called and
//! nothing else.

use std::{io::Read, path::Path};

use lzma_rust2::LzmaReader;

use crate::table::{Arch, Kernel, Packed};

pub use crate::embedded::TEXTS;
pub use crate::table::Variant;

/// Parameters of the compression: bits of context of a literal, and of its place in a word.
pub const CONTEXT: [u32; 3] = [4, 0, 0];

/// The area's modules that a device of this variant takes `kernel` from; `None` where it runs none of them, or nothing is
/// embedded.
fn packed(variant: Variant, kernel: &Kernel) -> Option<&'static Packed> {
    match (kernel.arch, variant) {
        (Arch::Sm90a, Variant::Sm80) => None,
        (Arch::Common, _) | (_, Variant::Sm80) => kernel.texts.sm_80,
        (_, Variant::Sm90a) => kernel.texts.sm_90a,
    }
}

/// The PTX module of one kernel that a device of this variant runs.
///
/// ```
/// use azulejo_kernels::device::{cast, zeros};
/// use azulejo_kernels::host::ptx::{Variant, text};
/// let [newer, older] = [Variant::Sm90a, Variant::Sm80];
/// assert_eq!(text(newer, &zeros::KERNELS[0]), text(older, &zeros::KERNELS[0]));
/// assert_ne!(text(newer, &cast::KERNELS[0]), text(older, &cast::KERNELS[0]));
/// ```
pub fn text(variant: Variant, kernel: &Kernel) -> Option<String> {
    let packed = packed(variant, kernel)?;
    let base = packed.base.map_or(Some(Vec::new()), before)?;
    let (rows, mut reader) = open(packed.bytes, &base)?;
    let at = rows.iter().position(|(name, _)| *name == kernel.name)?;
    let before: usize = rows[..at].iter().map(|(_, bytes)| bytes).sum();
    std::io::copy(&mut (&mut reader).take(before as u64), &mut std::io::sink()).ok()?;
    let mut text = vec![0; rows[at].1];
    reader.read_exact(&mut text).ok()?;
    String::from_utf8(text).ok()
}

/// What the stream of an area refers to that is compressed after another one: that one's modules.
pub fn before(base: &[u8]) -> Option<Vec<u8>> {
    let (rows, mut reader) = open(base, &[])?;
    let mut all = Vec::with_capacity(rows.iter().map(|(_, bytes)| bytes).sum());
    reader.read_to_end(&mut all).ok()?;
    Some(all)
}

/// The kernels of an area with their modules, in order, from compressed bytes; `before` is what [`before`] gives of the
/// area that they are compressed after, or nothing.
pub fn unpack(packed: &[u8], before: &[u8]) -> Option<Vec<(String, String)>> {
    let (rows, mut reader) = open(packed, before)?;
    let module = |(name, bytes): (&str, usize)| {
        let mut text = vec![0; bytes];
        reader.read_exact(&mut text).ok()?;
        Some((name.to_owned(), String::from_utf8(text).ok()?))
    };
    rows.into_iter().map(module).collect()
}

/// The kernels of an area with their modules, in order.
pub fn modules(packed: &Packed) -> Option<Vec<(String, String)>> {
    unpack(packed.bytes, &packed.base.map_or(Some(Vec::new()), before)?)
}

/// The kernels of an area with the bytes of their modules, and what decompresses those.
type Opened<'p> = (Vec<(&'p str, usize)>, LzmaReader<&'p [u8]>);

/// Reads the index: a line `name bytes` a kernel and an empty line; the modules follow in that order as one LZMA stream
/// without a header.
fn open<'p>(packed: &'p [u8], before: &[u8]) -> Option<Opened<'p>> {
    let end = packed.windows(2).position(|pair| pair == b"\n\n")?;
    let lines = std::str::from_utf8(&packed[..end]).ok()?.lines();
    let row = |line| -> Option<(&str, usize)> {
        let (name, bytes) = str::split_once(line, ' ')?;
        Some((name, bytes.parse().ok()?))
    };
    let rows: Vec<_> = lines.map(row).collect::<Option<_>>()?;
    let total: usize = rows.iter().map(|(_, bytes)| bytes).sum();
    let [lc, lp, pb] = CONTEXT;
    let bytes = &packed[end + 2..];
    let window = (total + before.len()) as u32;
    let before = Some(before).filter(|before| !before.is_empty());
    let reader = LzmaReader::new(bytes, total as u64, lc, lp, pb, window, before).ok()?;
    Some((rows, reader))
}

/// The environment variable that names a folder of texts to use instead of embedded ones, for trying kernels without a
/// new build of the program: `<folder>/<variant>/<area>.ptx`. Kernels that it lacks are the embedded ones.
pub const FOLDER: &str = "AZULEJO_PTX_FOLDER";

/// The text of a kernel's area from the folder that [`FOLDER`] names, where there is one.
pub(crate) fn replacement(variant: Variant, kernel: &Kernel) -> Option<String> {
    inside(std::env::var_os(FOLDER)?.as_ref(), variant, kernel)
}

/// The text of an area that `folder` has instead of the embedded one: the variant's own, or the one that all share.
fn inside(folder: &Path, variant: Variant, kernel: &Kernel) -> Option<String> {
    let shared = match kernel.arch {
        Arch::Common => Variant::Sm80,
        Arch::Sm80 | Arch::Sm90a => variant,
    };
    let entry = format!(".entry {}(", kernel.name);
    let mut places = [variant, shared].into_iter();
    places.find_map(|of| {
        let path = folder.join(of.name()).join(format!("{}.ptx", kernel.area));
        std::fs::read_to_string(path)
            .ok()
            .filter(|text| text.contains(&entry))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        device::{cast, zeros},
        registry::kernels,
    };

    #[test]
    fn every_kernel_is_a_module_with_its_bounds() {
        for (variant, area, packed, _) in TEXTS {
            let modules = modules(packed).unwrap_or_else(|| panic!("{area} does not unpack"));
            let mut rows: Vec<_> = kernels()
                .filter(|k| k.area == *area && variant.holds(k))
                .collect();
            rows.sort_by_key(|k| k.name);
            let found: Vec<_> = modules.iter().map(|(name, _)| name.as_str()).collect();
            let expected: Vec<_> = rows.iter().map(|k| k.name).collect();
            assert_eq!(found, expected, "{area} on {}", variant.name());
            for (k, (name, text)) in rows.iter().zip(&modules) {
                assert_eq!(text.matches(".visible .entry ").count(), 1, "{name}");
                let at = text.find(&format!(".entry {name}(")).unwrap();
                let head = &text[at..at + text[at..].find("\n{").unwrap()];
                let bounds = format!(".maxntid {}, 1, 1\n.minnctapersm {}", k.threads, k.min_ctas);
                assert!(head.ends_with(&bounds), "{name}: {head}");
                assert!(
                    text.contains(&format!(".target {}\n", variant.name())),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn every_kernel_is_embedded_where_it_runs() {
        for variant in [Variant::Sm80, Variant::Sm90a] {
            for k in kernels() {
                let runs = variant == Variant::Sm90a || k.arch != Arch::Sm90a;
                assert_eq!(packed(variant, k).is_some(), runs, "{}", k.name);
            }
        }
        let k = &zeros::KERNELS[3];
        let one = text(Variant::Sm90a, k).unwrap();
        assert!(one.contains(k.name) && !one.contains(zeros::KERNELS[0].name));
        let stranger = Kernel {
            name: "of_no_area",
            ..*k
        };
        assert_eq!(text(Variant::Sm80, &stranger), None);
    }

    #[test]
    fn a_folder_replaces_the_text_that_a_device_would_run() {
        let folder = std::env::temp_dir().join(format!("azulejo-texts-{}", std::process::id()));
        // An earlier process of this number may have left one.
        let _ = std::fs::remove_dir_all(&folder);
        let put = |of: Variant, kernel: &Kernel, note: &str| {
            let of = folder.join(of.name());
            std::fs::create_dir_all(&of).unwrap();
            let text = format!(".entry {}( // {note}", kernel.name);
            std::fs::write(of.join(format!("{}.ptx", kernel.area)), text).unwrap();
        };
        let found = |variant, kernel, note: &str| {
            inside(&folder, variant, kernel).is_some_and(|text| text.ends_with(note))
        };
        let (common, own) = (&zeros::KERNELS[0], &cast::KERNELS[0]);
        assert_eq!(inside(&folder, Variant::Sm90a, common), None);
        put(Variant::Sm80, common, "shared");
        put(Variant::Sm80, own, "for 8.0");
        assert!(found(Variant::Sm80, common, "shared"));
        assert!(found(Variant::Sm90a, common, "shared"));
        // 9.0 has a text of its own here, embedded.
        assert_eq!(inside(&folder, Variant::Sm90a, own), None);
        put(Variant::Sm90a, common, "its own");
        assert!(found(Variant::Sm90a, common, "its own"));
        assert!(found(Variant::Sm80, common, "shared"));
        // A text without the kernel replaces nothing.
        assert_eq!(inside(&folder, Variant::Sm80, &zeros::KERNELS[1]), None);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
