//! A Postgres server of the tests' own: a fresh cluster in a temporary folder, reached by a Unix socket
//! only, gone when the test process ends, however it ends.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use dosic_runtime::postgres::Postgres;

/// Makes the cluster, starts the server, and stops it when standard input closes: a pipe whose other end
/// the test process holds. Prints the folder first. `$1` is the folder of the server's programs.
const KEEPER: &str = r#"
set -u
folder=$(mktemp -d "${TMPDIR:-/tmp}/dosic-postgres.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap '' INT
echo "$folder"
"$1/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
"$1/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \
  -c synchronous_commit=off >>"$folder/log" 2>&1 &
server=$!
read -r _
kill -QUIT "$server"
wait "$server"
"#;

/// A running server.
pub struct PrivatePostgres {
    folder: PathBuf,
    keeper: Child,
    alive: Option<ChildStdin>,
}

impl PrivatePostgres {
    /// Starts a server; as root, under the user `postgres`, since Postgres refuses root.
    ///
    /// # Errors
    /// Says what is missing: the programs of a Postgres server, or why it does not start.
    pub fn start() -> Result<Self, String> {
        let programs = server_programs()?;
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        let mut keeper = command
            .args(["-c", KEEPER, "sh"])
            .arg(&programs)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start a Postgres server: {e}"))?;
        let alive = keeper.stdin.take();
        let mut line = String::new();
        if let Some(stdout) = keeper.stdout.take() {
            BufReader::new(stdout)
                .read_line(&mut line)
                .map_err(|e| format!("the Postgres server says nothing: {e}"))?;
        }
        let mut server = Self {
            folder: PathBuf::from(line.trim_end()),
            keeper,
            alive,
        };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// One server for all tests of a process. `None`, said aloud, only if `DOSIC_SKIP_POSTGRES=1` is set.
    ///
    /// # Panics
    /// If no server can be started: a test that needs one must fail, not pass in silence.
    #[must_use]
    #[expect(clippy::print_stderr, reason = "skipping must not be silent")]
    pub fn unless_skipped() -> Option<&'static Self> {
        if std::env::var_os("DOSIC_SKIP_POSTGRES").is_some_and(|v| v == "1") {
            eprintln!("skipped: everything on Postgres, because DOSIC_SKIP_POSTGRES is 1");
            return None;
        }
        Some(Self::shared())
    }

    /// One server for all tests of a process.
    ///
    /// # Panics
    /// If no server can be started: a test that needs one must fail, not pass in silence.
    #[must_use]
    #[expect(
        clippy::panic,
        reason = "a missing server must fail the test that asks for it"
    )]
    pub fn shared() -> &'static Self {
        static SERVER: OnceLock<PrivatePostgres> = OnceLock::new();
        SERVER.get_or_init(|| Self::start().unwrap_or_else(|e| panic!("{e}")))
    }

    /// What to connect to.
    #[must_use]
    pub fn address(&self) -> String {
        self.address_of("postgres")
    }

    /// The address of another database of the server.
    #[must_use]
    pub fn address_of(&self, database: &str) -> String {
        format!(
            "host={} user=postgres dbname={database}",
            self.folder.display()
        )
    }

    /// A folder whose files the server can read.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn wait_until_ready(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let error = match Postgres::connect(&self.address()) {
                Ok(_) => return Ok(()),
                Err(error) => error,
            };
            if let Ok(Some(status)) = self.keeper.try_wait() {
                return Err(format!("the Postgres server ended with {status}"));
            }
            if Instant::now() > deadline {
                return Err(format!("the Postgres server does not answer: {error}"));
            }
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        drop(self.alive.take());
        // Nothing can be done about a server that does not end.
        let _ = self.keeper.wait();
    }
}

/// The folder with `initdb` and `postgres`: `POSTGRES_BIN`, a usual place, or one on PATH.
fn server_programs() -> Result<PathBuf, String> {
    let mut folders: Vec<PathBuf> = Vec::new();
    folders.extend(std::env::var_os("POSTGRES_BIN").map(PathBuf::from));
    for root in [
        "/usr/lib/postgresql",
        "/opt/homebrew/opt",
        "/usr/local/opt",
        "/usr",
    ] {
        let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir(root)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let digits = name
                    .trim_start_matches("postgresql@")
                    .trim_start_matches("pgsql-");
                Some((digits.parse().ok()?, entry.path().join("bin")))
            })
            .collect();
        versions.sort();
        folders.extend(versions.into_iter().rev().map(|(_, folder)| folder));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    let complete = |f: &Path| f.join("initdb").exists() && f.join("postgres").exists();
    folders.into_iter().find(|f| complete(f)).ok_or_else(|| {
        "no Postgres server is installed: the tests need `initdb` and `postgres`; install the package \
         `postgresql`, or set POSTGRES_BIN to the folder that holds them, or set DOSIC_SKIP_POSTGRES=1"
            .to_owned()
    })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
