//! A checker of proofs that knows nothing of the crate: each clause of a DRAT file must follow from the
//! formula and the clauses before it by *reverse unit propagation* (Goldberg and Novikov, 2003), and the
//! last one must be empty.

use std::collections::HashMap;

/// Whether `proof` shows that nothing satisfies the formula in `dimacs`; if not, what is wrong.
pub fn check(dimacs: &str, proof: &str) -> Result<usize, String> {
    let mut checker = Checker::default();
    let mut lines = dimacs.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let ["p", "cnf", variables, clauses] = head[..] else { return Err("no head".to_owned()) };
    let [variables, clauses] = [variables, clauses].map(|word| word.parse::<usize>());
    let (Ok(variables), Ok(clauses)) = (variables, clauses) else { return Err("head".to_owned()) };
    checker.truth = vec![0; variables + 1];
    checker.watches = vec![Vec::new(); 2 * (variables + 1)];
    let mut seen = 0;
    for line in lines {
        checker.add(read(line, variables)?);
        seen += 1;
    }
    if seen != clauses {
        return Err(format!("{seen} clauses, not {clauses}"));
    }
    let (mut steps, mut ended) = (0, false);
    for (number, line) in proof.split_terminator('\n').enumerate() {
        let wrong = |why: &str| Err(format!("step {}: {why}: {line}", number + 1));
        if ended {
            return wrong("after the end");
        }
        if let Some(deleted) = line.strip_prefix("d ") {
            if !checker.delete(read(deleted, variables)?) {
                return wrong("no such clause");
            }
            continue;
        }
        let clause = read(line, variables)?;
        if !checker.follows(&clause) {
            return wrong("does not follow");
        }
        steps += 1;
        ended = clause.is_empty();
        checker.add(clause);
    }
    match ended && proof.ends_with('\n') {
        true => Ok(steps),
        false => Err("no empty clause at the end".to_owned()),
    }
}

/// Numbers with one blank after each, and a zero.
fn read(line: &str, variables: usize) -> Result<Vec<i32>, String> {
    let mut clause = Vec::new();
    let mut words = line.split(' ');
    for word in &mut words {
        match word.parse::<i32>() {
            // Nothing but the usual way to write it.
            Ok(number) if number.to_string() != word => return Err(format!("{line}: {word}")),
            Ok(0) => {
                return match words.next() {
                    None => Ok(clause),
                    Some(_) => Err(format!("{line}: goes on after its end")),
                };
            }
            Ok(number) if number.unsigned_abs() as usize <= variables => clause.push(number),
            _ => return Err(format!("{line}: {word}")),
        }
    }
    Err(format!("{line}: no end"))
}

#[derive(Default)]
struct Checker {
    clauses: Vec<Vec<i32>>,
    /// Clauses by their sorted literals, to delete them.
    places: HashMap<Vec<i32>, Vec<usize>>,
    /// For each literal the clauses that watch it; the first two of a clause are watched.
    watches: Vec<Vec<usize>>,
    /// 1 for a true number, -1 for a false one.
    truth: Vec<i8>,
    trail: Vec<i32>,
    read: usize,
    /// The clauses are in contradiction by unit propagation alone.
    refuted: bool,
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Checker {
    fn is(&self, literal: i32) -> i8 {
        self.truth[literal.unsigned_abs() as usize] * if literal < 0 { -1 } else { 1 }
    }

    fn assign(&mut self, literal: i32) {
        self.truth[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
        self.trail.push(literal);
    }

    /// Adds a clause, and draws the conclusions that hold for good.
    fn add(&mut self, mut clause: Vec<i32>) {
        let mut key = clause.clone();
        key.sort_unstable();
        self.places.entry(key).or_default().push(self.clauses.len());
        // True and open literals first, so that two of them are watched if there are two.
        clause.sort_by_key(|&literal| -self.is(literal));
        let open = clause.iter().filter(|&&literal| self.is(literal) >= 0).count();
        if clause.len() > 1 {
            for &literal in &clause[..2] {
                self.watches[index(literal)].push(self.clauses.len());
            }
        }
        match open {
            0 => self.refuted = true,
            1 if self.is(clause[0]) == 0 => {
                self.assign(clause[0]);
                self.refuted |= !self.propagate();
            }
            _ => {}
        }
        self.clauses.push(clause);
    }

    /// Deletes a clause that is not the reason of anything that holds for good.
    fn delete(&mut self, mut clause: Vec<i32>) -> bool {
        clause.sort_unstable();
        let Some(place) = self.places.get_mut(&clause).and_then(Vec::pop) else { return false };
        for &literal in &clause {
            self.watches[index(literal)].retain(|&c| c != place);
        }
        true
    }

    /// Whether the opposite of a clause leads to a contradiction by unit propagation alone.
    fn follows(&mut self, clause: &[i32]) -> bool {
        if self.refuted {
            return true;
        }
        let (before, read) = (self.trail.len(), self.read);
        let mut consistent = true;
        for &literal in clause {
            match self.is(literal) {
                0 => self.assign(-literal),
                1 => consistent = false,
                _ => {}
            }
        }
        consistent = consistent && self.propagate();
        for literal in self.trail.drain(before..) {
            self.truth[literal.unsigned_abs() as usize] = 0;
        }
        self.read = read;
        !consistent
    }

    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.read) {
            self.read += 1;
            let watching = std::mem::take(&mut self.watches[index(-literal)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut consistent = true;
            for (i, &c) in watching.iter().enumerate() {
                let mut clause = std::mem::take(&mut self.clauses[c]);
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let next = (2..clause.len()).find(|&k| self.is(clause[k]) >= 0);
                match next.filter(|_| self.is(clause[0]) <= 0) {
                    Some(k) => {
                        clause.swap(1, k);
                        self.watches[index(clause[1])].push(c);
                    }
                    None => kept.push(c),
                }
                let (first, unit) = (clause[0], next.is_none());
                self.clauses[c] = clause;
                if unit && self.is(first) < 0 {
                    kept.extend(&watching[i + 1..]);
                    consistent = false;
                    break;
                }
                if unit && self.is(first) == 0 {
                    self.assign(first);
                }
            }
            self.watches[index(-literal)] = kept;
            if !consistent {
                return false;
            }
        }
        true
    }
}
