use azulejo_layout::ints::*;
use azulejo_layout::Layout;
use azulejo_tensor::atom::StaticLayout;
use azulejo_tensor::{TvCertificate, certify_tv};

const _: TvCertificate = certify_tv("a warp's rows", Layout::<(_32, _4), (_4, _1)>::DESC, 120);

fn main() {}
