//! The guide's pictures are what the library draws: the text of each link is the layout.

use std::fs;
use std::path::PathBuf;

use azulejo_layout::{draw::to_svg, value::expr::evaluate};

#[test]
fn pictures_are_drawn_from_their_captions() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/src");
    let mut drawn = Vec::new();
    for file in fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path())
    {
        if file.extension().is_none_or(|kind| kind != "md") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for link in text.lines().filter_map(|line| line.strip_prefix("![")) {
            let (caption, path) = link.split_once("](").unwrap();
            let path = folder.join(path.trim_end_matches(')'));
            let value = evaluate(caption.trim_start_matches("the layout ")).unwrap();
            let picture = to_svg(value.layout().unwrap()).unwrap();
            if std::env::var_os("AZULEJO_BLESS").is_some() {
                fs::write(&path, &picture).unwrap();
            }
            let found = fs::read_to_string(&path).unwrap();
            assert!(
                found == picture,
                "{}: AZULEJO_BLESS=1 draws it anew",
                path.display()
            );
            drawn.push(path);
        }
    }
    // No picture without a caption.
    let pictures = fs::read_dir(folder.join("pictures")).unwrap().count();
    assert_eq!(pictures, drawn.len());
}
