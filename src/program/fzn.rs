//! `houserules fzn`: solves a FlatZinc file as MiniZinc expects it of a solver.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, StdoutLock, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use houserules::flatzinc::{Goal, Instance};
use houserules::{Budget, Cancel, Limit, Solution, Solver};

use super::arguments;
use super::minizinc;
use super::report;
use super::status::Status;
use super::unpacked;

/// Solves, or writes down for MiniZinc what this solver is.
pub fn run(arguments: &arguments::Fzn, cancel: &Cancel) -> Status {
    let begun = Instant::now();
    if let Some(folder) = &arguments.install {
        return minizinc::install(folder);
    }
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
    let answers = Answers::new(&instance, arguments, begun);
    match answers.solve(cancel) {
        Ok(()) => Status::Solved,
        // Nobody reads on.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Solved,
        Err(error) => bad(&format!("standard output: {}", report::in_words(&error))),
    }
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
    out: BufWriter<StdoutLock<'static>>,
    /// How many solutions were told.
    told: u64,
    /// When the last was found.
    found: Duration,
}

impl<'i> Answers<'i> {
    fn new(instance: &'i Instance, arguments: &'i arguments::Fzn, begun: Instant) -> Answers<'i> {
        let out = BufWriter::new(io::stdout().lock());
        Answers { instance, arguments, begun, out, told: 0, found: Duration::ZERO }
    }

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
        }
        let stopped = match self.instance.goal() {
            Goal::Satisfy => self.satisfy(&mut solver)?,
            goal => self.optimise(&mut solver, goal)?,
        };
        match (self.told, stopped) {
            (0, None) => self.out.write_all(b"=====UNSATISFIABLE=====\n")?,
            (0, Some(_)) => self.out.write_all(b"=====UNKNOWN=====\n")?,
            (_, None) => self.out.write_all(b"==========\n")?,
            (_, Some(_)) => {}
        }
        if self.arguments.statistics {
            self.statistics(&solver, built)?;
        }
        self.out.flush()
    }

    /// Tells solutions as they are found; what ended the search before its end.
    fn satisfy(&mut self, solver: &mut Solver) -> io::Result<Option<Limit>> {
        let wanted = match (self.arguments.all, self.arguments.number) {
            (_, Some(number)) if number > 0 => number,
            (true, _) | (_, Some(_)) => u64::MAX,
            _ => 1,
        };
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
        let (mut best, mut number) = (None, 0);
        while number < wanted {
            let Some(solution) = improvements.next() else { break };
            number += 1;
            self.found = self.begun.elapsed();
            match each {
                true => self.tell(&solution)?,
                false => best = Some(solution),
            }
        }
        if let Some(best) = best {
            self.tell(&best)?;
        }
        let enough = (number >= wanted).then_some(Limit::Solutions);
        Ok(improvements.stopped_by().or(enough))
    }

    fn tell(&mut self, solution: &Solution) -> io::Result<()> {
        self.told += 1;
        self.found = self.begun.elapsed();
        self.instance.write(solution, &mut self.out)?;
        self.out.write_all(b"----------\n")?;
        self.out.flush()
    }

    fn statistics(&mut self, solver: &Solver, built: Duration) -> io::Result<()> {
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
        for (name, value) in lines {
            writeln!(self.out, "%%%mzn-stat: {name}={value}")?;
        }
        writeln!(self.out, "%%%mzn-stat-end")
    }
}
