//! The exit status: what a script is told in one number.

use std::process::ExitCode;

/// How a run ended, the gravest last: where several apply, the gravest is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Status {
    /// Every puzzle has its answer.
    #[default]
    Solved,
    /// Some puzzle has no solution, or several where one was asked for.
    NoSolution,
    /// Some answer is not known: a limit was reached.
    Unknown,
    /// Something could not be read, written or understood.
    BadInput,
    /// Somebody asked to stop.
    Interrupted,
}

impl Status {
    /// The number itself.
    pub fn code(self) -> u8 {
        match self {
            Status::Solved => 0,
            Status::NoSolution => 1,
            Status::BadInput => 2,
            Status::Unknown => 3,
            Status::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}
