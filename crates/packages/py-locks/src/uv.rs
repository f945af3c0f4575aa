//! `uv.lock`, version 1, as uv writes it.
//!
//! # References
//! - docs/formats/uv-lock.md

use crate::toml_fields::Fields;
use crate::toml_text::{key, list, quoted};
use crate::{LockedPackage, ReadError};
use std::fmt::Write;
use toml::Table;

/// A `uv.lock`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The project's Pythons.
    pub requires_python: Option<String>,
    /// The environments into which the resolution was split.
    pub resolution_markers: Vec<String>,
    /// The environments that the project restricts itself to.
    pub supported_markers: Vec<String>,
    /// Those for which it requires wheels.
    pub required_markers: Vec<String>,
    /// What changed the choice of versions.
    pub options: Options,
    /// What any version must satisfy that is chosen at all.
    pub constraints: Vec<Requirement>,
    /// What takes the place of every requirement on a package.
    pub overrides: Vec<Requirement>,
    /// The packages, the project itself among them.
    pub packages: Vec<Package>,
}

/// What changed the choice of versions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Which pre-releases count, `allow`; absent for the default.
    pub prerelease_mode: Option<String>,
    /// Files that were uploaded then or later do not count.
    pub exclude_newer: Option<String>,
}

/// One version of a package, or the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The package's name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// Where it comes from.
    pub source: Source,
    /// The environments for which it was chosen, where there are several versions.
    pub resolution_markers: Vec<String>,
    /// What it needs.
    pub dependencies: Vec<Dependency>,
    /// The source archive.
    pub sdist: Option<File>,
    /// The wheels.
    pub wheels: Vec<File>,
    /// What its extras need.
    pub optional_dependencies: Vec<(String, Vec<Dependency>)>,
    /// What the project's groups need.
    pub dev_dependencies: Vec<(String, Vec<Dependency>)>,
    /// The project's requirements as written.
    pub metadata: Option<Metadata>,
}

/// Where a package comes from: kind and address, `registry` and `https://…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// `registry` for an index; `virtual`, `editable` and others for the project.
    pub kind: String,
    /// Address or path.
    pub at: String,
}

/// A package that is needed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dependency {
    /// The package's name.
    pub name: String,
    /// Its version, where the lock has several.
    pub version: Option<String>,
    /// Where it comes from, where the lock has several.
    pub source: Option<Source>,
    /// The extras asked for.
    pub extra: Vec<String>,
    /// Where it is needed.
    pub marker: Option<String>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it is.
    pub at: FileAt,
    /// `sha256:…`
    pub hash: Option<String>,
    /// Its length in bytes.
    pub size: Option<u64>,
}

/// Where a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileAt {
    /// An address.
    Url(String),
    /// A path: of an index in a folder, seen from that folder or absolute, as the index's own is.
    Path(String),
    /// A name; the address is that of the package's source.
    Name(String),
}

/// The project's requirements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// Those of the project and its extras.
    pub requires_dist: Vec<Requirement>,
    /// Its extras.
    pub provides_extras: Vec<String>,
    /// Those of its groups.
    pub requires_dev: Vec<(String, Vec<Requirement>)>,
}

/// A requirement of the project.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Requirement {
    /// The package's name.
    pub name: String,
    /// The extras asked for.
    pub extras: Vec<String>,
    /// Where it holds.
    pub marker: Option<String>,
    /// The versions admitted.
    pub specifier: Option<String>,
    /// The address of the index that the package is tied to.
    pub index: Option<String>,
}

impl Lock {
    pub(crate) fn read(table: &Table) -> Result<Self, ReadError> {
        let root = Fields::new("the lock", table);
        let packages = Fields::packages(table, "package")?;
        let manifest = root.table("manifest")?;
        let listed = |name: &str| {
            manifest.as_ref().map_or(Ok(Vec::new()), |manifest| requirements(manifest, name))
        };
        Ok(Self {
            requires_python: root.text("requires-python")?,
            resolution_markers: root.texts("resolution-markers")?,
            supported_markers: root.texts("supported-markers")?,
            required_markers: root.texts("required-markers")?,
            options: root
                .table("options")?
                .as_ref()
                .map_or(Ok(Options::default()), Options::read)?,
            constraints: listed("constraints")?,
            overrides: listed("overrides")?,
            packages: packages.iter().map(Package::read).collect::<Result<_, _>>()?,
        })
    }

    /// The file's text.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::from("version = 1\nrevision = 3\n");
        if let Some(python) = &self.requires_python {
            let _ = writeln!(text, "requires-python = {}", quoted(python));
        }
        write_markers(&mut text, "resolution-markers", &self.resolution_markers);
        write_markers(&mut text, "supported-markers", &self.supported_markers);
        write_markers(&mut text, "required-markers", &self.required_markers);
        self.options.write(&mut text);
        let manifest = [("constraints", &self.constraints), ("overrides", &self.overrides)];
        if manifest.iter().any(|(_, all)| !all.is_empty()) {
            text.push_str("\n[manifest]\n");
        }
        for (name, all) in manifest.into_iter().filter(|(_, all)| !all.is_empty()) {
            write_requirements(&mut text, name, all);
        }
        for package in &self.packages {
            package.write(&mut text);
        }
        text
    }
}

impl Options {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        Ok(Self {
            prerelease_mode: fields.text("prerelease-mode")?,
            exclude_newer: fields.text("exclude-newer")?,
        })
    }

    fn write(&self, text: &mut String) {
        let all =
            [("prerelease-mode", &self.prerelease_mode), ("exclude-newer", &self.exclude_newer)];
        if *self != Self::default() {
            text.push_str("\n[options]\n");
        }
        for (name, value) in all {
            if let Some(value) = value {
                let _ = writeln!(text, "{name} = {}", quoted(value));
            }
        }
    }
}

impl Package {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        let source = Source::read(fields)?;
        let source = source.ok_or_else(|| fields.wrong("source", "a table with one key"))?;
        let metadata = fields.table("metadata")?.as_ref().map(Metadata::read).transpose()?;
        Ok(Self {
            name: fields.required("name")?,
            version: fields.text("version")?,
            source,
            resolution_markers: fields.texts("resolution-markers")?,
            dependencies: dependencies(fields, "dependencies")?,
            sdist: fields.table("sdist")?.as_ref().map(File::read).transpose()?,
            wheels: fields.tables("wheels")?.iter().map(File::read).collect::<Result<_, _>>()?,
            optional_dependencies: by_name(fields, "optional-dependencies", dependencies)?,
            dev_dependencies: by_name(fields, "dev-dependencies", dependencies)?,
            metadata,
        })
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "\n[[package]]\nname = {}\n", quoted(&self.name));
        if let Some(version) = &self.version {
            let _ = writeln!(text, "version = {}", quoted(version));
        }
        let Source { kind, at } = &self.source;
        let _ = writeln!(text, "source = {{ {} = {} }}", key(kind), quoted(at));
        write_markers(text, "resolution-markers", &self.resolution_markers);
        write_dependencies(text, "dependencies", &self.dependencies);
        if let Some(archive) = &self.sdist {
            let _ = writeln!(text, "sdist = {}", archive.table());
        }
        if !self.wheels.is_empty() {
            let wheels = self.wheels.iter().map(|wheel| format!("    {},\n", wheel.table()));
            let _ = write!(text, "wheels = [\n{}]\n", wheels.collect::<String>());
        }
        let tables = [
            ("optional-dependencies", &self.optional_dependencies),
            ("dev-dependencies", &self.dev_dependencies),
        ];
        for (name, all) in tables.into_iter().filter(|(_, all)| !all.is_empty()) {
            let _ = writeln!(text, "\n[package.{name}]");
            for (group, dependencies) in all {
                write_dependencies(text, group, dependencies);
            }
        }
        if let Some(metadata) = &self.metadata {
            metadata.write(text);
        }
    }

    /// Whether it has files, and all of them are in a folder: of those, uv repeats only the digests that pages have.
    #[must_use]
    pub fn is_in_folder(&self) -> bool {
        let mut files = self.sdist.iter().chain(&self.wheels).peekable();
        files.peek().is_some() && files.all(|file| matches!(file.at, FileAt::Path(_)))
    }
}

impl Source {
    /// `source = { registry = "https://…" }`, if it is there.
    fn read(fields: &Fields) -> Result<Option<Self>, ReadError> {
        let Some(table) = fields.table("source")? else { return Ok(None) };
        let first = table.each(Fields::required)?.into_iter().next();
        Ok(first.map(|(kind, at)| Self { kind, at }))
    }
}

impl File {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        let at = match (fields.text("url")?, fields.text("path")?, fields.text("filename")?) {
            (Some(url), None, None) => FileAt::Url(url),
            (None, Some(path), None) => FileAt::Path(path),
            (None, None, Some(name)) => FileAt::Name(name),
            _ => return Err(fields.wrong("url", "one of 'url', 'path' and 'filename'")),
        };
        Ok(Self { at, hash: fields.text("hash")?, size: fields.size("size")? })
    }

    fn table(&self) -> String {
        let (key, at) = match &self.at {
            FileAt::Url(url) => ("url", url),
            FileAt::Path(path) => ("path", path),
            FileAt::Name(name) => ("filename", name),
        };
        let mut text = format!("{{ {key} = {}", quoted(at));
        if let Some(hash) = &self.hash {
            let _ = write!(text, ", hash = {}", quoted(hash));
        }
        if let Some(size) = self.size {
            let _ = write!(text, ", size = {size}");
        }
        text + " }"
    }
}

impl Dependency {
    fn table(&self) -> String {
        let mut text = format!("{{ name = {}", quoted(&self.name));
        if let Some(version) = &self.version {
            let _ = write!(text, ", version = {}", quoted(version));
        }
        if let Some(Source { kind, at }) = &self.source {
            let _ = write!(text, ", source = {{ {} = {} }}", key(kind), quoted(at));
        }
        if !self.extra.is_empty() {
            let _ = write!(text, ", extra = {}", list(self.extra.iter().map(String::as_str)));
        }
        if let Some(marker) = &self.marker {
            let _ = write!(text, ", marker = {}", quoted(marker));
        }
        text + " }"
    }
}

impl Metadata {
    fn read(fields: &Fields) -> Result<Self, ReadError> {
        Ok(Self {
            requires_dist: requirements(fields, "requires-dist")?,
            provides_extras: fields.texts("provides-extras")?,
            requires_dev: by_name(fields, "requires-dev", requirements)?,
        })
    }

    fn write(&self, text: &mut String) {
        if !self.requires_dist.is_empty() || !self.provides_extras.is_empty() {
            text.push_str("\n[package.metadata]\n");
        }
        if !self.requires_dist.is_empty() {
            write_requirements(text, "requires-dist", &self.requires_dist);
        }
        if !self.provides_extras.is_empty() {
            let extras = list(self.provides_extras.iter().map(String::as_str));
            let _ = writeln!(text, "provides-extras = {extras}");
        }
        if !self.requires_dev.is_empty() {
            text.push_str("\n[package.metadata.requires-dev]\n");
        }
        for (group, all) in &self.requires_dev {
            write_requirements(text, group, all);
        }
    }
}

impl Requirement {
    fn table(&self) -> String {
        let mut text = format!("{{ name = {}", quoted(&self.name));
        if !self.extras.is_empty() {
            let _ = write!(text, ", extras = {}", list(self.extras.iter().map(String::as_str)));
        }
        if let Some(marker) = &self.marker {
            let _ = write!(text, ", marker = {}", quoted(marker));
        }
        if let Some(specifier) = &self.specifier {
            let _ = write!(text, ", specifier = {}", quoted(specifier));
        }
        if let Some(index) = &self.index {
            let _ = write!(text, ", index = {}", quoted(index));
        }
        text + " }"
    }
}

fn dependencies(fields: &Fields, list: &str) -> Result<Vec<Dependency>, ReadError> {
    let read = |one: &Fields| {
        Ok(Dependency {
            name: one.required("name")?,
            version: one.text("version")?,
            source: Source::read(one)?,
            extra: one.texts("extra")?,
            marker: one.text("marker")?,
        })
    };
    fields.tables(list)?.iter().map(read).collect()
}

fn requirements(fields: &Fields, list: &str) -> Result<Vec<Requirement>, ReadError> {
    let read = |one: &Fields| {
        Ok(Requirement {
            name: one.required("name")?,
            extras: one.texts("extras")?,
            marker: one.text("marker")?,
            specifier: one.text("specifier")?,
            index: one.text("index")?,
        })
    };
    fields.tables(list)?.iter().map(read).collect()
}

fn by_name<T>(
    fields: &Fields,
    name: &str,
    read: impl Fn(&Fields, &str) -> Result<Vec<T>, ReadError>,
) -> Result<Vec<(String, Vec<T>)>, ReadError> {
    fields.table(name)?.map_or(Ok(Vec::new()), |table| table.each(read))
}

fn write_markers(text: &mut String, name: &str, markers: &[String]) {
    if !markers.is_empty() {
        let all = markers.iter().map(|marker| format!("    {},\n", quoted(marker)));
        let _ = write!(text, "{name} = [\n{}]\n", all.collect::<String>());
    }
}

fn write_dependencies(text: &mut String, name: &str, dependencies: &[Dependency]) {
    if !dependencies.is_empty() {
        let all = dependencies.iter().map(|one| format!("    {},\n", one.table()));
        let _ = write!(text, "{} = [\n{}]\n", key(name), all.collect::<String>());
    }
}

/// A list of one stands in a line.
fn write_requirements(text: &mut String, name: &str, requirements: &[Requirement]) {
    let _ = match requirements {
        [] => writeln!(text, "{} = []", key(name)),
        [one] => writeln!(text, "{} = [{}]", key(name), one.table()),
        all => {
            let all = all.iter().map(|one| format!("    {},\n", one.table()));
            writeln!(text, "{} = [\n{}]", key(name), all.collect::<String>())
        }
    };
}

impl From<&Package> for LockedPackage {
    fn from(package: &Package) -> Self {
        let files = package.sdist.iter().chain(&package.wheels);
        let all = package.resolution_markers.iter().map(|marker| format!("({marker})"));
        let marker = all.collect::<Vec<_>>().join(" or ");
        Self {
            name: package.name.clone(),
            version: package.version.clone(),
            marker: (!marker.is_empty()).then_some(marker),
            hashes: files.filter_map(|file| file.hash.clone()).collect(),
            is_project: package.source.kind != "registry",
        }
    }
}
