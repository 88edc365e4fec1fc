//! `azulejo doctor`, `--help` and `--version`.

use crate::support::azulejo;

#[test]
fn doctor_succeeds_without_a_gpu_and_names_what_it_found() {
    let output = azulejo(&["doctor"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for word in ["azulejo", "threads", "vectors", "driver", "kernels"] {
        assert!(
            text.lines().any(|line| line.starts_with(word)),
            "{word}: {text}"
        );
    }
}

#[test]
fn help_and_version_succeed() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["gemm", "--help"],
        &["map", "--help"],
    ] {
        let output = azulejo(args);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{args:?}"
        );
    }
}
