use azulejo_device::cute::*;

fn main() {
    create_tma_multicast_mask::<2, _>(layout!((_2, _1)), (0, 0));
}
