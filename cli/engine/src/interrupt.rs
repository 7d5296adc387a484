//! Ctrl-C: the first one cancels the statement on the engine, a second one ends the program.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use dosic_cli::Status;
use dosic_runtime::Canceller;

static RUNNING: Mutex<Option<Canceller>> = Mutex::new(None);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C cancels the statements of this engine.
pub(crate) fn cancels(canceller: Canceller) {
    if let Ok(mut running) = RUNNING.lock() {
        *running = Some(canceller);
    }
}

/// Takes over Ctrl-C. Where that is impossible, the system's own way of ending the program stays.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(Status::Interrupted as i32);
        }
        let running = RUNNING.lock().ok().and_then(|running| running.clone());
        match running {
            Some(canceller) => canceller.cancel(),
            // Still connecting: there is nothing to cancel on the engine.
            None => std::process::exit(Status::Interrupted as i32),
        }
    });
}
