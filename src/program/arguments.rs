//! The command line: what can be asked for, and how it is explained.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use houserules::Budget;
use houserules::grid::{
    FORMS, Form, Level, Shape, Symbols, Symmetry, VARIANT_FORMS, form, variant_form,
};

use super::bench::{Ask, Question};
use super::convert::To;
use super::input::From;
use super::minizinc;
use super::status::Status;
use super::style::Style;

const INPUT: &str = "Input";
const ANSWERS: &str = "Answers";
const PUZZLES: &str = "Puzzles";
const SEARCH: &str = "Search";
const LIMITS: &str = "Limits (for each puzzle)";
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
    Solve(Solve),
    /// Count the solutions of each puzzle
    ///
    /// One line a puzzle: the number of its solutions; `>=N` where a limit ended the count (the exit
    /// status is 3 if that was a limit of time or nodes); a line that begins with `#` for a puzzle that
    /// could not be read. Status 1 means that some puzzle has no solution.
    Count(Count),
    /// Say what is right or wrong with each puzzle
    ///
    /// A line a puzzle: `unique`; `several solutions` (and the cells in which two of them differ, and
    /// these two); `no solution` (and why, down to a smallest set of givens that has none); `solved` for
    /// a full grid; `unknown` if a limit was reached. Where a solution stands beside the puzzle, in a
    /// further field, it is judged too: `wrong solution` names the cell. The exit status is 1 if not
    /// every puzzle is right.
    Check(Check),
    /// Show what can still stand in each cell
    ///
    /// Pencil marks: what no given in the same row, column, region or other group rules out; with
    /// --true, what stands there in some solution.
    Candidates(Candidates),
    /// Say how hard puzzles are for people, and tell the steps that solve them
    ///
    /// A line for each: the level (`easy`, `medium`, `hard`, `expert`, `extreme`), how much work it is, and the
    /// hardest technique that is needed; `search` where the techniques do not suffice. A puzzle that is turned,
    /// mirrored or written in other signs is as hard as before.
    Rate(Rate),
    /// Write the same puzzles in another form
    Convert(Convert),
    /// Make new puzzles
    ///
    /// Each has exactly one solution, which is proved. The same seed makes the same puzzles on any machine,
    /// with any number of threads; without --seed, the seed is told on standard error. If a puzzle that is
    /// as it should be is not found, standard error says so and the exit status is 3.
    Generate(Generate),
    /// Draw a puzzle
    Show(Show),
    /// Solve a FlatZinc file, as MiniZinc asks it of a solver
    ///
    /// Options, solutions, the lines between and behind them and statistics are those that MiniZinc
    /// expects. The exit status is 2 if the file cannot be read or understood, and otherwise 0.
    Fzn(Fzn),
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

/// What is read.
#[derive(Args)]
pub struct Input {
    /// Files to read; `-` is standard input, and so is no file at all
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The shape of the puzzles: `16x16`, `6x6:3x2` (box height x width), `latin:7`, `9x9+x+windoku`
    ///
    /// Without it, the shape is the usual one for the size of the first puzzle of a file. `houserules
    /// shapes` lists names and extra groups.
    #[arg(long, value_name = "SHAPE", help_heading = INPUT)]
    pub shape: Option<Shape>,
    /// A map of the regions: a letter or number a cell, as a grid
    ///
    /// The regions take the place of the boxes. Extra groups come from --shape.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub regions: Option<PathBuf>,
    /// The form of the text, if it cannot be told from its beginning; `houserules forms` lists them
    #[arg(long, value_name = "FORM", value_parser = from_named, help_heading = INPUT)]
    pub from: Option<From>,
    /// The symbols of values above 9: `1-G`, `0-F`, `A-P` or `numbers`
    #[arg(long, value_name = "SYMBOLS", help_heading = INPUT)]
    pub symbols: Option<Symbols>,
    /// Leave out rules of variant puzzles that are not understood, and say so on standard error
    #[arg(long, help_heading = INPUT)]
    pub lenient: bool,
}

/// How much may be spent on a puzzle.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = LIMITS)]
pub struct Search {
    /// Give up on a puzzle after this time: `2s`, `500ms`, `1m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// Give up on a puzzle after so many decisions of the search; unlike time, the same everywhere
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl Search {
    /// Whether there is a limit.
    pub fn limited(self) -> bool {
        self.time_limit.is_some() || self.nodes.is_some()
    }

    /// The limits as a budget.
    pub fn budget(self) -> Budget {
        let budget = Budget::new();
        let budget = self.nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes));
        self.time_limit.map_or(budget.clone(), |time| budget.time(time))
    }
}

/// How the work is done.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Work")]
pub struct Work {
    /// Work with so many threads [default: one a core]; the output is the same for any number
    ///
    /// They share a list of puzzles. If N is given and there is one puzzle, all look for the answer to `solve --unique`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Say on standard error what was done and what it took
    #[arg(long)]
    pub stats: bool,
    /// Say on standard error how far it is: a bar on a terminal, else a line now and then
    ///
    /// Without it, a bar is drawn if standard error is a terminal and standard output is not, and the work
    /// takes more than a second.
    #[arg(long)]
    pub progress: bool,
}

impl Work {
    /// The number of threads.
    pub fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// `solve`.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    pub input: Input,
    /// Answer only if there is exactly one solution
    #[arg(long, help_heading = ANSWERS, conflicts_with_all = ["all", "limit"])]
    unique: bool,
    /// All solutions of each puzzle, with a blank line between puzzles
    #[arg(long, help_heading = ANSWERS, conflicts_with = "limit")]
    all: bool,
    /// Up to N solutions of each puzzle, with a blank line between puzzles
    #[arg(long, value_name = "N", help_heading = ANSWERS)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// The lexicographically first solution, or solutions in lexicographic order
    #[arg(long, help_heading = ANSWERS)]
    lex: bool,
    /// The form to answer in: `judge`, `line`, `grid`, ... (`houserules forms` lists them), or `json`
    ///
    /// By default that of the input if it is a grid, and `line` if it has one puzzle a line. JSON is one
    /// object a line.
    #[arg(long = "to", value_name = "FORM", help_heading = ANSWERS, value_parser = style_named)]
    pub style: Option<Style>,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}

impl Solve {
    /// What is asked of each puzzle.
    pub fn question(&self, budget: Budget) -> Question {
        let ask = match (self.unique, self.all, self.limit) {
            (true, ..) => Ask::Unique,
            (_, true, _) => Ask::Each(u64::MAX),
            (.., Some(limit)) => Ask::Each(limit),
            _ => Ask::First,
        };
        let threads = self.work.threads.map_or(1, usize::from);
        Question { ask, lexicographic: self.lex, budget, threads }
    }
}

/// `count`.
#[derive(Args)]
pub struct Count {
    #[command(flatten)]
    pub input: Input,
    /// Count no further than N
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// How to answer: `text` or `json`, one object a line
    #[arg(long = "to", value_name = "HOW", default_value = "text", help_heading = ANSWERS)]
    #[arg(value_parser = is_json, action = clap::ArgAction::Set)]
    pub json: bool,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}

/// `check`.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub input: Input,
    /// How to answer: `text` or `json`, one object a line
    #[arg(long = "to", value_name = "HOW", default_value = "text", help_heading = ANSWERS)]
    #[arg(value_parser = is_json, action = clap::ArgAction::Set)]
    pub json: bool,
    /// Write a proof that the puzzle has no solution, or no other, for others to check
    ///
    /// In the form DRAT, over clauses in the form DIMACS that are written beside it, to the same name with
    /// `.cnf`. The number of "this cell has this value" there is c · n + v, with cells c from 0, row by
    /// row, and values v from 1 to n. One puzzle a run.
    #[arg(long, value_name = "FILE", help_heading = ANSWERS)]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}

/// `candidates`.
#[derive(Args)]
pub struct Candidates {
    #[command(flatten)]
    pub input: Input,
    /// Only what occurs in some solution; each candidate is proved
    #[arg(long = "true", help_heading = ANSWERS)]
    pub true_ones: bool,
    /// The form to write them in: `pencil` (which is usual), or `sukaku`, a line a puzzle; or `json`
    #[arg(long = "to", value_name = "FORM", help_heading = ANSWERS, value_parser = style_named)]
    pub style: Option<Style>,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}

/// `rate`.
#[derive(Args)]
pub struct Rate {
    #[command(flatten)]
    pub input: Input,
    /// Tell the steps before the rating
    #[arg(long, help_heading = ANSWERS)]
    pub steps: bool,
    /// How to answer: `text` or `json`, one object a line
    #[arg(long = "to", value_name = "HOW", default_value = "text", help_heading = ANSWERS)]
    #[arg(value_parser = is_json, action = clap::ArgAction::Set)]
    pub json: bool,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}

/// `convert`.
#[derive(Args)]
pub struct Convert {
    #[command(flatten)]
    pub input: Input,
    /// The form to write; `houserules forms` lists them
    #[arg(long, value_name = "FORM", help_heading = ANSWERS, value_parser = to_named)]
    pub to: To,
    #[command(flatten)]
    pub work: Work,
}

/// `show`.
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    pub input: Input,
    /// Which puzzle of the input, from 1
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = INPUT)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// The file to write, a picture in SVG; `-` is standard output
    #[arg(long, value_name = "FILE", help_heading = ANSWERS)]
    pub svg: PathBuf,
    /// Draw the solution too
    #[arg(long, help_heading = ANSWERS, conflicts_with = "marks")]
    pub solve: bool,
    /// Draw in the open cells what can still stand there, as `candidates` finds it
    #[arg(long, help_heading = ANSWERS)]
    pub marks: bool,
    #[command(flatten)]
    pub search: Search,
}

/// `fzn`.
#[derive(Args)]
pub struct Fzn {
    /// The FlatZinc file; `-` is standard input, and so is no file at all
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// All solutions; if there is something to optimise, each that is better than those before it
    #[arg(short = 'a', long, help_heading = ANSWERS)]
    pub all: bool,
    /// So many solutions; 0 means all
    #[arg(short = 'n', long, value_name = "N", help_heading = ANSWERS)]
    pub number: Option<u64>,
    /// Each solution that is better than those before it
    #[arg(short = 'i', long, help_heading = ANSWERS)]
    pub intermediate: bool,
    /// Statistics behind the last solution
    #[arg(short = 's', long, help_heading = ANSWERS)]
    pub statistics: bool,
    /// Say on standard error what was read
    #[arg(short = 'v', long)]
    pub verbose: bool,
    /// Search as the solver likes, whatever the file says, and learn from dead ends
    #[arg(short = 'f', long, help_heading = SEARCH)]
    pub free: bool,
    /// Where chance begins, in searches that ask for it
    #[arg(short = 'r', long, value_name = "SEED", default_value_t, help_heading = SEARCH)]
    pub seed: u64,
    /// So many threads may be used; one is enough for this solver
    #[arg(short = 'p', long, value_name = "N", help_heading = SEARCH)]
    pub threads: Option<u16>,
    /// Stop after so many milliseconds, reading included
    #[arg(short = 't', long, value_name = "MS", help_heading = SEARCH)]
    pub time_limit: Option<u64>,
    /// Write into a folder what MiniZinc has to know to find this solver
    #[arg(long, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["file", "all", "number", "free"])]
    pub install: Option<PathBuf>,
}

impl Fzn {
    /// How long it may take; 0 milliseconds are no limit.
    pub fn time(&self) -> Option<Duration> {
        self.time_limit.filter(|&limit| limit > 0).map(Duration::from_millis)
    }
}

/// `generate`.
#[derive(Args)]
pub struct Generate {
    /// The shape: `16x16`, `6x6:3x2` (box height x width), `latin:7`, `9x9+x+windoku` [default: that of the
    /// solution, or 9x9]
    #[arg(long, value_name = "SHAPE", help_heading = PUZZLES)]
    pub shape: Option<Shape>,
    /// A map of the regions: a letter or number a cell, as a grid
    #[arg(long, value_name = "FILE", help_heading = PUZZLES)]
    pub regions: Option<PathBuf>,
    /// A variant puzzle: new puzzles keep its rules and have its givens, and as many more as it takes
    #[arg(long, value_name = "FILE", help_heading = PUZZLES)]
    #[arg(conflicts_with_all = ["shape", "regions", "givens", "symmetry", "from_solution"])]
    pub rules: Option<PathBuf>,
    /// So many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = PUZZLES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Where chance begins
    #[arg(long, value_name = "N", help_heading = PUZZLES)]
    pub seed: Option<u64>,
    /// No given can go: without it there would be several solutions
    ///
    /// Where the givens have no symmetry to keep, that is so on boards up to 9x9 anyway; on larger ones,
    /// givens that are hard to prove superfluous stay.
    #[arg(long, help_heading = PUZZLES)]
    pub minimal: bool,
    /// Exactly so many givens; by default as few as come of taking them away one after the other
    #[arg(long, value_name = "N", help_heading = PUZZLES)]
    pub givens: Option<usize>,
    /// The pattern of the givens: `none`, `rotational` (half a turn), `quarter`, `mirror` (left and right),
    /// `flip` (top and bottom), `diagonal`, `antidiagonal` or `full`
    #[arg(long, value_name = "SYMMETRY", default_value_t, help_heading = PUZZLES)]
    pub symmetry: Symmetry,
    /// So hard for people: `easy`, `medium`, `hard`, `expert` or `extreme`; `houserules rate` says how hard a
    /// puzzle is
    #[arg(long, value_name = "LEVEL", help_heading = PUZZLES)]
    pub difficulty: Option<Level>,
    /// The solution: a full grid, or a file with one
    #[arg(long, value_name = "GRID", help_heading = PUZZLES)]
    pub from_solution: Option<String>,
    /// The form to write: `line`, `grid`, `judge`, ... (`houserules forms` lists them), or `json`
    ///
    /// By default `line`; with --rules, `toml`: rules, givens and solution.
    #[arg(long = "to", value_name = "FORM", help_heading = ANSWERS)]
    #[arg(value_parser = new_style_named)]
    pub style: Option<Style>,
    /// Go on trying for this time: `2s`, `500ms`, `1m`; by default for a number of tries
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub work: Work,
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
            // A closed pipe is no reason to complain here.
            let _ = error.print();
            Err(match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Status::Solved,
                _ => Status::BadInput,
            })
        }
    }
}

/// Without a command, `solve` is meant: nothing at all, an option, or a file that is there.
fn implies_solve(first: Option<&OsString>) -> bool {
    let Some(first) = first else { return true };
    let is_command = |name: &str| {
        Arguments::command().get_subcommands().any(|command| command.get_name() == name)
    };
    match first.to_str() {
        Some("-h" | "--help" | "-V" | "--version" | "help") => false,
        Some(name) if is_command(name) => false,
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

fn form_named(name: &str) -> Result<&'static dyn Form, String> {
    let found = form(name);
    found.map_err(|error| match error.nearest {
        Some(_) => error.to_string(),
        None => format!("there are {}", form_names()),
    })
}

/// A name that a form of puzzles, of variant puzzles, or both may have.
fn from_named(name: &str) -> Result<From, String> {
    let (puzzles, variants) = (form(name).ok(), variant_form(name).ok());
    match (puzzles, variants) {
        (None, None) => Err(unknown_form(name)),
        (puzzles, variants) => Ok(From { puzzles, variants }),
    }
}

fn to_named(name: &str) -> Result<To, String> {
    match (form(name), variant_form(name)) {
        (Ok(form), _) => Ok(To::Puzzles(form)),
        (_, Ok(form)) => Ok(To::Variants(form)),
        _ => Err(unknown_form(name)),
    }
}

fn unknown_form(name: &str) -> String {
    match (form(name), variant_form(name)) {
        (_, Err(error)) if error.nearest.is_some() => error.to_string(),
        (Err(error), _) if error.nearest.is_some() => error.to_string(),
        _ => {
            let variants = VARIANT_FORMS.iter().map(|form| form.name());
            let names = FORMS.iter().map(|form| form.name()).chain(variants);
            format!("there are {}", names.collect::<Vec<_>>().join(", "))
        }
    }
}

fn form_names() -> String {
    FORMS.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ")
}

fn style_named(name: &str) -> Result<Style, String> {
    match name {
        "json" => Ok(Style::Json),
        _ => form_named(name).map(Style::In),
    }
}

/// The same for new puzzles, which may be variant puzzles: they are written in TOML by themselves.
fn new_style_named(name: &str) -> Result<Style, String> {
    match name {
        "toml" => Ok(Style::Suited),
        _ => style_named(name),
    }
}

/// Whether a command with one line a puzzle answers in JSON.
fn is_json(name: &str) -> Result<bool, String> {
    match name {
        "json" => Ok(true),
        "text" => Ok(false),
        _ => Err("expected `text` or `json`".to_owned()),
    }
}

/// A time such as `2s`, `500ms`, `1.5m`; a bare number is in seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 2s, 500ms or 1m".to_owned();
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let number = f64::from_str(number.trim_end()).map_err(|_| wrong())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "s", "-1s", "1e99h", "nan", "inf", "2 parsecs", "٣s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
