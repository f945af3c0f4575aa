//! Uploads an index to another one: devpi, or whatever speaks the upload API of PyPI.
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
use std::sync::Mutex;
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
/// The folder is no index, the server does not answer or refuses, or it has other files of these
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
    let Plan { missing, n_there } = plan(&local, remote.as_ref(), args.jobs)?;
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
            pipe_cli::note(format!("{told}, {n_left} are left; publishing again goes on"));
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
            "{}: the file is not the one in the index, whose digest is another",
            path.display()
        );
        Ok(bytes)
    }
}

/// What is to be done.
struct Plan {
    missing: Vec<Item>,
    n_there: usize,
}

/// Compares the two indexes; the remote one may be unknown.
fn plan(local: &LocalIndex, remote: Option<&StaticIndex>, jobs: u16) -> anyhow::Result<Plan> {
    let plan = Mutex::new((Vec::new(), Vec::new(), 0));
    each(jobs, &local.names()?, |name| {
        let project = local.pages.project(name)?;
        let project = project.with_context(|| format!("the index has no page of {name}"))?;
        let there = match remote {
            Some(remote) => remote.project(name)?.map_or_else(Vec::new, |project| project.files),
            None => Vec::new(),
        };
        let mut plan = plan.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for file in project.files {
            let same = there.iter().find(|other| other.filename == file.filename);
            match same.map(|other| other.sha256) {
                Some(digest) if digest == file.sha256 => plan.2 += 1,
                Some(Some(_)) => plan.1.push(file.filename),
                Some(None) | None => plan.0.push(Item { name: name.clone(), file }),
            }
        }
        Ok(())
    })?;
    let (mut missing, mut different, n_there) =
        plan.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    missing.sort_by(|a, b| a.file.filename.cmp(&b.file.filename));
    different.sort();
    if let Some(first) = different.first() {
        let (message, n) = ("nothing was published: the server has another file", different.len());
        bail!(
            "{message} {first}{}",
            if n > 1 { format!(", and {} more", n - 1) } else { String::new() }
        );
    }
    Ok(Plan { missing, n_there })
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
    let there = match remote {
        Some(remote) => remote.project(name)?.map_or_else(Vec::new, |project| project.files),
        None => {
            let message = format!("{}: the server has a file of this name: {said}", file.filename);
            let help = "name its simple pages with --check-url URL, so that they can be compared";
            return Err(Failure::new(message).help(help).into());
        }
    };
    let is_same = |other: &File| other.filename == file.filename && other.sha256 == file.sha256;
    ensure!(
        there.iter().any(is_same),
        "{}: the server has another file of this name",
        file.filename
    );
    Ok(())
}

/// Does `work` for each item on several threads; the first error ends it.
fn each<T: Sync>(
    jobs: u16,
    items: &[T],
    work: impl Fn(&T) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let queue = Mutex::new((items.iter(), None));
    let lock = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = {
                        let mut queue = lock();
                        if queue.1.is_some() { None } else { queue.0.next() }
                    };
                    let Some(item) = next else { return };
                    if let Err(error) = work(item) {
                        lock().1.get_or_insert(error);
                    }
                }
            });
        }
    });
    let first_error = lock().1.take();
    first_error.map_or(Ok(()), Err)
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
