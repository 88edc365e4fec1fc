use azulejo_layout::layout;
use azulejo_tensor::{atom::S4, make_rmem_subbyte};

fn main() {
    let packed = make_rmem_subbyte::<S4, _>(layout!(_8));
    let _ = packed[0];
}
