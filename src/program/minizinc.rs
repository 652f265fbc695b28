//! What MiniZinc has to know of this solver: a configuration and a library of redefinitions.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::report;
use super::status::Status;

/// The configuration, and what in it names the program.
const CONFIGURATION: &str = include_str!("../../share/minizinc/solvers/houserules.msc");
const EXECUTABLE: &str = "../../../bin/fzn-houserules";

/// The name by which a copy of the program knows that it is asked to solve FlatZinc.
pub const FZN: &str = "fzn-houserules";

macro_rules! library {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../share/minizinc/houserules/", $name)))),+]
    };
}

/// The files of the library: what is native here, and how it is named in FlatZinc.
const LIBRARY: &[(&str, &str)] = library![
    "fzn_all_different_int.mzn",
    "fzn_all_different_int_reif.mzn",
    "fzn_all_equal_int.mzn",
    "fzn_all_equal_int_reif.mzn",
    "fzn_alldifferent_except.mzn",
    "fzn_alldifferent_except_0.mzn",
    "fzn_alldifferent_except_0_reif.mzn",
    "fzn_alldifferent_except_reif.mzn",
    "fzn_among.mzn",
    "fzn_among_reif.mzn",
    "fzn_at_least_int.mzn",
    "fzn_at_least_int_reif.mzn",
    "fzn_at_most_int.mzn",
    "fzn_at_most_int_reif.mzn",
    "fzn_bin_packing.mzn",
    "fzn_bin_packing_capa.mzn",
    "fzn_bin_packing_capa_reif.mzn",
    "fzn_bin_packing_load.mzn",
    "fzn_bin_packing_load_reif.mzn",
    "fzn_bin_packing_reif.mzn",
    "fzn_circuit.mzn",
    "fzn_circuit_reif.mzn",
    "fzn_count_eq.mzn",
    "fzn_count_eq_reif.mzn",
    "fzn_count_geq.mzn",
    "fzn_count_geq_reif.mzn",
    "fzn_count_gt.mzn",
    "fzn_count_gt_reif.mzn",
    "fzn_count_leq.mzn",
    "fzn_count_leq_reif.mzn",
    "fzn_count_lt.mzn",
    "fzn_count_lt_reif.mzn",
    "fzn_count_neq.mzn",
    "fzn_count_neq_reif.mzn",
    "fzn_cumulative.mzn",
    "fzn_cumulative_reif.mzn",
    "fzn_decreasing_bool.mzn",
    "fzn_decreasing_bool_reif.mzn",
    "fzn_decreasing_int.mzn",
    "fzn_decreasing_int_reif.mzn",
    "fzn_disjunctive.mzn",
    "fzn_disjunctive_reif.mzn",
    "fzn_disjunctive_strict.mzn",
    "fzn_disjunctive_strict_reif.mzn",
    "fzn_exactly_int.mzn",
    "fzn_exactly_int_reif.mzn",
    "fzn_global_cardinality.mzn",
    "fzn_global_cardinality_closed.mzn",
    "fzn_global_cardinality_closed_reif.mzn",
    "fzn_global_cardinality_low_up.mzn",
    "fzn_global_cardinality_low_up_closed.mzn",
    "fzn_global_cardinality_low_up_closed_reif.mzn",
    "fzn_global_cardinality_low_up_reif.mzn",
    "fzn_global_cardinality_reif.mzn",
    "fzn_increasing_bool.mzn",
    "fzn_increasing_bool_reif.mzn",
    "fzn_increasing_int.mzn",
    "fzn_increasing_int_reif.mzn",
    "fzn_inverse.mzn",
    "fzn_inverse_reif.mzn",
    "fzn_lex_less_bool.mzn",
    "fzn_lex_less_bool_reif.mzn",
    "fzn_lex_less_int.mzn",
    "fzn_lex_less_int_reif.mzn",
    "fzn_lex_lesseq_bool.mzn",
    "fzn_lex_lesseq_bool_reif.mzn",
    "fzn_lex_lesseq_int.mzn",
    "fzn_lex_lesseq_int_reif.mzn",
    "fzn_member_int.mzn",
    "fzn_member_int_reif.mzn",
    "fzn_nvalue.mzn",
    "fzn_nvalue_reif.mzn",
    "fzn_regular.mzn",
    "fzn_regular_reif.mzn",
    "fzn_sort.mzn",
    "fzn_sort_reif.mzn",
    "fzn_strictly_decreasing_int.mzn",
    "fzn_strictly_decreasing_int_reif.mzn",
    "fzn_strictly_increasing_int.mzn",
    "fzn_strictly_increasing_int_reif.mzn",
    "fzn_subcircuit.mzn",
    "fzn_subcircuit_reif.mzn",
    "fzn_symmetric_all_different.mzn",
    "fzn_symmetric_all_different_reif.mzn",
    "fzn_table_bool.mzn",
    "fzn_table_bool_reif.mzn",
    "fzn_table_int.mzn",
    "fzn_table_int_reif.mzn",
    "fzn_value_precede_chain_int.mzn",
    "fzn_value_precede_chain_int_reif.mzn",
    "fzn_value_precede_int.mzn",
    "fzn_value_precede_int_reif.mzn",
    "redefinitions-2.0.mzn",
];

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

fn write(folder: &Path) -> Result<(), (PathBuf, io::Error)> {
    let [solvers, library, programs] =
        ["solvers", "houserules", "bin"].map(|part| folder.join(part));
    for part in [&solvers, &library, &programs] {
        fs::create_dir_all(part).map_err(|error| (part.clone(), error))?;
    }
    let file = format!("{FZN}{}", std::env::consts::EXE_SUFFIX);
    let program = programs.join(&file);
    name_as(&program).map_err(|error| (program.clone(), error))?;
    let configuration = CONFIGURATION.replace(EXECUTABLE, &format!("../bin/{file}"));
    let files = LIBRARY.iter().map(|&(name, text)| (library.join(name), text.to_owned()));
    for (path, text) in files.chain([(solvers.join("houserules.msc"), configuration)]) {
        fs::write(&path, text).map_err(|error| (path, error))?;
    }
    Ok(())
}

/// Gives `houserules fzn` a name of its own. MiniZinc would look through a link.
fn name_as(name: &Path) -> io::Result<()> {
    let program = std::env::current_exe()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let quoted = program.to_string_lossy().replace('\'', "'\\''");
        fs::write(name, format!("#!/bin/sh\nexec '{quoted}' fzn \"$@\"\n"))?;
        fs::set_permissions(name, fs::Permissions::from_mode(0o755))
    }
    #[cfg(not(unix))]
    fs::copy(program, name).map(|_| ())
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
