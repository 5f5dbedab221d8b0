//! Puts the page into the binary: a table of the files in `page`, which `cargo xtask web` makes of `web`. They are
//! part of the repository and of the package, so that `cargo build` needs nothing but Rust.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
};

fn main() -> std::io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = manifest.join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, &page, &mut files)?;
    files.push(("/licenses.txt".to_owned(), manifest.join("notices.txt")));
    files.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut table = fs::File::create(out.join("page.rs"))?;
    writeln!(table, "&[")?;
    for (number, (name, path)) in files.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", path.display());
        // A copy, so that building the page anew does not pull the files from under the compiler.
        let copy = out.join(format!("page-{number}"));
        fs::copy(path, &copy)?;
        writeln!(table, "    ({name:?}, include_bytes!({copy:?})),")?;
    }
    writeln!(table, "]")
}

/// Every file below a folder, by its address on the server.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(below) = path.strip_prefix(root) {
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            files.push((format!("/{}", parts.join("/")), path.clone()));
        }
    }
    Ok(())
}
