//! Charts as SVG inside a page, in the colours of its style.

use indicatif::HumanCount;
use maud::{Markup, html};

use super::super::picture::pixels;
use crate::touch_band::{Curve, EXPONENT_MAX, Point, Side};

/// The size of the area of a chart, and the margins to its left, right, top and bottom, in pixels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 38.0;

/// The size of a small chart without axes, in pixels.
const SMALL: [f64; 2] = [132.0, 24.0];

/// The largest width of a bar, in pixels, and the part of its slot that is free.
const BAR_MAX: f64 = 48.0;
const GAP: f64 = 0.15;

/// About how many numbers fit below a chart.
const NUMBERS: usize = 20;

/// The distance of text from its axis, in pixels.
const AWAY: f64 = 6.0;

/// The distance of the numbers and of the name below the horizontal axis, in pixels.
const NUMBERS_BELOW: f64 = 15.0;
const NAME_BELOW: f64 = 32.0;

/// The exponent of an ulp, relative to the size.
const ULP: u32 = f64::MANTISSA_DIGITS - 1;

/// From the hue of a curve to that of the next, in degrees: hues that differ clearly for any number
/// of curves. The first is a blue.
const HUE: usize = 137;
const HUE_FIRST: usize = 210;

/// The number of cases under a name.
pub(super) struct Bin {
    pub(super) name: String,
    pub(super) count: u64,
}

/// A histogram. Heights are logarithmic, so that single cases are visible next to a million.
pub(super) fn histogram(bins: &[Bin], unit: &str) -> Markup {
    let decades = decades(bins);
    let every = bins.len().div_ceil(NUMBERS).max(1);
    let place = |index: usize| LEFT + (index as f64 + 0.5) * step(bins.len(), WIDTH);
    html! {
        (frame(html! {
            @for power in 0..=decades {
                @let y = TOP + HEIGHT - height(10u64.pow(power), decades, HEIGHT);
                path class="grid" d=(format!("M {LEFT} {} h {WIDTH}", pixels(y))) {}
                text class="number" x=(LEFT - AWAY) y=(pixels(y + AWAY / 2.0)) text-anchor="end" { (HumanCount(10u64.pow(power)).to_string()) }
            }
            g transform=(format!("translate({LEFT} {TOP})")) { (bars(bins, decades, WIDTH, HEIGHT)) }
            @for (index, bin) in bins.iter().enumerate().step_by(every) {
                text class="number" x=(pixels(place(index))) y=(TOP + HEIGHT + NUMBERS_BELOW) text-anchor="middle" { (bin.name) }
            }
            (axis_name(unit))
        }))
    }
}

/// The same without axes, for a line of a table.
pub(super) fn small_histogram(bins: &[Bin]) -> Markup {
    let [width, height] = SMALL;
    html! {
        svg.small viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) {
            (bars(bins, decades(bins), width, height))
            path class="grid" d=(format!("M 0 {height} h {width}")) {}
        }
    }
}

fn bars(bins: &[Bin], decades: u32, width: f64, most: f64) -> Markup {
    let step = step(bins.len(), width);
    html! {
        @for (index, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            @let height = height(bin.count, decades, most);
            rect class="bar" x=(pixels((index as f64 + GAP / 2.0) * step)) y=(pixels(most - height))
                width=(pixels(step * (1.0 - GAP))) height=(pixels(height)) {
                title { (bin.name) ": " (HumanCount(bin.count).to_string()) }
            }
        }
    }
}

/// The distance of the centres of two bars.
fn step(bars: usize, width: f64) -> f64 {
    (width / bars.max(1) as f64).min(BAR_MAX)
}

/// The least power of ten that is at least every bin.
fn decades(bins: &[Bin]) -> u32 {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    (most - 1)
        .checked_ilog10()
        .map_or(0, |power| power + 1)
        .max(1)
}

/// The height of a bar: that of one case equals each further power of ten.
fn height(count: u64, decades: u32, most: f64) -> f64 {
    (1.0 + (count as f64).log10()) / f64::from(1 + decades) * most
}

/// The touch bands on one side, a curve for each subject: the share of wrong or missing verdicts
/// against the exponent of the gap or depth.
pub(super) fn touch_band(curves: &[Curve], side: Side) -> Markup {
    let curves: Vec<&Curve> = curves.iter().filter(|curve| curve.side == side).collect();
    let x = |exponent: u32| LEFT + f64::from(exponent) / f64::from(EXPONENT_MAX) * WIDTH;
    let y = |share: f64| TOP + (1.0 - share) * HEIGHT;
    let share = |point: &Point| point.missed as f64 / point.asked as f64;
    let unit = match side {
        Side::Apart => "k: the gap is 2^-k of the size",
        Side::Overlapping => "k: the depth is 2^-k of the size",
    };
    html! {
        (frame(html! {
            @for percent in [0, 25, 50, 75, 100] {
                @let y = y(f64::from(percent) / 100.0);
                path class="grid" d=(format!("M {LEFT} {} h {WIDTH}", pixels(y))) {}
                text class="number" x=(LEFT - AWAY) y=(pixels(y + AWAY / 2.0)) text-anchor="end" { (percent) " %" }
            }
            @for exponent in (0..=EXPONENT_MAX).step_by(4) {
                text class="number" x=(pixels(x(exponent))) y=(TOP + HEIGHT + NUMBERS_BELOW) text-anchor="middle" { (exponent) }
            }
            @for (number, curve) in curves.iter().enumerate() {
                @let points: Vec<String> = curve.points.iter().filter(|point| point.asked > 0)
                    .map(|point| format!("{} {}", pixels(x(point.exponent)), pixels(y(share(point))))).collect();
                @if !points.is_empty() {
                    path class="curve" stroke=(color(number)) d={ "M " (points.join(" L ")) } { title { (curve.subject) } }
                }
            }
            path class="mark" d=(format!("M {} {TOP} v {HEIGHT}", pixels(x(ULP)))) { title { "an ulp" } }
            (axis_name(unit))
        }))
        p.legend {
            @for (number, curve) in curves.iter().enumerate() {
                span { svg.sample viewBox="0 0 20 10" { path class="curve" stroke=(color(number)) d="M 0 5 h 20" {} } " " (curve.subject) } " "
            }
        }
    }
}

/// The content with margins. It shrinks with the page.
fn frame(content: Markup) -> Markup {
    let [width, height] = [LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM];
    html! {
        svg.chart viewBox=(format!("0 0 {width} {height}")) width=(width) role="img" { (content) }
    }
}

/// The name of the horizontal axis.
fn axis_name(name: &str) -> Markup {
    html! {
        text class="number" x=(LEFT + WIDTH) y=(TOP + HEIGHT + NAME_BELOW) text-anchor="end" { (name) }
    }
}

fn color(number: usize) -> String {
    format!("hsl({} 65% 50%)", (HUE_FIRST + HUE * number) % 360)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: the height of a bar is proportional to the decades of its count, one case is visible,
    // and the highest bar fits.
    #[test]
    fn heights_are_logarithmic() {
        for (counts, expected) in [
            (vec![0], 1),
            (vec![1], 1),
            (vec![10], 1),
            (vec![11, 3], 2),
            (vec![1000, 7], 3),
        ] {
            let name = String::new;
            let bins = counts.iter().map(|&count| Bin {
                name: name(),
                count,
            });
            assert_eq!(decades(&bins.collect::<Vec<_>>()), expected, "{counts:?}");
        }
        assert_eq!(height(1, 3, 100.0), 25.0);
        assert_eq!(height(1000, 3, 100.0), 100.0);
    }
}
