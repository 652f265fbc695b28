//! The arguments of a command, described only when that command is asked for: there are many, and each takes time.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// What a command is told.
pub struct Late<T>(pub T);

/// Describes the arguments, and leaves what is said of the command itself as it is.
fn described<T: Args>(command: Command) -> Command {
    let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
    let command = T::augment_args(command).about(None::<&str>).long_about(None::<&str>);
    let command = match about {
        Some(about) => command.about(about),
        None => command,
    };
    match long {
        Some(long) => command.long_about(long),
        None => command,
    }
}

impl<T: Args> Args for Late<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(described::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Args> FromArgMatches for Late<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Late)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(Late)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
