//! A running program, its input and its output.
//!
//! Three threads serve it, so that nobody waits for a full pipe: one writes, one reads its output,
//! one its standard error. They end with the program.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::super::{NoAnswer, Why};

/// The longest line: a hundred times that of the largest case, so that endless output does not fill
/// the memory.
const LINE_MAX: u64 = 1 << 24;

/// How many lines may wait to be read, more than a batch has: a program that writes more is
/// blocked.
const LINES_WAITING: usize = 256;

/// How many of the last lines of standard error are kept.
const SAID_MAX: usize = 20;

/// How long to wait for a program to end, once its output is closed, before it is killed.
const ENDING: Duration = Duration::from_secs(1);

/// How often to check meanwhile.
const LOOK: Duration = Duration::from_millis(1);

/// The last lines of standard error.
type Said = Arc<Mutex<VecDeque<String>>>;

/// A program that was started.
pub(super) struct Conversation {
    child: Child,
    /// `None` once the input is closed.
    writer: Option<Sender<String>>,
    lines: Receiver<Heard>,
    /// How many bytes it has written after its last line.
    unended: Arc<AtomicU64>,
    said: Said,
    /// Disconnected once standard error is closed.
    silence: Receiver<()>,
}

/// What was read.
enum Heard {
    Line(String),
    TooLong,
    NoText,
}

/// Why there is no next line.
pub(super) enum Failure {
    /// The time ran out.
    Late,
    /// The output is closed.
    Ended,
    /// The line cannot be an answer; with the reason.
    Nonsense(String),
}

impl Conversation {
    /// Starts a program.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (writer, texts) = mpsc::channel();
        thread::spawn(move || write(input, &texts));
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        let unended = Arc::new(AtomicU64::new(0));
        let counted = Counted {
            output,
            bytes: Arc::clone(&unended),
        };
        thread::spawn(move || read(counted, &sender));
        let said = Said::default();
        let (end, silence) = mpsc::channel();
        let listener = Arc::clone(&said);
        thread::spawn(move || {
            listen(BufReader::new(errors), &listener);
            drop(end);
        });
        Ok(Self {
            child,
            writer: Some(writer),
            lines,
            unended,
            said,
            silence,
        })
    }

    /// Queues a text: the program may read it at any time.
    pub(super) fn write(&self, text: String) {
        locked(&self.said).clear();
        if let Some(writer) = &self.writer {
            // The reader notices a program that has ended.
            let _ = writer.send(text);
        }
    }

    /// The next line of the program.
    pub(super) fn line(&self, limit: Duration) -> Result<String, Failure> {
        match self.lines.recv_timeout(limit) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(Failure::Nonsense(format!(
                "a line of more than {LINE_MAX} bytes"
            ))),
            Ok(Heard::NoText) => Err(Failure::Nonsense("a line that is not UTF-8".to_owned())),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Ended),
        }
    }

    /// Ends the program, and describes the failure.
    pub(super) fn failed(mut self, failure: Failure, limit: Duration) -> NoAnswer {
        let (why, reason) = match failure {
            Failure::Late => {
                let seconds = limit.as_secs_f64();
                let begun = match self.unended.load(Relaxed) {
                    0 => String::new(),
                    bytes => format!(", but {bytes} bytes without the end of a line"),
                };
                (Why::Hang, format!("no answer within {seconds} s{begun}"))
            }
            Failure::Ended => (Why::Crash, self.end()),
            Failure::Nonsense(reason) => (Why::Nonsense, reason),
        };
        self.kill();
        // Its last lines may still arrive. A process that it started may hold the pipe open.
        let _ = self.silence.recv_timeout(ENDING);
        let said = locked(&self.said).iter().cloned().collect();
        NoAnswer { why, reason, said }
    }

    /// Closes the input, and waits for the program to end.
    pub(super) fn close(mut self) {
        self.writer = None;
        self.end();
    }

    /// How the program ended, once its output is closed.
    fn end(&mut self) -> String {
        for _ in 0..ENDING.as_millis() / LOOK.as_millis() {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("it ended, {status}"),
                Ok(None) => thread::sleep(LOOK),
                Err(error) => return error.to_string(),
            }
        }
        "it closed its output".to_owned()
    }

    fn kill(&mut self) {
        // Fails if it has ended, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that does not end is killed, so that nothing outlives the command.
impl Drop for Conversation {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write(mut input: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if input.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// An output that counts the bytes which are read from it.
struct Counted<R> {
    output: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.output.read(buffer)?;
        self.bytes.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

fn read(output: Counted<impl Read>, lines: &SyncSender<Heard>) {
    let unended = Arc::clone(&output.bytes);
    let mut output = BufReader::new(output);
    while let Some(bytes) = next_line(&mut output) {
        // What the buffer holds is after this line.
        unended.store(output.buffer().len() as u64, Relaxed);
        let heard = match bytes {
            bytes if bytes.len() as u64 > LINE_MAX => Heard::TooLong,
            bytes => String::from_utf8(bytes).map_or(Heard::NoText, Heard::Line),
        };
        if lines.send(heard).is_err() {
            return;
        }
    }
}

fn listen(mut errors: impl BufRead, said: &Said) {
    while let Some(bytes) = next_line(&mut errors) {
        let mut said = locked(said);
        said.push_back(String::from_utf8_lossy(&bytes).into_owned());
        if said.len() > SAID_MAX {
            said.pop_front();
        }
    }
}

/// The next line without its end, or its beginning if it is too long; `None` at the end.
fn next_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut start = input.by_ref().take(LINE_MAX + 1);
    if start.read_until(b'\n', &mut bytes).ok()? == 0 {
        return None;
    }
    for end in [b'\n', b'\r'] {
        if bytes.last() == Some(&end) {
            bytes.pop();
        }
    }
    Some(bytes)
}

/// A panic in another thread leaves the lines valid.
fn locked(said: &Said) -> MutexGuard<'_, VecDeque<String>> {
    said.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: of standard error the last lines are kept, however much a program writes.
    #[test]
    fn the_last_lines_are_kept() {
        let written: String = (0..3 * SAID_MAX).map(|line| format!("{line}\n")).collect();
        let said = Said::default();
        listen(written.as_bytes(), &said);
        let kept: Vec<String> = locked(&said).iter().cloned().collect();
        let last: Vec<String> = (2 * SAID_MAX..3 * SAID_MAX)
            .map(|line| line.to_string())
            .collect();
        assert_eq!(kept, last);
    }
}
