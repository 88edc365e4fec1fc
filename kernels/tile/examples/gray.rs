//! An image in RGB to gray, by a tile program.
//!
//! ```text
//! gray IN.png OUT.png             on the CPU
//! gray IN.png OUT.png --cuda      on the first GPU
//! ```
//!
//! The program sees tiles of 16 × 16 pixels; an image of any size is cut into them, and those at the edges are masked.

#[path = "output/save.rs"]
mod output;

use azulejo_cpu::{Strided, View, ViewMut};
use azulejo_runtime::Device;
use azulejo_tile::programs::Gray;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The bytes of an image, and what they are.
fn read(path: &Path) -> Result<(Vec<u8>, png::OutputInfo), Box<dyn Error>> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
    decoder.set_transformations(png::Transformations::STRIP_16 | png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size();
    let size = size.ok_or("the image does not fit in memory")?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size)?;
    bytes.resize(size, 0);
    let image = reader.next_frame(&mut bytes)?;
    Ok((bytes, image))
}

fn main() -> std::process::ExitCode {
    output::end(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let (from, to, device) = match &args[..] {
        [from, to] => (Path::new(from), Path::new(to), None),
        [from, to, cuda] if cuda == "--cuda" => {
            (Path::new(from), Path::new(to), Some(Device::new(0)?))
        }
        _ => return Err("usage: gray IN.png OUT.png [--cuda]".into()),
    };

    let (bytes, image) =
        read(from).map_err(|e| format!("{}: cannot be read: {e}", from.display()))?;
    let (height, width) = (image.height as usize, image.width as usize);
    let channels = image.color_type.samples();
    if channels < 3 {
        let from = from.display();
        return Err(format!("{from}: has {channels} channels: it is gray already").into());
    }
    // Of RGBA the fourth channel is passed over: a stride, not a copy.
    let pixels = Strided::new(&[height, width, 3], &[width * channels, channels, 1])?;
    let shape = Strided::row_major(&[height, width])?;

    let mut gray = vec![0.0f32; height * width];
    match device {
        None => Gray::run(View::new(&bytes, pixels)?, ViewMut::new(&mut gray, shape)?)?,
        Some(device) => {
            let stream = device.stream()?;
            let rgb = stream.upload(&bytes)?;
            let mut out = stream.zeros::<f32>(gray.len())?;
            let (rgb, view) = (
                azulejo_runtime::View::new(&rgb, pixels)?,
                azulejo_runtime::ViewMut::new(&mut out, shape)?,
            );
            Gray::launch(&stream, rgb, view)?;
            gray = stream.download(&out)?;
        }
    }

    let bytes: Vec<u8> = gray.iter().map(|y| (y * 255.0).round() as u8).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&bytes)?;
    output::save(to, &file)?;
    let mean = gray.iter().sum::<f32>() / gray.len() as f32;
    let to = to.display();
    println!("{height} x {width} pixels of {channels} channels, mean luminance {mean:.4}, in {to}");
    Ok(())
}
