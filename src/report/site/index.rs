//! The first page of a report.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::{scoreboard, table};
use super::Site;
use super::cell::{anchor, headings, link};
use super::chart;
use super::draft::GENERATOR;
use super::kept::Kept;
use super::properties;
use crate::judge::counted;
use crate::ledger::Row;
use crate::touch_band::Side;

const STYLE: &str = include_str!("site.css");

/// The content policy: its own style, and the pictures next to it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:";

/// The text about touch bands.
const BAND: &str = "The share of wrong or missing verdicts, where the exact gap or depth is 2^-k of the size. \
The dashed line is at an ulp of the size, 2^-52.";

/// The first page of a report with these kept cases.
pub(super) fn html(site: &Site<'_>, kept: &[Kept]) -> String {
    let rows = &site.ledger.rows;
    let bound: Vec<&Row> = rows
        .iter()
        .filter(|row| site.is_bound(&row.subject))
        .collect();
    let has_others = bound.len() < rows.len();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(GENERATOR);
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Campaign, seed " (site.ledger.seed) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "Campaign" }
                    (summary(site, &bound))
                    nav {
                        @if !bound.is_empty() {
                            a href="#families" { "Families" } " "
                            a href="#properties" { "Properties" } " "
                        }
                        @if has_others { a href="#scoreboard" { "Scoreboard" } " " }
                        @if !site.curves.is_empty() { a href="#touch-band" { "Touch band" } " " }
                        a href="#cases" { "Worst cases" }
                    }
                }
                main {
                    @if !bound.is_empty() { (families(&bound)) (properties::section(&bound, kept)) }
                    @if has_others { (scoreboard(rows, kept)) }
                    @if !site.curves.is_empty() { (bands(site)) }
                (cases(kept))
                }
            }
        }
    };
    markup.into_string()
}

/// The plan, and the outcome for the subjects that make promises.
fn summary(site: &Site<'_>, bound: &[&Row]) -> Markup {
    let ledger = site.ledger;
    let broken: u64 = bound.iter().map(|row| row.tally.broken).sum();
    let new_worst: u64 = bound.iter().map(|row| row.tally.new_worst).sum();
    let judged: u64 = ledger.rows.iter().map(|row| row.tally.cases).sum();
    let facts = [
        ("seed", ledger.seed.to_string()),
        ("first index", ledger.first.to_string()),
        ("cases of each family", ledger.cases.to_string()),
        ("shard", ledger.shard.to_string()),
        ("laws", ledger.laws.to_string()),
        ("answers judged", judged.to_string()),
    ];
    html! {
        @if broken > 0 {
            p.verdict.broken {
                (counted(broken, "case")) @if broken == 1 { " breaks" } @else { " break" } " a promise."
            }
        } @else if !bound.is_empty() {
            p.verdict.holds { "All promises hold." }
        }
        @if new_worst > 0 {
            p {
                (counted(new_worst, "case")) " with all promises kept and an error beyond a record of the family."
            }
        }
        @for (name, not_asked) in &ledger.given_up {
            p.broken {
                (name) ": given up after too many new starts: " (counted(*not_asked, "case")) " not judged."
            }
        }
        dl {
            @for (name, value) in facts {
                div { dt { (name) } dd { (value) } }
            }
        }
        @for subject in site.subjects.iter().filter(|subject| subject.is_bound()) {
            p { code { (table::bits(&ledger.rows, subject.name())) } }
        }
    }
}

/// The table of the campaign. A family links to its properties.
fn families(rows: &[&Row]) -> Markup {
    html! {
        section #families {
            h2 { "Families" }
            div.wide {
                table {
                    thead { tr {
                        @for (column, name) in table::COLUMNS.iter().enumerate() {
                            th.number[column >= table::WORDS] { (name) }
                        }
                    } }
                    tbody {
                        @for row in rows {
                            tr.broken[row.tally.broken > 0] {
                                @for (column, cell) in table::cells(row).iter().enumerate() {
                                    @if column == 1 {
                                        td { a href={ "#" (anchor(row)) } { (cell) } }
                                    } @else {
                                        td.number[column >= table::WORDS] { (cell) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            p.legend { (table::LEGEND) }
        }
    }
}

/// The scoreboard: the sums, and each family, which links to its worst case.
fn scoreboard(rows: &[Row], kept: &[Kept]) -> Markup {
    let judged: Vec<&Row> = rows.iter().filter(|row| row.tally.cases > 0).collect();
    html! {
        section #scoreboard {
            h2 { "Scoreboard" }
            div.wide {
                table {
                    thead { tr { th { "subject" } (headings(&scoreboard::COUNTS)) } }
                    tbody {
                        @for (subject, cells) in scoreboard::sums(&judged) {
                            tr { td { (subject) } (numbers(&cells)) }
                        }
                    }
                }
            }
            p.legend { (scoreboard::LEGEND) }
            details {
                summary { "By family" }
                div.wide {
                    table {
                        thead { tr { th { "subject" } th { "family" } (headings(&scoreboard::COUNTS)) } }
                        tbody {
                            @for row in &judged {
                                @let worst = row.tally.score.worst.map(|worst| worst.index);
                                tr {
                                    td { (row.subject) }
                                    td { (link(row, worst, kept, &row.family)) }
                                    (numbers(&scoreboard::cells(row.tally.cases, &row.tally.score)))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn numbers(cells: &[String]) -> Markup {
    html! { @for cell in cells { td.number { (cell) } } }
}

fn bands(site: &Site<'_>) -> Markup {
    html! {
        section #touch-band {
            h2 { "Touch band" }
            p.legend { (BAND) }
            div.charts {
                @for (name, side) in [("Apart", Side::Apart), ("Overlapping", Side::Overlapping)] {
                    figure {
                        figcaption { (name) }
                        (chart::touch_band(site.curves, side))
                    }
                }
            }
        }
    }
}

/// The kept cases with their pictures.
fn cases(kept: &[Kept]) -> Markup {
    html! {
        section #cases {
            h2 { "Worst cases" }
            p.legend { "Each picture links to a page with the steps of the query." }
            div.cases {
                @for kept in kept {
                    figure {
                        a href=(kept.page()) { img src=(kept.picture()) alt=(kept.id) loading="lazy"; }
                        figcaption {
                            a href=(kept.page()) { (kept.id) } " · " (kept.subject)
                            ul { @for reason in &kept.reasons { li { (reason) } } }
                        }
                    }
                }
            }
        }
    }
}
