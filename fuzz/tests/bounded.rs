//! What the fuzzer runs, on a bounded number of random inputs.

#[path = "../../layout/tests/random/seeded.rs"]
mod seeded;

use azulejo_fuzz::{names, notation, npy, operation, operations, tensors};
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner, contextualize_config};
use seeded::seeded;

/// Text of the characters that the notation is made of, in any order.
fn scribble() -> impl Strategy<Value = String> {
    "[_0-9(),:@<>o Sw*+|-]{0,48}"
}

/// Calls and layouts, often whole.
fn expression() -> impl Strategy<Value = String> {
    let leaf = "(_?[0-9]{1,3}|_|_1@[0-9]|-?[0-9]{1,19})";
    let tree = leaf.prop_recursive(3, 12, 4, |inner| {
        prop::collection::vec(inner, 1..4).prop_map(|items| format!("({})", items.join(",")))
    });
    let layout = (tree.clone(), tree).prop_map(|(shape, stride)| format!("{shape}:{stride}"));
    let names = azulejo_layout::expr::functions().collect::<Vec<_>>();
    layout.prop_recursive(2, 8, 3, move |inner| {
        let call = (
            prop::sample::select(names.clone()),
            prop::collection::vec(inner.clone(), 1..4),
        );
        prop_oneof![
            call.prop_map(|(name, operands)| format!("{name}({})", operands.join(", "))),
            inner.prop_map(|inner| format!("Sw<2,0,3> o _0 o {inner}")),
        ]
    })
}

/// A header of some dictionary before some data.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let descr = "'([<>|=][a-zA-Z?][0-9]{0,2})'|[a-z0-9(),\\[\\]]{0,6}";
    let shape = "\\((-?[0-9]{1,20}, ?){0,9}\\)|[0-9]{1,3}";
    let order = prop::sample::select(vec!["True", "False", "None", "1"]);
    let data = prop::collection::vec(any::<u8>(), 0..64);
    (descr, order, shape, any::<u16>(), 1..=3u8, data).prop_map(
        |(descr, order, shape, lie, version, data)| {
            let text =
                format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
            // The length is most often right.
            let length = if lie.is_multiple_of(8) {
                u32::from(lie)
            } else {
                text.len() as u32
            };
            let mut bytes = b"\x93NUMPY".to_vec();
            bytes.extend([version, 0]);
            let length = length.to_le_bytes();
            bytes.extend(if version == 1 {
                &length[..2]
            } else {
                &length[..]
            });
            bytes.extend(text.bytes());
            bytes.extend(data);
            bytes
        },
    )
}

proptest! {
    #![proptest_config(seeded(4_000))]

    #[test]
    #[cfg_attr(sanitized, ignore = "layouts, which have no unsafe code")]
    fn any_scribble_is_read_or_rejected(text in scribble()) {
        notation(text.as_bytes());
    }

    #[test]
    #[cfg_attr(sanitized, ignore = "layouts, which have no unsafe code")]
    fn any_expression_is_evaluated_or_rejected(text in expression()) {
        notation(text.as_bytes());
    }

    #[test]
    #[cfg_attr(sanitized, ignore = "layouts, which have no unsafe code")]
    fn every_operation_obeys_its_rule(data in prop::collection::vec(any::<u8>(), 24..64)) {
        operations(&data);
    }

    #[test]
    fn tensors_stay_in_their_storage(data in prop::collection::vec(any::<u8>(), 16..64)) {
        tensors(&data);
    }

    #[test]
    fn any_bytes_are_an_array_or_rejected(data in prop::collection::vec(any::<u8>(), 0..256)) {
        npy(&data);
        npy(&[b"\x93NUMPY\x01\x00".as_slice(), &data].concat());
    }

    #[test]
    fn any_header_is_read_or_rejected(data in file()) {
        npy(&data);
    }
}

/// An empty array may have other extents as large as one likes, in either order.
#[test]
fn huge_extents_beside_zero_are_an_empty_array() {
    for order in ["True", "False"] {
        let text = format!(
            "{{'descr': '<f4', 'fortran_order': {order}, 'shape': (9000000000, 9000000000, 0), }}\n"
        );
        let length = (text.len() as u16).to_le_bytes();
        npy(&[b"\x93NUMPY\x01\x00", &length[..], text.as_bytes()].concat());
    }
}

/// Every rule is asked equally often, whatever the chance of the property above.
#[test]
#[cfg_attr(sanitized, ignore = "layouts, which have no unsafe code")]
fn each_rule_holds() {
    let mut broken = Vec::new();
    for name in names() {
        let mut runner = TestRunner::new(contextualize_config(seeded(60)));
        let ends = runner.run(&prop::collection::vec(any::<u8>(), 48), |data| {
            operation(name, &data).map_err(TestCaseError::fail)
        });
        match ends {
            Ok(()) => {}
            Err(TestError::Fail(why, _)) => broken.push(why.to_string()),
            Err(TestError::Abort(why)) => broken.push(format!("{name}: {why}")),
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The list of operations is that of the expressions: each has a rule here, or is another name for one that has.
#[test]
fn every_operation_has_a_rule() {
    use azulejo_layout::expr::{functions, operation as operation_of};
    let ruled: Vec<&str> = names().collect();
    for name in functions() {
        assert!(ruled.contains(&operation_of(name)), "{name} needs a rule");
    }
    for name in &ruled {
        assert!(
            functions().any(|known| known == *name),
            "{name} is not an operation"
        );
        let times = ruled.iter().filter(|other| *other == name).count();
        assert_eq!(times, 1, "{name} has {times} rules");
    }
}
