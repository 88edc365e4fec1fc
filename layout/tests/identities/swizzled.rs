//! 8.5 for layouts: two swizzled layouts, one after the other.

use super::*;
use crate::random::*;
use azulejo_layout::value::f2::F2Map;

/// A layout of six bits in any order, some of them twice as far apart.
fn bits() -> impl Strategy<Value = DynLayout> {
    (
        Just([0, 1, 2, 3, 4, 5]).prop_shuffle(),
        0_u32..64,
        prop::bool::ANY,
    )
        .prop_map(|(order, wide, apart)| {
            let stride = |bit: u32| 1_i64 << (bit + if apart { (wide >> bit) & 1 } else { 0 });
            let flat: Vec<(i64, i64)> = order.map(|bit| (2, stride(bit))).to_vec();
            coalesce(&nested(&flat, 0, u16::MAX)).unwrap()
        })
}

/// A swizzle within eight bits.
fn swizzle() -> impl Strategy<Value = Swizzle> {
    (0_i64..4, 0_i64..4, -5_i64..6).prop_filter_map("the bits meet", |(b, m, s)| {
        Swizzle::new(b, m, s).ok().filter(|f| f.period_bits() <= 8)
    })
}

/// `swizzle o offset o layout`, with a swizzle of no bits too.
fn whole(swizzle: Swizzle, offset: i64, layout: &DynLayout) -> AnyLayout {
    AnyLayout::Composed(ComposedLayout {
        outer: Outer::Swizzle(swizzle),
        offset: Offset::Int(Int::fixed(offset)),
        inner: Box::new(layout.clone().into()),
    })
}

/// Returns `true` if a layout has one swizzle at most, and no other function in front.
fn has_one_swizzle(a: &AnyLayout) -> bool {
    match a {
        AnyLayout::Plain(_) => true,
        AnyLayout::Composed(a) => {
            matches!(a.outer, Outer::Swizzle(_)) && matches!(*a.inner, AnyLayout::Plain(_))
        }
    }
}

proptest! {
    #![proptest_config(seeded(10_000))]

    /// A result is the function; where there is none, no swizzled layout of bits is the function.
    #[test]
    fn two_swizzled_layouts(
        f in swizzle(), g in swizzle(),
        outer in bits(), inner in prop_oneof![bits(), static_layout()],
        p in prop_oneof![Just(0), Just(64), 0_i64..512], q in prop_oneof![Just(0), 0_i64..64],
    ) {
        prop_assume!(image(&inner).iter().all(|&x| x >= 0));
        let (a, b) = (whole(f, p, &outer), whole(g, q, &inner));
        let expected = |i| a.at(b.at(i).unwrap()).unwrap();
        match composition_any(&a, &b) {
            Ok(both) => {
                prop_assert!(has_one_swizzle(&both), "{}", both);
                prop_assert!(inner.shape().compatible(both.shape()).unwrap());
                for i in 0..count(&inner) {
                    prop_assert_eq!(both.at(i).unwrap(), expected(i), "{} at {}", both, i);
                }
            }
            Err(error) => {
                prop_assert!(error.to_string().contains("not one swizzled layout"), "{}", error);
                let stages = AnyLayout::Composed(ComposedLayout {
                    outer: Outer::Swizzle(f),
                    offset: Offset::Int(Int::fixed(p)),
                    inner: Box::new(composition_any(&outer.into(), &b).unwrap()),
                });
                for i in 0..count(&inner) {
                    prop_assert_eq!(stages.at(i).unwrap(), expected(i));
                }
                let one = F2Map::of(&stages).ok().and_then(|map| map.to_layout());
                prop_assert!(one.is_none(), "{} after {} is {}", a, b, one.unwrap());
            }
        }
    }

    /// A swizzle after a swizzled layout is the function, in one swizzle where the two are one.
    #[test]
    fn a_swizzle_after_a_swizzled_layout(f in swizzle(), g in swizzle(), layout in static_layout(), p in 0_i64..64) {
        let b = whole(g, p, &layout);
        let both = swizzled_any(f, &b);
        for i in 0..count(&layout) {
            prop_assert_eq!(both.at(i).unwrap(), f.apply(b.at(i).unwrap()), "{} at {}", both, i);
        }
        prop_assert_eq!(has_one_swizzle(&both), merge_swizzles(f, g).is_ok());
    }
}
