//! The pictures of README and of the guide are what the library draws; `BLESS=1` draws them again.
//!
//! A page names a picture as `![EXPRESSION][NAME]` and defines `[NAME]: pictures/NAME.svg` at its end. Hosted documentation
//! has no files beside its pages: `docs/guide/hosted/PAGE.md` defines the same names as data, and comes first there. So it does for
//! links to other chapters, `[TEXT][NAME]`.

use azulejo_layout::draw::svg_of;
use azulejo_layout::expr::evaluate;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// README and the chapters of the guide.
fn pages() -> Vec<PathBuf> {
    let guide = fs::read_dir(root().join("docs/guide/src")).unwrap();
    let mut pages: Vec<PathBuf> = guide
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|kind| kind == "md"))
        .collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// Compares with a committed file, or writes it.
fn current(path: &Path, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "{}: BLESS=1 writes it again", path.display());
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let word = three
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte))
            << (8 * (3 - three.len()));
        for digit in 0..4 {
            let at = (word >> (18 - 6 * digit)) & 63;
            out.push(if digit <= three.len() {
                DIGITS[at as usize].into()
            } else {
                '='
            });
        }
    }
    out
}

#[test]
fn pictures_are_drawn_from_their_expressions() {
    let pictures = root().join("docs/guide/src/pictures");
    let mut drawn = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let mut hosted = String::new();
        for link in text.lines().filter_map(|line| line.strip_prefix("![")) {
            let Some((expression, name)) = link.trim_end_matches(']').split_once("][") else {
                continue;
            };
            let mut defined = text
                .lines()
                .filter_map(|line| line.strip_prefix(&format!("[{name}]: ")));
            let (at, again) = (defined.next().unwrap_or_default(), defined.next());
            if !at.contains("pictures/") {
                // A chart: `cargo xtask readme` draws it.
                continue;
            }
            let value =
                evaluate(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
            let picture = svg_of(&value.picture().unwrap());
            current(&pictures.join(name).with_extension("svg"), &picture);
            let defined = again.is_none() && page.with_file_name(at).is_file();
            assert!(defined, "{}: [{name}]", page.display());
            hosted += &format!(
                "[{name}]: data:image/svg+xml;base64,{}\n",
                base64(picture.as_bytes())
            );
            drawn.push(name.to_owned());
        }
        // Links to other chapters lead to their modules there.
        for line in text.lines().filter(|line| line.starts_with('[')) {
            if let Some((name, chapter)) = line.split_once("]: ")
                && let Some(chapter) = chapter.strip_suffix(".md")
            {
                hosted += &format!("{name}]: crate::guide::{}\n", chapter.replace('-', "_"));
            }
        }
        if !hosted.is_empty() {
            let name = page.file_name().unwrap().to_string_lossy().to_lowercase();
            current(&root().join("docs/guide/hosted").join(name), &hosted);
        }
    }
    drawn.sort();
    drawn.dedup();
    // No picture that no page shows.
    assert_eq!(fs::read_dir(pictures).unwrap().count(), drawn.len());
}

#[test]
fn data_is_written_in_base64() {
    for (text, coded) in [
        ("", ""),
        ("a", "YQ=="),
        ("ab", "YWI="),
        ("abc", "YWJj"),
        ("abcd", "YWJjZA=="),
    ] {
        assert_eq!(base64(text.as_bytes()), coded);
    }
}
