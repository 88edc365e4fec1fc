//! Every atom's kernel on the PTX executor gives what the atom's emulation does, bit by bit.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::sync::Mutex;

use azulejo_atoms::{Built, Tile, bytes, expected, text};
use azulejo_atoms_device::{Case, CaseVisitor, gmma, warp};
use azulejo_build::{Assembly, Ptxas};
use azulejo_simt::{Launch, Memory, Module, run};
use azulejo_tensor::atom::{
    AtomValue, MmaAtom, MmaVisitor, StaticLayout, StaticShape, visit_mma_atoms,
};

/// Runs each case and keeps what is wrong.
struct Executor {
    module: Module,
    memory: Memory,
    ran: usize,
    wrong: Vec<String>,
}

impl CaseVisitor for Executor {
    fn visit<C: Case>(&mut self) {
        for accumulate in [true, false] {
            if accumulate || C::SCALES {
                self.ran += 1;
                if let Err(why) = self.case::<C>(accumulate) {
                    self.wrong
                        .push(format!("{} ({accumulate}): {why}", C::NAME));
                }
            }
        }
    }
}

impl Executor {
    fn case<C: Case>(&mut self, accumulate: bool) -> Result<(), String> {
        let tile = Tile::<C>::default();
        let mut allocate = |bytes: &[u8]| {
            let address = self.memory.allocate(bytes.len())?;
            self.memory.write(address, bytes)?;
            Ok::<u64, String>(address)
        };
        let before = bytes(&tile.c);
        let (a, b, c) = (
            allocate(&bytes(&tile.a))?,
            allocate(&bytes(&tile.b))?,
            allocate(&before)?,
        );
        let mut parameters: Vec<u8> = [a, b, c].iter().flat_map(|at| at.to_le_bytes()).collect();
        parameters.extend(u32::from(accumulate).to_le_bytes());
        let launch = Launch {
            module: &self.module,
            entry: C::NAME,
            grid: [1; 3],
            block: [C::THREADS, 1, 1],
            cluster: [1; 3],
            dynamic_shared: C::SHARED,
            parameters: &parameters,
        };
        run(&launch, &mut self.memory).map_err(|fault| fault.to_string())?;
        let mut found = vec![0; before.len()];
        self.memory.read(c, &mut found)?;
        let (wanted, n) = (expected::<C>(&tile, accumulate), C::TILE[1]);
        let width = before.len() / wanted.len();
        let differs = |at: &usize| found[at * width..][..width] != bytes(&wanted[*at..=*at]);
        match (0..wanted.len()).find(differs) {
            None => Ok(()),
            Some(at) => Err(format!(
                "({}, {}) is {:02x?}, not {}",
                at / n,
                at % n,
                &found[at * width..][..width],
                wanted[at].real()
            )),
        }
    }
}

/// Takes the PTX of one list, assembles it where `ptxas` is there, and runs its cases.
fn runs(list: &str, least: usize, visit: impl Fn(&mut Executor), count: impl Fn(&mut Counts<'_>)) {
    // One build at a time: they share a folder.
    static BUILD: Mutex<()> = Mutex::new(());
    let built = {
        let _one = BUILD.lock().unwrap_or_else(|poison| poison.into_inner());
        text(list)
    };
    let text = match built {
        Built::Text(text) => text,
        Built::Skipped(what) => {
            let _ = writeln!(std::io::stderr(), "atoms of {list}: skipped: {what}");
            return;
        }
    };
    let mut memory = Memory::new();
    let mut module = Module::parse(&text).expect("a module");
    module.place(&mut memory).expect("variables");
    let mut executor = Executor {
        module,
        memory,
        ran: 0,
        wrong: Vec::new(),
    };
    visit(&mut executor);
    assert!(
        executor.wrong.is_empty(),
        "{} of {}:\n{}",
        executor.wrong.len(),
        executor.ran,
        executor.wrong.join("\n")
    );
    assert!(executor.ran >= least, "{list}: only {} ran", executor.ran);
    for word in [".local", "call.uni", "call ("] {
        assert!(!text.contains(word), "{list}: `{word}` in the PTX");
    }
    let mut counts = Counts {
        text: &text,
        wrong: Vec::new(),
    };
    count(&mut counts);
    assert!(counts.wrong.is_empty(), "{}", counts.wrong.join("\n"));
    if list == "gmma_majors" {
        main_loop_is_as_short_as_by_hand(&text);
    }
    assemble(list, &text);
}

/// Each entry has as many matrix instructions as its tile has products of the atom per thread: none is copied or lost.
struct Counts<'a> {
    text: &'a str,
    wrong: Vec<String>,
}

/// The body of an entry point.
fn entry<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text
        .find(&format!(".entry {name}("))
        .unwrap_or_else(|| panic!("no entry {name}"));
    let rest = &text[start..];
    rest.find("\n}").map_or(rest, |end| &rest[..end])
}

impl CaseVisitor for Counts<'_> {
    fn visit<C: Case>(&mut self) {
        let [[m, n, k], [am, an, ak]] = [C::TILE, <C::Atom as MmaAtom>::ShapeMnk::EXTENTS];
        let threads = <C::Atom as MmaAtom>::ThrId::SIZE;
        let atoms = C::THREADS as usize / threads;
        let body = entry(self.text, C::NAME);
        let found =
            body.matches("mma.sync.aligned.m").count() + body.matches("wgmma.mma_async").count();
        let wanted = (m / am) * (n / an) * (k / ak) / atoms;
        if threads > 1 && found != wanted {
            self.wrong
                .push(format!("{}: {found} instructions, not {wanted}", C::NAME));
        }
    }
}

/// From the first `wgmma` to the last a product of several instructions has what hand-written code has: two descriptors an
/// instruction, each one addition and its two halves put together.
fn main_loop_is_as_short_as_by_hand(text: &str) {
    let body: Vec<&str> = entry(text, "gmma_tiled").lines().map(str::trim).collect();
    let is = |line: &&str| line.contains("wgmma.mma_async");
    let first = body.iter().position(is).expect("a product");
    let last = body.iter().rposition(is).expect("a product");
    let others: Vec<&&str> = body[first..=last]
        .iter()
        .filter(|line| !line.is_empty() && !line.starts_with("//") && !is(line))
        .collect();
    let products = body.iter().filter(|line| is(line)).count();
    assert_eq!(products, 16);
    assert!(
        others.len() <= 3 * products,
        "{} instructions: {others:?}",
        others.len()
    );
    for line in others {
        let cheap = [
            "add.s32",
            "add.s64",
            "or.b64",
            "cvt.u64.u32",
            "mov.b32",
            "mov.b64",
            "selp.b32",
        ];
        assert!(cheap.iter().any(|op| line.starts_with(op)), "{line}");
    }
}

/// No stack, no spills, no warning that instructions were serialized.
fn assemble(list: &str, text: &str) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Some(ptxas) = Ptxas::find(&root) else {
        let _ = writeln!(
            std::io::stderr(),
            "atoms of {list}: ptxas: skipped: not found"
        );
        return;
    };
    let path =
        std::env::temp_dir().join(format!("azulejo-atoms-{list}-{}.ptx", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    let assembled = ptxas.assemble(&path, "sm_90a");
    std::fs::remove_file(&path).expect("the file");
    let Assembly { reports, warnings } =
        assembled.unwrap_or_else(|error| panic!("{list}: {error}"));
    let serialized: Vec<_> = warnings
        .iter()
        .filter(|line| line.contains("C75"))
        .collect();
    assert!(serialized.is_empty(), "{list}: {serialized:?}");
    for report in reports {
        assert_eq!((report.stack, report.spills), (0, 0), "{}", report.name);
    }
}

/// Visits a list twice: to run it, and to count its instructions.
macro_rules! list {
    ($name:literal, $least:literal, $($visit:path),*) => {
        runs($name, $least, |executor| { $($visit(executor);)* }, |counts| { $($visit(counts);)* })
    };
}

#[test]
fn atoms_of_warps() {
    list!("warp", 70, warp::visit);
}

#[test]
fn gmma_of_every_n() {
    list!("gmma_n", 160, gmma::visit_n);
}

#[test]
fn gmma_of_every_major() {
    list!("gmma_majors", 80, gmma::visit_majors, gmma::visit_forms);
}

#[test]
fn gmma_of_every_type() {
    list!("gmma_types", 60, gmma::visit_types);
}

/// Every listed name has a case, so an atom that is added needs a row.
#[test]
fn every_atom_has_a_case() {
    #[derive(Default)]
    struct Names(BTreeSet<String>);
    struct Name<A>(PhantomData<A>);
    impl<A: MmaAtom> fmt::Display for Name<A> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            A::write_name(f)
        }
    }
    /// The name without N and majors: those of a family differ in operands of one statement.
    fn family<A: MmaAtom>() -> String {
        let name = Name::<A>(PhantomData).to_string();
        let name = name
            .split("_SS<")
            .next()
            .unwrap_or_default()
            .split("_RS<")
            .next()
            .unwrap_or_default();
        match name
            .strip_prefix("SM90_64x")
            .and_then(|rest| rest.split_once('x'))
        {
            Some((_, rest)) => format!("SM90_64xNx{rest}"),
            None => name.to_owned(),
        }
    }
    impl CaseVisitor for Names {
        fn visit<C: Case>(&mut self) {
            self.0.insert(family::<C::Atom>());
        }
    }
    impl MmaVisitor for Names {
        fn visit<A: MmaAtom>(&mut self) {
            self.0.insert(family::<A>());
        }
    }
    let (mut ran, mut listed) = (Names::default(), Names::default());
    warp::visit(&mut ran);
    gmma::visit_n(&mut ran);
    gmma::visit_majors(&mut ran);
    gmma::visit_types(&mut ran);
    visit_mma_atoms(&mut listed);
    let missing: Vec<_> = listed.0.difference(&ran.0).collect();
    assert!(listed.0.len() > 80, "{}", listed.0.len());
    assert!(missing.is_empty(), "{missing:?}");
}
