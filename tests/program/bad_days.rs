//! Closed pipes, full disks, missing files, impatient people.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::run::{Said, data, program, run, start, wait};

/// Case C001: `houserules solve --all blank.txt | head -1`.
#[test]
fn a_closed_pipe_ends_quietly() {
    for threads in ["1", "3"] {
        let mut child = start(&mut program(&["solve", "--all", "--threads", threads]));
        child.stdin.take().expect("piped").write_all(&[b'.'; 81]).expect("it reads");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert_eq!(line.trim_end().len(), 81);
        drop(out);
        let said = wait(child);
        assert_eq!((said.status, &*said.err), (Some(0), ""));
    }
}

/// Case C003: a full disk.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let all: &[&[&str]] = &[
        &["solve", "lines.txt"],
        &["solve", "--threads", "1", "lines.txt"],
        &["shapes"],
        &["forms"],
        &["man"],
        &["man", "solve"],
        &["completions", "bash"],
        &["--help"],
        &["solve", "-h"],
        &["help", "count"],
        &["--version"],
    ];
    for args in all {
        let full = File::options().write(true).open("/dev/full").expect("there is one");
        let said = wait(start(program(args).stdout(full)));
        assert_eq!(said.status, Some(2), "{args:?}");
        assert_eq!(said.err, "houserules: standard output: No space left on device\n");
    }
}

/// Case C004: no such file, a directory, a file that may not be read.
#[test]
fn what_cannot_be_read_is_told_by_name_and_the_rest_is_solved() {
    let said = run(&["solve", "no-such-file", ".", "4x4.txt"], "");
    assert_eq!(said.status, Some(2));
    assert_eq!(said.out, "4 1 3 2\n3 2 4 1\n2 4 1 3\n1 3 2 4\n");
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("houserules: no-such-file: "), "{}", lines[0]);
    assert_eq!(lines[1], "houserules: .: is a directory");
    let said = run(&["solve", "--regions", "no-such-file", "4x4.txt"], "");
    assert_eq!((said.status, &*said.out), (Some(2), ""));
    assert!(said.err.starts_with("houserules: no-such-file: ") && said.err.lines().count() == 1);
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("unreadable");
    let file = folder.join("secret");
    fs::write(&file, "1.............4.\n").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("closed");
    let said = wait(start(program(&["solve", "secret"]).current_dir(&folder)));
    // Root reads everything.
    if File::open(&file).is_err() {
        assert_eq!(said.status, Some(2));
        assert_eq!(said.err, "houserules: secret: Permission denied\n");
    }
}

/// Case C016: a name that begins with a dash.
#[test]
fn names_may_begin_with_a_dash() {
    let folder = folder("dash");
    fs::write(folder.join("-puzzle.txt"), "1.............4.\n").expect("written");
    for args in [&["solve", "--", "-puzzle.txt"], &["solve", "./-puzzle.txt"] as &[&str]] {
        let said = wait(start(program(args).current_dir(&folder)));
        assert_eq!((said.status, said.out.len(), &*said.err), (Some(0), 17, ""));
    }
}

#[test]
fn a_dash_is_standard_input() {
    let here = run(&["solve", "--to", "line", "4x4.txt", "-", "4x4.txt"], "1234341221434321\n");
    assert_eq!(here.out, "4132324124131324\n1234341221434321\n4132324124131324\n");
}

/// Cases B059 and C011: Ctrl-C stops a search, leaves whole lines and says how far it came.
#[test]
#[cfg(unix)]
fn ctrl_c_stops_a_search() {
    for threads in ["1", "3"] {
        // Far more solutions than anybody can count, after two puzzles that are done.
        let text = format!("{}{}\n", ten_lines(), ".".repeat(81));
        let mut child = start(&mut program(&["count", "--threads", threads]));
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(text.as_bytes()).expect("it reads");
        drop(stdin);
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut lines = String::new();
        for _ in 0..10 {
            out.read_line(&mut lines).expect("a line");
        }
        assert_eq!(lines, "1\n".repeat(10));
        thread::sleep(Duration::from_millis(300));
        interrupt(child.id());
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        let said = wait(child);
        assert_eq!(said.status, Some(130));
        let found = rest.strip_prefix(">=").and_then(|rest| rest.strip_suffix('\n'));
        let found = found.and_then(|found| found.parse().ok());
        assert!(found.is_some_and(|found: u128| found > 1000), "{rest}");
        assert_eq!(said.err, "houserules: interrupted at <stdin>:11, after 10 puzzles\n");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_whole_solutions() {
    let mut child = start(&mut program(&["solve", "--all", "--to", "judge"]));
    child.stdin.take().expect("piped").write_all(&[b'.'; 81]).expect("it reads");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a line");
    interrupt(child.id());
    out.read_to_string(&mut text).expect("text");
    assert_eq!(wait(child).status, Some(130));
    let grids: Vec<&str> = text.split("\n\n").collect();
    assert!(text.ends_with('\n') && grids.iter().all(|grid| grid.lines().count() == 9));
}

/// Where all comes from a file, nobody attends to Ctrl-C from the very start, but as soon as lines are let out before the end.
#[test]
#[cfg(unix)]
fn ctrl_c_stops_what_turns_out_long() {
    let file = folder("long").join("lines.txt");
    fs::write(&file, format!("{}{}\n", ten_lines(), ".".repeat(81))).expect("written");
    let name = file.to_str().expect("a name in UTF-8");
    for to in
        [&["count", "--threads", "1", name][..], &["count", "--threads", "1", "--to", "json", name]]
    {
        let mut child = start(&mut program(to));
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut lines = String::new();
        for _ in 0..10 {
            out.read_line(&mut lines).expect("a line");
        }
        assert_eq!(lines.lines().count(), 10);
        interrupt(child.id());
        out.read_to_string(&mut lines).expect("text");
        let said = wait(child);
        assert_eq!(said.status, Some(130), "{to:?}");
        assert!(lines.ends_with('\n') && lines.lines().count() == 11, "{to:?}: {lines}");
        assert_eq!(said.err, format!("houserules: interrupted at {name}:11, after 10 puzzles\n"));
    }
}

/// A process that waits for input has nothing to finish.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_wait_for_input() {
    for (threads, end) in [("1", "\n"), ("3", "\n"), ("1", "\r\n"), ("3", "\r")] {
        let args = ["solve", "--from", "line", "--threads", threads];
        let mut child = start(&mut program(&args));
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(format!("1234341221434321{end}").as_bytes()).expect("it reads");
        // The answer comes while the input is still open, however a line ends.
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert_eq!(line, "1234341221434321\n");
        interrupt(child.id());
        let said = wait(child);
        assert_eq!(said.status, Some(130));
        assert_eq!(said.err, "houserules: interrupted, after 1 puzzle\n");
        drop(stdin);
    }
}

#[cfg(unix)]
fn interrupt(process: u32) {
    let kill = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(kill.expect("there is a kill").success());
}

fn ten_lines() -> String {
    fs::read_to_string(data("lines.txt"))
        .expect("data")
        .lines()
        .take(10)
        .flat_map(|l| [l, "\n"])
        .collect()
}

#[test]
fn closed_standard_error_is_no_reason_to_fall_over() {
    let mut child = start(program(&["solve"]).stderr(Stdio::null()));
    child.stdin.take().expect("piped").write_all(b"1234341221434321\n1234\n").expect("it reads");
    let Said { status, out, .. } = wait(child);
    assert_eq!((status, out.lines().count()), (Some(2), 2));
}

/// An empty folder of that name for one test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("created");
    folder
}

#[test]
fn compressed_files_are_read_as_they_are() {
    let plain = run(&["solve", "lines.txt"], "");
    assert_eq!((run(&["solve", "lines.txt.gz"], ""), plain.status), (plain.clone(), Some(0)));
    assert_eq!(run(&["solve", "lines.txt.zst"], ""), plain);
    let gzip = fs::read(data("lines.txt.gz")).expect("data");
    assert_eq!(run(&["solve"], &gzip), plain);
    let cut = run(&["solve"], &gzip[..gzip.len() / 2]);
    assert_eq!(cut.status, Some(2));
    assert!(cut.err.starts_with("houserules: <stdin>: ") && cut.err.lines().count() == 1, "{cut}");
    // Files that were put together are one text; zeros fill up, and anything else is no text.
    let twice = run(&["solve"], [&gzip[..], &[0; 5], &gzip].concat());
    assert_eq!((twice.status, twice.out), (plain.status, plain.out.repeat(2)));
    let behind = run(&["solve"], [&gzip[..], b"and more"].concat());
    assert_eq!((behind.status, behind.out.starts_with(&plain.out)), (Some(2), true));
    let words = "the compressed text has ended, and something else stands behind it\n";
    assert!(behind.err.ends_with(words), "{behind}");
    for broken in [&b"\x1F\x8B\x08"[..], b"\x28\xB5\x2F\xFD\xFF\xFF"] {
        let said = run(&["solve"], broken);
        assert_eq!((said.status, said.err.lines().count()), (Some(2), 1), "{said}");
    }
}
