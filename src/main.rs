//! The program `houserules`.

mod program;

// The unwinder of the compiler's library becomes a part of the program, which then does not have to load that library: a
// tenth of a millisecond at each start.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[link(name = "gcc_eh", kind = "static", modifiers = "-bundle")]
unsafe extern "C" {}

fn main() -> std::process::ExitCode {
    program::main()
}
