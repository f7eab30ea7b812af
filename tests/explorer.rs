//! The explorer's server from outside, by hand-written requests: its answers, its refusals, and
//! that nothing ends it.

mod scratch;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use gjk_harness::case::{files, json};
use gjk_harness::explore::{Explorer, first_case};
use scratch::Folder;
use serde_json::{Value, json};

/// Longer than any answer takes, so that a hanging server fails a test instead of blocking it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs until the tests end.
struct Server {
    port: u16,
    folder: Folder,
}

/// An answer of the server.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Server {
    fn start(name: &str) -> Self {
        let folder = Folder::new(&format!("explorer-{name}"));
        fs::remove_dir(&folder).expect("an empty folder");
        let explorer = Explorer::bind(0, first_case(), folder.clone()).expect("a port");
        let url = explorer.url();
        let port = url
            .trim_end_matches('/')
            .rsplit(':')
            .next()
            .expect("a port");
        let port = port.parse().expect("a number");
        thread::spawn(|| explorer.serve());
        Self { port, folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and reads until the server closes.
    fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        answer(stream)
    }

    fn get(&self, path: &str) -> Answer {
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
            self.port
        ))
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        self.post_with(path, "Content-Type: application/json\r\n", body)
    }

    fn post_with(&self, path: &str, headers: &str, body: &str) -> Answer {
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        ))
    }

    /// The answer of `POST /story` to the first case after some edits.
    fn story(&self, edits: Value) -> Value {
        let request = json!({ "case": first_text(), "subject": "gjk-core", "edits": edits });
        let answer = self.post("/story", &request.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    /// The refusal of a request for a story, in one line.
    fn refusal(&self, path: &str, body: &str) -> String {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 400, "{body}: {}", answer.body);
        assert_eq!(answer.body.lines().count(), 1, "{}", answer.body);
        answer.body
    }
}

fn answer(mut stream: TcpStream) -> Answer {
    let mut text = String::new();
    stream
        .read_to_string(&mut text)
        .expect("an answer to its end");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).expect("a status");
    Answer {
        status: status.parse().expect("a number"),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

fn first_text() -> String {
    json::write(&first_case()).expect("a case")
}

/// Claim: the page and all its files are served, each with its type, and every answer, also a
/// refusal, has the headers that keep a browser from running or showing anything else.
#[test]
fn every_answer_is_guarded() {
    let server = Server::start("files");
    let page = server.get("/");
    assert!(
        page.head.contains("Content-Type: text/html; charset=utf-8"),
        "{}",
        page.head
    );
    let mut answers = vec![page];
    let names = |attribute: &str, page: &str| -> Vec<String> {
        let parts = page.split(attribute).skip(1);
        parts
            .map(|part| part.split('"').next().expect("a quote").to_owned())
            .collect()
    };
    let scripts = names("<script src=\"", &answers[0].body);
    assert!(scripts.contains(&"live.js".to_owned()), "{scripts:?}");
    assert!(
        !answers[0].body.contains("<script>"),
        "a script stands in the page"
    );
    for name in &scripts {
        let script = server.get(&format!("/{name}?version=1"));
        assert!(
            script.head.contains("Content-Type: text/javascript"),
            "{name}"
        );
        assert!(script.body.starts_with("\"use strict\""), "{name}");
        answers.push(script);
    }
    let style = server.get("/page.css");
    assert!(style.head.contains("Content-Type: text/css"));
    answers.extend([style, server.get("/subjects"), server.get("/cases")]);
    assert!(answers.iter().all(|answer| answer.status == 200));
    answers.push(server.get("/nothing"));
    answers.push(server.raw("nonsense\r\n\r\n"));
    for answer in answers {
        for header in [
            "\r\nContent-Type: ",
            "\r\nX-Content-Type-Options: nosniff",
            "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; ",
            "\r\nCache-Control: no-store",
        ] {
            assert!(answer.head.contains(header), "{header} in {}", answer.head);
        }
        assert!(!answer.head.contains("Access-Control"), "{}", answer.head);
    }
}

/// Claim: subjects and cases are listed, and each case, also any campaign case, is served as the
/// text of its file.
#[test]
fn cases_are_given_as_text() {
    let server = Server::start("cases");
    let subjects: Vec<[String; 2]> =
        serde_json::from_str(&server.get("/subjects").body).expect("subjects");
    assert_eq!(subjects[0][0], "gjk-core");
    let shelves: Value = serde_json::from_str(&server.get("/cases").body).expect("shelves");
    assert_eq!(shelves[0]["ids"][0], first_case().id.as_str());
    for id in [
        shelves[1]["ids"][3].as_str().expect("an id"),
        "near_contact-1-4711",
    ] {
        let text: String =
            serde_json::from_str(&server.get(&format!("/cases/{id}")).body).expect("a text");
        assert_eq!(json::read(&text).expect("a case").id, id);
    }
    assert_eq!(server.get("/cases/torus-1-2").status, 404);
}

/// Claim: only edits change the case; the story is that of the returned case, and it is judged only
/// on request.
#[test]
fn stories_follow_edits() {
    let server = Server::start("stories");
    let as_it_was = server.story(json!([]));
    assert_eq!(as_it_was["case"], first_text());
    assert_eq!(as_it_was["story"]["contact"], "separated");
    assert_eq!(as_it_was["story"]["is_wrong"], false);
    assert_eq!(as_it_was["beside"], json!([]));
    assert_eq!(as_it_was["story"]["rulings"], json!([]));

    let onto = server.story(json!([{ "edit": "move", "shape": 1, "by": [-5, 0, 0] }]));
    assert_eq!(onto["story"]["contact"], "overlapping");
    let text = onto["case"].as_str().expect("a text");
    assert_eq!(
        onto["story"]["case"],
        serde_json::from_str::<Value>(text).expect("JSON")
    );

    let touching = server.story(json!([{ "edit": "snap" }]));
    assert_eq!(touching["story"]["contact"], "touching");
    assert!(
        touching["notes"][0]
            .as_str()
            .expect("a note")
            .contains("touch exactly")
    );

    let request = json!({ "case": text, "subject": "gjk-core", "rulings": true });
    let judged = server.post("/story", &request.to_string());
    let judged: Value = serde_json::from_str(&judged.body).expect("JSON");
    assert_eq!(judged["story"]["rulings"][0]["property"], "verdict");

    // A wrong subject is marked with the step; one that does not support the shapes is not.
    let text: String =
        serde_json::from_str(&server.get("/cases/2d-segments-cross").body).expect("a text");
    for (subject, is_wrong) in [
        ("gjk-core", false),
        ("newest-first", true),
        ("unit-directions", false),
    ] {
        let request = json!({ "case": text, "subject": subject }).to_string();
        let told = server.post("/story", &request);
        let told: Value = serde_json::from_str(&told.body).expect("JSON");
        assert_eq!(told["story"]["is_wrong"], is_wrong, "{subject}");
        assert_eq!(told["story"]["wrong"].is_u64(), is_wrong, "{subject}");
    }
    // Next to it the textbooks that support the shapes, without the selected one.
    let request = json!({ "case": text, "subject": "newest-first", "beside": "textbook" });
    let told = server.post("/story", &request.to_string());
    let told: Value = serde_json::from_str(&told.body).expect("JSON");
    let beside = told["beside"].as_array().expect("stories").iter();
    let names: Vec<_> = beside.map(|story| &story["subject"]).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(names.iter().all(|name| *name != "newest-first"));
}

/// Claim: an edit that makes no sense is left out and said, with the number that it was to set; those
/// beside it are made.
#[test]
fn a_refused_edit_takes_no_other_with_it() {
    let server = Server::start("refused-edits");
    let number =
        |pointer: &str, value: f64| json!({ "edit": "number", "pointer": pointer, "value": value });
    let answer = server.story(json!([
        number("/a/points/0/1", 12.5),
        { "edit": "move", "shape": 2, "by": [0, 0, 0] },
        number("/a/points/9/1", 1.0),
        number("/a/points/1/1", 5.5),
    ]));
    let case: Value = serde_json::from_str(answer["case"].as_str().expect("a text")).expect("JSON");
    assert_eq!(case["a"]["points"][0][1], 12.5, "{case}");
    assert_eq!(case["a"]["points"][1][1], 5.5, "{case}");
    let refused = answer["refused"].as_array().expect("a list");
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert_eq!(refused[0]["pointer"], Value::Null);
    assert_eq!(refused[1]["pointer"], "/a/points/9/1");
    for (edit, words) in refused
        .iter()
        .zip(["shape: expected 0 or 1", "/a/points/9/1"])
    {
        let reason = edit["reason"].as_str().expect("a reason");
        assert!(
            reason.contains(words) && reason.lines().count() == 1,
            "{reason}"
        );
    }
}

/// Claim: a bad request for a story is refused in one line that names the field, and the server
/// continues.
#[test]
fn bad_bodies_are_refused_by_field() {
    let server = Server::start("bodies");
    let case = first_text();
    let with = |old: &str, new: &str| {
        assert!(case.contains(old), "{case}");
        case.replacen(old, new, 1)
    };
    let points = vec![[0, 0]; 1025];
    let large = json!({"id": "x", "dim": 2, "scalar": "f64", "expect": {},
        "a": {"kind": "hull", "points": points}, "b": {"kind": "point", "p": [0, 0]}});
    for (request, words) in [
        (json!({ "case": 3, "subject": "gjk-core" }), "case"),
        (json!({ "subject": "gjk-core" }), "case"),
        (json!({ "case": case, "subject": "nobody" }), "nobody"),
        (
            json!({ "case": case, "subject": "gjk-core", "extra": 1 }),
            "extra",
        ),
        (json!({ "case": "{", "subject": "gjk-core" }), "case:1"),
        (
            json!({ "case": with("\"triangle\"", "\"torus\""), "subject": "gjk-core" }),
            "a.kind",
        ),
        (
            json!({ "case": with("[4, 11]", "[4, 1e999]"), "subject": "gjk-core" }),
            "a.points[0][1]",
        ),
        (
            json!({ "case": large.to_string(), "subject": "gjk-core" }),
            "a: ",
        ),
        (
            json!({ "case": case, "subject": "gjk-core", "edits": [{ "edit": "fly" }] }),
            "edits[0]",
        ),
        (
            json!({ "case": case, "subject": "gjk-core",
                "edits": [{ "edit": "move", "shape": 1, "by": [0, 0] }] }),
            "edits",
        ),
        (
            json!({ "case": case, "subject": "gjk-core",
                "edits": vec![json!({ "edit": "snap" }); 101] }),
            "edits",
        ),
    ] {
        let refusal = server.refusal("/story", &request.to_string());
        assert!(refusal.contains(words), "{words}: {refusal}");
    }
    for body in ["", "null", "[", "{}{}", "\u{0}", &"[".repeat(100_000)] {
        server.refusal("/story", body);
    }
    assert_eq!(server.get("/").status, 200);
}

/// Claim: requests that do not come from our page are refused: another server name, another page,
/// another type, another method.
#[test]
fn strangers_are_refused() {
    let server = Server::start("strangers");
    let port = server.port;
    let body = json!({ "case": first_text(), "subject": "gjk-core" }).to_string();
    let json_type = "Content-Type: application/json; charset=utf-8\r\n";
    for host in [
        "evil.example",
        "127.0.0.1",
        "localhost:1",
        "127.0.0.1:1",
        "",
    ] {
        let answer = server.raw(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(answer.status, 403, "{host}");
    }
    assert_eq!(server.raw("GET / HTTP/1.1\r\n\r\n").status, 403);
    let twice = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil\r\n\r\n");
    assert_eq!(server.raw(&twice).status, 400);
    for (origin, status) in [
        ("http://evil.example".to_owned(), 403),
        ("null".to_owned(), 403),
        (format!("https://localhost:{port}"), 403),
        (format!("http://localhost:{port}"), 200),
        (format!("http://127.0.0.1:{port}"), 200),
    ] {
        let headers = format!("{json_type}Origin: {origin}\r\n");
        assert_eq!(
            server.post_with("/story", &headers, &body).status,
            status,
            "{origin}"
        );
    }
    for headers in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/jsonp\r\n",
    ] {
        assert_eq!(
            server.post_with("/story", headers, &body).status,
            415,
            "{headers}"
        );
    }
    assert_eq!(server.get("/story").status, 405);
    assert_eq!(server.post("/", &body).status, 405);
    assert_eq!(server.post("/nothing", &body).status, 405);
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

/// Claim: a body that is too long is refused by its announced length; a body must announce its
/// length; and bytes that are not HTTP are refused.
#[test]
fn lengths_are_limited() {
    let server = Server::start("lengths");
    let head = |rest: &str| {
        format!(
            "POST /story HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\n{rest}\r\n",
            server.port
        )
    };
    for (length, status) in [
        ("1048577", 413),
        ("99999999999999999999999999", 413),
        ("-1", 400),
        ("+1", 400),
        ("", 400),
        ("1e3", 400),
    ] {
        let answer = server.raw(&head(&format!("Content-Length: {length}\r\n")));
        assert_eq!(answer.status, status, "{length}");
    }
    assert_eq!(server.raw(&head("")).status, 411);
    assert_eq!(
        server.raw(&head("Transfer-Encoding: chunked\r\n")).status,
        411
    );
    let twice = "Content-Length: 1\r\nContent-Length: 2\r\n";
    assert_eq!(server.raw(&head(twice)).status, 400);
    // One that is sent nevertheless is refused, though nobody reads it.
    let long = " ".repeat(2 << 20);
    assert_eq!(server.post("/story", &long).status, 413);
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(100));
    assert_eq!(server.raw(&many).status, 431);
    let endless = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000));
    assert_eq!(server.raw(&endless).status, 431);
    for nonsense in ["\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n"] {
        assert_eq!(server.raw(nonsense).status, 400, "{nonsense:?}");
    }
}

/// Claim: clients that send half a request and wait do not block others; the reason is sent before
/// the connection closes.
#[test]
fn slow_clients_block_nobody() {
    let server = Server::start("slow");
    let head = format!(
        "POST /story HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n",
        server.port
    );
    let mut halves = Vec::new();
    for half in [
        "",
        "GET / HT",
        head.as_str(),
        &format!("{head}\r\n{{\"case\":"),
    ] {
        let mut stream = server.connect();
        stream.write_all(half.as_bytes()).expect("sent");
        halves.push(stream);
    }
    assert_eq!(server.get("/").status, 200);
    let last = halves.pop().expect("a connection");
    last.shutdown(std::net::Shutdown::Write).expect("closed");
    let told = answer(last);
    assert_eq!(told.status, 400);
    assert!(told.body.contains("is incomplete"), "{}", told.body);
    // Closed without a request, and before the answer.
    drop(halves);
    let mut gone = server.connect();
    write!(
        gone,
        "GET / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n",
        server.port
    )
    .expect("sent");
    drop(gone);
    assert_eq!(server.get("/").status, 200);
}

/// Claim: a case is saved under the requested name, which becomes its id, with a number if the name
/// is taken; never outside the folder, never over a file; and it reads back.
#[test]
fn cases_are_saved_beside_each_other() {
    let server = Server::start("save");
    let save = |name: &str| json!({ "case": first_text(), "name": name }).to_string();
    let mut paths = Vec::new();
    for (name, file) in [
        ("mine", "mine.json"),
        ("mine.json", "mine-2.json"),
        ("a.b_C-1", "a.b_C-1.json"),
    ] {
        let answer = server.post("/save", &save(name));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let path: PathBuf = serde_json::from_str(&answer.body).expect("a path");
        assert_eq!(path, server.folder.join(file));
        paths.push(path);
    }
    let read = files::read_cases(&paths).expect("cases");
    let ids: Vec<&str> = read
        .iter()
        .map(|located| located.case.id.as_str())
        .collect();
    assert_eq!(ids, ["mine", "mine-2", "a.b_C-1"]);
    assert_eq!(read[0].case.a, first_case().a);
    let long = "x".repeat(101);
    for name in [
        "", ".json", "..", ".hidden", "a/b", "../a", "/etc/a", "a\\b", "a b", "é", "a\u{0}", &long,
    ] {
        let refusal = server.refusal("/save", &save(name));
        assert!(refusal.starts_with("name: "), "{refusal}");
    }
    let bad = json!({ "case": "{}", "name": "bad" }).to_string();
    assert!(server.refusal("/save", &bad).contains("id: missing"));
    let entries = fs::read_dir(&server.folder).expect("the folder").count();
    assert_eq!(entries, 3);
}

/// Claim: the command prints the address of the page and serves it; a port in use and a bad case
/// are refused in one line.
#[test]
fn the_command_serves() {
    let start = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gjk-harness"));
        command.arg("explore").arg("--no-open").args(arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("the command starts")
    };
    let mut running = start(&["near_contact-1-4711"]);
    let mut line = Vec::new();
    let mut out = running.stdout.take().expect("its output");
    while line.last() != Some(&b'\n') {
        let mut byte = [0];
        out.read_exact(&mut byte).expect("a line");
        line.extend(byte);
    }
    let line = String::from_utf8(line).expect("UTF-8");
    let port = line.strip_prefix("http://127.0.0.1:").expect("the address");
    let port: u16 = port
        .split('/')
        .next()
        .expect("a port")
        .parse()
        .expect("a number");
    let server = Server {
        port,
        folder: Folder::new("explorer-command"),
    };
    let page = server.get("/");
    let refused = start(&["--port", &port.to_string()])
        .wait_with_output()
        .expect("it ends");
    running.kill().expect("ended");
    running.wait().expect("ended");
    assert!(page.body.contains("near_contact-1-4711"), "{}", page.head);
    let words = String::from_utf8(refused.stderr).expect("UTF-8");
    assert_eq!(
        (refused.status.code(), words.lines().count()),
        (Some(2), 1),
        "{words}"
    );
    assert!(words.contains(&format!("--port {port}")), "{words}");
    let unknown = start(&["torus-1-2"]).wait_with_output().expect("it ends");
    assert_eq!(unknown.status.code(), Some(2));
}
