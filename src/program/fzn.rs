//! `houserules fzn`: solves a FlatZinc file as MiniZinc expects it of a solver.

mod desk;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use houserules::flatzinc::{Goal, Instance};
use houserules::{Budget, Cancel, Limit, Outcome, Solution, Solver};

use super::arguments;
use super::minizinc;
use super::report;
use super::status::Status;
use super::unpacked;
use desk::Desk;

/// Solves, or writes down for MiniZinc what this solver is.
pub fn run(arguments: &arguments::Fzn, cancel: &Cancel) -> Status {
    let begun = Instant::now();
    if let Some(folder) = &arguments.install {
        return minizinc::install(folder);
    }
    let desk = Desk::open(begun, arguments.time(), cancel);
    let path = arguments.file.as_deref().unwrap_or(Path::new("-"));
    let name = if path == Path::new("-") { "<stdin>".into() } else { path.to_string_lossy() };
    let text = match read(path) {
        Ok(text) => text,
        Err(error) => return bad(&format!("{name}: {}", report::in_words(&error))),
    };
    let instance = match Instance::read(&text) {
        Ok(instance) => instance,
        Err(error) => return bad(&format!("{name}:{error}")),
    };
    drop(text);
    desk.search();
    let answers =
        Answers { instance: &instance, arguments, begun, desk, told: 0, found: Duration::ZERO };
    let status = match answers.solve(cancel) {
        Ok(()) => Status::Solved,
        // Nobody reads on.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Solved,
        Err(error) => bad(&format!("standard output: {}", report::in_words(&error))),
    };
    // The process ends here, and to take a large model apart takes time.
    mem::forget(instance);
    status
}

fn bad(why: &str) -> Status {
    report::line(why);
    Status::BadInput
}

/// All of a file, or of standard input.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let input: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin()),
        false if fs::metadata(path)?.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        false => Box::new(File::open(path)?),
    };
    unpacked::unpack(input).read_to_end(&mut text)?;
    Ok(text)
}

/// Answers on their way to standard output.
struct Answers<'i> {
    instance: &'i Instance,
    arguments: &'i arguments::Fzn,
    begun: Instant,
    desk: Desk,
    /// How many solutions were told.
    told: u64,
    /// When the last was found.
    found: Duration,
}

impl Answers<'_> {
    fn solve(mut self, cancel: &Cancel) -> io::Result<()> {
        let built = self.begun.elapsed();
        let mut budget = Budget::new().cancel(cancel);
        if let Some(limit) = self.arguments.time() {
            budget = budget.time(limit.saturating_sub(built));
        }
        let mut solver = match self.arguments.free {
            true => self.instance.free_solver(),
            false => self.instance.seeded(self.arguments.seed),
        };
        solver.set_budget(budget);
        if self.arguments.verbose {
            let model = self.instance.model();
            report::line(&format!(
                "{} variables, {} groups, {} constraints; read in {:.3} s",
                model.variables(),
                model.groups().len(),
                model.constraints().len(),
                built.as_secs_f64()
            ));
            if !self.arguments.free && !self.instance.passed_over().is_empty() {
                report::line(&format!("passed over: {}", self.instance.passed_over().join(", ")));
            }
        }
        let stopped = match self.instance.goal() {
            Goal::Satisfy => self.satisfy(&mut solver)?,
            goal => self.optimise(&mut solver, goal)?,
        };
        let mut end = match (self.told, stopped) {
            (0, None) => "=====UNSATISFIABLE=====\n".to_owned(),
            (0, Some(_)) => desk::UNKNOWN.to_owned(),
            (_, None) => "==========\n".to_owned(),
            (_, Some(_)) => String::new(),
        };
        if self.arguments.statistics {
            end += &self.statistics(&solver, built);
        }
        self.desk.close(end.as_bytes())
    }

    /// Tells solutions as they are found; what ended the search before its end.
    fn satisfy(&mut self, solver: &mut Solver) -> io::Result<Option<Limit>> {
        let wanted = match (self.arguments.all, self.arguments.number) {
            (_, Some(number)) if number > 0 => number,
            (true, _) | (_, Some(_)) => u64::MAX,
            _ => 1,
        };
        if let (1, threads @ 2..) = (wanted, self.arguments.threads()) {
            return Ok(match solver.first_by(threads) {
                Outcome::Solved(solution) => {
                    self.tell(&solution)?;
                    Some(Limit::Solutions)
                }
                Outcome::None => None,
                Outcome::Unknown(limit) => Some(limit),
            });
        }
        let mut solutions = solver.solutions();
        while self.told < wanted {
            match solutions.next() {
                Some(solution) => self.tell(&solution)?,
                None => return Ok(solutions.stopped_by()),
            }
        }
        Ok(Some(Limit::Solutions))
    }

    /// Tells better and better solutions, or only the best.
    fn optimise(&mut self, solver: &mut Solver, goal: Goal) -> io::Result<Option<Limit>> {
        let each = self.arguments.all || self.arguments.intermediate;
        let wanted = self.arguments.number.filter(|&number| number > 0).unwrap_or(u64::MAX);
        let mut improvements = match goal {
            Goal::Maximise(objective) => solver.maximising(objective),
            Goal::Minimise(objective) => solver.minimising(objective),
            Goal::Satisfy => return Ok(None),
        };
        let mut number = 0;
        while number < wanted {
            let Some(solution) = improvements.next() else { break };
            number += 1;
            self.found = self.begun.elapsed();
            match each {
                true => self.tell(&solution)?,
                false => {
                    self.desk.keep(self.written(&solution)?);
                    self.told = 1;
                }
            }
        }
        let enough = (number >= wanted).then_some(Limit::Solutions);
        Ok(improvements.stopped_by().or(enough))
    }

    fn tell(&mut self, solution: &Solution) -> io::Result<()> {
        self.told += 1;
        self.found = self.begun.elapsed();
        self.desk.tell(&self.written(solution)?)
    }

    /// A solution with the line behind it.
    fn written(&self, solution: &Solution) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        self.instance.write(solution, &mut text)?;
        text.extend(b"----------\n");
        Ok(text)
    }

    fn statistics(&self, solver: &Solver, built: Duration) -> String {
        let (model, stats) = (self.instance.model(), solver.stats());
        let seconds = |time: Duration| format!("{:.6}", time.as_secs_f64());
        let lines = [
            ("initTime", seconds(built)),
            ("solveTime", seconds(self.begun.elapsed().saturating_sub(built))),
            ("timeToLast", seconds(self.found)),
            ("solutions", self.told.to_string()),
            ("variables", model.variables().to_string()),
            ("propagators", (model.constraints().len() + model.groups().len()).to_string()),
            ("propagations", stats.calls.to_string()),
            ("nodes", stats.nodes.to_string()),
            ("failures", stats.conflicts.to_string()),
            ("restarts", stats.restarts.to_string()),
            ("peakDepth", stats.depth.to_string()),
        ];
        let lines = lines.map(|(name, value)| format!("%%%mzn-stat: {name}={value}\n"));
        lines.concat() + "%%%mzn-stat-end\n"
    }
}
