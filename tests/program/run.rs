//! Runs the built program and kills it if it hangs.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Only a hung child takes so long; it is killed, and its test fails.
const HUNG: Duration = Duration::from_secs(120);

/// What the program said, and its exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl std::fmt::Display for Said {
    /// As a person sees it, for snapshots.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let status = self.status.map_or("none".to_owned(), |status| status.to_string());
        writeln!(f, "status {status}")?;
        for (name, text) in [("out", &self.out), ("err", &self.err)] {
            if !text.is_empty() {
                writeln!(f, "--- {name}")?;
                let newline = if text.ends_with('\n') { "" } else { "<no newline>\n" };
                write!(f, "{text}{newline}")?;
            }
        }
        Ok(())
    }
}

/// The program, in the folder of the tests' data, without colours.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
    command.args(args).current_dir(data(""));
    command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the program.
pub fn start(command: &mut Command) -> Child {
    let child = command.spawn().expect("the program starts");
    let process = child.id().to_string();
    // This thread outlives the test and not the process that runs all tests.
    thread::spawn(move || {
        thread::sleep(HUNG);
        let _ = Command::new("kill").args(["-KILL", &process]).stderr(Stdio::null()).status();
    });
    child
}

/// A file of the tests' data.
pub fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "program", name].iter().collect()
}

/// Runs the program with this on standard input.
pub fn run(args: &[&str], input: impl AsRef<[u8]>) -> Said {
    let mut child = start(&mut program(args));
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref().to_vec();
    let writer = thread::spawn(move || {
        // A program that has seen enough may close it.
        let _ = stdin.write_all(&input);
    });
    let said = wait(child);
    writer.join().expect("the writer ends");
    said
}

/// Waits for a child and takes what is left in its pipes.
pub fn wait(mut child: Child) -> Said {
    let (sender, ended) = channel();
    let mut readers = Vec::new();
    let out = child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>);
    let err = child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>);
    for (place, pipe) in [out, err].into_iter().enumerate() {
        let sender = sender.clone();
        readers.push(thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            let _ = sender.send((place, bytes));
        }));
    }
    let mut texts = [String::new(), String::new()];
    for (place, bytes) in ended.iter().take(2) {
        texts[place] = String::from_utf8_lossy(&bytes).into_owned();
    }
    let status = child.wait().expect("the child ends").code();
    let [out, err] = texts;
    Said { status, out, err }
}
