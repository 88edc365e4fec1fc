//! Machine code of kernels, which a driver loads without compiling, and the choice between it and PTX.
//!
//! `azulejo-cubin` has it for the kernels that are called most, assembled from their committed PTX for compute capability 9.0. A
//! driver that is older than the assembler's major version rejects it; then, and for all other kernels and devices, there is the PTX.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Error;
use super::packed::{Modules, Unpack};
use super::signature::{parameters, signatures};
use azulejo_kernels::table::{Kernel, Variant};

/// Parameters of the compression: an instruction has 16 bytes, each of which has a context of its own.
pub const CONTEXT: [u32; 3] = [0, 4, 4];

/// The machine code of one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubin {
    /// An ELF file for the driver.
    pub image: Vec<u8>,
    /// Bytes of each parameter of the entry point.
    pub parameters: Vec<usize>,
}

impl Cubin {
    /// The machine code of a kernel, with the parameters that its PTX declares; `None` where those are not understood.
    pub fn of(image: Vec<u8>, text: &str, kernel: &str) -> Option<Self> {
        let parameters = parameters(&signatures(text), kernel)?;
        Some(Self { image, parameters })
    }

    /// From a module of a PTX file and the rest of its line in the index: the bytes of each parameter.
    fn new(image: Vec<u8>, parameters: &str) -> Option<Self> {
        let parameters = parameters.split(' ').map(|bytes| bytes.parse().ok());
        Some(Self {
            image,
            parameters: parameters.collect::<Option<_>>()?,
        })
    }
}

/// A little-endian number of at most 8 bytes of an ELF file.
fn number<const N: usize>(image: &[u8], at: usize) -> Option<usize> {
    let bytes = image.get(at..at.checked_add(N)?)?;
    let all = bytes.iter().rev();
    Some(all.fold(0, |all, byte| all << 8 | usize::from(*byte)))
}

/// Returns `true` if an image is an ELF file of 64 bits whose headers, sections and segments end inside it: a driver reads where they say.
pub(super) fn is_whole(image: &[u8]) -> bool {
    parts_are_inside(image).unwrap_or(false)
}

/// As [`is_whole`]; `None` where a header is cut off.
fn parts_are_inside(image: &[u8]) -> Option<bool> {
    let is_inside = |start: usize, bytes: usize| {
        start
            .checked_add(bytes)
            .is_some_and(|end| end <= image.len())
    };
    let table = |at, size, count, least| {
        let (at, size) = (number::<8>(image, at)?, number::<2>(image, size)?);
        let count = number::<2>(image, count)?;
        let inside = count == 0 || size >= least && is_inside(at, size * count);
        Some((at, size, count, inside))
    };
    let (segments, segment, segment_count, a) = table(0x20, 0x36, 0x38, 0x38)?;
    let (sections, section, section_count, b) = table(0x28, 0x3A, 0x3C, 0x40)?;
    if !image.starts_with(b"\x7fELF\x02\x01") || image.len() < 0x40 || !a || !b {
        return Some(false);
    }
    for index in 0..segment_count {
        let at = segments + index * segment;
        if !is_inside(
            number::<8>(image, at + 0x08)?,
            number::<8>(image, at + 0x20)?,
        ) {
            return Some(false);
        }
    }
    for index in 0..section_count {
        let at = sections + index * section;
        // A section of kind 8 has no bytes in the file.
        let empty = number::<4>(image, at + 4)? == 8;
        if !empty
            && !is_inside(
                number::<8>(image, at + 0x18)?,
                number::<8>(image, at + 0x20)?,
            )
        {
            return Some(false);
        }
    }
    Some(true)
}

/// The machine code that a device of this variant runs, where the kernel has some.
///
/// ```
/// use azulejo_kernels::device::{gemm::hopper::repack, zeros};
/// use azulejo_runtime::{cubin::cubin, ptx::Variant};
/// let found = cubin(Variant::Sm90a, &repack::KERNELS[0]);
/// assert!(found.is_some_and(|cubin| cubin.image.starts_with(b"\x7fELF")));
/// assert_eq!(cubin(Variant::Sm80, &repack::KERNELS[0]), None);
/// assert_eq!(cubin(Variant::Sm90a, &zeros::KERNELS[0]), None);
/// ```
pub fn cubin(variant: Variant, kernel: &Kernel) -> Option<Cubin> {
    let packed = kernel.texts.cubins.filter(|_| variant == Variant::Sm90a)?;
    let (image, parameters) = packed.module(kernel.name, CONTEXT)?;
    Cubin::new(image, parameters)
}

/// The kernels of a PTX file with their machine code, in order, from compressed bytes; `before` is that of the PTX file that it is
/// compressed after, one after the other, or nothing.
pub fn unpack(packed: &[u8], before: &[u8]) -> Option<Vec<(String, Cubin)>> {
    let modules = Modules::open(packed, before, CONTEXT)?.all()?;
    let one = |(name, image, more): (_, _, String)| Some((name, Cubin::new(image, &more)?));
    modules.into_iter().map(one).collect()
}

/// What `by_cubin` loads, or `by_text` where there is no machine code or the driver rejects it; a device whose driver rejected some
/// once is `rejected`, and no more is unpacked for it.
pub(super) fn load<T>(
    rejected: &AtomicBool,
    cubin: impl FnOnce() -> Option<Cubin>,
    by_cubin: impl FnOnce(Cubin) -> Result<T, Error>,
    by_text: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    if !rejected.load(Ordering::Relaxed)
        && let Some(cubin) = cubin()
    {
        match by_cubin(cubin) {
            Ok(loaded) => return Ok(loaded),
            Err(_) => rejected.store(true, Ordering::Relaxed),
        }
    }
    by_text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx;
    use azulejo_cubin::FILES;
    use azulejo_kernels::registry::kernels;

    /// A little-endian number of `N` bytes of an ELF file that is whole.
    fn number<const N: usize>(image: &[u8], at: usize) -> usize {
        super::number::<N>(image, at).unwrap()
    }

    /// The names of the sections of an ELF file of 64 bits.
    fn sections(image: &[u8]) -> Vec<String> {
        let (at, size) = (number::<8>(image, 0x28), number::<2>(image, 0x3A));
        let (count, names) = (number::<2>(image, 0x3C), number::<2>(image, 0x3E));
        let header = |i: usize| &image[at + i * size..][..size];
        let names = number::<8>(header(names), 0x18);
        let section = |i: usize| {
            let name = &image[names + number::<4>(header(i), 0)..];
            let end = name.iter().position(|byte| *byte == 0).unwrap();
            String::from_utf8(name[..end].to_vec()).unwrap()
        };
        (0..count).map(section).collect()
    }

    #[test]
    #[cfg_attr(sanitized, ignore = "reads texts")]
    fn every_listed_kernel_is_a_cubin_of_its_name_and_parameters() {
        let listed = FILES.iter().flat_map(|file| file.kernels);
        for file in FILES {
            let before = file.packed.before(CONTEXT).unwrap();
            let found = unpack(file.packed.bytes, &before)
                .unwrap_or_else(|| panic!("{} does not unpack", file.name));
            let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, file.kernels, "{}", file.name);
            for (name, code) in found {
                let row = kernels().find(|row| row.name == name);
                let row = row.unwrap_or_else(|| panic!("{name} is no kernel"));
                assert_eq!(row.file, file.name, "{name}");
                assert!(is_whole(&code.image), "{name}");
                let sections = sections(&code.image);
                let entries = sections
                    .iter()
                    .filter_map(|section| section.strip_prefix(".text."));
                assert_eq!(entries.collect::<Vec<_>>(), [&name]);
                let text = ptx::module(Variant::Sm90a, row).unwrap();
                let declared = parameters(&signatures(&text), &name);
                assert_eq!(declared.as_ref(), Some(&code.parameters), "{name}");
                assert_eq!(cubin(Variant::Sm90a, row), Some(code), "{name}");
                assert_eq!(cubin(Variant::Sm80, row), None, "{name}");
            }
        }
        assert!(listed.count() >= 25);
        let others =
            kernels().filter(|row| !FILES.iter().any(|file| file.kernels.contains(&row.name)));
        for row in others {
            assert_eq!(cubin(Variant::Sm90a, row), None, "{}", row.name);
        }
    }

    #[test]
    fn machine_code_that_is_cut_off_is_not_whole() {
        let file = &FILES[FILES.len() - 1];
        let before = file.packed.before(CONTEXT).unwrap();
        let (name, code) = unpack(file.packed.bytes, &before).unwrap().swap_remove(0);
        let whole = code.image;
        assert!(is_whole(&whole), "{name}");
        for end in [0, 5, 0x3F, 0x40, whole.len() / 2, whole.len() - 1] {
            assert!(!is_whole(&whole[..end]), "{end} bytes");
        }
        let (sections, size) = (number::<8>(&whole, 0x28), number::<2>(&whole, 0x3A));
        // The place and the size of the tables, of a section, and how many there are.
        let section = sections + size;
        for (at, bytes) in [
            (0x28, 8),
            (0x3A, 2),
            (0x3C, 2),
            (section + 0x18, 8),
            (section + 0x20, 8),
        ] {
            let mut far = whole.clone();
            far[at..at + bytes].fill(0xFF);
            assert!(!is_whole(&far), "{at:#x}");
        }
    }

    #[test]
    fn a_driver_that_rejects_machine_code_gets_the_text_and_is_not_asked_again() {
        let some = || {
            Some(Cubin {
                image: vec![1],
                parameters: vec![8],
            })
        };
        let fails = |_| {
            Err(Error::Driver {
                call: "cuModuleLoadData",
                code: 209,
                text: "CUDA_ERROR_NO_BINARY_FOR_GPU".into(),
            })
        };
        let rejected = AtomicBool::new(false);
        let loaded = load(
            &rejected,
            some,
            |cubin| Ok(cubin.image[0]),
            || unreachable!(),
        );
        assert_eq!(loaded, Ok(1));
        assert_eq!(
            load(&rejected, || None, |_| unreachable!(), || Ok(2)),
            Ok(2)
        );
        assert!(!rejected.load(Ordering::Relaxed));
        assert_eq!(load(&rejected, some, fails, || Ok(3)), Ok(3));
        assert!(rejected.load(Ordering::Relaxed));
        assert_eq!(
            load(&rejected, || unreachable!(), |_| unreachable!(), || Ok(4)),
            Ok(4)
        );
        // What the text fails with is the error, not what the machine code failed with.
        let text = Error::NoKernel {
            kernel: "k",
            variant: "sm_90a",
        };
        let rejected = AtomicBool::new(false);
        let end = load::<u8>(&rejected, some, fails, || Err(text.clone()));
        assert_eq!(end, Err(text));
    }
}
