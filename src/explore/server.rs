//! The explorer's server: one loopback port, a thread per connection.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use super::http::{Incoming, Response, Status};
use super::routes;
use crate::case::Case;
use crate::subject::guarded;

/// The most connections at a time: those of a browser or two. Further clients are disconnected, so
/// that slow ones cannot fill the memory.
const CONNECTIONS_MAX: usize = 64;

/// The explain page, live, on a port of this machine that no other machine can reach.
pub struct Explorer {
    listener: TcpListener,
    pub(super) port: u16,
    pub(super) start: Case,
    pub(super) folder: PathBuf,
}

impl Explorer {
    /// Opens a port (zero: any free one). The page shows `start` first and saves cases in `folder`.
    pub fn bind(port: u16, start: Case, folder: PathBuf) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        Ok(Self {
            port: listener.local_addr()?.port(),
            listener,
            start,
            folder,
        })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}:{}/", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Answers requests, for ever.
    pub fn serve(self) {
        let explorer = Arc::new(self);
        for stream in explorer.listener.incoming() {
            // A client that disconnects early is no error.
            let Ok(stream) = stream else { continue };
            let shared = Arc::clone(&explorer);
            // One count for the listener, one for each thread.
            if Arc::strong_count(&shared) > CONNECTIONS_MAX + 1 {
                continue;
            }
            let name = "explorer".to_owned();
            // If no thread can be started the client is disconnected; the next one may succeed.
            let _ = thread::Builder::new()
                .name(name)
                .spawn(move || attend(&shared, &stream));
        }
    }
}

/// Answers the one request of a connection.
fn attend(explorer: &Explorer, stream: &TcpStream) {
    let mut incoming = Incoming::new(stream);
    let response = guarded(|| routes::respond(explorer, &mut incoming)).unwrap_or_else(|panic| {
        let reason = format!("panic: {panic}");
        Some(Response::refusal(Status::InternalError, &reason))
    });
    if let Some(response) = response {
        // A client that does not wait for its answer needs none.
        let _ = response.send(stream);
    }
}
