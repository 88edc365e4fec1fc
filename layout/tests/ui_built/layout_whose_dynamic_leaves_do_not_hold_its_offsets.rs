use azulejo_layout::layout;

fn main() {
    let n = 3i32;
    let _ = layout!((_65536, n):(_65536, _1));
}
