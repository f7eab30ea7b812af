//! The answers to requests, and refusals.

use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::edit::{Edit, edited};
use super::http::{Head, Incoming, Response, Status};
use super::{Explorer, save, shelf};
use crate::case::{Case, json};
use crate::family;
use crate::report::page;
use crate::story::Story;
use crate::subject::{self, GjkCore, Subject, TEXTBOOK};

/// The most vertices of a shape, so that every answer is fast: as many as the family `many` makes.
const VERTICES_MAX: usize = 1024;

/// The most edits in a request.
const EDITS_MAX: usize = 100;

const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The body of `POST /story`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoryRequest {
    /// The case, as the text of its file.
    case: String,
    /// The subject.
    subject: String,
    /// The edits to apply first.
    #[serde(default)]
    edits: Vec<Edit>,
    /// Whether to run the judge as well, which takes most of the time.
    #[serde(default)]
    rulings: bool,
    /// Further subjects: `textbook` means those that support the shapes. They are not judged.
    #[serde(default)]
    beside: Option<Group>,
}

/// A group of subjects.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Group {
    Textbook,
}

#[derive(Serialize)]
struct StoryAnswer {
    /// The case after the edits.
    case: String,
    story: Story,
    /// The stories of the further subjects.
    beside: Vec<Story>,
    /// Notes about the edits.
    notes: Vec<String>,
    /// The edits that were left out.
    refused: Vec<Refused>,
}

/// An edit that was left out: those before and after it were asked for too.
#[derive(Serialize)]
struct Refused {
    /// Why, in one line.
    reason: String,
    /// The number that it was to set, if any.
    pointer: Option<String>,
}

/// The body of `POST /save`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveRequest {
    case: String,
    name: String,
}

/// The answer to the request of a client; `None` if it sent none.
pub(super) fn respond(explorer: &Explorer, incoming: &mut Incoming<'_>) -> Option<Response> {
    let head = match incoming.head() {
        Ok(head) => head?,
        Err(refusal) => return Some(refusal),
    };
    Some(answer(explorer, &head, incoming).unwrap_or_else(|refusal| refusal))
}

fn answer(
    explorer: &Explorer,
    head: &Head,
    incoming: &mut Incoming<'_>,
) -> Result<Response, Response> {
    refuse_strangers(explorer.port, head)?;
    let method = match head.path.as_str() {
        "/story" | "/save" => "POST",
        _ => "GET",
    };
    if head.method != method {
        let reason = format!("{}: expected {method}", head.path);
        return Err(Response::refusal(Status::MethodNotAllowed, &reason));
    }
    if method == "GET" {
        return file(explorer, &head.path);
    }
    let content_type = head.header("Content-Type")?.unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    if !essence.trim().eq_ignore_ascii_case(JSON) {
        let reason = format!("Content-Type: expected {JSON}");
        return Err(Response::refusal(Status::UnsupportedMediaType, &reason));
    }
    let body = incoming.body(head)?;
    if head.path == "/story" {
        story(&parsed(&body)?)
    } else {
        saved(explorer, &parsed(&body)?)
    }
}

/// Refuses requests that do not come from our page. A foreign host name that resolves to this
/// machine is in `Host`; a foreign page is in `Origin`.
fn refuse_strangers(port: u16, head: &Head) -> Result<(), Response> {
    let names = names(port);
    let refused = |reason| Err(Response::refusal(Status::Forbidden, reason));
    match head.header("Host")? {
        Some(host) if names.iter().any(|name| name == host) => {}
        _ => return refused("Host: not the explorer"),
    }
    match head.header("Origin")? {
        Some(origin) if names.iter().all(|name| format!("http://{name}") != origin) => {
            refused("Origin: requests of other pages are refused")
        }
        _ => Ok(()),
    }
}

/// The names of our server. Of the usual port of HTTP browsers send none.
fn names(port: u16) -> Vec<String> {
    let hosts = ["127.0.0.1", "localhost"];
    let named = hosts.map(|name| format!("{name}:{port}"));
    let bare = hosts.into_iter().filter(|_| port == 80).map(str::to_owned);
    named.into_iter().chain(bare).collect()
}

fn file(explorer: &Explorer, path: &str) -> Result<Response, Response> {
    match path {
        "/" => {
            let first = Story::unjudged(&explorer.start, &GjkCore);
            Ok(Response::of(HTML, page::live_html(&first)))
        }
        "/subjects" => Ok(json_of(&subjects())),
        "/cases" => Ok(json_of(&shelf::shelves(&explorer.start))),
        _ => {
            if let Some(id) = path.strip_prefix("/cases/")
                && let Some(case) = shelf::find(&explorer.start, id)
            {
                return Ok(json_of(&text_of(&case)?));
            }
            match page::live_file(path.trim_start_matches('/')) {
                Some(text) if path.ends_with(".css") => Ok(Response::of(CSS, text)),
                Some(text) => Ok(Response::of(JAVASCRIPT, text)),
                None => {
                    let reason = "not found";
                    Err(Response::refusal(Status::NotFound, reason))
                }
            }
        }
    }
}

/// The subjects with their descriptions.
fn subjects() -> Vec<[&'static str; 2]> {
    let all = subject::all().into_iter();
    all.map(|subject| [subject.name(), subject.about()])
        .collect()
}

fn story(request: &StoryRequest) -> Result<Response, Response> {
    let Some(subject) = subject::find(&request.subject) else {
        let reason = format!("subject: there is no {:?}", request.subject);
        return Err(bad(&reason));
    };
    if request.edits.len() > EDITS_MAX {
        return Err(bad(&format!("edits: expected at most {EDITS_MAX}")));
    }
    let mut case = case_of(&request.case)?;
    let (mut notes, mut refused) = (Vec::new(), Vec::new());
    for edit in &request.edits {
        match edited(&case, edit) {
            Ok(done) => {
                case = done.case;
                notes.extend(done.note);
            }
            Err(reason) => {
                let pointer = edit.pointer().map(str::to_owned);
                refused.push(Refused { reason, pointer });
            }
        }
    }
    let story = match request.rulings {
        true => Story::of(&case, family::of_case(&case), subject),
        false => Story::unjudged(&case, subject),
    };
    let beside = match request.beside {
        Some(Group::Textbook) => {
            let others = TEXTBOOK.iter().map(|textbook| textbook as &dyn Subject);
            let others = others.filter(|other| other.name() != subject.name());
            let known = others.filter(|other| !matches!(other.attempt(&case), Ok(None)));
            known.map(|other| Story::unjudged(&case, other)).collect()
        }
        None => Vec::new(),
    };
    Ok(json_of(&StoryAnswer {
        beside,
        case: text_of(&case)?,
        story,
        notes,
        refused,
    }))
}

fn saved(explorer: &Explorer, request: &SaveRequest) -> Result<Response, Response> {
    let case = case_of(&request.case)?;
    let path = save::save(&case, &request.name, &explorer.folder).map_err(|why| bad(&why))?;
    Ok(json_of(&path.display().to_string()))
}

fn case_of(text: &str) -> Result<Case, Response> {
    let case = json::read(text).map_err(|fault| bad(&format!("case:{fault}")))?;
    refuse_large(&case).map_err(|why| bad(&format!("case: {why}")))?;
    Ok(case)
}

/// Refuses a case that would be slow to draw; the error names the shape and the limit.
pub fn refuse_large(case: &Case) -> Result<(), String> {
    for (name, core) in ["a", "b"].into_iter().zip(case.cores()) {
        let count = core.outline().len();
        if count > VERTICES_MAX {
            return Err(format!(
                "{name}: expected at most {VERTICES_MAX} vertices, found {count}"
            ));
        }
    }
    Ok(())
}

fn text_of(case: &Case) -> Result<String, Response> {
    json::write(case).map_err(|fault| bad(&format!("case:{fault}")))
}

fn bad(reason: &str) -> Response {
    Response::refusal(Status::BadRequest, reason)
}

fn json_of(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => Response::of(JSON, bytes),
        Err(error) => Response::refusal(Status::InternalError, &error.to_string()),
    }
}

/// The parsed body; an error names the field.
fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Response> {
    let mut parser = serde_json::Deserializer::from_slice(body);
    let parsed = serde_path_to_error::deserialize(&mut parser);
    let value = parsed.map_err(|error| bad(&error.to_string()))?;
    parser.end().map_err(|error| bad(&error.to_string()))?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::names;

    // Claim: the page is served on port 80 too, which browsers leave out of the name.
    #[test]
    fn port_80_needs_no_number() {
        let bare = "localhost".to_owned();
        assert!(names(80).contains(&bare) && names(80).contains(&"localhost:80".to_owned()));
        assert!(!names(8080).contains(&bare));
    }
}
