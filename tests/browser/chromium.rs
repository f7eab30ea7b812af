//! A headless Chromium, driven over the pipe of its DevTools protocol: JSON messages, each ended by
//! a zero byte. So no port is opened, and the browser ends with the test.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;
use std::{env, iter};

use serde_json::{Value, json};

use crate::scratch::Folder;

/// Longer than anything takes, so that a hanging browser fails a test instead of blocking it.
const PATIENCE: Duration = Duration::from_secs(120);

/// How often to check for an event, and the milliseconds between.
const TRIES: u32 = 3000;
const PAUSE: u32 = 20;

/// The names of Chromium's program.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// No window, no background network, no saved state; and no sandbox, which the root of a container
/// cannot have.
const FLAGS: [&str; 13] = [
    "--remote-debugging-pipe",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-proxy-server",
    "--window-size=1280,1400",
];

/// A running browser with one page.
pub(crate) struct Browser {
    /// For its profile and the files of the test.
    pub(crate) folder: Folder,
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    count: u64,
    /// The errors of the page.
    pub(crate) errors: Vec<String>,
}

/// The browser of this machine: the one in `GJK_BROWSER`, or the first that is found.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("GJK_BROWSER") {
        return Some(named.into());
    }
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let candidates = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|candidate| candidate.is_file())
}

impl Browser {
    /// Starts the browser and opens an empty page.
    pub(crate) fn start(program: &Path, name: &str) -> Self {
        let folder = Folder::new(&format!("browser-{name}"));
        let mut directory = OsString::from("--user-data-dir=");
        directory.push(folder.join("profile"));
        // The protocol uses the descriptors 3 and 4, which only a shell can pass.
        let mut child = Command::new("sh")
            .args([
                "-c",
                r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#,
                "sh",
            ])
            .arg(program)
            .args(FLAGS)
            .arg(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let commands = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let read = iter::from_fn(|| {
                let mut bytes = Vec::new();
                output.read_until(0, &mut bytes).ok()?;
                serde_json::from_slice(bytes.strip_suffix(&[0])?).ok()
            });
            for message in read {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self {
            folder,
            child,
            commands,
            messages,
            session: None,
            count: 0,
            errors: Vec::new(),
        };
        browser.open();
        browser
    }

    fn open(&mut self) {
        let target = self.send("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.send("Target.attachToTarget", target);
        self.session = Some(
            attached["sessionId"]
                .as_str()
                .expect("a session")
                .to_owned(),
        );
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            self.send(domain, json!({}));
        }
    }

    /// Opens an address, and waits for a condition.
    pub(crate) fn go(&mut self, url: &str, ready: &str) {
        self.send("Page.navigate", json!({ "url": url }));
        self.wait_for(ready);
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.send("Runtime.evaluate", asked);
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].take()
    }

    /// The text of a part of the page, by its name.
    pub(crate) fn text(&mut self, part: &str) -> String {
        let value = self.value(&format!(
            "document.querySelector('[data-part={part}]').textContent"
        ));
        value.as_str().expect("a text").to_owned()
    }

    /// Waits until an expression is true. An exception counts as false.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        let happened = self.value(&format!(
            "(async () => {{
                for (let i = 0; i < {TRIES}; i++) {{
                    try {{ if ({expression}) return true; }} catch {{}}
                    await new Promise((then) => setTimeout(then, {PAUSE}));
                }}
                return false;
            }})()"
        ));
        if happened != true {
            let words = self.value("document.body.innerText");
            panic!("never true: {expression}\n{words}\n{:?}", self.errors);
        }
    }

    /// Presses, moves and releases the left button, over pixels of the window.
    pub(crate) fn drag(&mut self, places: &[[f64; 2]]) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return;
        };
        self.mouse("mouseMoved", *first, 0);
        self.mouse("mousePressed", *first, 1);
        for place in places {
            self.mouse("mouseMoved", *place, 1);
        }
        self.mouse("mouseReleased", *last, 0);
    }

    /// Clicks the middle of a part of the page.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const part = document.querySelector('{selector}'); part.scrollIntoView({{ block: 'nearest' }}); \
             const box = part.getBoundingClientRect(); \
             return [box.left + box.width / 2, box.top + box.height / 2]; }})()"
        ));
        let place = [0, 1].map(|i| place[i].as_f64().expect("a number"));
        self.drag(&[place]);
    }

    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2], buttons: u32) {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons,
            "clickCount": u32::from(kind != "mouseMoved") });
        self.send("Input.dispatchMouseEvent", event);
    }

    /// Puts fingers on pixels of the window, moves or lifts them: `touchStart`, `touchMove` or
    /// `touchEnd`, with those that are there afterwards.
    pub(crate) fn touch(&mut self, kind: &str, fingers: &[[f64; 2]]) {
        let points = fingers.iter().enumerate();
        let points: Vec<Value> = points
            .map(|(id, [x, y])| json!({ "x": x, "y": y, "id": id }))
            .collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.send("Input.dispatchTouchEvent", event);
    }

    /// Presses and releases a key that writes nothing, such as `ArrowRight`.
    pub(crate) fn key(&mut self, name: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            self.send(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": name, "code": name }),
            );
        }
    }

    /// Types text where the focus is.
    pub(crate) fn write(&mut self, text: &str) {
        self.send("Input.insertText", json!({ "text": text }));
    }

    /// Sets the size of the window.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", size);
        self.wait_for(&format!("innerWidth === {width}"));
    }

    /// Sends a command and waits for its result.
    fn send(&mut self, method: &str, parameters: Value) -> Value {
        self.count += 1;
        let id = self.count;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let bytes = format!("{message}\0");
        self.commands
            .write_all(bytes.as_bytes())
            .expect("the browser listens");
        self.commands.flush().expect("the browser listens");
        loop {
            let mut answer = self
                .messages
                .recv_timeout(PATIENCE)
                .expect("the browser answers");
            if answer["id"] == id {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].take();
            }
            self.note(&answer);
        }
    }

    /// Records the errors among the events of the page.
    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        let is_wrong = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => parameters["type"] == "error",
            Some("Log.entryAdded") => parameters["entry"]["level"] == "error",
            _ => false,
        };
        if is_wrong {
            self.errors.push(parameters.to_string());
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
