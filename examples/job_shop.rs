//! A job shop: six jobs of six tasks on six machines, done as soon as possible (Fisher and Thompson 1963).

use houserules::{Disjunctive, ModelBuilder, Optimum, Solver, Task, Var};

/// The tasks of each job in order: the machine, and how long it takes.
const JOBS: [[(usize, u32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

/// What the program prints.
pub fn answer() -> String {
    let long = JOBS.iter().flatten().map(|task| task.1 as i32).sum::<i32>();
    let mut model = ModelBuilder::new();
    let end = model.var(0..=long);
    let mut machines: Vec<Vec<Task>> = vec![Vec::new(); 6];
    let mut starts: Vec<Vec<Var>> = Vec::new();
    for job in JOBS {
        let start = model.vars(job.len(), 0..=long);
        for (i, (machine, duration)) in job.into_iter().enumerate() {
            let after = start.get(i + 1).copied().unwrap_or(end);
            model.post((start[i] + duration as i32).at_most(after));
            machines[machine].push(Task { start: start[i], duration, demand: 1 });
        }
        starts.push(start);
    }
    for tasks in machines {
        model.post(Disjunctive::new(tasks.iter().map(|task| (task.start, task.duration))));
    }
    let model = model.build().expect("a valid model");
    match Solver::new(&model).minimise(end) {
        Optimum::Proved(best, end) => {
            let row = |job: &Vec<Var>| {
                job.iter().map(|&start| format!("{:3}", best[start])).collect::<String>() + "\n"
            };
            starts.iter().map(row).collect::<String>() + &format!("done at {end}\n")
        }
        other => format!("{other:?}\n"),
    }
}

fn main() {
    print!("{}", answer());
}
