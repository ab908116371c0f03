//! A program and the two pipes to it. Threads read and write, so that no program can make its
//! caller wait.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use tep::LINE_MAX;

use crate::command::CommandLine;
use crate::fault::Fault;

/// How many lines may wait on either side.
const WAITING: usize = 256;

/// What comes out of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line that is longer than the protocol allows.
    TooLong,
    /// Nothing more: it closed its output, or ended.
    End,
    /// Nothing in time.
    Silence,
}

/// A program that runs. When it is dropped, the program and everything that it started ends.
pub struct Pipe {
    child: Child,
    to: Option<SyncSender<Vec<u8>>>,
    from: Receiver<Line>,
    is_over: bool,
}

impl Pipe {
    /// Starts a program in a process group of its own. What it says on standard error is shown if
    /// `loud`.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &CommandLine, loud: bool) -> Result<Pipe, Fault> {
        let mut start = Command::new(command.program());
        start.args(command.arguments()).stdin(Stdio::piped()).stdout(Stdio::piped());
        start.stderr(if loud { Stdio::inherit() } else { Stdio::null() });
        in_group(&mut start);
        let failed = |why: String| Fault::Start(format!("{}: {why}", command.program()));
        let mut child = start.spawn().map_err(|error| failed(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no pipes".to_owned()));
        };
        let (to, lines) = sync_channel(WAITING);
        let (said, from) = sync_channel(WAITING);
        let writer = std::thread::Builder::new().name("engine-in".to_owned());
        let reader = std::thread::Builder::new().name("engine-out".to_owned());
        let started = writer
            .spawn(move || write(stdin, &lines))
            .and_then(|_| reader.spawn(move || read(stdout, &said)));
        let pipe = Pipe { child, to: Some(to), from, is_over: false };
        match started {
            Ok(_) => Ok(pipe),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Sends a line, as it is.
    ///
    /// # Errors
    /// If the program does not read, or has ended.
    pub fn send_bytes(&self, mut line: Vec<u8>) -> Result<(), Fault> {
        line.push(b'\n');
        let to = self.to.as_ref().ok_or(Fault::Died)?;
        to.try_send(line).map_err(|error| match error {
            TrySendError::Full(_) => Fault::Deaf,
            TrySendError::Disconnected(_) => Fault::Died,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// As [`Pipe::send_bytes`].
    pub fn send(&self, line: impl std::fmt::Display) -> Result<(), Fault> {
        self.send_bytes(line.to_string().into_bytes())
    }

    /// The next line that it says, if it comes before a moment.
    pub fn next(&self, until: Instant) -> Line {
        let left = until.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Line::Silence,
            Err(RecvTimeoutError::Disconnected) => Line::End,
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.to = None;
    }

    /// Waits until it has ended by itself, and ends what it left behind; its exit code, or `None`
    /// if it did not end in time. Its output is passed over.
    pub fn ended(&mut self, within: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + within;
        while !matches!(self.next(until), Line::End | Line::Silence) {}
        while !has_ended(&mut self.child) {
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.end()
    }

    /// Ends it with its group. The group goes first: while the program is not waited for, nobody
    /// else can have its number.
    fn end(&mut self) -> Option<std::process::ExitStatus> {
        self.to = None;
        if !std::mem::replace(&mut self.is_over, true) {
            end_group(&mut self.child);
        }
        self.child.wait().ok()
    }

    /// The number of its process, which is that of its group too.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn in_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_group(_: &mut Command) {}

/// Whether a program has ended; it is not waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Ends a program and everything in its group, also if it has ended itself and left others behind.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    let group = rustix::process::Pid::from_child(child);
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    let _ = child.kill();
}

fn write(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return; // it listens no more
        }
    }
}

fn read(stdout: ChildStdout, said: &SyncSender<Line>) {
    let mut out = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let most = LINE_MAX as u64 + 2;
        let line = match out.by_ref().take(most).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Line::End,
            Ok(_) if bytes.ends_with(b"\n") => {
                bytes.pop();
                Line::Text(bytes)
            }
            Ok(read) if read as u64 >= most => Line::TooLong,
            Ok(_) => Line::Text(bytes),
        };
        let last = matches!(line, Line::End | Line::TooLong);
        if said.send(line).is_err() || last {
            return;
        }
    }
}
