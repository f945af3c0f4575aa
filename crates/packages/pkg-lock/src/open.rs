//! Opens what the command line names: the project and its indexes.

use crate::cli::{SourceArgs, split_name};
use crate::folder::Folder;
use crate::project::{Layout, Rank, Source};
use crate::{Origin, Project};
use anyhow::Context;
use pipe_cli::{Failure, Input};
use pkg_index::{Cache, Indexes, Role, StaticIndex};
use py_locks::LockFile;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The longest `pyproject.toml` that is read. The reader of TOML takes sixty times as much memory.
const LONGEST: u64 = 16 << 20;

/// The longest lock that is read.
const LONGEST_LOCK: u64 = 64 << 20;

const HELP: &str = "--index names a folder, file:// or http://";

/// A project and its text.
pub(crate) fn read_project(file: &Path) -> anyhow::Result<(Project, String)> {
    let mut input = Input::open(Some(file))?;
    let bytes = input.read_up_to(LONGEST)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        anyhow::anyhow!("{}:{line}: the file is not UTF-8", input.name())
    })?;
    let project =
        Project::parse(&text).map_err(|error| anyhow::anyhow!("{}:{error}", file.display()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    // An empty path is the current folder, which has no absolute spelling.
    let folder = std::path::absolute(Path::new(".").join(folder));
    let folder = folder.with_context(|| file.display().to_string())?;
    Ok((project.in_folder(folder), text))
}

/// A lock of any format.
pub(crate) fn read_lock(file: &Path) -> anyhow::Result<LockFile> {
    let mut input = Input::open(Some(file))?;
    let bytes = input.read_up_to(LONGEST_LOCK)?;
    py_locks::read(&bytes).map_err(|error| match error.position {
        Some(place) => input.error_at(place.line, place.column, error),
        None => anyhow::anyhow!("{}: {error}", input.name()),
    })
}

/// The indexes, and what locks call them.
#[derive(Debug)]
pub(crate) struct Opened {
    cache: Option<Arc<Cache>>,
    pub(crate) indexes: Indexes,
    pub(crate) origins: Vec<Origin>,
}

impl Opened {
    /// Says what went wrong with the cache, which stops nobody.
    pub(crate) fn warn_of_cache(&self) {
        for trouble in self.cache.iter().flat_map(|cache| cache.troubles()) {
            pipe_cli::warning(format!("the cache: {trouble}"));
        }
    }

    /// The addresses, for messages.
    pub(crate) fn roots(&self) -> String {
        self.indexes.roots().collect::<Vec<_>>().join(", ")
    }
}

/// An index that is to be opened.
struct Named {
    address: String,
    /// The same as it is spelled, and the folder from which a path starts.
    spelled: (String, PathBuf),
    names: Vec<String>,
    role: Role,
    origin: Origin,
    /// What a folder has to hold, as the project says.
    layout: Option<Layout>,
}

impl Named {
    fn new(source: &Source, project: &Project) -> Self {
        let mut origin = Origin::at(&source.url);
        origin.note(source);
        Self {
            address: address(source, project),
            spelled: (source.url.clone(), project.folder.clone()),
            names: vec![source.name.clone()],
            role: role(source.rank),
            origin,
            layout: source.layout,
        }
    }

    /// uv reads a folder by what its table says, and finds nothing in another one.
    fn is_as_said(&self, index: &StaticIndex) -> anyhow::Result<()> {
        let is_flat = index.folder().map(|_| index.is_flat());
        let (found, help) = match (self.layout, is_flat) {
            (Some(Layout::Pages), Some(true)) => (
                "the folder holds wheels and no pages",
                "in tool.uv.index it is a folder of wheels with format = \"flat\"",
            ),
            (Some(Layout::Flat), Some(false)) => (
                "the folder holds pages, not wheels alone",
                "in tool.uv.index it is a folder of pages without format = \"flat\", and find-links has none",
            ),
            _ => return Ok(()),
        };
        Err(Failure::new(format!("{}: {found}", self.address)).help(help).into())
    }

    /// The index, and what locks call it.
    fn open(&self, project: &Project) -> anyhow::Result<(StaticIndex, Origin)> {
        let index =
            StaticIndex::open(&self.address).map_err(|error| Failure::new(error).help(HELP))?;
        self.is_as_said(&index)?;
        // An index of the project is named as there, wherever it is read today.
        let (spelled, from) = match &self.origin.uv {
            Some(url) => (url, &project.folder),
            None => (&self.spelled.0, &self.spelled.1),
        };
        let folder = Folder::new(spelled, from, &project.folder, index.folder());
        // Without what the address says about the user.
        let address = index.root().to_owned();
        Ok((index, Origin { address, folder, ..self.origin.clone() }))
    }
}

/// The indexes that are named, `ADDRESS` or `NAME=ADDRESS`, else the project's own. They wait at most
/// `patience` for an answer, and keep what they get in the cache.
pub(crate) fn open_indexes(
    arguments: &SourceArgs,
    project: &Project,
    patience: Option<Duration>,
) -> anyhow::Result<Opened> {
    let named = &arguments.index;
    let folder = arguments.cache_dir.clone().or_else(Cache::usual_folder);
    let cache = folder.filter(|_| !arguments.no_cache).map(|folder| Arc::new(Cache::new(folder)));
    let mut all =
        if named.is_empty() { of_project(project) } else { of_arguments(named, project)? };
    for tie in project.ties.values() {
        let is_there = all.iter().any(|one| one.names.contains(&tie.index));
        let source = project.sources.iter().find(|source| source.name == tie.index);
        if let Some(source) = source.filter(|_| !is_there) {
            all.push(Named { role: Role::Explicit, ..Named::new(source, project) });
        }
    }
    if all.is_empty() {
        let failure = Failure::new("no package index: neither --index nor the project names one");
        return Err(failure.help(HELP).into());
    }
    let (mut indexes, mut origins) = (Vec::new(), Vec::new());
    for one in &all {
        let (mut index, origin) = one.open(project)?;
        if let Some(left) = patience {
            index = index.with_patience(left);
        }
        if let Some(cache) = &cache {
            index = index.with_cache(Arc::clone(cache));
        }
        origins.push(origin);
        indexes.push((index, one.role));
    }
    let mut indexes = Indexes::new(indexes);
    for name in indexes.passed_over() {
        pipe_cli::warning(format!("passed over {name}"));
    }
    for (package, tie) in &project.ties {
        if let Some(place) = all.iter().position(|one| one.names.contains(&tie.index)) {
            indexes.tie(package.clone(), place);
        }
    }
    Ok(Opened { cache, indexes, origins })
}

/// Where an index of the project is: its paths start from its folder.
fn address(source: &Source, project: &Project) -> String {
    if source.url.contains("://") {
        return source.url.clone();
    }
    project.folder.join(&source.url).to_string_lossy().into_owned()
}

fn role(rank: Rank) -> Role {
    match rank {
        Rank::Ordinary | Rank::Last => Role::Ordinary,
        Rank::Explicit => Role::Explicit,
        Rank::Beside => Role::Beside,
    }
}

/// The project's ordinary indexes, those that come last, and the folders beside them; each address once.
fn of_project(project: &Project) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for rank in [Rank::Ordinary, Rank::Last, Rank::Beside] {
        let mut of_rank: Vec<&Source> =
            project.sources.iter().filter(|source| source.rank == rank).collect();
        if rank == Rank::Beside {
            // Of several that have a version, uv takes the first by address.
            of_rank.sort_by_key(|source| address(source, project));
        }
        for source in of_rank {
            let address = address(source, project);
            let same = |one: &&mut Named| {
                one.role == role(rank)
                    && one.address.trim_end_matches('/') == address.trim_end_matches('/')
            };
            match all.iter_mut().find(same) {
                Some(known) => {
                    known.names.push(source.name.clone());
                    known.layout = known.layout.or(source.layout);
                    known.origin.note(source);
                }
                None => all.push(Named::new(source, project)),
            }
        }
    }
    all
}

/// Those of the command line. The only one stands for the project's first, wherever that is read today.
fn of_arguments(named: &[String], project: &Project) -> anyhow::Result<Vec<Named>> {
    let here = std::env::current_dir().context("the current folder")?;
    let named = named.iter().map(|text| {
        let (name, address) = split_name(text);
        let source = project.sources.iter().find(|source| Some(source.name.as_str()) == name);
        let mut origin = Origin::at(address);
        if let Some(source) = source {
            origin.note(source);
        } else if named.len() == 1 {
            origin = Origin::of(project, address);
        }
        Named {
            address: address.to_owned(),
            spelled: (address.to_owned(), here.clone()),
            names: name.into_iter().map(str::to_owned).collect(),
            role: source.map_or(Role::Ordinary, |source| role(source.rank)),
            origin,
            layout: None,
        }
    });
    Ok(named.collect())
}
