//! Social golfers: nine of them play in threes for four weeks, and no two meet twice (CSPLib 10).

use houserules::{Cardinality, ModelBuilder, Solver, Var, sum};

const GROUPS: usize = 3;
const SIZE: usize = 3;
const WEEKS: usize = 4;

/// What the program prints.
pub fn answer() -> String {
    let golfers = GROUPS * SIZE;
    let mut model = ModelBuilder::new();
    // In which group each plays, week by week.
    let weeks: Vec<Vec<Var>> = (0..WEEKS).map(|_| model.vars(golfers, 1..=GROUPS as i32)).collect();
    for week in &weeks {
        let sizes = (1..=GROUPS as i32).map(|group| (group, SIZE as i32));
        model.post(Cardinality::new(week, sizes));
    }
    for a in 0..golfers {
        for b in 0..a {
            let meet: Vec<Var> =
                weeks.iter().map(|week| model.reify(week[a].equals(week[b]))).collect();
            model.post(sum(&meet).at_most(1));
        }
    }
    let model = model.build().expect("a valid model");
    let mut solver = Solver::new(&model);
    // Any first week is as good as this one, and the first three never meet again.
    for (golfer, &group) in weeks[0].iter().enumerate() {
        solver.assume(group, (golfer / SIZE) as i32 + 1);
    }
    for week in &weeks[1..] {
        (0..SIZE).for_each(|golfer| solver.assume(week[golfer], golfer as i32 + 1));
    }
    let Some(plan) = solver.first().solution() else {
        return "there is no plan\n".to_owned();
    };
    let mut lines = String::new();
    for week in &weeks {
        let group = |group| {
            let in_it = (0..golfers).filter(|&golfer| plan[week[golfer]] == group);
            in_it.map(|golfer| (b'A' + golfer as u8) as char).collect::<String>()
        };
        let groups: Vec<String> = (1..=GROUPS as i32).map(group).collect();
        lines += &(groups.join(" ") + "\n");
    }
    lines
}

fn main() {
    print!("{}", answer());
}
