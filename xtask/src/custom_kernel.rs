//! `cargo xtask custom-kernel`: compiles the kernel of `examples/custom_kernel` and writes its PTX; `--check` compares.

use azulejo_kernels::build::{BuildError, Embed};

use crate::command::{Command, Outcome};
use crate::shell::{root, target_dir};

pub const COMMAND: Command = Command {
    name: "custom-kernel",
    about: "build the PTX of examples/custom_kernel (--check: compare with what is committed)",
    run: |args| {
        let check = args.iter().any(|arg| arg == "--check");
        let folder = root().join("examples/custom_kernel");
        let embed = Embed::new(
            folder.join("device"),
            "custom-kernel-device",
            folder.join("ptx/gray.ptx"),
        )
        .kernels(custom_kernel_device::KERNELS);
        match embed.commit(&target_dir().join("ptx"), check) {
            Ok(false) if check => {
                Err("examples/custom_kernel/ptx/gray.ptx is not what its source compiles to; run `cargo xtask custom-kernel`".into())
            }
            Ok(_) => Ok(Outcome::Done),
            Err(BuildError::Missing(what)) => Ok(Outcome::Skipped(format!(
                "{what}; the committed PTX is used as it is"
            ))),
            Err(error) => Err(error.to_string()),
        }
    },
};
