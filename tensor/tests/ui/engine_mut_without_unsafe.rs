use azulejo_tensor::engine::{Engine, EngineMut, Gmem};

struct Anywhere(*mut f32);

// SAFETY: contains no offset.
unsafe impl Engine for Anywhere {
    type Item = f32;
    type Space = Gmem;
    type View<'a> = Anywhere;
    fn load(&self, _: isize) -> f32 {
        0.0
    }
    fn contains(&self, _: isize) -> bool {
        false
    }
    fn view(&self, _: isize) -> Anywhere {
        Anywhere(self.0)
    }
    fn base(&self) -> *const f32 {
        self.0
    }
}

impl EngineMut for Anywhere {
    type ViewMut<'a> = Anywhere;
    fn store(&mut self, _: isize, _: f32) {}
    fn base_mut(&mut self) -> *mut f32 {
        self.0
    }
    fn view_mut(&mut self, _: isize) -> Anywhere {
        Anywhere(self.0)
    }
}

fn main() {}
