//! The embedded PTX: a compressed module for each kernel, and the choice between variants.
//!
//! The texts that people read are `kernels/ptx/<variant>/<file>.ptx`; `cargo xtask ptx show KERNEL` prints those that
//! differ from another in some lines, which are all that `<file>.like` has. `cargo xtask ptx` cuts each into a module a kernel
//! and compresses those of a PTX file together, into `kernels/ptx/packed`, after those of another PTX file where the texts are
//! nearly the same. Of a module that is much like another of the two PTX files, the edits are compressed ([`like`]). A program embeds
//! what is there, PTX file by PTX file, where it refers to a PTX file's rows. A device loads the module of one kernel, so the driver compiles
//! what is called and nothing else.

use std::path::Path;

use super::packed::{Module, Modules};
use azulejo_kernels::table::{Arch, Kernel, Packed};

pub use azulejo_device::dependent_launch::for_sm_90;
pub use azulejo_kernels::table::Variant;
pub use azulejo_ptx::{TEXTS, like, words};

/// Parameters of the compression: bits of context of a literal, and of its place in a word.
pub const CONTEXT: [u32; 3] = [4, 0, 0];

/// The PTX file's modules that a device of this variant takes `kernel` from; `None` where it runs none of them, or nothing is
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
/// use azulejo_runtime::ptx::{Variant, module};
/// let [hopper, others] = [Variant::Sm90a, Variant::Sm80];
/// assert_eq!(module(hopper, &zeros::KERNELS[0]), module(others, &zeros::KERNELS[0]));
/// assert_ne!(module(hopper, &cast::KERNELS[0]), module(others, &cast::KERNELS[0]));
/// ```
pub fn module(variant: Variant, kernel: &Kernel) -> Option<String> {
    let Packed { bytes, base } = packed(variant, kernel)?;
    PtxFile::open(bytes, *base)?.text(kernel.name)
}

/// What follows a module's bytes in the index where they are the edits of another's text.
pub const EDITS: &str = "edits";
/// Of how many others' edits a text is made at most, one after the other.
pub const STEPS: u32 = 8;

/// The modules of a PTX file and of the one that it is compressed after, unpacked.
#[derive(Default)]
pub struct PtxFile {
    own: Vec<Module>,
    before: Vec<Module>,
}

impl PtxFile {
    /// From the compressed bytes of both.
    pub fn open(packed: &[u8], base: Option<&[u8]>) -> Option<Self> {
        let before = match base {
            Some(base) => Modules::open(base, &[], CONTEXT)?.all()?,
            None => Vec::new(),
        };
        let own = Modules::open(packed, &stream(&before), CONTEXT)?.all()?;
        Some(Self { own, before })
    }

    /// What another PTX file that is compressed after this one refers to.
    pub fn stream(&self) -> Vec<u8> {
        stream(&self.own)
    }

    /// The PTX file's kernels.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|(name, ..)| name.as_str())
    }

    /// The module of a kernel.
    pub fn text(&self, kernel: &str) -> Option<String> {
        Some(self.made(kernel, STEPS)?.0)
    }

    /// The module of a kernel, made in `steps` edits at most, and how many there were.
    pub fn made(&self, kernel: &str, steps: u32) -> Option<(String, u32)> {
        let (bytes, edits) = self.stored(kernel)?;
        if !edits {
            return Some((bytes.to_owned(), 0));
        }
        let like = like::Like::parse(bytes)?.pop()?;
        let (base, before) = self.made(&like.base, steps.checked_sub(1)?)?;
        Some((like.text(&base)?, before + 1))
    }

    /// What is stored of a kernel, and whether that is edits.
    fn stored(&self, kernel: &str) -> Option<(&str, bool)> {
        let mut all = self.own.iter().chain(&self.before);
        let (_, bytes, more) = all.find(|(name, ..)| name == kernel)?;
        Some((std::str::from_utf8(bytes).ok()?, more == EDITS))
    }

    /// The PTX file's kernels with their modules, in order.
    pub fn texts(&self) -> Option<Vec<(String, String)>> {
        let text = |name: &str| Some((name.to_owned(), self.text(name)?));
        self.kernels().map(text).collect()
    }
}

/// The bytes of modules, one after the other.
fn stream(modules: &[Module]) -> Vec<u8> {
    let bytes: Vec<&[u8]> = modules.iter().map(|(_, bytes, _)| &**bytes).collect();
    bytes.concat()
}

/// The kernels of a PTX file with their modules, in order.
pub fn modules(packed: &Packed) -> Option<Vec<(String, String)>> {
    PtxFile::open(packed.bytes, packed.base)?.texts()
}

/// The environment variable that names a folder of texts to use instead of embedded ones, for trying kernels without a
/// new build of the program: `<folder>/<variant>/<file>.ptx`. Kernels that it lacks are the embedded ones.
pub const FOLDER: &str = "AZULEJO_PTX_FOLDER";

/// The text of a kernel's PTX file from the folder that [`FOLDER`] names, where there is one.
pub(crate) fn replacement(variant: Variant, kernel: &Kernel) -> Option<String> {
    inside(std::env::var_os(FOLDER)?.as_ref(), variant, kernel)
}

/// The text of a PTX file that `folder` has instead of the embedded one: the variant's own, or the one that all share.
fn inside(folder: &Path, variant: Variant, kernel: &Kernel) -> Option<String> {
    let shared = match kernel.arch {
        Arch::Common => Variant::Sm80,
        Arch::Sm80 | Arch::Sm90a => variant,
    };
    let entry = format!(".entry {}(", kernel.name);
    let mut places = [variant, shared].into_iter();
    places.find_map(|of| {
        let path = folder.join(of.name()).join(format!("{}.ptx", kernel.file));
        std::fs::read_to_string(path)
            .ok()
            .filter(|text| text.contains(&entry))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_kernels::device::{cast, zeros};
    use azulejo_tile::registry::kernels;

    #[test]
    #[cfg_attr(sanitized, ignore = "reads texts")]
    fn every_kernel_is_a_module_with_its_bounds() {
        for (variant, file, packed, _) in TEXTS {
            let modules = modules(packed).unwrap_or_else(|| panic!("{file} does not unpack"));
            let mut rows: Vec<_> = kernels()
                .filter(|k| k.file == *file && variant.holds(k))
                .collect();
            rows.sort_by_key(|k| k.name);
            let found: Vec<_> = modules.iter().map(|(name, _)| name.as_str()).collect();
            let expected: Vec<_> = rows.iter().map(|k| k.name).collect();
            assert_eq!(found, expected, "{file} on {}", variant.name());
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
        let one = module(Variant::Sm90a, k).unwrap();
        assert!(one.contains(k.name) && !one.contains(zeros::KERNELS[0].name));
        let stranger = Kernel {
            name: "of_no_area",
            ..*k
        };
        assert_eq!(module(Variant::Sm80, &stranger), None);
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
            std::fs::write(of.join(format!("{}.ptx", kernel.file)), text).unwrap();
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
