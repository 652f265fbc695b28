//! The command line: what can be asked for, and how it is explained.

use std::ffi::OsString;
use std::path::Path;

use clap::{CommandFactory, Parser, Subcommand};

use super::lists;
use super::minizinc;
use super::status::Status;

mod candidates;
mod check;
mod convert;
mod count;
mod fzn;
mod generate;
mod late;
mod rate;
mod shared;
mod show;
mod solve;
mod words;

pub use candidates::Candidates;
pub use check::Check;
pub use convert::Convert;
pub use count::Count;
pub use fzn::Fzn;
pub use generate::Generate;
pub use late::Late;
pub use rate::Rate;
pub use shared::{Input, Work};
pub use show::Show;
pub use solve::Solve;

const EXIT_STATUS: &str = "\
Exit status:
  0    every puzzle has its answer
  1    some puzzle has no solution (or, with --unique, several)
  2    bad input or usage, or a file that cannot be read or written
  3    some answer is not known: a limit was reached
  130  interrupted (Ctrl-C)
  Where several apply, 2 comes before 3, and 3 before 1.";

const EXAMPLES: &str = "\
Examples:
  houserules solve puzzle.txt             one puzzle, answered in the form it came in
  houserules solve --unique many.txt      one line a puzzle: its only solution, or # and why not
  houserules solve --shape 9x9+x x.txt    the diagonals count too
  houserules count --limit 1000 -         so many solutions, or >=1000
  echo 1.............4. | houserules      without a command, `solve` is meant";

/// Solves sudoku and its kin: any size, any boxes or regions, extra groups, one puzzle or ten million.
///
/// Reads FILEs, or standard input, in any form it knows, and answers in the same form.
#[derive(Parser)]
#[command(name = "houserules", version, subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = EXIT_STATUS, after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
#[command(max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Solve each puzzle
    ///
    /// A puzzle a line gives exactly one line a puzzle, in order: the solution, or a line that begins
    /// with `#` and says why there is none. A grid gives a grid; what has no solution is told on
    /// standard error, and standard output holds solutions only, with a blank line between them.
    Solve(Late<Solve>),
    /// Count the solutions of each puzzle
    ///
    /// One line a puzzle: the number of its solutions; `>=N` where a limit ended the count (the exit
    /// status is 3 if that was a limit of time or nodes); a line that begins with `#` for a puzzle that
    /// could not be read. Status 1 means that some puzzle has no solution.
    Count(Late<Count>),
    /// Say what is right or wrong with each puzzle
    ///
    /// A line a puzzle: `unique`; `several solutions` (and the cells in which two of them differ, and
    /// these two); `no solution` (and why, down to a smallest set of givens that has none); `solved` for
    /// a full grid; `unknown` if a limit was reached. Where a solution stands beside the puzzle, in a
    /// further field, it is judged too: `wrong solution` names the cell. The exit status is 1 if not
    /// every puzzle is right.
    Check(Late<Check>),
    /// Show what can still stand in each cell
    ///
    /// Pencil marks: what no given in the same row, column, region or other group rules out; with
    /// --true, what stands there in some solution.
    Candidates(Late<Candidates>),
    /// Say how hard puzzles are for people, and tell the steps that solve them
    ///
    /// A line for each: the level (`easy`, `medium`, `hard`, `expert`, `extreme`), how much work it is, and the
    /// hardest technique that is needed; `search` where the techniques do not suffice. A puzzle that is turned,
    /// mirrored or written in other signs is as hard as before.
    Rate(Late<Rate>),
    /// Write the same puzzles in another form
    Convert(Late<Convert>),
    /// Make new puzzles
    ///
    /// Each has exactly one solution, which is proved. The same seed makes the same puzzles on any machine,
    /// with any number of threads; without --seed, the seed is told on standard error. If a puzzle that is
    /// as it should be is not found, standard error says so and the exit status is 3.
    Generate(Late<Generate>),
    /// Draw a puzzle
    Show(Late<Show>),
    /// Solve a FlatZinc file, as MiniZinc asks it of a solver
    ///
    /// Options, solutions, the lines between and behind them and statistics are those that MiniZinc
    /// expects. The exit status is 2 if the file cannot be read or understood, and otherwise 0.
    Fzn(Late<Fzn>),
    /// List the shapes that have a name, and the extra groups
    Shapes,
    /// List the forms of text that can be read and written
    Forms,
    /// Print what a shell needs to complete commands and options
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of a command
    Man {
        /// The command
        command: Option<String>,
    },
}

/// The command that was typed; a mistake, a question for help or the version is answered here.
pub fn parse(mut typed: Vec<OsString>) -> Result<Command, Status> {
    let own = typed.first().map(Path::new).and_then(Path::file_stem);
    if own.is_some_and(|name| name == minizinc::FZN) {
        typed.insert(1, "fzn".into());
    }
    if implies_solve(typed.get(1)) {
        typed.insert(1.min(typed.len()), "solve".into());
    }
    match Arguments::try_parse_from(typed) {
        Ok(arguments) => Ok(arguments.command),
        Err(error) => {
            let printed = error.print();
            Err(match error.use_stderr() {
                true => Status::BadInput,
                false => lists::written(printed),
            })
        }
    }
}

/// Without a command, `solve` is meant: nothing at all, an option, or a file that is there.
fn implies_solve(first: Option<&OsString>) -> bool {
    let Some(first) = first else { return true };
    match first.to_str() {
        Some("-h" | "--help" | "-V" | "--version" | "help") => false,
        Some(name) if Command::has_subcommand(name) => false,
        Some(name) if name.starts_with('-') => true,
        _ => Path::new(first).is_file(),
    }
}

/// What a shell needs to complete commands and options.
pub fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "houserules", &mut script);
    script
}

/// The manual page of the program or of a command, in the language of `man`.
pub fn manual(of: Option<&str>) -> Result<Vec<u8>, String> {
    let mut program = Arguments::command();
    program.build();
    let page = match of {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name).cloned();
            command.ok_or_else(|| format!("no command is called `{name}`"))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The usage, as told to somebody who typed nothing.
pub fn usage() -> String {
    Arguments::command().render_help().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
