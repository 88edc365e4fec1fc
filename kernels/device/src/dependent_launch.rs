//! Programmatic dependent launch in texts for compute capability 8.0, which has no instructions for it.

use std::borrow::{Cow, ToOwned};
use std::format;
use std::string::{String, ToString};

/// What `barrier` writes, a declaration that nothing uses, and the instruction that it stands for.
const PLACES: [(&str, &str); 2] = [
    (
        "{ .reg .pred griddepcontrol_wait; }",
        "griddepcontrol.wait;",
    ),
    (
        "{ .reg .pred griddepcontrol_launch_dependents; }",
        "griddepcontrol.launch_dependents;",
    ),
];

/// A text as a device of compute capability 9.0 or later takes it: with `griddepcontrol` in the places that it has for it.
///
/// `wait_on_dependent_grids` and `launch_dependent_grids` of `barrier` make the places. A text without one stays as it is.
/// `Module::load` of `azulejo-runtime` calls this on such devices; call it before the driver's `cuModuleLoadData` where you
/// load a text yourself.
///
/// ```
/// use azulejo_device::dependent_launch::for_sm_90;
/// let text = ".version 7.4\n.target sm_80\n{ .reg .pred griddepcontrol_wait; }\n";
/// assert_eq!(for_sm_90(text), ".version 8.0\n.target sm_90\ngriddepcontrol.wait;\n");
/// ```
pub fn for_sm_90(text: &str) -> Cow<'_, str> {
    if !PLACES.iter().any(|(place, _)| text.contains(place)) {
        return text.into();
    }
    let mut text = text.to_owned();
    raise(&mut text, ".version ", (8, 0));
    raise(&mut text, ".target sm_", (90, 0));
    let replaced =
        |text: String, (place, instruction): &(&str, &str)| text.replace(place, instruction);
    PLACES.iter().fold(text, replaced).into()
}

/// Raises the number `a` or `a.b` after the first `directive` to one that is not below `least`.
fn raise(text: &mut String, directive: &str, least: (u32, u32)) {
    let Some(at) = text.find(directive).map(|at| at + directive.len()) else {
        return;
    };
    let is_end = |c: char| !c.is_ascii_digit() && c != '.';
    let end = text[at..].find(is_end).map_or(text.len(), |end| at + end);
    let (major, minor) = text[at..end]
        .split_once('.')
        .unwrap_or((&text[at..end], "0"));
    let found = major.parse().ok().zip(minor.parse().ok());
    if found.is_some_and(|found: (u32, u32)| found < least) {
        let number = match directive.ends_with('_') {
            true => least.0.to_string(),
            false => format!("{}.{}", least.0, least.1),
        };
        text.replace_range(at..end, &number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: &str = "\t{ .reg .pred griddepcontrol_wait; }\n";

    #[test]
    fn heads_are_raised_and_never_lowered() {
        for (head, raised) in [
            (
                ".version 7.0\n.target sm_80\n",
                ".version 8.0\n.target sm_90\n",
            ),
            (
                "// 1\n.version 7.4\n.target sm_89, debug\n",
                "// 1\n.version 8.0\n.target sm_90, debug\n",
            ),
            (
                ".version 8.7\n.target sm_90a\n",
                ".version 8.7\n.target sm_90a\n",
            ),
            (
                ".version 8.8\n.target sm_120\n",
                ".version 8.8\n.target sm_120\n",
            ),
        ] {
            let text = format!("{head}{WAIT}{WAIT}");
            let expected = format!("{raised}\tgriddepcontrol.wait;\n\tgriddepcontrol.wait;\n");
            assert_eq!(for_sm_90(&text), expected);
            assert!(matches!(for_sm_90(head), Cow::Borrowed(_)), "nothing to do");
        }
        assert_eq!(
            for_sm_90(WAIT.trim()),
            "griddepcontrol.wait;",
            "a text that is cut"
        );
    }
}
