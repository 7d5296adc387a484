//! Elapsed time on a terminal, for statements that take over a second.

use std::io::{self, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dosic_cli::Console;

const PATIENCE: Duration = Duration::from_secs(1);
const STEP: Duration = Duration::from_millis(100);
const FRAMES: [&str; 4] = ["|", "/", "-", "\\"];

/// Shows that the engine works until it is stopped or dropped.
pub(crate) struct Spinner {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Starts; shows nothing where nobody watches.
    pub(crate) fn start(console: &Console, engine: &'static str) -> Self {
        if !console.is_terminal() || !console.is_human() {
            return Self {
                stop: None,
                thread: None,
            };
        }
        let (stop, stopped) = channel::<()>();
        let thread = thread::spawn(move || {
            let started = Instant::now();
            let mut wait = PATIENCE;
            let mut frames = FRAMES.iter().cycle();
            let mut shown = false;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let frame = frames.next().copied().unwrap_or("");
                let seconds = started.elapsed().as_secs_f64();
                write(&format!("\r{frame} running on {engine}, {seconds:.1} s"));
                shown = true;
                wait = STEP;
            }
            if shown {
                // To the start of the line, and clear it.
                write("\r\u{1b}[K");
            }
        });
        Self {
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Clears the line, so that rows can be written.
    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A spinner that broke off has nothing to clear.
            let _ = thread.join();
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.stop();
    }
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}
