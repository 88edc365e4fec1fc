//! Writes docs/atoms.md, the page of all atoms, and its pictures; `BLESS=1` rewrites them.

use azulejo_layout::draw::svg_of;
use azulejo_tensor::atom::{AtomText, describe_atoms};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

/// Atoms that the page shows as pictures, one of each kind of layout, with what is to be seen.
const DRAWN: [(&str, &str); 9] = [
    (
        "SM80_16x8x16_F32F16F16F32_TN",
        "A warp's `mma.sync`. Each thread holds 8 elements of A, 4 of B and 4 of C, two neighbors at a time.",
    ),
    (
        "SM80_16x8x8_F32TF32TF32F32_TN",
        "The same in tf32, where an element fills a register.",
    ),
    (
        "SM80_8x8x4_F64F64F64F64_TN",
        "f64: one element of A and B and two of C per thread.",
    ),
    (
        "SM70_8x8x4_F32F16F16F32_TN",
        "Volta: eight threads, a quad pair, own the tile.",
    ),
    (
        "SM90_64x8x16_F32F16F16_SS<K,K>",
        "A warpgroup's `wgmma`, the narrowest. A and B are read from shared memory by all threads.",
    ),
    (
        "SM75_U32x1_LDSM_N",
        "`ldmatrix`: eight threads give the addresses of eight rows; every thread receives two 16-bit elements.",
    ),
    (
        "SM75_U16x2_LDSM_T",
        "`ldmatrix.trans`: the same rows, and each thread receives elements of a column.",
    ),
    (
        "SM75_U32x4_LDSM_N",
        "Four matrices at once: 32 threads give 32 addresses.",
    ),
    ("SM90_U32x1_STSM_N", "`stmatrix`, the way back."),
];

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// The name of an atom as that of a file.
fn file(name: &str) -> String {
    name.replace([',', '>'], "").replace('<', "_")
}

/// `true` if the atom is a `wgmma` of more columns than eight: only their number differs from that of eight.
fn is_wide(atom: &AtomText) -> bool {
    atom.name.starts_with("SM90_64x") && !atom.name.starts_with("SM90_64x8x")
}

/// The architecture in a name, as `SM80`.
fn family(atom: &AtomText) -> String {
    let family = atom.name.split('_').next().unwrap_or_default();
    match family.starts_with("SM") {
        true => family.to_owned(),
        false => "Any device".to_owned(),
    }
}

fn property<'a>(atom: &'a AtomText, label: &str) -> &'a str {
    let line = atom.lines.iter().find(|(name, _)| *name == label);
    let text = line.map_or("", |(_, text)| text.as_str());
    text.split("   ").next().unwrap_or_default()
}

fn table(atoms: &[&AtomText]) -> String {
    let mma: Vec<_> = atoms
        .iter()
        .filter(|atom| !property(atom, "A").is_empty())
        .collect();
    let copies: Vec<_> = atoms
        .iter()
        .filter(|atom| property(atom, "A").is_empty())
        .collect();
    let mut out = String::new();
    if !mma.is_empty() {
        out += "\n| multiply-accumulate | computes | A (T,V) | B (T,V) | C (T,V) |\n|---|---|---|---|---|\n";
        for atom in mma {
            let layouts = ["A", "B", "C"].map(|name| format!("`{}`", property(atom, name)));
            out += &format!(
                "| `{}` | {} | {} |\n",
                atom.name,
                atom.summary,
                layouts.join(" | ")
            );
        }
    }
    if !copies.is_empty() {
        out += "\n| copy | source (T, bit) | destination (T, bit) |\n|---|---|---|\n";
        for atom in copies {
            let sides = ["source", "destination"].map(|name| format!("`{}`", property(atom, name)));
            out += &format!("| `{}` | {} |\n", atom.name, sides.join(" | "));
        }
    }
    out
}

fn page(atoms: &[AtomText]) -> String {
    let mut out = format!(
        "# Atoms\n\n\
         The {} copy and multiply-accumulate instructions that azulejo describes, under CuTe's names. \
         `azulejo atoms NAME` prints one, `azulejo atoms NAME --svg FILE` draws it. \
         A layout (T,V) gives, for a thread and one of its values, the index of the element: `m + M k` in A, `n + N k` in B, \
         `m + M n` in C. This page is written by `BLESS=1 cargo test -p azulejo-tensor --test atoms_page`.\n\n\
         ## Pictures\n",
        atoms.len()
    );
    for (name, text) in DRAWN {
        let file = file(name);
        out += &format!("\n### `{name}`\n\n{text}\n\n![{name}](pictures/atoms/{file}.svg)\n");
    }
    let mut families: BTreeMap<String, Vec<&AtomText>> = BTreeMap::new();
    for atom in atoms.iter().filter(|atom| !is_wide(atom)) {
        families.entry(family(atom)).or_default().push(atom);
    }
    for (family, atoms) in families {
        out += &format!("\n## {family}\n");
        if family == "SM90" {
            out += "\nEvery `wgmma` exists for N = 8, 16, …, 256; those of N = 8 are listed. With `SS`, A and B are in shared \
                    memory; with `RS`, A is in registers. `<K,MN>` are the majors of A and B.\n";
        }
        out += &table(&atoms);
    }
    out
}

/// Compares with a committed file.
fn current(path: PathBuf, text: &str) {
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{} is stale; BLESS=1 rewrites it",
        path.display()
    );
}

#[test]
fn the_page_of_atoms_is_current() {
    let atoms = describe_atoms();
    for (name, _) in DRAWN {
        let atom = atoms.iter().find(|atom| atom.name == name);
        let atom = atom.unwrap_or_else(|| panic!("no atom {name}"));
        let svg = svg_of(&atom.picture().unwrap());
        current(
            docs().join(format!("pictures/atoms/{}.svg", file(name))),
            &svg,
        );
    }
    current(docs().join("atoms.md"), &page(&atoms));
}

#[test]
fn every_atom_has_a_picture() {
    for atom in describe_atoms().iter().filter(|atom| !is_wide(atom)) {
        let grid = atom
            .picture()
            .unwrap_or_else(|error| panic!("{}: {error}", atom.name));
        let panels = if property(atom, "A").is_empty() { 2 } else { 3 };
        assert_eq!(grid.panels.len(), panels, "{}", atom.name);
        // Every element of C, and of both sides of a copy, has an owner.
        let last = grid.panels.last().unwrap();
        let owned = last.rows.iter().flatten().all(|cell| !cell.text.is_empty());
        assert!(owned, "{}", atom.name);
    }
}

#[test]
fn a_transposing_copy_is_drawn_in_elements_that_threads_receive_whole() {
    let atoms = describe_atoms();
    let atom = atoms
        .iter()
        .find(|atom| atom.name == "SM75_U16x2_LDSM_T")
        .unwrap();
    let grid = atom.picture().unwrap();
    assert!(
        grid.title.ends_with("64 elements of 16 bits"),
        "{}",
        grid.title
    );
    // Rows 0 and 1 of column 0 go to thread 0, rows 6 and 7 to thread 3.
    let received = &grid.panels[1].rows;
    let column: Vec<&str> = received.iter().map(|row| row[0].text.as_str()).collect();
    assert_eq!(
        column,
        [
            "T0V0", "T0V1", "T1V0", "T1V1", "T2V0", "T2V1", "T3V0", "T3V1"
        ]
    );
}
