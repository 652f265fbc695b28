//! The program: arguments, files, threads, answers in lines, and what the exit status says.
//!
//! ```text
//! arguments ──▶ input ──▶ batches ──▶ a task a thread ──▶ chunks in order ──▶ outlet
//!               (files,   (pipeline)  (solve, count, …)   (page)              (stdout, stderr, status)
//!                forms)
//! ```

mod arguments;
mod bench;
mod bulk;
mod candidates;
mod check;
mod convert;
mod core;
mod count;
mod fzn;
mod generate;
mod input;
mod interrupt;
mod item;
mod lists;
mod minizinc;
mod outlet;
mod page;
mod pipeline;
mod progress;
mod proof;
mod purse;
mod rate;
mod reason;
mod record;
mod regions;
mod reply;
mod report;
mod show;
mod sight;
mod solve;
mod status;
mod style;
mod subject;
mod text;
mod unpacked;
mod whole_lines;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use arguments::{Command, Late};
use bench::Bench;
use pipeline::{Course, Tasks};
use progress::Found;
use status::Status;
use style::Style;

/// Runs the program.
pub fn main() -> ExitCode {
    let typed: Vec<OsString> = std::env::args_os().collect();
    if typed.len() < 2 && std::io::stdin().is_terminal() {
        report::say(&arguments::usage());
        return Status::BadInput.into();
    }
    match arguments::parse(typed) {
        Ok(command) => run(command).into(),
        Err(status) => status.into(),
    }
}

fn run(command: Command) -> Status {
    let cancel = interrupt::cancel();
    match command {
        Command::Solve(Late(arguments)) => {
            let budget = arguments.search.budget().cancel(cancel);
            let question = arguments.question(budget);
            let style = arguments.style.unwrap_or(Style::Suited);
            let plain = question.guesses.is_some();
            let tasks: Tasks =
                Box::new(move || Box::new(solve::Solve::new(question.clone(), style)));
            let around = style.around();
            let course = Course { around, plain, ..Course::new(arguments.work) };
            pipeline::run(&arguments.input, course, tasks)
        }
        Command::Count(Late(arguments)) => {
            let mut budget = arguments.search.budget().cancel(cancel);
            let json = arguments.json;
            if let Some(limit) = arguments.limit {
                budget = budget.solutions(limit);
            }
            let plain = arguments.search.guesses() == Some(u64::MAX) && !json;
            let limit = arguments.limit;
            let found = Found::default();
            let so_far = found.clone();
            let tasks: Tasks = Box::new(move || {
                Box::new(count::Count::new(json, limit, budget.clone(), so_far.clone()))
            });
            let course = Course { plain, found: Some(found), ..Course::new(arguments.work) };
            pipeline::run(&arguments.input, course, tasks)
        }
        Command::Check(Late(arguments)) => {
            let json = arguments.json;
            let purse = arguments.search.purse();
            let proof = arguments.proof.map(proof::Outlet::new);
            let tasks: Tasks = Box::new(move || {
                let bench = Bench::default();
                Box::new(check::Check { json, purse, bench, proof: proof.clone() })
            });
            pipeline::run(&arguments.input, Course::new(arguments.work), tasks)
        }
        Command::Candidates(Late(arguments)) => {
            let style = arguments.style.unwrap_or(Style::Suited);
            let true_ones = arguments.true_ones;
            let purse = arguments.search.purse();
            let tasks: Tasks = Box::new(move || {
                let bench = Bench::default();
                Box::new(candidates::Candidates { true_ones, style, purse, bench })
            });
            let around = style.around();
            let course = Course { around, ..Course::new(arguments.work) };
            pipeline::run(&arguments.input, course, tasks)
        }
        Command::Rate(Late(arguments)) => {
            let (json, steps) = (arguments.json, arguments.steps);
            let purse = arguments.search.purse();
            let tasks: Tasks = Box::new(move || {
                let bench = Bench::default();
                Box::new(rate::Rate { steps, json, purse, bench, logic: None })
            });
            pipeline::run(&arguments.input, Course::new(arguments.work), tasks)
        }
        Command::Convert(Late(arguments)) => {
            let to = arguments.to;
            let tasks: Tasks = Box::new(move || Box::new(convert::Convert { to }));
            let around = to.around();
            let course = Course { around, ..Course::new(arguments.work) };
            pipeline::run(&arguments.input, course, tasks)
        }
        Command::Generate(Late(arguments)) => {
            interrupt::attend();
            generate::run(arguments, cancel)
        }
        Command::Show(Late(arguments)) => {
            interrupt::attend();
            let budget = arguments.search.budget().cancel(cancel);
            show::run(&arguments, &budget)
        }
        Command::Fzn(Late(arguments)) => {
            interrupt::attend();
            fzn::run(&arguments, cancel)
        }
        Command::Shapes => lists::shapes(),
        Command::Forms => lists::forms(),
        Command::Completions { shell } => lists::print(&arguments::completions(shell)),
        Command::Man { command } => match arguments::manual(command.as_deref()) {
            Ok(page) => lists::print(&page),
            Err(why) => {
                report::line(&why);
                Status::BadInput
            }
        },
    }
}
