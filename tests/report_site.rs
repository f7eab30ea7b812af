//! The report of a campaign: a folder of pages with the numbers of the ledger, without outside
//! links, written as a whole or not at all.

mod scratch;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use gjk_harness::campaign;
use gjk_harness::case::Case;
use gjk_harness::family;
use gjk_harness::ledger::Ledger;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::report::site::{self, Site};
use gjk_harness::subject::{self, Answer, GjkCore, Subject};
use gjk_harness::touch_band::{Curve, Point, Side};
use scratch::Folder;

/// A subject whose name is markup, and whose distances are too long by a billionth.
struct Hostile;

const NAME: &str = r#"<img src=x onerror="alert(1)">&'"#;

/// A subject without promises.
const BASELINE: &str = "newest-first";

impl Subject for Hostile {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "a bug"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let answer = GjkCore.answer(case)?;
        Some(Answer {
            distance: answer.distance.map(|distance| distance * (1.0 + 1e-9)),
            ..answer
        })
    }
}

/// A campaign of all three, and its ledger.
fn finished() -> (Plan, Ledger) {
    let plan = Plan {
        seed: 1,
        first: 0,
        cases: 40,
        families: ["uniform", "curved"]
            .map(|name| family::find(name).expect("a family"))
            .into(),
        subjects: vec![
            &GjkCore,
            &Hostile,
            subject::find(BASELINE).expect("a subject"),
        ],
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    };
    let mut ledger = Ledger::new(&plan);
    while campaign::advance(&plan, &mut ledger, &|_| {}, &|| false) {}
    (plan, ledger)
}

fn curves() -> Vec<Curve> {
    let point = |exponent| Point {
        exponent,
        asked: 100,
        missed: u64::from(exponent),
    };
    let curve = |side| Curve {
        subject: NAME,
        side,
        points: (1..=60).map(point).collect(),
    };
    [Side::Apart, Side::Overlapping].map(curve).into()
}

fn write(folder: &Path) -> Ledger {
    let (plan, ledger) = finished();
    let site = Site {
        ledger: &ledger,
        subjects: &plan.subjects,
        curves: &curves(),
    };
    site::write(&site, folder).expect("a report");
    ledger
}

/// The files of a report and its ledger, made once for all tests that only read it.
fn report() -> &'static (BTreeMap<PathBuf, String>, Ledger) {
    static REPORT: OnceLock<(BTreeMap<PathBuf, String>, Ledger)> = OnceLock::new();
    REPORT.get_or_init(|| {
        let room = room("report");
        let folder = room.join("report");
        let ledger = write(&folder);
        (files_of(&folder), ledger)
    })
}

/// A new empty folder for a report.
fn room(name: &str) -> Folder {
    Folder::new(&format!("site-{name}"))
}

/// The files below a folder, by their path from it.
fn files_of(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = PathBuf::from(path.file_name().expect("a name"));
        if path.is_dir() {
            let below = files_of(&path).into_iter();
            files.extend(below.map(|(path, text)| (name.join(path), text)));
        } else {
            files.insert(name, fs::read_to_string(&path).expect("UTF-8"));
        }
    }
    files
}

/// The values of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let start = format!(" {attribute}=\"");
    let after = text.split(start.as_str()).skip(1);
    after
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .collect()
}

/// The texts of the cells of each row of the first table of a section.
fn rows(html: &str, section: &str) -> Vec<Vec<String>> {
    let from = html
        .find(&format!("id=\"{section}\""))
        .expect("the section");
    let table = html[from..].split("</table>").next().expect("its table");
    let body = table.split("<tbody>").nth(1).expect("its rows");
    let cells = |row: &str| {
        let cells = row.split("<td").skip(1);
        cells.map(|cell| plain(&format!("<td{cell}"))).collect()
    };
    body.split("<tr").skip(1).map(cells).collect()
}

/// The text between tags.
fn plain(markup: &str) -> String {
    let parts = markup.split('<').filter_map(|part| part.split_once('>'));
    let text: String = parts.map(|(_, text)| text).collect();
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

// Claim: each link of each page leads to a file of the folder, or to an anchor of its page, and no
// page has a network address.
#[test]
fn links_lead_to_files_of_the_folder() {
    let (files, _) = report();
    let mut links = 0;
    for (path, text) in files {
        for link in [values(text, "href"), values(text, "src")].concat() {
            links += 1;
            let leads_on = match link.strip_prefix('#') {
                Some(place) => text.contains(&format!(" id=\"{place}\"")),
                // The empty icon of a page.
                None if link == "data:," => true,
                None => files.contains_key(&path.parent().expect("a folder").join(link)),
            };
            assert!(leads_on, "{}: {link}", path.display());
        }
        let own = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !own.contains("http://") && !own.contains("https://"),
            "{}",
            path.display()
        );
    }
    let pages = files
        .keys()
        .filter(|path| path.extension().is_some_and(|end| end == "html"));
    assert!(
        pages.count() > 10 && links > 50,
        "{links} links in {:?}",
        files.keys()
    );
}

// Claim: the tables have the numbers of the ledger, and all errors of a property are counted.
#[test]
fn tables_say_what_the_ledger_says() {
    let (files, ledger) = report();
    let html = &files[Path::new("index.html")];
    let shown = rows(html, "families");
    let bound = ledger.rows.iter().filter(|row| row.subject != BASELINE);
    assert_eq!(shown.len(), bound.clone().count());
    for (shown, row) in shown.iter().zip(bound) {
        let tally = &row.tally;
        let numbers = [
            tally.cases,
            tally.iterations_max().into(),
            tally.stalled,
            tally.new_worst,
            tally.broken,
        ];
        let expected = numbers.map(|number| number.to_string());
        assert_eq!([&shown[0], &shown[1]], [&*row.subject, &*row.family]);
        assert_eq!(
            [2, 9, 12, 13, 14].map(|column: usize| shown[column].clone()),
            expected
        );
        assert_eq!(shown[6], format!("{:.2} ulp", tally.worst("distance")));

        for counted in tally.properties.values() {
            let counts = counted.errors.values().sum::<u64>();
            let inexact = counted.within + counted.new_worst + counted.broken;
            assert_eq!(counts, inexact);
        }
        if row.subject == NAME {
            continue;
        }
        let shown = rows(html, &format!("gjk-core-{}", row.family));
        assert_eq!(shown.len(), tally.properties.len());
        for cells in shown {
            let counted = &tally.properties[&*cells[0]];
            let numbers = [
                counted.proved,
                counted.within,
                counted.new_worst,
                counted.broken,
            ];
            assert_eq!(cells[1..5], numbers.map(|number| number.to_string()));
            assert_eq!(cells[5], format!("{:.2}", counted.worst_ulps));
        }
    }

    for shown in rows(html, "scoreboard") {
        let own = ledger.rows.iter().filter(|row| row.subject == shown[0]);
        let [cases, wrong] = own.fold([0, 0], |[cases, wrong], row| {
            [cases + row.tally.cases, wrong + row.tally.score.wrong]
        });
        assert_eq!(shown[1..3], [cases, wrong].map(|number| number.to_string()));
    }
}

// Claim: the head of the page counts all broken cases of subjects with promises, and the answers of
// all subjects.
#[test]
fn the_head_says_what_the_ledger_says() {
    let (files, ledger) = report();
    let html = &files[Path::new("index.html")];
    let bound = ledger.rows.iter().filter(|row| row.subject != BASELINE);
    let broken: u64 = bound.map(|row| row.tally.broken).sum();
    let judged: u64 = ledger.rows.iter().map(|row| row.tally.cases).sum();
    for said in [
        format!("{broken} cases break a promise."),
        format!("<dt>answers judged</dt><dd>{judged}</dd>"),
    ] {
        assert!(html.contains(&said), "no {said}");
    }
}

// Claim: a name that is markup is shown as text, on every page.
#[test]
fn a_hostile_name_is_text() {
    let (files, _) = report();
    for (path, text) in files {
        assert!(!text.contains("<img src=x"), "{}", path.display());
    }
    let index = &files[Path::new("index.html")];
    assert!(index.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;'"));
}

// Claim: the same campaign makes the same folder; an older report is replaced as a whole, without
// leftovers.
#[test]
fn a_report_is_replaced_as_a_whole() {
    let room = room("again");
    let folder = room.join("report");
    let (first, _) = report();
    write(&folder);
    assert_eq!(&files_of(&folder), first);
    fs::write(folder.join("stale.html"), "of an older report").expect("a file");
    write(&folder);
    assert_eq!(&files_of(&folder), first);
    assert_eq!(fs::read_dir(&room).expect("a folder").count(), 1);
}

/// Runs a small campaign with a report, and with a file that it writes at its start: its exit code
/// and both outputs.
fn harness(room: &Path, report: &str) -> (Option<i32>, String, String) {
    let arguments = [
        "campaign",
        "--families",
        "uniform",
        "--cases",
        "20",
        "--report",
        report,
        "--resume",
        "ledger.json",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .args(arguments)
        .current_dir(room)
        .output()
        .expect("the command starts");
    let [out, error] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    (output.status.code(), out, error)
}

// Claim: a folder that cannot become a report, or contains something else, is refused in one line
// before the campaign, and everything is unchanged.
#[test]
fn what_is_no_place_for_a_report_is_refused() {
    let room = room("refused");
    fs::write(room.join("file"), "mine").expect("a file");
    fs::create_dir(room.join("full")).expect("a folder");
    fs::write(room.join("full/index.html"), "mine").expect("a file");
    let before = files_of(&room);
    for (report, reason) in [
        ("file", "file: a report needs a folder, and this is a file"),
        ("file/report", "file/report: "),
        (
            "full",
            "full: the folder contains something other than a report",
        ),
        ("..", "..: a report needs a named folder"),
    ] {
        let (code, out, error) = harness(&room, report);
        assert_eq!((code, &*out), (Some(2), ""), "{report}: {error}");
        assert!(error.contains(reason), "{report}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(files_of(&room), before, "{report}");
        assert_eq!(
            fs::read_dir(&room).expect("a folder").count(),
            2,
            "{report}"
        );
    }
}

// Claim: a link to a folder, which a report would replace, is refused as such.
#[test]
#[cfg(unix)]
fn a_link_is_no_place_for_a_report() {
    let room = room("link");
    fs::create_dir(room.join("folder")).expect("a folder");
    std::os::unix::fs::symlink("folder", room.join("link")).expect("a link");
    for link in ["link", "link/"] {
        let (code, out, error) = harness(&room, link);
        assert_eq!((code, &*out), (Some(2), ""), "{error}");
        let said = format!("error: {link}: a report needs a folder, and this is a link\n");
        assert_eq!(error, said);
    }
}

// Claim: the command makes a report, also in an empty folder, and prints its path.
#[test]
fn the_command_says_where_the_report_is() {
    let room = room("command");
    fs::create_dir(room.join("report")).expect("a folder");
    let (code, out, error) = harness(&room, "report");
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    assert!(out.ends_with("\nThe report: report/index.html\n"), "{out}");
    let html = fs::read_to_string(room.join("report/index.html")).expect("the first page");
    assert!(html.contains("All promises hold."));
    assert_eq!(rows(&html, "families").len(), 1);
}
