use azulejo_layout::ints::*;
use azulejo_layout::Layout;
use azulejo_tensor::atom::UniversalCopy;
use azulejo_tensor::{TiledCopy, certify};

type Tv = Layout<(_32, _8), (_4, _1)>;
certify!(TiledCopy<UniversalCopy<_128>, f32, Tv, (_32, _8)>);

fn main() {}
