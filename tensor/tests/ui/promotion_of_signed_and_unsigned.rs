use azulejo_tensor::Promote;

fn sum<A: Promote<B>, B: azulejo_tensor::Element>(_: A, _: B) {}

fn main() {
    sum(1u8, 1i8);
}
