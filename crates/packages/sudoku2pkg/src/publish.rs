//! Uploads an index to another one: devpi, or whatever speaks the upload API of `PyPI`.
//!
//! First it is seen what is there already: a file of the same name and digest is left alone, one of
//! another digest is an error before anything is uploaded. Then the rest is uploaded, several
//! files at a time. So publishing again changes nothing, and after a failure it goes on where it was.
//!
//! The password comes from `SUDOKU2PKG_PASSWORD` or is asked for; it is neither an argument,
//! which others could see, nor printed.

mod form;
mod progress;
mod server;

use crate::index::manifest::Manifest;
use anyhow::{Context, bail, ensure};
use clap::Args;
use pipe_cli::Failure;
use pkg_index::{File, Index, PackageName, Sha256, StaticIndex};
use progress::Progress;
use server::{Login, Server, Uploaded};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use sudoku_packages::CellPackages;
use url::Url;

/// The arguments of `sudoku2pkg publish`.
#[derive(Debug, Clone, Args)]
pub struct PublishArgs {
    /// The index, as `sudoku2pkg index` writes it
    pub dir: PathBuf,

    /// Where to upload it: `http://HOST/USER/INDEX/` for devpi
    pub url: Url,

    /// The user; the password is in `SUDOKU2PKG_PASSWORD` or is asked for
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,

    /// The simple pages that tell what is there already; those of devpi are known
    #[arg(long, value_name = "URL")]
    pub check_url: Option<Url>,

    /// How many files are uploaded at a time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: u16,
}

/// Publishes the index.
///
/// # Errors
/// The folder is not an index, the server does not answer or refuses, or it has other files of these
/// names.
pub fn run(args: &PublishArgs) -> anyhow::Result<()> {
    let is_http = matches!(args.url.scheme(), "http" | "https");
    ensure!(is_http, "found {}, expected an address of http or https", args.url.scheme());
    let is_secret = args.url.password().is_some() || !args.url.username().is_empty();
    ensure!(!is_secret, "the address has a user in it, expected it in --user");
    let local = LocalIndex::open(&args.dir)?;
    let login = args.user.as_deref().map(|user| login(user, &args.url)).transpose()?;
    let server = Server::open(&args.url, login.as_ref())?;
    let check_url = args.check_url.clone().or_else(|| server.simple_pages());
    let remote = check_url.map(|url| StaticIndex::open(url.as_str())).transpose()?;
    let Plan { missing, n_there, .. } = plan(&local, remote.as_ref(), args.jobs)?;
    let progress = Progress::new(missing.len());
    let result = each(args.jobs, &missing, |item| {
        upload(&local, &server, remote.as_ref(), item)?;
        progress.advance();
        Ok(())
    });
    let n_done = progress.finish();
    let told = format!("{n_done} files published, {n_there} were there already");
    match result {
        Ok(()) => pipe_cli::note(told),
        Err(error) => {
            let n_left = missing.len() - n_done;
            pipe_cli::note(format!("{told}, {n_left} are left; publishing again continues"));
            return Err(error);
        }
    }
    Ok(())
}

/// A file of the index and the project it belongs to.
struct Item {
    name: PackageName,
    file: File,
}

/// The index that is published.
struct LocalIndex {
    folder: PathBuf,
    pages: StaticIndex,
    packages: CellPackages,
}

impl LocalIndex {
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let named = || folder.display().to_string();
        let Some(manifest) = Manifest::read(folder)? else {
            let message = format!("{}: found no index of cells", named());
            return Err(Failure::new(message).help(format!("sudoku2pkg index {}", named())).into());
        };
        let path = folder.to_str().with_context(named)?;
        Ok(Self {
            folder: folder.to_owned(),
            pages: StaticIndex::open(path)?,
            packages: CellPackages::new(manifest.geometry),
        })
    }

    fn names(&self) -> anyhow::Result<Vec<PackageName>> {
        let geometry = self.packages.geometry();
        let name = |index| Ok(self.packages.name(geometry.cell(index)).parse()?);
        (0..geometry.n_cells()).map(name).collect()
    }

    /// The bytes of a wheel, which must be those that its page promises.
    fn wheel(&self, file: &File) -> anyhow::Result<Vec<u8>> {
        let path = self.folder.join("files").join(&file.filename);
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        ensure!(
            file.sha256 == Some(Sha256::of(&bytes)),
            "{}: the file differs from the one in the index, whose digest is another",
            path.display()
        );
        Ok(bytes)
    }
}

/// How two indexes differ.
#[derive(Default)]
struct Plan {
    missing: Vec<Item>,
    /// The names of files that are others on the other side.
    different: Vec<String>,
    n_there: usize,
}

/// Compares the two indexes; the remote one may be unknown.
fn plan(local: &LocalIndex, remote: Option<&StaticIndex>, jobs: u16) -> anyhow::Result<Plan> {
    let plan = Mutex::new(Plan::default());
    each(jobs, &local.names()?, |name| {
        let files = files_of(&local.pages, name)?;
        let there = remote.map_or(Ok(Vec::new()), |remote| files_of(remote, name))?;
        let mut plan = locked(&plan);
        for file in files {
            let same = there.iter().find(|other| other.filename == file.filename);
            match same.map(|other| other.sha256) {
                Some(digest) if digest == file.sha256 => plan.n_there += 1,
                Some(Some(_)) => plan.different.push(file.filename),
                Some(None) | None => plan.missing.push(Item { name: name.clone(), file }),
            }
        }
        Ok(())
    })?;
    let mut plan = std::mem::take(&mut *locked(&plan));
    if let Some(first) = plan.different.iter().min() {
        let others = plan.different.len() - 1;
        let and = if others > 0 { format!(" and {others} more") } else { String::new() };
        bail!("nothing was published: the server has another {first}{and}");
    }
    plan.missing.sort_by(|a, b| a.file.filename.cmp(&b.file.filename));
    Ok(plan)
}

fn upload(
    local: &LocalIndex,
    server: &Server,
    remote: Option<&StaticIndex>,
    Item { name, file }: &Item,
) -> anyhow::Result<()> {
    let metadata = local.pages.metadata(file)?;
    let form = form::form(&file.filename, &metadata, &local.wheel(file)?);
    let Uploaded::IsThere(said) = server.upload(&form).with_context(|| file.filename.clone())?
    else {
        return Ok(());
    };
    // Perhaps it arrived and the answer was lost, or somebody else is publishing the same.
    let Some(remote) = remote else {
        let message = format!("{}: the server has a file of this name: {said}", file.filename);
        let help = "name its simple pages with --check-url URL, so that they can be compared";
        return Err(Failure::new(message).help(help).into());
    };
    let there = files_of(remote, name)?;
    let is_same = |other: &File| other.filename == file.filename && other.sha256 == file.sha256;
    ensure!(
        there.iter().any(is_same),
        "{}: the server has another file of this name",
        file.filename
    );
    Ok(())
}

/// The files of a project; none if the index does not have it.
fn files_of(index: &StaticIndex, name: &PackageName) -> anyhow::Result<Vec<File>> {
    Ok(index.project(name)?.map_or_else(Vec::new, |project| project.files))
}

/// Does `work` for each item on several threads; the first error ends it.
fn each<T: Sync>(
    jobs: u16,
    items: &[T],
    work: impl Fn(&T) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let queue = Mutex::new(items.iter());
    let failure = Mutex::new(None);
    let next = || locked(&queue).next().filter(|_| locked(&failure).is_none());
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(item) = next() {
                    if let Err(error) = work(item) {
                        locked(&failure).get_or_insert(error);
                    }
                }
            });
        }
    });
    let failure = locked(&failure).take();
    failure.map_or(Ok(()), Err)
}

/// Locks a value; a thread that panicked has left it whole, since each step changes one thing.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks for the password if the environment has none.
fn login(user: &str, url: &Url) -> anyhow::Result<Login> {
    let password = match std::env::var("SUDOKU2PKG_PASSWORD") {
        Ok(password) => password,
        Err(_) => {
            rpassword::prompt_password(format!("password of {user} at {url}: ")).map_err(|_| {
                Failure::new(format!(
                    "there is no password of user '{user}' and no terminal to ask"
                ))
                .help("set SUDOKU2PKG_PASSWORD")
            })?
        }
    };
    Ok(Login { user: user.to_owned(), password })
}
