//! Your own GJK, judged in a test of your crate.
//!
//! Cases, judge and shrinking are those of a campaign. Only the end differs: nothing if all is
//! right, otherwise a panic with the report.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::campaign::canary;
use crate::case::shrink::shrink_within;
use crate::case::{Case, CaseError, files};
use crate::diagnosis::{self, Likeness};
use crate::family::{self, Family};
use crate::judge::{
    Breach, Defect, Judgement, PROPERTIES, Property, TERMINATION, Truth, counted, examine,
    examined, unjudged,
};
use crate::profile::Profile;
use crate::report::failure::{self, UNSEEN};
use crate::report::{page, style};
use crate::story::Story;
use crate::subject::{NoAnswer, Subject};

/// The default number of cases of each family.
const CASES: u64 = 1000;

/// How many cases a thread takes at a time.
const CHUNK: u64 = 64;

/// How many broken cases are shown, each of another family: enough to see whether it is one bug.
const SHOWN: usize = 3;

/// The most attempts to shrink one: a second or two in a debug build.
const ATTEMPTS: usize = 3000;

/// The largest tolerance: with half of the largest length, `always intersecting` is right.
const TOLERANCE_MAX: f64 = 0.1;

/// The folder of broken cases.
const FOLDER: &str = "target/gjk-harness";

/// Judges a subject against exact arithmetic.
///
/// ```
/// use gjk_harness::case::Case;
/// use gjk_harness::subject::{Answer, Subject};
/// # fn my_gjk(a: &[glam::DVec3], b: &[glam::DVec3]) -> f64 {
/// #     let hull = |points: &[glam::DVec3]| gjk_core::Hull::new(points.to_vec()).unwrap();
/// #     gjk_core::distance(&hull(a), &hull(b))
/// # }
///
/// struct Mine;
///
/// impl Subject for Mine {
///     fn name(&self) -> &'static str {
///         "mine"
///     }
///
///     fn answer(&self, case: &Case) -> Option<Answer> {
///         let [a, b] = case.polytopes()?; // what it does not know is not held against it
///         Some(Answer::measured(my_gjk(&a, &b)))
///     }
/// }
///
/// gjk_harness::judge(&Mine).families("near_contact,flat").cases(100).run();
/// ```
pub fn judge(subject: &dyn Subject) -> Examination<'_> {
    Examination {
        subject,
        seed: 1,
        cases: CASES,
        families: Vec::new(),
        properties: Vec::new(),
        tolerance: 0.0,
        files: Vec::new(),
        folder: FOLDER.into(),
    }
}

/// The examination of a subject: what to judge, and on which cases.
#[must_use = "nothing is judged before `run` or `report`"]
pub struct Examination<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    cases: u64,
    families: Vec<String>,
    properties: Vec<String>,
    tolerance: f64,
    files: Vec<PathBuf>,
    folder: PathBuf,
}

/// Why nothing was judged.
#[derive(Debug, thiserror::Error)]
pub enum ExaminationError {
    /// An unknown name.
    #[error("no {what} `{name}`; choose one of {known}")]
    Unknown {
        /// What it should name.
        what: &'static str,
        /// The name.
        name: String,
        /// The known names.
        known: String,
    },
    /// A family that is given twice: its cases would count twice.
    #[error("the family `{0}` is given twice")]
    Twice(&'static str),
    /// A file that is not a case file.
    #[error(transparent)]
    File(#[from] CaseError),
    /// The subject supports none of the shapes, or its answers have none of the selected properties.
    #[error("no case was judged: {0} supports none of {1}{2}")]
    Nothing(&'static str, u64, String),
    /// No case was asked for.
    #[error("no case was judged: 0 cases of each family were asked for")]
    NoCase,
    /// A family that was named, and none of whose cases was judged.
    #[error(
        "no case of {1} was judged: {0} supports none, or answers nothing about the properties"
    )]
    Unjudged(&'static str, String),
    /// A tolerance that is no part of a length, or that any answer meets.
    #[error("tolerance {0}: it must be from 0 to {TOLERANCE_MAX}")]
    Tolerance(f64),
    /// The judge missed its canary.
    #[error("{0}")]
    Blind(String),
}

/// The result of an examination.
#[derive(Debug)]
pub struct Report {
    /// How many cases were judged.
    pub judged: u64,
    /// How many cases have unsupported shapes, no exact answer, or an answer without any of the
    /// selected properties, or ask for a shape cast.
    pub unsupported: u64,
    /// How many broke a property.
    pub broken: u64,
    /// Some of these, shrunk.
    pub cases: Vec<Case>,
    /// The bugs of the zoo that fail in the same way, the most similar first.
    pub behaves_like: Vec<Likeness>,
    text: String,
}

impl Examination<'_> {
    /// Selects the cases: the same seed gives the same cases on every machine. Default: 1.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How many cases of each family.
    pub fn cases(self, cases: u64) -> Self {
        Self { cases, ..self }
    }

    /// Only these families, separated by commas; all if the list is empty.
    pub fn families(self, names: &str) -> Self {
        Self {
            families: words(names),
            ..self
        }
    }

    /// Only these properties, separated by commas, such as `verdict,distance`; all if the list is
    /// empty. A missing answer, as after a panic, is broken in any case.
    pub fn properties(self, names: &str) -> Self {
        Self {
            properties: words(names),
            ..self
        }
    }

    /// Accepts errors up to this part of the length that a property names, rounded down to a power
    /// of two, such as 1e-9 of the largest length for a distance. Default: the promises of
    /// `gjk-core`, an ulp or two of the subject's precision. At most 0.1.
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// Also the cases of this file or folder; instead of those of the families if none is named.
    pub fn files(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// The folder of broken cases, instead of `target/gjk-harness`.
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            ..self
        }
    }

    /// Judges all cases, and panics with the report if one is broken, or if none could be judged.
    #[track_caller]
    pub fn run(&self) {
        match self.report() {
            // `cargo test -- --nocapture` shows how many cases were judged.
            Ok(report) if report.holds() => println!("{}", report.text.trim_end()),
            Ok(report) => panic!("{report}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Judges all cases.
    pub fn report(&self) -> Result<Report, ExaminationError> {
        canary::sings().map_err(ExaminationError::Blind)?;
        self.check_properties()?;
        if !(0.0..=TOLERANCE_MAX).contains(&self.tolerance) {
            return Err(ExaminationError::Tolerance(self.tolerance));
        }
        let families = self.chosen()?;
        let kept = files::read_cases(&self.files)?;
        let mut parts = Vec::new();
        if !kept.is_empty() {
            let cases: Vec<Case> = kept.into_iter().map(|located| located.case).collect();
            parts.push(("files", self.counted(&cases)));
        }
        for family in families {
            parts.push((family.name, self.drawn(family)));
        }
        self.told(parts)
    }

    fn check_properties(&self) -> Result<(), ExaminationError> {
        let known = || PROPERTIES.iter().map(|property| property.name);
        match (self.properties.iter()).find(|name| !known().any(|other| other == *name)) {
            Some(name) => Err(unknown("property", name, known())),
            None => Ok(()),
        }
    }

    fn chosen(&self) -> Result<Vec<&'static Family>, ExaminationError> {
        let all = family::all();
        if self.families.is_empty() && !self.files.is_empty() {
            return Ok(Vec::new());
        }
        if self.families.is_empty() {
            return Ok(all.iter().collect());
        }
        let mut chosen: Vec<&Family> = Vec::new();
        for name in &self.families {
            let family = family::find(name);
            let family = family
                .ok_or_else(|| unknown("family", name, all.iter().map(|family| family.name)))?;
            if chosen.iter().any(|known| known.name == family.name) {
                return Err(ExaminationError::Twice(family.name));
            }
            chosen.push(family);
        }
        Ok(chosen)
    }

    /// Judges the cases of a family, on all cores.
    fn drawn(&self, family: &Family) -> Counts {
        let chunks = (0..self.cases.div_ceil(CHUNK)).into_par_iter();
        let counted = chunks.map(|chunk| {
            let indices = chunk * CHUNK..((chunk + 1) * CHUNK).min(self.cases);
            let drawn = indices.map(|index| family::case_from_seed(family, self.seed, index));
            self.counted(&drawn.collect::<Vec<_>>())
        });
        // In the order of the chunks, so that the first broken case does not depend on the number
        // of threads.
        counted
            .collect::<Vec<_>>()
            .into_iter()
            .fold(Counts::default(), Counts::and)
    }

    fn counted(&self, cases: &[Case]) -> Counts {
        let mut counts = Counts::default();
        let mut answers = self.subject.attempts(cases).into_iter();
        for case in cases {
            let missing = || Err(NoAnswer::missing());
            let answer = answers.next().unwrap_or_else(missing);
            let family = family::of_case(case);
            let truth = match unjudged(case) {
                Some(_) => None,
                None => Truth::of(case),
            };
            let judged =
                truth.and_then(|truth| examine(case, family, self.subject, answer, &truth, None));
            let Some((_, judgement)) = judged else {
                counts.unsupported += 1;
                continue;
            };
            if !self.is_asked(&judgement) && self.broken(&judgement).next().is_none() {
                counts.unsupported += 1;
                continue;
            }
            counts.judged += 1;
            let broken = self.broken(&judgement);
            counts.profile.count(family, &judgement, broken);
            if self.broken(&judgement).next().is_some() {
                counts.broken += 1;
                counts.first.get_or_insert_with(|| case.clone());
            }
        }
        counts
    }

    /// Whether a judgement is about a selected property.
    fn is_asked(&self, judgement: &Judgement) -> bool {
        let mut asked = self.properties.iter();
        self.properties.is_empty() || asked.any(|name| judgement.is_about(name))
    }

    /// The broken properties among the selected ones, with errors beyond the tolerance. A query
    /// without an answer has none of them, only a broken `termination`, which counts instead.
    fn broken<'j>(
        &self,
        judgement: &'j Judgement,
    ) -> impl Iterator<Item = (&'static Property, &'j Breach)> {
        let epsilon = self.subject.scalar().epsilon();
        let has_answer = self.is_asked(judgement);
        judgement.broken().filter(move |(property, breach)| {
            let mut asked = self.properties.iter();
            let is_asked = match has_answer {
                true => self.properties.is_empty() || asked.any(|name| name == property.name),
                false => property.name == TERMINATION,
            };
            let is_forgiven = |ulps: f64| ulps * epsilon <= self.tolerance;
            is_asked && !breach.ulps.is_some_and(is_forgiven)
        })
    }

    /// A breach of the tolerance, if there is one.
    fn measured(&self, property: &Property, breach: &Breach) -> Breach {
        match self.tolerance {
            0.0 => breach.clone(),
            tolerance => breach.of_tolerance(property, self.subject.scalar(), tolerance),
        }
    }

    fn told(&self, parts: Vec<(&str, Counts)>) -> Result<Report, ExaminationError> {
        let name = self.subject.name();
        let sum = |count: fn(&Counts) -> u64| parts.iter().map(|(_, counts)| count(counts)).sum();
        let (judged, unsupported) = (sum(|c| c.judged), sum(|c| c.unsupported));
        if judged + unsupported == 0 {
            return Err(ExaminationError::NoCase);
        }
        if judged == 0 {
            let asked = match &*self.properties {
                [] => String::new(),
                names => format!(", or answers nothing about {}", names.join(",")),
            };
            return Err(ExaminationError::Nothing(name, unsupported, asked));
        }
        let is_named = |part: &str| self.families.iter().any(|family| family == part);
        let unjudged = parts
            .iter()
            .find(|(part, counts)| is_named(part) && counts.judged == 0);
        if let Some((family, _)) = unjudged {
            return Err(ExaminationError::Unjudged(name, (*family).to_owned()));
        }
        let broken: u64 = sum(|c| c.broken);
        let beyond = match self.tolerance {
            0.0 => String::new(),
            tolerance => format!(" beyond a tolerance of {tolerance:e}"),
        };
        let mut text = format!(
            "{name}: {broken} of {} broken{beyond}, {unsupported} unsupported\n",
            counted(judged, "case")
        );
        for (part, counts) in parts.iter().filter(|(_, counts)| counts.broken > 0) {
            let _ = writeln!(text, "  {part}: {} of {}", counts.broken, counts.judged);
        }
        let first = parts.iter().filter_map(|(_, counts)| counts.first.as_ref());
        let mut cases = Vec::new();
        for case in first.take(SHOWN) {
            let small = self.shrunk(case);
            let _ = write!(text, "\n{}", self.kept(&small, case));
            cases.push(small);
        }
        let mut profile = Profile::default();
        for (_, counts) in &parts {
            profile.add(&counts.profile);
        }
        let behaves_like = diagnosis::behaves_like(&profile);
        if !behaves_like.is_empty() {
            let _ = write!(text, "\n{}", diagnosis::text(name, &behaves_like));
        }
        Ok(Report {
            judged,
            unsupported,
            broken,
            cases,
            behaves_like,
            text,
        })
    }

    /// The shrunk case, with the same gravest defect.
    fn shrunk(&self, case: &Case) -> Case {
        let family = family::of_case(case);
        let judgement = examined(case, family, self.subject);
        let found = judgement
            .iter()
            .flat_map(|judgement| self.broken(judgement));
        let small = match Defect::gravest(found) {
            Some(defect) => shrink_within(ATTEMPTS, case, &mut |smaller| {
                let judgement = examined(smaller, family, self.subject);
                judgement.is_some_and(|judgement| defect.shows_in(self.broken(&judgement)))
            }),
            None => case.clone(),
        };
        Case {
            id: case.id.clone(),
            ..small
        }
    }

    /// Saves a broken case and its picture; returns the text: the error, and how to see it again.
    fn kept(&self, case: &Case, before: &Case) -> String {
        let family = family::of_case(case);
        let judgement = examined(case, family, self.subject);
        let found = judgement
            .iter()
            .flat_map(|judgement| self.broken(judgement));
        let found: Vec<_> = found
            .map(|(property, breach)| (property, self.measured(property, breach)))
            .collect();
        let found: Vec<_> = (found.iter().map(|(property, breach)| (*property, breach))).collect();
        let findings = failure::findings(case, family, self.subject, &found);
        let mut text = style::plain(&findings);
        if found.is_empty() {
            let _ = writeln!(text, "{}: {UNSEEN}", case.id);
        }
        // A name may contain anything, a file name may not.
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = self.subject.name().chars().map(plain).collect();
        let stem = self.folder.join(format!("{}.{name}", case.id));
        let (file, picture) = (with(&stem, "json"), with(&stem, "html"));
        let story = Story::of(case, family, self.subject);
        let written = files::write_case(&file, case)
            .and_then(|()| files::write_whole(&picture, &page::html(&[story])));
        let (file, picture) = (file.display(), picture.display());
        let _ = match written {
            Ok(()) => write!(
                text,
                "  case     {file}   (shrunk from {})\n\
                 \x20 picture  {picture}   (open it in a browser)\n\
                 \x20 explain  gjk-harness explain {file}   (the answer of gjk-core; install: cargo install --path CLONE --bin gjk-harness)\n\
                 \x20 again    gjk_harness::judge(..).files({:?}).run()\n\
                 \x20 keep     copy the case to your own folder, and judge it in the same way\n",
                failure::size(before),
                file.to_string(),
            ),
            Err(error) => writeln!(text, "  case     {}, not saved: {error}", case.id),
        };
        text
    }
}

impl Report {
    /// Whether nothing is broken.
    pub fn holds(&self) -> bool {
        self.broken == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// The counts of some cases, and the first broken one.
#[derive(Default)]
struct Counts {
    judged: u64,
    unsupported: u64,
    broken: u64,
    first: Option<Case>,
    profile: Profile,
}

impl Counts {
    fn and(mut self, later: Self) -> Self {
        self.profile.add(&later.profile);
        Self {
            judged: self.judged + later.judged,
            unsupported: self.unsupported + later.unsupported,
            broken: self.broken + later.broken,
            first: self.first.or(later.first),
            profile: self.profile,
        }
    }
}

fn words(names: &str) -> Vec<String> {
    let names = names.split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

fn unknown<'n>(
    what: &'static str,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> ExaminationError {
    ExaminationError::Unknown {
        what,
        name: name.to_owned(),
        known: known.collect::<Vec<_>>().join(", "),
    }
}

/// A path with a further extension: ids may contain dots.
fn with(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(format!(".{ending}"));
    path.into()
}
