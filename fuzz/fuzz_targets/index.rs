//! Any page, metadata file or wheel: no panic; a file of a page is of the page's project and has an address;
//! metadata that is written as it was understood is understood the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pkg_index::{Metadata, Project, metadata_of_wheel, project_from_html, project_from_json};

const AT: &str = "http://127.0.0.1:1/simple/a/";

fuzz_target!(|bytes: &[u8]| {
    let name = "a".parse().expect("a name");
    for read in [project_from_html, project_from_json] {
        if let Ok(Project { files, .. }) = read(&name, AT, bytes) {
            for file in files {
                assert!(file.filename.to_ascii_lowercase().starts_with('a'));
                assert!(file.url.contains(':') && !file.url.contains('#'));
            }
        }
    }
    let _ = metadata_of_wheel("a.whl", bytes);
    let Ok(metadata) = Metadata::parse("METADATA", bytes) else { return };
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        text += &format!("{name}: {}\n", value.replace('\n', "\n "));
    };
    header("Name", &metadata.name);
    header("Version", &metadata.version);
    for required in &metadata.requires_dist {
        header("Requires-Dist", required);
    }
    let again = Metadata::parse("METADATA", text.as_bytes()).expect("headers are metadata");
    assert_eq!(
        (again.name, again.version, again.requires_dist),
        (metadata.name, metadata.version, metadata.requires_dist)
    );
});
