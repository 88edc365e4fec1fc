//! How much of what exists the types reject, because their structure is fixed before dynamic values are known.

use azulejo_layout::check::{self, Mode};
use azulejo_layout::value::{self, DynLayout, Tiler};
use azulejo_layout::{ToValue, layout, logical_divide, logical_product};
use azulejo_layout::{check::rules::CheckResult, check_composition};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of a sample.
#[derive(Default)]
struct Count {
    sample: u32,
    exists: u32,
    types: u32,
    /// Of the rest, what exists only because modes run on, which dynamic leaves do not show to a type.
    running: u32,
    /// Of the rest, what the criterion of divisible strides and sizes admits without that.
    divisible: u32,
}

impl Count {
    fn line(&self, operation: &str, has_modes: bool) -> String {
        let told = |number: u32| match has_modes {
            true => number.to_string(),
            false => String::from("-"),
        };
        format!(
            "| {operation} | {} | {} | {} | {} | {} | {} |\n",
            self.sample,
            self.exists,
            self.types,
            self.exists - self.types,
            told(self.running),
            told(self.divisible)
        )
    }
}

/// Returns `true` if the steps of `n:k` through modes divide evenly: the criterion of stride and shape divisibility.
fn divides(modes: &[Mode], mut n: i64, mut k: i64) -> bool {
    let Some((_, inner)) = modes.split_last() else {
        return true;
    };
    for mode in inner {
        if k % mode.size == 0 {
            k /= mode.size;
            continue;
        }
        if mode.size % k != 0 {
            return false;
        }
        let fit = mode.size / k;
        if n <= fit {
            return true;
        }
        if n % fit != 0 {
            return false;
        }
        (n, k) = (n / fit, 1);
    }
    true
}

/// Left operands: compact by columns and rows, padded, and far apart.
fn operands() -> impl Iterator<Item = (i64, i64, i64, i64)> {
    let sizes = [2, 3, 4, 6, 8];
    sizes.into_iter().flat_map(move |s| {
        sizes.into_iter().flat_map(move |t| {
            [(1, s), (t, 1), (1, s + 2), (3, 100)]
                .into_iter()
                .map(move |(d, e)| (s, t, d, e))
        })
    })
}

fn checked(count: &mut Count, a: [Mode; 2], tile: (i64, i64), exists: bool, types: bool) {
    count.sample += 1;
    assert!(
        exists || !types,
        "{a:?} {tile:?}: types answer what is nothing"
    );
    if !exists {
        return;
    }
    count.exists += 1;
    if types {
        count.types += 1;
        return;
    }
    let merged = check::coalesce(&a).expect("small numbers");
    if merged.as_slice().len() < a.iter().filter(|m| m.size > 1).count() {
        count.running += 1;
    } else if divides(&a, tile.0, tile.1) {
        count.divisible += 1;
    }
}

/// The section of the page: one line an operation, over all dynamic operands of the sample.
pub fn section(corpus: (usize, usize)) -> String {
    let (mut compositions, mut divided, mut products) =
        (Count::default(), Count::default(), Count::default());
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for (s, t, d, e) in operands() {
        let a = layout!((s, t):(d, e));
        let value: DynLayout = a.to_value().expect("a layout");
        let modes = [Mode::new(s, d), Mode::new(t, e)];
        for n in 2..=8_i64 {
            for k in 1..=12_i64 {
                let b = layout!(n:k);
                let tiler: Tiler = b.to_value().expect("a layout").into();
                let exists = value::composition(&value, &tiler).is_ok();
                checked(
                    &mut compositions,
                    modes,
                    (n, k),
                    exists,
                    check_composition(a, b) == CheckResult::Valid,
                );
                let exists = value::logical_divide(&value, &tiler).is_ok();
                let types = catch_unwind(AssertUnwindSafe(|| logical_divide(a, b))).is_ok();
                checked(&mut divided, modes, (n, k), exists, types);
                let block = layout!(s:d);
                let exists =
                    value::logical_product(&block.to_value().expect("a layout"), &tiler).is_ok();
                let types = catch_unwind(AssertUnwindSafe(|| logical_product(block, b))).is_ok();
                checked(
                    &mut products,
                    [Mode::new(s, d), Mode::new(1, 0)],
                    (n, k),
                    exists,
                    types,
                );
            }
        }
    }
    std::panic::set_hook(report);
    for (count, what) in [(&compositions, "compositions"), (&divided, "divides")] {
        assert_eq!(count.divisible, 0, "{what} that divide evenly are rejected");
    }
    format!(
        "\n## What types reject of dynamic operands\n\n\
         With static leaves types decide as values do: of the {} rows of composition_exact, {} have a layout, and all of \
         these compile to it. With dynamic leaves the structure of a result is fixed before the values are known: it is \
         that of CuTe's steps, and is rejected where the steps are wrong, so that nothing is rejected that CuTe answers \
         rightly. Counted over {} left operands `(s,t):(d,e)` and tiles `n:k`, every leaf dynamic (a fact about a size, \
         `Dyn<K>`, or a static leaf lets types answer more); the last column is what strides and sizes that divide admit.\n\n\
         | operation | sample | a layout exists | types answer | rejected | of these, modes run on by value alone | of these, all divides |\n\
         |---|---|---|---|---|---|---|\n{}{}{}",
        corpus.0,
        corpus.1,
        operands().count(),
        compositions.line("composition", true),
        divided.line("logical_divide", true),
        products.line("logical_product of `s:d`", false),
    )
}
