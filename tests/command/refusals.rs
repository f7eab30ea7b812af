//! What the command refuses, and that it leaves nothing behind.

use std::fs;

use super::{boxes, folder_of_cases, harness, listing};

/// Claim: for every error the command exits with 2, prints only one line on standard error, which
/// names the place (the file, the line, the field, or the flag and its allowed values), and leaves
/// every file as it was.
#[test]
fn bad_input_is_one_line_that_names_the_place() {
    let folder = folder_of_cases("bad-input");
    fs::create_dir_all(folder.join("tests/cases/kept")).expect("a folder");
    fs::copy(
        folder.join("good.json"),
        folder.join("tests/cases/kept/taken.json"),
    )
    .expect("a kept case");
    let points: Vec<String> = (0..1500).map(|x| format!("[{x},{},0]", x * x)).collect();
    let hull = format!(r#""kind":"hull","points":[{}]"#, points.join(","));
    let huge =
        boxes("huge", "{}").replacen(r#""kind":"box","half_extents":[0.5,0.5,0.5]"#, &hull, 1);
    fs::write(folder.join("huge.json"), huge).expect("a case");
    fs::create_dir(folder.join("folder.html")).expect("a folder");
    let before = listing(&folder);
    let bad: &[(&[&str], &[&str])] = &[
        // Files.
        (
            &["check", "good.json", "nowhere.json"],
            &["nowhere.json: no such file", "tests/cases"],
        ),
        (
            &["check", "-"],
            &["-: cases are read from files and folders, not from standard input"],
        ),
        (&["check", "no_cases"], &["no_cases: ", "no case"]),
        (&["check", "cases.txt"], &["cases.txt: ", ".jsonl"]),
        (&["check", "binary.json"], &["binary.json:1: ", "UTF-8"]),
        (&["check", "blank.json"], &["blank.json: ", "no case"]),
        (&["check", "empty.json"], &["empty.json: ", "no case"]),
        (
            &["check", "marked.json"],
            &["marked.json:1: ", "byte order mark", "UTF-8 without"],
        ),
        (
            &["check", "twice.jsonl"],
            &["twice.jsonl:2: id: \"good\" is already used on line 1"],
        ),
        (
            &["--known", "good.json"],
            &["good.json: not a list that --bless wrote"],
        ),
        (&["check", "nan.json"], &["nan.json:1: b.pose.pos[1]: "]),
        (
            &["check", "empty_hull.json"],
            &["empty_hull.json:2: a.points: ", "at least one point"],
        ),
        (
            &["check", "kind.json"],
            &["kind.json:1: a.kind: ", "torus", "capsule"],
        ),
        (
            &["check", "missing.json"],
            &["missing.json:1: a.half_extents: missing"],
        ),
        (
            &["check", "good.json", "second.jsonl"],
            &["second.jsonl:3: id: missing"],
        ),
        (&["explain", "nan.json"], &["nan.json:1: b.pose.pos[1]: "]),
        (&["shrink", "nowhere.json"], &["nowhere.json: "]),
        (&["check", "."], &["binary.json:1: "]),
        // Which case of a file.
        (
            &["explain", "two.jsonl"],
            &["two.jsonl: ", "2 cases", "--id one"],
        ),
        (
            &["explain", "two.jsonl", "--id", "three"],
            &["two.jsonl: ", "`three`"],
        ),
        (
            &["explain", "grid-1-1", "--id", "two"],
            &["grid-1-1: ", "--id"],
        ),
        (
            &["explain", "nonsense"],
            &["nonsense: ", "near_contact-1-4711"],
        ),
        (
            &["explain", "nowhere.json"],
            &["nowhere.json: ", "near_contact-1-4711"],
        ),
        (
            &["explain", "torus-1-2"],
            &["torus-1-2: ", "`torus`", "uniform, grid, "],
        ),
        (
            &["explain", "near-contct-1-5"],
            &["near-contct-1-5: ", "did you mean `near_contact`?"],
        ),
        (
            &["explain", "two.jsonl", "--id", "tow"],
            &["two.jsonl: ", "did you mean `two`?"],
        ),
        (
            &["explain", "mesh.json"],
            &["good: gjk-core refuses a, a mesh: a vertex lists a neighbour that does not list it"],
        ),
        // A folder, and one whose parent is a file: a file that cannot be written is not written in
        // part.
        (
            &["explain", "good.json", "--html", "folder.html"],
            &["folder.html: is a folder"],
        ),
        (
            &["explain", "good.json", "--html", "good.json/page.html"],
            &["good.json/page.html: "],
        ),
        (
            &["explain", "good.json", "--json", "--html", "page.html"],
            &["--json", "--html"],
        ),
        (
            &["explain", "good.json", "--svg", "x.svg", "--subject", "all"],
            &["one subject", "--subject"],
        ),
        // Refusals of the commands, which create no folder.
        (&["shrink", "good.json"], &["good: ", "nothing to shrink"]),
        (
            &["shrink", "good.json", "--output", "new/d/small.json"],
            &["good: ", "nothing to shrink"],
        ),
        (
            &[
                "hunt",
                "--output",
                "new/d/worst.jsonl",
                "--families",
                "gird",
            ],
            &["did you mean `grid`?"],
        ),
        // A file that cannot be written is refused before the work.
        (
            &["shrink", "good.json", "--output", "small.jsonl"],
            &["small.jsonl: a case is written to a .json file"],
        ),
        (
            &[
                "hunt",
                "--maximise",
                "exact verdict",
                "--subject",
                "newest-first",
                "--climbs",
                "1",
                "--steps",
                "1",
                "--output",
                "worst.json",
            ],
            &["worst.json: several cases are written to a .jsonl file"],
        ),
        (
            &["shrink", "contrary.json"],
            &["contrary: ", "`expectation`", "nothing to shrink"],
        ),
        (&["keep", "good.json", "a/b"], &["`a/b`", "letters"]),
        (&["keep", "good.json", ""], &["``", "letters"]),
        (
            &["keep", "good.json", "taken"],
            &["tests/cases/kept/taken.json: exists", "another name"],
        ),
        (&["keep", "two.jsonl", "new"], &["two.jsonl: ", "--id"]),
        // `all` would be gjk-core only.
        (
            &["keep", "good.json", "new", "--subject", "all"],
            &["no subject `all`", "two-points"],
        ),
        (
            &["shrink", "good.json", "--subject", "textbook"],
            &["no subject `textbook`", "two-points"],
        ),
        (&["hunt", "--subject", "all"], &["no subject `all`"]),
        (
            &["check", "good.json", "--subjects", "all,gjk-core"],
            &["`all` stands for several subjects"],
        ),
        (
            &[
                "keep",
                "range-1-8",
                "new",
                "--subject",
                "two-points-unclamped",
            ],
            &["tests/cases/kept is for failures of gjk-core", "--folder"],
        ),
        (
            &["explain", "good.json", "--html", "good.json"],
            &["good.json: a page ends in .html"],
        ),
        (
            &["explain", "good.json", "--svg", "good.jsonl"],
            &["good.jsonl: a picture ends in .svg"],
        ),
        (
            &["explain", "good.json", "--svg", "cases.txt"],
            &["cases.txt: a picture ends in .svg"],
        ),
        (
            &["--report", "new", "--keep-worst", "new", "--cases", "1"],
            &["--keep-worst and --report need different folders"],
        ),
        (
            &["--keep-worst", "good.json", "--cases", "1"],
            &["good.json/", ": its folder is a file"],
        ),
        (
            &["--seed", "1e20"],
            &[
                "'1e20'",
                "expected a whole number from 0 to 18446744073709551615",
            ],
        ),
        (
            &["hunt", "--climbs", "1.5"],
            &["'1.5'", "expected a whole number from 1 to 1099511627776"],
        ),
        (
            &["explore", "--port", "70000"],
            &["'70000'", "expected a whole number from 0 to 65535"],
        ),
        (
            &["export", "--corpus", "--output", "new.jsonl"],
            &["tests/cases/field: no such folder; run it at the root of the repository"],
        ),
        (
            &["explore", "--save", "good.json", "--no-open"],
            &["--save good.json: a folder is needed, and this is a file"],
        ),
        (
            &["explore", "huge.json", "--no-open"],
            &["huge.json: a: expected at most 1024 vertices, found 1500"],
        ),
        // Words on the command line.
        (&["nonsense"], &["'nonsense'"]),
        (&["hint"], &["'hint'; ", "'hunt'"]),
        (&["--seeds", "3"], &["'--seeds' found; ", "'--seed'"]),
        (&["--nonsense"], &["'--nonsense'", "--help"]),
        (&["check"], &["<PATHS>", "--help"]),
        (&["report"], &["report' requires a subcommand", "merge"]),
        (&["keep", "good.json"], &["<NAME>"]),
        (&["explain"], &["<CASE>"]),
        (&["families", "--cases", "3"], &["'--cases'"]),
        (&["--cases", "3", "check", "good.json"], &["check"]),
        (&["--shard", "0/3"], &["'0/3'", "--shard", "3/16"]),
        (&["--shard", "4/3"], &["'4/3'", "--shard", "3/16"]),
        (&["--shard", "x"], &["'x'", "--shard", "3/16"]),
        (&["--shard", "1/0"], &["'1/0'", "--shard", "3/16"]),
        (
            &["--families", "grid", "--cases", "1", "--shard", "2/3"],
            &["no case of grid was judged"],
        ),
        (&["--families", "torus"], &["`torus`", "uniform, grid, "]),
        (
            &["--families", "flat,gird"],
            &["`gird`", "did you mean `grid`?"],
        ),
        (
            &["hunt", "--maximise", "distanc"],
            &["--maximise", "did you mean `distance`?"],
        ),
        (
            &["check", "good.json", "--subjects", "triple_product"],
            &["did you mean `triple-product`?"],
        ),
        (&["speed", "--family", "tetar"], &["did you mean `tetra"]),
        (&["speed", "growth", "--most", "7"], &["--most", "8"]),
        (&["completions", "cmd"], &["'cmd'", "bash"]),
        (&["--families", ""], &["``", "uniform, grid, "]),
        (
            &["--families", "near_contact,grid,near-contact"],
            &["the family `near_contact` is given twice"],
        ),
        (
            &["--subjects", "gjk-core,gjk-core"],
            &["the subject `gjk-core` is given twice"],
        ),
        (
            &["check", "good.json", "--subjects", "gjk-core,gjk-core"],
            &["the subject `gjk-core` is given twice"],
        ),
        (
            &["--families", "grid\ntorus"],
            &[r"`grid\ntorus`", "uniform"],
        ),
        (&["--subjects", "nobody"], &["`nobody`", "gjk-core"]),
        (
            &["check", "good.json", "--subjects", "nobody"],
            &["`nobody`", "gjk-core"],
        ),
        (
            &["touch-band", "--subjects", "nobody"],
            &["`nobody`", "gjk-core"],
        ),
        (
            &["--jobs", "0"],
            &["'0'", "--jobs", "expected a whole number from 1 to 1024"],
        ),
        (&["--jobs", "1000000"], &["'1000000'", "--jobs"]),
        (&["--jobs", "many"], &["'many'", "--jobs"]),
        (&["--cases", "0"], &["'0'", "--cases"]),
        (
            &["--cases", "281474976710657"],
            &["'281474976710657'", "--cases", "from 1 to 281474976710656"],
        ),
        (
            &["--first", "281474976710657"],
            &["'281474976710657'", "--first", "from 0 to 281474976710656"],
        ),
        (
            &["--first", "281474976710650", "--cases", "10"],
            &["--first plus --cases is above 281474976710656"],
        ),
        (&["--seed", "one"], &["'one'", "--seed"]),
        (&["--seed", "-1"], &["'-1'", "--seed"]),
        (&["campaign", "--cases", "-1e6"], &["'-1e6'", "--cases"]),
        (&["hunt", "--steps", "-5"], &["-5", "--steps"]),
        (&["--save-every", "3"], &["--resume"]),
        (
            &["--save-every", "1.5", "--resume", "night.json"],
            &["'1.5'", "--save-every"],
        ),
    ];
    for (arguments, words) in bad {
        let ended = harness(&folder, arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {}{}", ended.out, ended.err);
        assert_eq!(ended.out, "", "{arguments:?}");
        let line = ended.err.strip_suffix('\n').expect("a whole line");
        assert!(line.starts_with("error: "), "{arguments:?}: {line}");
        assert!(!line.contains('\n'), "{arguments:?}: {line}");
        for word in *words {
            assert!(line.contains(word), "{arguments:?}: no `{word}` in: {line}");
        }
        assert_eq!(listing(&folder), before, "{arguments:?}");
    }
}

/// Claim: a device, which may not end, is refused wherever a file is read.
#[test]
#[cfg(unix)]
fn a_device_is_not_read() {
    let folder = folder_of_cases("device");
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.json")).expect("a link");
    for arguments in [
        &["check", "zero.json"][..],
        &["--known", "zero.json"],
        &["report", "merge", "zero.json"],
        &["--resume", "zero.json"],
    ] {
        let ended = harness(&folder, arguments);
        assert_eq!((ended.code, &*ended.out), (2, ""), "{arguments:?}");
        assert_eq!(ended.err, "error: zero.json: is not a regular file\n");
    }
}

/// Claim: outside the repository nothing is kept, and a file that cannot be written costs no result
/// and leaves nothing behind. One that is named on the command line is refused before the campaign.
#[test]
fn nothing_is_left_half_written() {
    let folder = folder_of_cases("half-written");
    let before = listing(&folder);
    let ended = harness(&folder, &["keep", "good.json", "new"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.err.contains("tests/cases/kept: no such folder"),
        "{}",
        ended.err
    );
    assert_eq!(listing(&folder), before);
    // A file in place of the folder.
    fs::write(folder.join("target"), "").expect("a file");
    let before = listing(&folder);
    let unsaved: [(&[&str], &str, bool); 3] = [
        (
            &["--keep-worst", "good.json"],
            "good.json/grid.jsonl: ",
            false,
        ),
        (
            &["--known", "target/known.json", "--bless"],
            "target/known.json: ",
            false,
        ),
        (
            &["--subjects", "two-points"],
            "two-points-grid.json: ",
            true,
        ),
    ];
    for (flags, place, is_run) in unsaved {
        let campaign = ["--cases", "50", "--families", "grid"];
        let ended = harness(&folder, &[&campaign[..], flags].concat());
        assert_eq!((ended.code, ended.err.lines().count()), (2, 1), "{flags:?}");
        assert_eq!(ended.out.contains("| grid "), is_run, "{}", ended.out);
        assert_eq!(ended.out.is_empty(), !is_run, "{}", ended.out);
        assert!(!ended.out.contains("is saved"), "{}", ended.out);
        assert!(ended.err.contains(place), "{}", ended.err);
        assert_eq!(listing(&folder), before, "{flags:?}");
    }
}
