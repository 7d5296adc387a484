//! The language server of dosic: a model checked while it is written, over the Language Server Protocol.
//!
//! The server knows the protocol and the compiler. How a model's files are found, read and checked, and which SQL a
//! metric becomes, it asks of a [`Host`]: the command line gives one, so that the editor says what `dosic check` says.
//!
//! | file | holds |
//! |---|---|
//! | `host.rs` | [`Host`]: what the server asks of the program that runs it |
//! | `transport.rs` | messages in and out; what is no message is answered, and survived |
//! | `text.rs` | lines, and the positions of both encodings |
//! | `uri.rs` | `file:` addresses and paths |
//! | `documents.rs` | the open documents, with their unsaved text |
//! | `workspace.rs` | which files make up a model |
//! | `server.rs` | the loop: lifecycle, what waits, when a model is checked |
//! | `session.rs` | the state: documents, models, what was found in them last |
//! | `dispatch.rs` | methods to functions |
//! | `publish.rs` | findings as the protocol's diagnostics |
//! | `snapshot.rs` | a checked model with the names in it |
//! | `hover.rs`, `words.rs` | what a name or function is |
//! | `completion.rs`, `outline.rs` | what can be written at a place, and where in a YAML text that is |
//! | `navigation.rs` | definitions and references |
//! | `symbols.rs` | what a document or workspace declares |
//! | `rename.rs` | new names, refused where a name would come to mean something else |
//! | `tokens.rs` | what each word of an expression is |
//! | `lens.rs` | the SQL of each metric, on demand |

mod completion;
mod dispatch;
mod documents;
mod host;
mod hover;
mod lens;
mod navigation;
mod outline;
mod publish;
mod rename;
mod server;
mod session;
mod snapshot;
mod symbols;
mod text;
mod tokens;
mod transport;
mod uri;
mod words;
mod workspace;

pub use host::{Checked, Finding, Host, Unsaved};
pub use server::{Ending, serve};
