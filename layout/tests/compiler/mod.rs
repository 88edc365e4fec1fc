//! What the compiler says to wrong programs, compared with the texts beside them.
//!
//! Each program is given to rustc by itself, with the libraries that were built for this test: nothing is built for it anew.
//! The texts are rustc's, in full types, without what differs between machines: the numbers of lines outside the program, the
//! depth of the margin, the folder of the workspace. `BLESS=1` writes them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::SystemTime;

/// How far a program is compiled.
#[derive(Clone, Copy)]
#[allow(dead_code)] // A package asks for some of them.
pub enum Until {
    /// As `cargo check` does.
    Checked,
    /// As `cargo build` does, which also evaluates the constants of functions that are called.
    Built,
    /// As [`Built`](Until::Built), and what the compiler says names a line of the program.
    BuiltAndLocated,
}

/// Libraries of one build that fit together, as arguments of rustc.
pub struct Libraries(Vec<String>);

impl Libraries {
    /// The youngest libraries of these names that fit together, beside the test that runs. With each name is a program that compiles
    /// where its library fits those before it. It names what only the features of the tests have: other builds of the workspace leave
    /// libraries with fewer there.
    pub fn of(names: &[(&str, &str)]) -> Self {
        let test = std::env::current_exe().unwrap();
        let folder = test.parent().unwrap();
        let all = Libraries(vec![format!("-Ldependency={}", folder.display())]);
        all.and(folder, names)
            .unwrap_or_else(|| panic!("no libraries of {names:?} in {}", folder.display()))
    }

    /// These with libraries of more names.
    fn and(&self, folder: &Path, names: &[(&str, &str)]) -> Option<Self> {
        let Some(((name, probe), names)) = names.split_first() else {
            return Some(Libraries(self.0.clone()));
        };
        let source = temporary(&format!("probe_{name}.rs"));
        fs::write(&source, probe).unwrap();
        youngest(folder, name).iter().find_map(|path| {
            let mut more = Libraries(self.0.clone());
            more.0.push(format!("--extern={name}={}", path.display()));
            let fits = more.compile(&source, Until::Checked).status.success();
            fits.then(|| more.and(folder, names)).flatten()
        })
    }

    fn compile(&self, source: &Path, until: Until) -> Output {
        let emit = match until {
            Until::Checked => "metadata",
            Until::Built | Until::BuiltAndLocated => "obj",
        };
        let name = source.file_stem().unwrap().to_str().unwrap();
        Command::new("rustc")
            .current_dir(root())
            .args(&self.0)
            .args(["--edition=2024", "--crate-type=bin", "--verbose"])
            .args(["--diagnostic-width=140", "--color=never", "-Adead_code"])
            .arg(format!("--emit={emit}"))
            .arg("-o")
            .arg(temporary(&format!("{name}.{emit}")))
            .arg(source)
            .output()
            .unwrap()
    }
}

/// Compares what the compiler says to each program of `folder`, a path from the root of the repository.
pub fn rejects(libraries: &Libraries, folder: &str, until: Until) {
    let mut programs: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .unwrap()
        .map(|file| Path::new(folder).join(file.unwrap().file_name()))
        .filter(|path| path.extension() == Some(OsStr::new("rs")))
        .collect();
    programs.sort();
    programs.reverse();
    assert!(!programs.is_empty(), "no programs in {folder}");
    let (left, wrong) = (Mutex::new(programs), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().pop();
                    let Some(program) = next else { break };
                    if let Err(why) = rejected(libraries, &program, until) {
                        wrong.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn rejected(libraries: &Libraries, program: &Path, until: Until) -> Result<(), String> {
    let output = libraries.compile(program, until);
    if output.status.success() {
        return Err(format!("{} compiles", program.display()));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let line = format!("--> {}:", program.display());
    if matches!(until, Until::BuiltAndLocated) && !text.contains(&line) {
        return Err(format!("{}: no line of it is named", program.display()));
    }
    let said = plain(&text, program);
    let path = root().join(program).with_extension("stderr");
    if std::env::var_os("BLESS").is_some() {
        return fs::write(&path, said).map_err(|error| format!("{}: {error}", path.display()));
    }
    match fs::read_to_string(&path) {
        Ok(text) if without_instances(&text) == said => Ok(()),
        Ok(text) => Err(format!(
            "{}: the compiler says\n{said}instead of\n{text}",
            program.display()
        )),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// The message without what differs between machines.
fn plain(text: &str, program: &Path) -> String {
    let folder = format!("{}/", root().display());
    let own = program.display().to_string();
    let mut lines: Vec<String> = Vec::new();
    let mut inside = true;
    for line in text.lines() {
        if line.starts_with("error: aborting due to")
            || line.starts_with("Some errors have detailed explanations")
            || line.starts_with("For more information about")
        {
            continue;
        }
        let bare = line.trim_start();
        let place = ["--> ", "::: "]
            .into_iter()
            .find_map(|arrow| Some((arrow, bare.strip_prefix(arrow)?)));
        if let Some((arrow, place)) = place {
            inside = place.starts_with(&own);
            let place = place.strip_prefix(&folder).unwrap_or(place);
            // A line and a column stand behind two colons.
            let file = place.rsplitn(3, ':').last().unwrap_or(place);
            lines.push(format!(" {arrow}{}", if inside { place } else { file }));
            continue;
        }
        let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let in_margin =
            number.starts_with(" |") || (bare.len() == number.len() && bare.starts_with('|'));
        if in_margin {
            let digits = &bare[..bare.len() - number.len()];
            let code = number.trim_start_matches(' ');
            let margin = if inside && !digits.is_empty() {
                digits
            } else {
                " "
            };
            lines.push(format!("{margin} {code}"));
        } else if bare.starts_with("= ") && line.starts_with(' ') {
            lines.push(format!("  {bare}"));
        } else {
            lines.push(line.to_owned());
        }
    }
    // A library without debug information makes rustc say this twice.
    let again = "note: erroneous constant encountered";
    while let Some(at) = (0..lines.len()).find(|&at| {
        lines[at] == again && lines.iter().skip(at + 6).take(1).any(|line| line == again)
    }) {
        lines.drain(at..at + 6);
    }
    let text = without_instances(&lines.join("\n"));
    // Builds of one source differ in whether rustc begins the path of a private trait with its crate.
    text.replace(&folder, "")
        .replace("azulejo_tile::sealed::", "sealed::")
        .replace("azulejo_runtime::operand::", "operand::")
}

/// The message without what differs between builds with and without optimization: notes that name the function in which a constant was
/// met, as what was inlined has none, and of those that name a library's line of such a constant all but the last.
fn without_instances(text: &str) -> String {
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        let note = "note: the above error was encountered while instantiating";
        inside = line.starts_with(note) || inside && !line.is_empty();
        !inside
    });
    let all: Vec<&str> = lines.collect();
    let paragraphs: Vec<&[&str]> = all
        .split(|line| line.is_empty())
        .filter(|lines| !lines.is_empty())
        .collect();
    let is_of_library = |lines: &[&str]| {
        // The program's lines have numbers.
        lines[0] == "note: erroneous constant encountered"
            && lines.get(1).is_some_and(|place| !place.contains(".rs:"))
    };
    let last = paragraphs.iter().rposition(|lines| is_of_library(lines));
    let kept = (0..paragraphs.len())
        .filter(|&at| Some(at) == last || !is_of_library(paragraphs[at]))
        .map(|at| paragraphs[at].join("\n"));
    format!("{}\n", kept.collect::<Vec<_>>().join("\n\n").trim_end())
}

/// The libraries of a name in a folder, the youngest first.
fn youngest(folder: &Path, name: &str) -> Vec<PathBuf> {
    let start = format!("lib{name}-");
    let mut found: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension() == Some(OsStr::new("rlib")))
        .filter(|path| {
            let file = path.file_name().and_then(OsStr::to_str);
            file.is_some_and(|file| file.starts_with(&start))
        })
        .map(|path| (fs::metadata(&path).unwrap().modified().unwrap(), path))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// The root of the repository, from which the libraries name their sources.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file());
    workspace.expect("the folder of the workspace")
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
