//! One answer, three evaluators: each operation in types, in `const fn`s and on values, over random leaves.
//!
//! The types are of a few structures, static, mixed and dynamic; the dynamic leaves are drawn at random. What the types
//! print, the value algebra prints, static-ness included; what one rejects the other rejects; and the function does not
//! change when static-ness is erased. The checks, which `const` assertions call, are asked the same questions.
//!
//! | operations | module |
//! |---|---|
//! | get, select, take, group, append, prepend, replace, slice, dice, coalesce, flatten | `modes` |
//! | coordinates, sizes, `ceil_div`, `shape_div`, orders, constructors | `coordinates` |
//! | composition, complement, inverses, filter, divides, units, common vectors | `algebra` |
//! | products | `products` |
//! | swizzles and layouts composed with them | `swizzled` |
//! | the checks: `check`, `Properties`, `check::rules` | `checked` |

mod answer;
#[allow(dead_code, reason = "the random layouts of all rule tests")]
mod random;
