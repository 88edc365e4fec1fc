use azulejo_layout::ints::*;
use azulejo_layout::Layout;
use azulejo_tensor::atom::UniversalCopy;
use azulejo_tensor::{TiledCopy, certify};

// 32 threads, 8 elements apart, with 4 elements each.
type Tv = Layout<(_32, _4), (_8, _1)>;
certify!(TiledCopy<UniversalCopy<_128>, f32, Tv, (_32, _8)>);

fn main() {}
