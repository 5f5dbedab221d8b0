//! Whose work is in the program and its page: names, versions, licences and their texts, out of the lock files.
//!
//! `crates/server/notices.txt` is part of the repository, so that a build needs nothing but Rust; the check makes it
//! anew and refuses a difference. The same list as CycloneDX JSON is what tools for supply chains read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::Failure;

/// Licences that go together with GPL-3.0-or-later, as packages spell them. A new spelling is looked at by a person.
const ACCEPTED: &[&str] = &[
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "0BSD OR MIT OR Apache-2.0",
    "Apache-2.0",
    "Apache-2.0 AND MIT",
    "Apache-2.0 OR BSL-1.0",
    "Apache-2.0 OR MIT",
    "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    "BSD-2-Clause",
    "BSD-2-Clause OR Apache-2.0 OR MIT",
    "BSD-3-Clause",
    "GPL-3.0-or-later",
    "MIT",
    "MIT AND BSD-3-Clause",
    "MIT OR Apache-2.0",
    "MIT OR Zlib OR Apache-2.0",
    "MIT/Apache-2.0",
    "OFL-1.1",
    "Unlicense OR MIT",
    "Unlicense/MIT",
    "Zlib OR Apache-2.0 OR MIT",
    "bzip2-1.0.6",
];

/// A platform whose program is described: what others add are bindings to their systems.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// A package that somebody else made.
struct Package {
    name: String,
    version: String,
    licence: String,
    authors: String,
    address: String,
    /// As package URLs name where it comes from: `cargo` or `npm`.
    kind: &'static str,
    folder: PathBuf,
}

/// The text of all notices, and the list for tools.
pub struct Notices {
    pub text: String,
    pub bill_of_materials: String,
}

/// Reads the lock files and the packages they name.
pub fn collect(root: &Path) -> Result<Notices, Failure> {
    let mut packages = rust_packages(root)?;
    packages.extend(page_packages(root)?);
    packages.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    for package in &packages {
        if !ACCEPTED.contains(&package.licence.as_str()) {
            return Err(format!(
                "{} {}: is `{}` compatible with GPL-3.0-or-later? Then it belongs into ACCEPTED of xtask/src/notices.rs",
                package.name, package.version, package.licence
            ));
        }
    }
    Ok(Notices {
        text: text(&packages)?,
        bill_of_materials: bill_of_materials(&packages),
    })
}

/// What is linked into the program, by `cargo tree`, with where `cargo metadata` has it.
fn rust_packages(root: &Path) -> Result<Vec<Package>, Failure> {
    let tree = output(Command::new("cargo").current_dir(root).args([
        "tree",
        "--locked",
        "-p",
        "sissa-cli",
        "-e",
        "normal",
        "--prefix",
        "none",
        "--target",
        PLATFORM,
        "-f",
        "{p}",
    ]))?;
    // `name v1.2.3`, and behind it a path or a mark.
    let linked: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let metadata = output(Command::new("cargo").current_dir(root).args([
        "metadata",
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        PLATFORM,
    ]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("`cargo metadata` lists no packages")?;
    let others = packages
        .iter()
        .filter(|package| !package["source"].is_null());
    let linked = others
        .filter(|package| linked.contains(&(word(package, "name"), word(package, "version"))));
    Ok(linked
        .map(|package| Package {
            name: word(package, "name").to_owned(),
            version: word(package, "version").to_owned(),
            licence: word(package, "license").to_owned(),
            authors: list(&package["authors"]),
            address: word(package, "repository").to_owned(),
            kind: "cargo",
            folder: Path::new(word(package, "manifest_path"))
                .parent()
                .unwrap_or(Path::new(""))
                .to_owned(),
        })
        .collect())
}

/// What the page is made of: everything in the lock file that is not for developers only.
fn page_packages(root: &Path) -> Result<Vec<Package>, Failure> {
    let web = root.join("web");
    let lock = read(&web.join("package-lock.json"))?;
    let lock: Value = serde_json::from_str(&lock).map_err(|error| error.to_string())?;
    let packages = lock["packages"]
        .as_object()
        .ok_or("package-lock.json lists no packages")?;
    let shipped = packages
        .iter()
        .filter(|(path, package)| !path.is_empty() && package["dev"] != true);
    shipped
        .map(|(path, package)| {
            let folder = web.join(path);
            let manifest: Value = serde_json::from_str(&read(&folder.join("package.json"))?)
                .map_err(|error| error.to_string())?;
            let author = &manifest["author"];
            Ok(Package {
                name: path
                    .rsplit("node_modules/")
                    .next()
                    .unwrap_or(path)
                    .to_owned(),
                version: word(package, "version").to_owned(),
                licence: word(&manifest, "license").to_owned(),
                authors: author
                    .as_str()
                    .unwrap_or_else(|| word(author, "name"))
                    .to_owned(),
                address: word(&manifest, "homepage").to_owned(),
                kind: "npm",
                folder,
            })
        })
        .collect()
}

fn word<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_default()
}

fn list(words: &Value) -> String {
    let words = words
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    words.collect::<Vec<_>>().join(", ")
}

/// All packages, then each distinct text with the packages that carry it.
fn text(packages: &[Package]) -> Result<String, Failure> {
    let mut text = String::from(
        "Third-party notices\n\nSissa is GPL-3.0-or-later. The program and its page contain the work of others:\n\n",
    );
    let mut carriers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let name = format!("{} {}", package.name, package.version);
        text.push_str(&format!("  {name}: {}\n", package.licence));
        let mut found = texts(&package.folder)?;
        if found.is_empty() {
            // The package names its licence and ships no text: what it says of itself is all there is.
            let by = if package.authors.is_empty() {
                String::new()
            } else {
                format!(" by {}", package.authors)
            };
            found.push(format!(
                "Licensed under {}{by}. {}",
                package.licence, package.address
            ));
        }
        for one in found {
            carriers.entry(one).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<_> = carriers.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (licence, names) in texts {
        text.push_str(&format!(
            "\n{}\n{}\n\n{licence}\n",
            "-".repeat(80),
            names.join(", ")
        ));
    }
    Ok(text)
}

/// How files that hold licences and notices begin.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// The licence and notice files of a package and of what it carries in folders of its own, such as a library in C.
fn texts(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut files = entries(folder)?;
    for below in files.clone().iter().filter(|path| path.is_dir()) {
        files.extend(entries(below)?);
    }
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().to_ascii_uppercase()
    };
    files.retain(|path| path.is_file() && NAMES.iter().any(|word| name(path).starts_with(word)));
    // Without differences of line ends.
    let text = |path: &PathBuf| {
        let text = read(path)?;
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        Ok(lines.join("\n").trim().to_owned())
    };
    files.iter().map(text).collect()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()).map_err(failed));
    let mut paths = paths.collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

fn bill_of_materials(packages: &[Package]) -> String {
    let components: Vec<Value> = packages
        .iter()
        .map(|package| {
            let (name, version) = (&package.name, &package.version);
            json!({
                "type": "library",
                "name": name,
                "version": version,
                "purl": format!("pkg:{}/{}@{version}", package.kind, name.replace('@', "%40")),
                "licenses": [{ "expression": package.licence.replace('/', " OR ") }],
            })
        })
        .collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "sissa", "version": env!("CARGO_PKG_VERSION") } },
        "components": components,
    });
    format!("{bill:#}\n")
}

fn read(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn output(command: &mut Command) -> Result<String, Failure> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?} could not be run: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!(
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ))
    }
}
