//! The products that are timed: those of `benches/suites/choice.txt`, and random ones.

use azulejo_tensor::DType;

use crate::harness::{TYPES, unit};

/// Rows of products: a kind, types with what else is asked, orders and sizes of each of them, and how many random products more.
const SUITE: &str = include_str!("../../../../benches/suites/choice.txt");

/// Random products of each type.
const RANDOM: usize = 64;

/// A product: its kind and its words.
type Problem = (&'static str, String);

/// All products whose A is of a type, or of the other of 8-bit floats.
pub fn problems(operand: DType) -> Vec<Problem> {
    let name = operand.short_name();
    let is_mine = |word: &str| {
        let of_a = word.split(['-', '>', '+', '*']).next();
        of_a == Some(name) || (operand == DType::F8E4M3 && of_a == Some("e5m2"))
    };
    let every = TYPES.map(DType::short_name).join(" ");
    let mut all = Vec::new();
    let mut uniform = unit(0x2545_f491_4f6c_dd1d);
    for row in SUITE.lines() {
        let [kind, types, orders, sizes, more] = row.split(" | ").collect::<Vec<_>>()[..] else {
            continue;
        };
        let types = if types == "*" { &every } else { types };
        for word in types.split(' ') {
            let more = (0..more.parse().unwrap_or(0)).map(|i| random(&mut uniform, i % 4 != 3));
            let more: Vec<[String; 2]> = more.collect();
            if !is_mine(word) {
                continue;
            }
            for order in orders.split(' ') {
                let sizes = sizes.split(' ');
                all.extend(sizes.map(|sizes| (kind, words(word, order, sizes))));
            }
            let more = more.iter();
            all.extend(more.map(|[sizes, orders]| (kind, words(word, orders, sizes))));
        }
    }
    let mut uniform = unit(0x9e37_79b9_7f4a_7c15u64 ^ operand as u64);
    let random = (0..8 + RANDOM).map(|i| random(&mut uniform, i % 2 != 0));
    // The generator's first numbers resemble its seed.
    all.extend(
        random
            .skip(8)
            .map(|[sizes, orders]| ("random", words(name, &orders, &sizes))),
    );
    all
}

/// The words of a product.
fn words(kind: &str, orders: &str, sizes: &str) -> String {
    match sizes.contains(',') {
        true => format!("{kind} {orders} {}", sizes.replace(',', " ")),
        false => format!("{kind} {orders} {sizes} {sizes} {sizes}"),
    }
}

/// Sizes from 16 to 16384, those of every second product multiples of 16, and orders.
fn random(uniform: &mut impl FnMut() -> f64, even: bool) -> [String; 2] {
    let mut side = || {
        let side = (16.0 * 1024f64.powf(uniform())) as u32;
        match even {
            true => side.next_multiple_of(16).min(16384),
            false => side,
        }
    };
    let [m, n, k] = [side(), side(), side()];
    let mut order = || if uniform() < 0.5 { 'K' } else { 'M' };
    let [a, b] = [order(), order()];
    [format!("{m},{n},{k}"), format!("{a}{b}")]
}
