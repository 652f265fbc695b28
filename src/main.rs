//! The program `houserules`.

mod program;

fn main() -> std::process::ExitCode {
    program::main()
}
