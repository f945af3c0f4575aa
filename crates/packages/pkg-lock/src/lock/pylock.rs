//! `pylock.toml`, the main group only.

use super::{Lock, Locked, pythons};
use crate::error::Error;
use crate::project::Project;
use crate::requirement::Marker;
use pkg_index::{File, FileKind};
use py_locks::pylock;

pub(super) fn document(lock: &Lock, project: &Project) -> Result<pylock::Lock, Error> {
    Ok(pylock::Lock {
        created_by: "pkg-lock".to_owned(),
        requires_python: project.requires_python.as_ref().map(pythons).transpose()?,
        packages: lock.main().map(|(locked, marker)| package(locked, marker, lock)).collect(),
    })
}

fn package(locked: &Locked, marker: &Marker, lock: &Lock) -> pylock::Package {
    let archive = locked.files.iter().find(|file| file.kind == FileKind::Source);
    let wheels = locked.files.iter().filter(|file| file.kind == FileKind::Wheel);
    pylock::Package {
        name: locked.name.to_string(),
        version: Some(locked.version.clone()),
        marker: marker.as_text(),
        requires_python: locked.requires_python.clone(),
        index: lock.origin(locked).map(|origin| origin.address.clone()),
        sdist: archive.map(file),
        wheels: wheels.map(file).collect(),
    }
}

fn file(file: &File) -> pylock::File {
    let digest = file.sha256.map(|digest| ("sha256".to_owned(), digest.to_string()));
    pylock::File {
        name: Some(file.filename.clone()),
        url: Some(file.url.clone()),
        size: file.size,
        hashes: digest.into_iter().collect(),
    }
}
