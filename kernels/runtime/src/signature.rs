//! The parameters that the entry points of a text declare.

use super::Error;

/// Bytes of each parameter of each entry point, beside its name; `None` for one that declares what is not understood.
pub(super) type Signatures = Vec<(String, Option<Vec<usize>>)>;

/// Bytes of each parameter of the entry point `name`, where they are understood.
pub(super) fn parameters(signatures: &Signatures, name: &str) -> Option<Vec<usize>> {
    let (_, parameters) = signatures.iter().find(|(own, _)| own == name)?;
    parameters.clone()
}

/// The error of a name that no entry point has, where the text has any.
pub(super) fn missing(signatures: &Signatures, name: &str) -> Option<Error> {
    let names: Vec<&str> = signatures.iter().map(|(own, _)| &own[..]).collect();
    let why = || {
        format!(
            "the module has no entry point `{name}`; it has {}",
            names.join(", ")
        )
    };
    (!names.is_empty() && !names.contains(&name)).then(|| Error::argument("name", why()))
}

/// Returns `true` if a driver reads `text` as PTX: directives from its first letter on, `.version` the first. Another image says
/// itself how long it is, and may lie.
pub(super) fn is_ptx(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let comment = match rest.get(..2) {
            Some("//") => rest.split_once('\n'),
            Some("/*") => rest.split_once("*/"),
            _ => return rest.starts_with(".version"),
        };
        match comment {
            Some((_, after)) => rest = after.trim_start(),
            None => return false,
        }
    }
}

/// The entry points of a text.
pub(super) fn signatures(text: &str) -> Signatures {
    text.split(".entry")
        .skip(1)
        .filter_map(|entry| {
            let (head, _) = entry.split_once('{')?;
            let (name, list) = head.split_once('(').unwrap_or((head, ")"));
            let (list, _) = list.split_once(')')?;
            let name = name.split_whitespace().next()?;
            let parameters = list.split(',').map(str::trim).filter(|one| !one.is_empty());
            Some((name.to_owned(), parameters.map(bytes).collect()))
        })
        .collect()
}

/// Bytes of a parameter such as `.param .align 8 .b8 f_param_0[88]`.
fn bytes(parameter: &str) -> Option<usize> {
    let one = parameter.split_whitespace().find_map(|word| {
        let bits = word.strip_prefix('.')?.strip_prefix(['b', 'u', 's', 'f'])?;
        bits.parse::<usize>().ok()
    })? / 8;
    match parameter.split_once('[') {
        None => Some(one),
        Some((_, count)) => count
            .split(']')
            .next()?
            .trim()
            .parse::<usize>()
            .ok()?
            .checked_mul(one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::{TEXTS, modules};

    #[test]
    fn images_that_are_no_text_are_told_apart() {
        assert!(is_ptx(".version 8.0"));
        assert!(is_ptx(
            "//\n// a comment\n/* and\n.target */ .version 8.0\n"
        ));
        for other in [
            "",
            "\u{7f}ELF\u{2}\u{1}",
            "// .version",
            ".target sm_80",
            "BC",
            "/* .version 8.0",
            "\u{7f}ELF\n.version 8.0",
        ] {
            assert!(!is_ptx(other), "{other:?}");
        }
    }

    #[test]
    fn parameters_have_the_sizes_that_the_text_declares() {
        let text = ".visible .entry f(\n\t.param .u64 .ptr .align 1 f_param_0,\n\t.param .align 8 .b8 f_param_1[88],\n\t\
                    .param .b16 f_param_2,\n\t.param .f32 f_param_3\n)\n.maxntid 256, 1, 1\n{\n}\n.entry g()\n{ }\n\
                    .entry h(.param .texref t)\n{ }\n.entry i\n{ }\n";
        let found = signatures(text);
        let expected = [
            ("f", Some(vec![8, 88, 2, 4])),
            ("g", Some(vec![])),
            ("h", None),
            ("i", Some(vec![])),
        ];
        assert_eq!(
            found,
            expected.map(|(name, bytes)| (name.to_owned(), bytes))
        );
        let why = missing(&found, "j").unwrap().to_string();
        assert!(
            why.ends_with("no entry point `j`; it has f, g, h, i"),
            "{why}"
        );
        assert_eq!(missing(&found, "i"), None);
        assert_eq!(missing(&Vec::new(), "f"), None);
    }

    #[test]
    #[cfg_attr(sanitized, ignore = "reads texts")]
    fn every_kernel_declares_what_is_understood() {
        for (_, file, packed, _) in TEXTS {
            for (name, text) in modules(packed).unwrap() {
                assert!(is_ptx(&text), "{name} of {file}");
                let parameters = parameters(&signatures(&text), &name);
                assert!(
                    parameters.is_some_and(|all| !all.is_empty()),
                    "{name} of {file}"
                );
            }
        }
    }
}
