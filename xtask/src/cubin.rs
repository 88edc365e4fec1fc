//! `cargo xtask cubin`: assembles the PTX of the kernels that `kernels/cubin/src/table.rs` lists, and compresses their machine code.
//!
//! `kernels/cubin/assembled.txt` says of which PTX each is, and by which assembler. What the same assembler made of the same PTX is
//! kept. That is one of CUDA 12, whose code drivers of CUDA 12 and 13 take. `--check` fails where the machine code is of another PTX than the committed one; with the same assembler it makes one
//! kernel's again, another each day, or with `--all` every one, and compares the bytes.

use std::collections::{BTreeMap, btree_map::Entry};
use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use azulejo_build::{Assembly, Ptxas, text_hash};
use azulejo_cubin::{FILES, PtxFile};
use azulejo_kernels::table::Variant;
use azulejo_runtime::cubin::{CONTEXT, Cubin, unpack};
use azulejo_runtime::ptx::for_sm_90;

use crate::command::{Command, Failure, Outcome};
use crate::ptx_check::most_stack;
use crate::rows::kernels;
use crate::shell::{at, program, root, run, target_dir};
use crate::texts::{self, Files};
use crate::workers;

pub const COMMAND: Command = Command {
    name: "cubin",
    about: "assemble the committed PTX of the kernels that kernels/cubin lists into machine code (--all: also what is current; --check: compare with what is committed)",
    run: |args| {
        let has = |flag: &str| args.iter().any(|arg| arg == flag);
        if has("--check") {
            check(has("--all"))?;
            return Ok(Outcome::Done);
        }
        let ptxas = match assembler() {
            Some(ptxas) => ptxas,
            None => fetched()?,
        };
        renew(&ptxas, has("--all"))?;
        Ok(Outcome::Done)
    },
};

/// The folder of the package.
fn folder() -> PathBuf {
    root().join("kernels/cubin")
}

fn file(area: &str) -> PathBuf {
    folder().join("packed").join(area).with_extension("lzma")
}

/// What a kernel's machine code was made from and by.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    ptx: u64,
    cubin: u64,
    assembler: String,
}

const HEAD: &str = "# kernel, hash of its PTX, hash of its machine code, assembler; written by `cargo xtask cubin`\n";

fn stamps_file() -> PathBuf {
    folder().join("assembled.txt")
}

/// The stamps that the text of a file says, by kernel.
fn stamps(text: &str) -> BTreeMap<String, Stamp> {
    let stamp = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let mut hash = || u64::from_str_radix(words.next()?, 16).ok();
        let (ptx, cubin) = (hash()?, hash()?);
        let assembler = words.next()?.to_owned();
        Some((
            name,
            Stamp {
                ptx,
                cubin,
                assembler,
            },
        ))
    };
    text.lines().filter_map(stamp).collect()
}

/// A kernel's machine code; the hash is of the image and its parameters.
fn hash(cubin: &Cubin) -> u64 {
    let parameters = cubin
        .parameters
        .iter()
        .flat_map(|bytes| bytes.to_le_bytes());
    text_hash(cubin.image.iter().copied().chain(parameters))
}

/// The version of the assembler, as `ptxas --version` prints it: the last of CUDA 12.
const VERSION: &str = "V12.9.86";

/// PyPI's package that has it.
const PACKAGE: &str = "nvidia-cuda-nvcc-cu12==12.9.86";

/// The environment that it is fetched into.
fn tools() -> PathBuf {
    target_dir().join("cubin-tools")
}

/// The assembler, where this machine has it.
fn assembler() -> Option<Ptxas> {
    let is = |ptxas: &Ptxas| {
        let printed = ptxas.version().unwrap_or_default();
        printed.split_whitespace().any(|word| word == VERSION)
    };
    let places = [Ptxas::find(&root()), Ptxas::of_venv(&tools())];
    places.into_iter().flatten().find(is)
}

/// The assembler from PyPI.
fn fetched() -> Result<Ptxas, Failure> {
    let tools = tools();
    run(program(&["python3", "-m", "venv"]).arg(&tools))?;
    let pip = tools.join("bin/pip");
    run(&mut program(&[
        &pip.to_string_lossy(),
        "install",
        "--quiet",
        PACKAGE,
    ]))?;
    assembler().ok_or_else(|| format!("{}: no ptxas {VERSION}", tools.display()))
}

/// A listed kernel and its committed module.
struct Text {
    name: &'static str,
    text: String,
}

impl Text {
    /// Assembles it, and rejects code that spills more than `ptx-check` lets it.
    fn cubin(&self, ptxas: &Ptxas) -> Result<Cubin, Failure> {
        let folder = target_dir().join("cubin");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let ptx = folder.join(self.name).with_extension("ptx");
        fs::write(&ptx, &*for_sm_90(&self.text)).map_err(at(&ptx))?;
        let (image, Assembly { reports, warnings }) =
            ptxas.cubin(&ptx, Variant::Sm90a.name()).map_err(at(&ptx))?;
        let stack = reports.iter().map(|report| report.stack).sum::<u32>();
        if stack > most_stack(self.name) || !warnings.is_empty() {
            return Err(format!(
                "{}: {stack} bytes of stack {warnings:?}",
                self.name
            ));
        }
        Cubin::of(image, &self.text, self.name)
            .ok_or_else(|| format!("{}: its parameters are not understood", self.name))
    }
}

/// The modules that compute capability 9.0 runs of every listed kernel.
fn listed() -> Result<Vec<Text>, Failure> {
    let folder = texts::folder();
    let mut files = [Variant::Sm90a, Variant::Sm80].map(|of| (of, Files::new(&folder, of)));
    let mut all = Vec::new();
    for area in FILES {
        let mut read = BTreeMap::new();
        for name in area.kernels.iter().copied() {
            let row = kernels().find(|row| row.name == name && row.file == area.name);
            let row = row.ok_or_else(|| format!("{} has no kernel {name}", area.name))?;
            // A text of its own comes before the one that all share.
            let (variant, files) = files
                .iter_mut()
                .find(|(variant, _)| variant.holds(row))
                .ok_or_else(|| format!("{name} runs nowhere"))?;
            let whole = match read.entry(variant.name()) {
                Entry::Occupied(whole) => whole.into_mut(),
                Entry::Vacant(place) => place.insert(files.read(area.name)?),
            };
            let text = whole.part(|entry| entry == name).to_string();
            all.push(Text { name, text });
        }
    }
    Ok(all)
}

/// The committed machine code, by kernel: none of a file that cannot be read.
fn committed() -> BTreeMap<String, Cubin> {
    let of_area = |area: &PtxFile| {
        let before = match area.base {
            None => Vec::new(),
            Some(base) => images(unpack(&fs::read(file(base)).ok()?, &[])?),
        };
        unpack(&fs::read(file(area.name)).ok()?, &before)
    };
    FILES.iter().filter_map(of_area).flatten().collect()
}

/// The machine code of a PTX file, one kernel's after the other.
fn images(cubins: Vec<(String, Cubin)>) -> Vec<u8> {
    cubins
        .into_iter()
        .flat_map(|(_, cubin)| cubin.image)
        .collect()
}

/// Makes what is not current, and with `every` what is.
fn renew(ptxas: &Ptxas, every: bool) -> Result<(), Failure> {
    let (texts, mut cubins) = (listed()?, committed());
    let old = stamps(&fs::read_to_string(stamps_file()).unwrap_or_default());
    let is_current = |text: &Text| {
        let (Some(stamp), Some(cubin)) = (old.get(text.name), cubins.get(text.name)) else {
            return false;
        };
        let ptx = text_hash(text.text.bytes());
        *stamp
            == Stamp {
                ptx,
                cubin: hash(cubin),
                assembler: VERSION.into(),
            }
    };
    let due: Vec<_> = texts
        .iter()
        .filter(|text| every || !is_current(text))
        .collect();
    println!(
        "{} of {} kernels are current",
        texts.len() - due.len(),
        texts.len()
    );
    for (text, cubin) in due
        .iter()
        .zip(workers::each(&due, |_, text| text.cubin(ptxas)))
    {
        cubins.insert(text.name.to_owned(), cubin?);
    }
    let of = |name: &str| {
        cubins
            .get(name)
            .ok_or_else(|| format!("no machine code of {name}"))
    };
    let modules = |area: &PtxFile| {
        let one = |name: &&str| {
            let cubin = of(name)?;
            let parameters: String = cubin
                .parameters
                .iter()
                .map(|bytes| format!(" {bytes}"))
                .collect();
            Ok((
                format!("{name} {}{parameters}\n", cubin.image.len()),
                &cubin.image[..],
            ))
        };
        area.kernels
            .iter()
            .map(one)
            .collect::<Result<Vec<_>, Failure>>()
    };
    let mut total = 0;
    for area in FILES {
        let before = match area.base {
            None => Vec::new(),
            Some(base) => {
                let base = FILES
                    .iter()
                    .find(|area| area.name == base && area.base.is_none());
                let base =
                    base.ok_or_else(|| format!("{}: its base has none, or one", area.name))?;
                modules(base)?
                    .into_iter()
                    .flat_map(|(_, image)| image.to_vec())
                    .collect()
            }
        };
        let path = file(area.name);
        let bytes = texts::compressed(&modules(area)?, &before, CONTEXT).map_err(at(&path))?;
        total += bytes.len();
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        fs::write(&path, bytes).map_err(at(&path))?;
        println!("wrote {}", path.display());
    }
    for path in strangers()? {
        fs::remove_file(&path).map_err(at(&path))?;
        println!("removed {}", path.display());
    }
    let mut text = HEAD.to_owned();
    for Text { name, text: ptx } in &texts {
        text += &format!(
            "{name} {:016x} {:016x} {VERSION}\n",
            text_hash(ptx.bytes()),
            hash(of(name)?)
        );
    }
    fs::write(stamps_file(), text).map_err(at(&stamps_file()))?;
    println!("{total} bytes compressed");
    Ok(())
}

/// Files of machine code that belong to no PTX file.
fn strangers() -> Result<Vec<PathBuf>, Failure> {
    let packed = folder().join("packed");
    let listed = fs::read_dir(&packed).map_err(at(&packed))?;
    let is_of_no_area = |path: &PathBuf| !FILES.iter().any(|area| file(area.name) == *path);
    let paths = listed.flatten().map(|entry| entry.path());
    Ok(paths.filter(is_of_no_area).collect())
}

/// Fails where the committed machine code is of another PTX than the committed one.
pub fn check(every: bool) -> Result<(), Failure> {
    let (texts, cubins) = (listed()?, committed());
    let stamps = stamps(&fs::read_to_string(stamps_file()).map_err(at(&stamps_file()))?);
    let mut faults = faults(&texts, &cubins, &stamps);
    faults.extend(
        strangers()?
            .iter()
            .map(|path| format!("{} is of no area", path.display())),
    );
    // Another assembler makes other code of the same text.
    if let Some(ptxas) = assembler() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let day = now.map_or(0, |time| time.as_secs() / 86400) as usize;
        let today = day % texts.len().max(1);
        let mut due: Vec<_> = texts.iter().enumerate().collect();
        due.retain(|(at, text)| {
            let same = stamps
                .get(text.name)
                .is_some_and(|stamp| stamp.assembler == VERSION);
            same && (every || *at == today)
        });
        let made = workers::each(&due, |_, (_, text)| text.cubin(&ptxas));
        for ((_, text), made) in due.iter().zip(made) {
            if cubins.get(text.name) != Some(&made?) {
                faults.push(format!("{}: {VERSION} makes other machine code", text.name));
            }
        }
        println!("{} kernels assembled again", due.len());
    }
    if faults.is_empty() {
        println!(
            "the machine code of {} kernels is of their PTX",
            texts.len()
        );
        Ok(())
    } else {
        Err(format!("{}\nrun `cargo xtask cubin`", faults.join("\n")))
    }
}

/// What is wrong with the committed machine code of these texts.
fn faults(
    texts: &[Text],
    cubins: &BTreeMap<String, Cubin>,
    stamps: &BTreeMap<String, Stamp>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for Text { name, text } in texts {
        let fault = match (stamps.get(*name), cubins.get(*name)) {
            (None, _) | (_, None) => "it has no machine code",
            (Some(stamp), _) if stamp.ptx != text_hash(text.bytes()) => {
                "its machine code is of another PTX"
            }
            (Some(stamp), Some(cubin)) if stamp.cubin != hash(cubin) => {
                "its machine code is not what was assembled"
            }
            _ => continue,
        };
        faults.push(format!("{name}: {fault}"));
    }
    let is_listed = |name: &&String| !texts.iter().any(|text| text.name == **name);
    let unlisted = cubins.keys().chain(stamps.keys()).filter(is_listed);
    faults.extend(unlisted.map(|name| format!("{name}: it is not listed")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code_of_another_text_is_found() {
        let text = |text: &str| Text {
            name: "k",
            text: text.to_owned(),
        };
        let cubin = |image: &[u8]| Cubin {
            image: image.to_vec(),
            parameters: vec![8, 4],
        };
        let made = Stamp {
            ptx: text_hash("ret;".bytes()),
            cubin: hash(&cubin(b"code")),
            assembler: "V12.9.86".into(),
        };
        let line = format!("{HEAD}k {:016x} {:016x} V12.9.86\n", made.ptx, made.cubin);
        let stamps = stamps(&line);
        assert_eq!(stamps, BTreeMap::from([("k".to_owned(), made)]));
        let found = |ptx: &str, image: &[u8]| {
            let cubins = BTreeMap::from([("k".to_owned(), cubin(image))]);
            faults(&[text(ptx)], &cubins, &stamps)
        };
        assert_eq!(found("ret;", b"code"), Vec::<String>::new());
        assert_eq!(
            found("exit;", b"code"),
            ["k: its machine code is of another PTX"]
        );
        assert_eq!(
            found("ret;", b"other"),
            ["k: its machine code is not what was assembled"]
        );
        let none = BTreeMap::new();
        assert_eq!(
            faults(&[text("ret;")], &none, &stamps),
            ["k: it has no machine code"]
        );
        assert_eq!(faults(&[], &none, &stamps), ["k: it is not listed"]);
    }

    /// Bytes of machine code that a program may embed.
    const BYTES: u64 = 450_000;

    #[test]
    fn what_is_committed_is_of_todays_text_and_within_its_bytes() {
        check(false).unwrap();
        let bytes = |area: &PtxFile| fs::metadata(file(area.name)).map_or(0, |of| of.len());
        let all: u64 = FILES.iter().map(bytes).sum();
        assert!(all > 100_000 && all <= BYTES, "{all} bytes");
    }
}
