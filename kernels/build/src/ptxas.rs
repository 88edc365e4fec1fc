//! `ptxas`: assembles PTX without a GPU and says what each kernel costs.

use super::BuildError;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What `ptxas -v` says of one entry point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The entry point.
    pub name: String,
    /// Registers a thread.
    pub registers: u32,
    /// Bytes of stack frame a thread: local memory.
    pub stack: u32,
    /// Bytes of spill stores and loads.
    pub spills: u32,
}

/// The assembler's output for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// One for each entry point, in the text's order.
    pub reports: Vec<Report>,
    /// Warnings, such as those of serialized `wgmma` (C7510 to C7517).
    pub warnings: Vec<String>,
}

/// The assembler.
#[derive(Clone, Debug)]
pub struct Ptxas(PathBuf);

impl Ptxas {
    /// Finds it: `PTXAS`, the PATH, `CUDA_HOME`, or PyPI's `nvidia-cuda-nvcc` in the active or `.venv`
    /// virtual environment below `root`.
    pub fn find(root: &Path) -> Option<Self> {
        let mut places: Vec<PathBuf> = std::env::var_os("PTXAS")
            .map(PathBuf::from)
            .into_iter()
            .collect();
        places.extend(
            std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
                .map(|d| d.join("ptxas")),
        );
        places.extend(std::env::var_os("CUDA_HOME").map(|d| PathBuf::from(d).join("bin/ptxas")));
        let venvs = std::env::var_os("VIRTUAL_ENV")
            .map(PathBuf::from)
            .into_iter()
            .chain([root.join(".venv"), root.join("target/venv")]);
        places.extend(venvs.flat_map(|venv| places_in(&venv)));
        places.into_iter().find(|p| p.is_file()).map(Self)
    }

    /// That of PyPI's `nvidia-cuda-nvcc` in this virtual environment.
    pub fn of_venv(venv: &Path) -> Option<Self> {
        places_in(venv).into_iter().find(|p| p.is_file()).map(Self)
    }

    /// What it prints as its version.
    ///
    /// # Errors
    /// [`BuildError::Io`] if it cannot be started.
    pub fn version(&self) -> Result<String, BuildError> {
        let out = Command::new(&self.0)
            .arg("--version")
            .output()
            .map_err(|e| BuildError::Io(self.0.clone(), e))?;
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    }

    /// Assembles `ptx` for `cpu` and returns a report for each entry point, and every warning that says the code is
    /// not what it was meant to be.
    ///
    /// # Errors
    /// [`BuildError::Failed`] with its messages where it rejects the text.
    pub fn assemble(&self, ptx: &Path, cpu: &str) -> Result<Assembly, BuildError> {
        self.run(ptx, cpu, Path::new("/dev/null"))
    }

    /// Assembles `ptx` for `cpu` into `<ptx>.cubin` beside it, and returns what that holds with what [`Ptxas::assemble`] does.
    ///
    /// # Errors
    /// As [`Ptxas::assemble`]; [`BuildError::Io`] if the result cannot be read.
    pub fn cubin(&self, ptx: &Path, cpu: &str) -> Result<(Vec<u8>, Assembly), BuildError> {
        let to = ptx.with_extension("cubin");
        let assembly = self.run(ptx, cpu, &to)?;
        let image = fs::read(&to).map_err(|e| BuildError::Io(to, e))?;
        Ok((image, assembly))
    }

    /// Runs it and reads its report.
    fn run(&self, ptx: &Path, cpu: &str, to: &Path) -> Result<Assembly, BuildError> {
        let out = Command::new(&self.0)
            .args(["-v", &format!("-arch={cpu}"), "-o"])
            .args([to, ptx])
            .output()
            .map_err(|e| BuildError::Io(self.0.clone(), e))?;
        let text = format!(
            "{}{}",
            String::from_utf8_lossy(&out.stdout),
            String::from_utf8_lossy(&out.stderr)
        );
        if out.status.success() {
            Ok(read(&text))
        } else {
            Err(BuildError::Failed(text))
        }
    }
}

/// Where it may be in a virtual environment.
fn places_in(venv: &Path) -> Vec<PathBuf> {
    let pythons = fs::read_dir(venv.join("lib")).into_iter().flatten();
    let places = pythons.flatten().flat_map(|python| {
        let nvidia = python.path().join("site-packages/nvidia");
        ["cu13", "cuda_nvcc"].map(|set| nvidia.join(set).join("bin/ptxas"))
    });
    places.collect()
}

/// Reads the verbose report.
fn read(text: &str) -> Assembly {
    let (mut reports, mut warnings): (Vec<Report>, Vec<String>) = (Vec::new(), Vec::new());
    let number_before = |line: &str, what: &str| -> u32 {
        line.split(what)
            .next()
            .and_then(|l| l.split_whitespace().last())
            .and_then(|w| w.parse().ok())
            .unwrap_or(0)
    };
    for line in text.lines() {
        if let Some(rest) = line.split("Compiling entry function '").nth(1) {
            let name = rest.split('\'').next().unwrap_or(rest).to_string();
            reports.push(Report {
                name,
                ..Report::default()
            });
        } else if line.contains("warning") || line.contains("(C75") {
            warnings.push(line.trim().to_string());
        }
        let Some(report) = reports.last_mut() else {
            continue;
        };
        if line.contains("bytes stack frame") {
            report.stack += number_before(line, " bytes stack frame");
            report.spills += number_before(line, " bytes spill stores")
                + number_before(line, " bytes spill loads");
        }
        if line.contains("Used ") && line.contains(" registers") {
            report.registers = number_before(line, " registers");
        }
    }
    Assembly { reports, warnings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_read_whole() {
        let text = "ptxas info    : 0 bytes gmem\nptxas info    : Compiling entry function 'fill' for 'sm_80'\n\
            ptxas info    : Function properties for fill\n    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\n\
            ptxas info    : Used 26 registers, used 0 barriers, 376 bytes cmem[0]\n\
            ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized\n";
        let Assembly { reports, warnings } = read(text);
        assert_eq!(
            reports,
            [Report {
                name: "fill".into(),
                registers: 26,
                stack: 8,
                spills: 16
            }]
        );
        assert_eq!(warnings.len(), 1);
    }
}
