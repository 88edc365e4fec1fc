//! Modules and their entry points.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use cudarc::driver::sys::{CUfunction_attribute_enum as Attribute, CUresult};

use super::answer::{Answer, calls, invalid, reject};
use super::attributes::CLAIMS;
use super::pointer::{In, Out};
use super::state;
use crate::Module;
use crate::text::Entry;

/// Shared memory that every function has without asking.
const USUAL_SHARED: usize = 48 << 10;

/// A module that was loaded.
pub struct Loaded(Arc<Module>);

/// An entry point.
pub struct Function {
    /// Where it stands.
    pub module: Arc<Module>,
    /// The name.
    pub name: String,
    /// The most dynamic shared memory that a launch may ask for.
    pub shared: usize,
}

impl Function {
    /// The most threads that its launch bounds allow in a block.
    pub fn threads(&self) -> u32 {
        let entry = self.module.entry(&self.name);
        entry.map_or(1024, Entry::most_threads)
    }

    fn attribute(&self, attribute: u32) -> Option<i32> {
        let is = |known: Attribute| attribute == known as u32;
        if is(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK) {
            Some(self.threads() as i32)
        } else if is(Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
            Some(self.shared as i32)
        } else if is(Attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION)
            || is(Attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION)
        {
            Some(CLAIMS.capability.0 * 10 + CLAIMS.capability.1)
        } else {
            None
        }
    }
}

/// Returns `true` if a device of this capability runs code for `target`, such as `sm_80` or `sm_90a`.
fn runs(target: &str, (major, minor): (i32, i32)) -> bool {
    let number = target.trim_start_matches("sm_");
    let plain = number.trim_end_matches(char::is_alphabetic);
    let Ok(asked) = plain.parse::<i32>() else {
        return false;
    };
    let own = major * 10 + minor;
    match number.strip_prefix(plain) {
        Some("") => own >= asked,
        Some("f") => own >= asked && own / 10 == asked / 10,
        // Features of one architecture alone.
        _ => own == asked,
    }
}

/// The first word of the text's `.target`.
fn target(text: &str) -> &str {
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix(".target"));
    line.unwrap_or("")
        .split([',', ' ', '\t'])
        .find(|word| !word.is_empty())
        .unwrap_or("")
}

fn load(text: &str) -> Result<usize, CUresult> {
    let mut device = state::device()?;
    let target = target(text);
    if !runs(target, CLAIMS.capability) {
        let why = format_args!("code for {target:?}; the device is {:?}", CLAIMS.capability);
        return Err(reject(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU, why));
    }
    let wrong = |why: String| reject(CUresult::CUDA_ERROR_INVALID_PTX, why);
    let mut module = Module::parse(text).map_err(wrong)?;
    module.place(&mut device.memory).map_err(wrong)?;
    Ok(device.modules.insert(Loaded(Arc::new(module))))
}

calls! {
    /// Reads PTX; other images are rejected, machine code without a word, as callers have PTX beside it.
    fn cuModuleLoadData(module: Out<usize>, image: In<c_void>) {
        let text = image.text()?;
        if text.starts_with("\u{7f}ELF") {
            return Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
        }
        module.put(load(text)?)
    }

    /// The same; options change how a device's code is made.
    fn cuModuleLoadDataEx(module: Out<usize>, image: In<c_void>, _count: u32, _options: In<u32>, _values: In<usize>) {
        module.put(load(image.text()?)?)
    }

    /// Forgets a module and its functions.
    fn cuModuleUnload(module: usize) {
        let mut device = state::device()?;
        let Loaded(mut module) = device.modules.remove(module)?;
        device.functions.retain(|function| !Arc::ptr_eq(&function.module, &module));
        // Captured work keeps a module alive.
        match Arc::get_mut(&mut module) {
            Some(module) => module.remove(&mut device.memory).map_err(invalid),
            None => Ok(()),
        }
    }

    /// An entry point, with one handle however often it is asked for.
    fn cuModuleGetFunction(function: Out<usize>, module: usize, name: In<c_char>) {
        let mut device = state::device()?;
        let module = device.modules.get(module)?.0.clone();
        let name = name.text()?.to_owned();
        if module.entry(&name).is_none() {
            return Err(reject(CUresult::CUDA_ERROR_NOT_FOUND, format_args!("no kernel {name}")));
        }
        let is_it = |known: &Function| Arc::ptr_eq(&known.module, &module) && known.name == name;
        if let Some(known) = device.functions.find(is_it) {
            return function.put(known);
        }
        // Static and dynamic shared memory together are held to the limits.
        let shared = USUAL_SHARED.saturating_sub(module.static_shared());
        function.put(device.functions.insert(Function { module, name, shared }))
    }

    /// What is known of a function.
    fn cuFuncGetAttribute(value: Out<i32>, attribute: u32, function: usize) {
        let mut device = state::device()?;
        let found = device.functions.get(function)?.attribute(attribute).ok_or_else(|| {
            reject(
                CUresult::CUDA_ERROR_NOT_SUPPORTED,
                format_args!("function attribute {attribute} has no value here"),
            )
        })?;
        value.put(found)
    }

    /// Asks for dynamic shared memory; other attributes change nothing here.
    fn cuFuncSetAttribute(function: usize, attribute: u32, value: i32) {
        let mut device = state::device()?;
        let function = device.functions.get(function)?;
        if attribute == Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as u32 {
            function.allow(value)?;
        }
        Ok(())
    }
}

impl Function {
    fn allow(&mut self, bytes: i32) -> Answer {
        let own = self.module.static_shared();
        let most = (CLAIMS.shared as usize).saturating_sub(own) as i32;
        if !(0..=most).contains(&bytes) {
            return Err(invalid(format_args!(
                "{} asks for {bytes} bytes of shared memory; a block has {}, {own} of which are static",
                self.name, CLAIMS.shared
            )));
        }
        self.shared = bytes as usize;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{runs, target};

    #[test]
    fn code_runs_on_its_architecture_and_later_ones() {
        assert!(runs("sm_80", (9, 0)) && runs("sm_90a", (9, 0)));
        assert!(!runs("sm_90a", (10, 0)) && !runs("sm_90", (8, 0)) && !runs("", (9, 0)));
    }

    #[test]
    fn the_target_is_the_first_word() {
        assert_eq!(
            target("// x\n.version 8.0\n.target sm_90a, debug\n"),
            "sm_90a"
        );
    }
}
