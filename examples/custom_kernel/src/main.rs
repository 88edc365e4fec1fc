//! The program of the guide: an image in gray, on the GPU where there is one, on the CPU where there is none.

use azulejo_runtime::{Device, Error, Launch, Module, Stream};
use azulejo_tensor::make_gmem_ptr;
use custom_kernel_device::{KERNELS, THREADS, TILE, gray};

/// The kernel, as the build made it.
const PTX: &str = include_str!(env!("GRAY_PTX"));

/// The image `(31 h + 17 w + 101 c) mod 256`.
fn image(width: usize, height: usize) -> Vec<u8> {
    let pixel = |h, w| (0..3).map(move |c| ((31 * h + 17 * w + 101 * c) % 256) as u8);
    (0..height)
        .flat_map(|h| (0..width).flat_map(move |w| pixel(h, w)))
        .collect()
}

fn blocks(width: usize, height: usize) -> (usize, usize) {
    (width.div_ceil(TILE.0), height.div_ceil(TILE.1))
}

/// The typed launcher: checks what the kernel relies on, computes the grid, launches.
fn gray_on_gpu(
    stream: &Stream,
    rgb: &[u8],
    width: usize,
    height: usize,
) -> Result<Vec<f32>, Error> {
    if rgb.len() != 3 * width * height {
        return Err(Error::Argument {
            argument: "rgb",
            why: format!("{} bytes for {width} x {height} pixels of three", rgb.len()),
        });
    }
    let device = stream.device();
    let kernel = &KERNELS[0];
    let function = Module::load(device.context(), PTX)?.function(kernel.name, kernel.threads)?;
    let image = stream.upload(rgb)?;
    let out = stream.zeros::<f32>(width * height)?;
    let (x, y) = blocks(width, height);
    if x > 0 && y > 0 {
        let launch = Launch::new(stream, &function).grid(x as u32, y as u32, 1);
        let (from, to) = (image.address(), out.address());
        // SAFETY: `custom_gray(*mut u8, *mut f32, u64, u64)`: the image has three bytes a pixel and the output a float, both
        // live until the download below has waited for the stream.
        unsafe { launch.run((from, to, width as u64, height as u64)) }?;
    }
    stream.download(&out)
}

/// The same threads, one after the other.
fn gray_on_cpu(rgb: &[u8], width: usize, height: usize) -> Vec<f32> {
    let mut rgb = rgb.to_vec();
    let mut out = vec![0.0; width * height];
    let (x, y) = blocks(width, height);
    for block in (0..y).flat_map(|by| (0..x).map(move |bx| (bx, by))) {
        for tid in 0..THREADS as usize {
            // SAFETY: the image has three bytes a pixel, and nothing else uses it.
            let from = unsafe { make_gmem_ptr(rgb.as_mut_ptr()) };
            // SAFETY: the output has a float a pixel, and nothing else uses it.
            let to = unsafe { make_gmem_ptr(out.as_mut_ptr()) };
            gray(from, to, (width, height), block, tid);
        }
    }
    out
}

fn main() -> Result<(), Error> {
    let (width, height) = (643, 481);
    let rgb = image(width, height);
    let (place, out) = match Device::new(0) {
        Ok(device) => (
            format!("{device:?}"),
            gray_on_gpu(&device.stream()?, &rgb, width, height)?,
        ),
        Err(Error::NoDriver | Error::NoDevice { .. }) => {
            ("the CPU".into(), gray_on_cpu(&rgb, width, height))
        }
        Err(other) => return Err(other),
    };
    let sum: f64 = out.iter().map(|x| *x as f64).sum();
    println!("{width} x {height} pixels on {place}: the sum of gray is {sum:.6}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_gray_to_their_edges() {
        // (width, height), the last value, the sum: whole tiles, cut ones, and less than one.
        let cases = [
            ((640, 480), 0.6475725769996643, 153601.8804395944),
            ((643, 481), 0.3798392117023468, 154644.41756007075),
            ((5, 17), 0.5267254710197449, 42.233940586447716),
            ((1, 1), 0.32280394434928894, 0.32280394434928894),
        ];
        for ((width, height), last, sum) in cases {
            let out = gray_on_cpu(&image(width, height), width, height);
            let close = |found: f64, expected: f64| (found - expected).abs() <= 1e-6 * expected;
            assert!(
                close(out[width * height - 1] as f64, last),
                "{width} x {height}"
            );
            assert!(
                close(out.iter().map(|x| *x as f64).sum(), sum),
                "{width} x {height}"
            );
        }
        assert_eq!(gray_on_cpu(&[255; 3], 1, 1), [1.0]);
    }

    #[test]
    fn the_ptx_has_the_kernel_with_its_bounds() {
        let at = PTX.find(".entry custom_gray(").expect("the entry point");
        let head = &PTX[at..at + PTX[at..].find("\n{").unwrap()];
        assert!(
            head.ends_with(".maxntid 256, 1, 1\n.minnctapersm 4"),
            "{head}"
        );
        assert!(!PTX.contains(".local") && !PTX.contains("call"));
    }
}
