//! What MiniZinc has to know of this solver: a configuration and a library of redefinitions.

use std::fs;
use std::io;
use std::path::Path;

use super::report;
use super::status::Status;

/// The configuration, and what in it names the program.
const CONFIGURATION: &str = include_str!("../../share/minizinc/solvers/houserules.msc");
const EXECUTABLE: &str = "../../../bin/houserules";

/// The files of the library.
const LIBRARY: &[(&str, &str)] = &[];

/// Writes configuration and library into a folder, from where MiniZinc reads them.
pub fn install(folder: &Path) -> Status {
    match write(folder) {
        Ok(()) => {
            let solvers = folder.join("solvers");
            report::line(&format!(
                "written; MiniZinc finds it with MZN_SOLVER_PATH={}",
                solvers.display()
            ));
            Status::Solved
        }
        Err((path, error)) => {
            report::line(&format!("{}: {}", path.display(), report::in_words(&error)));
            Status::BadInput
        }
    }
}

fn write(folder: &Path) -> Result<(), (std::path::PathBuf, io::Error)> {
    let (solvers, library) = (folder.join("solvers"), folder.join("houserules"));
    for part in [&solvers, &library] {
        fs::create_dir_all(part).map_err(|error| (part.clone(), error))?;
    }
    let program = std::env::current_exe().map_err(|error| ("this program".into(), error))?;
    let program = program.to_string_lossy().replace('\\', "/");
    let configuration = CONFIGURATION.replace(EXECUTABLE, &program);
    let files = LIBRARY.iter().map(|&(name, text)| (library.join(name), text.to_owned()));
    for (path, text) in files.chain([(solvers.join("houserules.msc"), configuration)]) {
        fs::write(&path, text).map_err(|error| (path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_library_is_in_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("share/minizinc/houserules");
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, LIBRARY.iter().map(|file| file.0).collect::<Vec<_>>());
    }

    #[test]
    fn the_configuration_names_the_program_once() {
        assert_eq!(CONFIGURATION.matches(EXECUTABLE).count(), 1);
    }
}
