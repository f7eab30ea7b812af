//! The part of HTTP/1.1 that the page needs: one small request per connection, in time.
//!
//! `httparse` parses the head. This file limits size and time: a client that sends half a request,
//! or sends it slowly, gets an error after [`PATIENCE`], and blocks only one thread until then.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes and lines of the head of a request, and the most bytes of its body.
const HEAD_MAX: usize = 16 * 1024;
const HEADERS_MAX: usize = 64;
pub(super) const BODY_MAX: usize = 1 << 20;

/// How long a client may take to send its request, and to receive the answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to take unread data from a client that still sends, so that it sees the answer: closing
/// a connection with unread bytes resets it.
const LEFT_OVER_PATIENCE: Duration = Duration::from_secs(1);

/// How much is read at once.
const PIECE: usize = 8 * 1024;

/// The headers of every answer. The page may load its own files and talk to its own server only,
/// and no other page may embed it or read from it.
const ALWAYS: &str = "\
X-Content-Type-Options: nosniff\r\n\
Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
frame-ancestors 'none'\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Referrer-Policy: no-referrer\r\n\
Cache-Control: no-store\r\n\
Connection: close\r\n";

/// The head of a request.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) method: String,
    /// Without the query.
    pub(super) path: String,
    headers: Vec<(String, Vec<u8>)>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: Status,
    content_type: &'static str,
    body: Vec<u8>,
}

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    LengthRequired,
    ContentTooLarge,
    UnsupportedMediaType,
    HeadTooLarge,
    InternalError,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::RequestTimeout => "408 Request Timeout",
            Status::LengthRequired => "411 Length Required",
            Status::ContentTooLarge => "413 Content Too Large",
            Status::UnsupportedMediaType => "415 Unsupported Media Type",
            Status::HeadTooLarge => "431 Request Header Fields Too Large",
            Status::InternalError => "500 Internal Server Error",
        }
    }
}

impl Response {
    /// A file.
    pub(super) fn of(content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: Status::Ok,
            content_type,
            body: body.into(),
        }
    }

    /// A refusal and its reason, in one line.
    pub(super) fn refusal(status: Status, reason: &str) -> Self {
        let line = reason.replace(['\n', '\r'], " ");
        Self {
            status,
            content_type: "text/plain; charset=utf-8",
            body: format!("{line}\n").into_bytes(),
        }
    }

    /// Sends it, and closes the connection.
    pub(super) fn send(&self, mut stream: &TcpStream) -> io::Result<()> {
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{ALWAYS}\r\n",
            self.status.line(),
            self.content_type,
            self.body.len()
        );
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.write_all(&[head.as_bytes(), &self.body].concat())?;
        stream.shutdown(std::net::Shutdown::Write)?;
        let deadline = Instant::now() + LEFT_OVER_PATIENCE;
        let mut piece = [0; PIECE];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            stream.set_read_timeout(Some(left))?;
            if stream.read(&mut piece)? == 0 {
                return Ok(());
            }
        }
    }
}

impl Head {
    /// The value of a header; `None` if it is missing, an error if it is duplicated.
    pub(super) fn header(&self, name: &str) -> Result<Option<&str>, Response> {
        let mut values = self
            .headers
            .iter()
            .filter(|(key, _)| key.eq_ignore_ascii_case(name));
        let refused = |what| Response::refusal(Status::BadRequest, &format!("{name}: {what}"));
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some((_, value)), None) => match std::str::from_utf8(value) {
                Ok(text) => Ok(Some(text)),
                Err(_) => Err(refused("not text")),
            },
            (Some(_), Some(_)) => Err(refused("appears twice")),
        }
    }
}

/// A client and the bytes received so far.
pub(super) struct Incoming<'s> {
    stream: &'s TcpStream,
    deadline: Instant,
    bytes: Vec<u8>,
}

impl<'s> Incoming<'s> {
    pub(super) fn new(stream: &'s TcpStream) -> Self {
        Self {
            stream,
            deadline: Instant::now() + PATIENCE,
            bytes: Vec::new(),
        }
    }

    /// The head of the request; `None` if the client closed the connection without one.
    pub(super) fn head(&mut self) -> Result<Option<Head>, Response> {
        loop {
            let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(&self.bytes) {
                Ok(httparse::Status::Complete(length)) => {
                    let head = Head::of(&request);
                    self.bytes.drain(..length);
                    return Ok(Some(head));
                }
                Ok(httparse::Status::Partial) if self.bytes.len() < HEAD_MAX => {}
                Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                    return Err(Response::refusal(
                        Status::HeadTooLarge,
                        "the head is too long",
                    ));
                }
                Err(error) => {
                    return Err(Response::refusal(Status::BadRequest, &error.to_string()));
                }
            }
            if !self.read_on()? {
                return match self.bytes.is_empty() {
                    true => Ok(None),
                    false => Err(half()),
                };
            }
        }
    }

    /// The body that the head announces.
    pub(super) fn body(&mut self, head: &Head) -> Result<Vec<u8>, Response> {
        if head.header("Transfer-Encoding")?.is_some() {
            return Err(Response::refusal(
                Status::LengthRequired,
                "Transfer-Encoding: send a Content-Length instead",
            ));
        }
        let length = match head.header("Content-Length")? {
            None => {
                return Err(Response::refusal(
                    Status::LengthRequired,
                    "Content-Length: missing",
                ));
            }
            Some(text) if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) => {
                return Err(Response::refusal(
                    Status::BadRequest,
                    "Content-Length: expected an integer",
                ));
            }
            // A number too long for an integer exceeds the limit in any case.
            Some(text) => text.parse().unwrap_or(usize::MAX),
        };
        if length > BODY_MAX {
            return Err(Response::refusal(
                Status::ContentTooLarge,
                &format!("Content-Length: at most {BODY_MAX} bytes"),
            ));
        }
        if head.header("Expect")?.is_some() {
            let mut stream = self.stream;
            // Reading notices a client that is gone.
            let _ = stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
        }
        while self.bytes.len() < length {
            if !self.read_on()? {
                return Err(half());
            }
        }
        self.bytes.truncate(length);
        Ok(std::mem::take(&mut self.bytes))
    }

    /// Waits for some more bytes; false at the end of the stream.
    fn read_on(&mut self) -> Result<bool, Response> {
        let late = || Response::refusal(Status::RequestTimeout, "the request took too long");
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || self.stream.set_read_timeout(Some(left)).is_err() {
            return Err(late());
        }
        let mut piece = [0; PIECE];
        let mut stream = self.stream;
        match stream.read(&mut piece) {
            Ok(count) => {
                self.bytes.extend_from_slice(&piece[..count]);
                Ok(count > 0)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(late())
            }
            Err(_) => Ok(false),
        }
    }
}

fn half() -> Response {
    Response::refusal(Status::BadRequest, "the request is incomplete")
}

impl Head {
    fn of(request: &httparse::Request<'_, '_>) -> Self {
        let target = request.path.unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        Self {
            method: request.method.unwrap_or_default().to_owned(),
            path: path.to_owned(),
            headers: request
                .headers
                .iter()
                .map(|header| (header.name.to_owned(), header.value.to_vec()))
                .collect(),
        }
    }
}
