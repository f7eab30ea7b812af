//! The steps of a query as drawn: its iterations, its proofs, and its exact steps.

use glam::DVec3;
use serde::Serialize;

use super::Point;
use super::names::Names;
use super::view::View;
use super::words::{self, Line};
use crate::case::Case;
use crate::subject::{Answer, Claim, ExactStep, Frame, Proof, Step, Vertex};

/// One step.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Scene {
    /// Its name: `iteration 3`, `proof`, `exact step 1`.
    pub title: String,
    /// What kind of step it is.
    pub kind: &'static str,
    /// The arithmetic of it.
    pub arithmetic: &'static str,
    /// Its number among the iterations, from one.
    pub iteration: Option<usize>,
    /// A description of the step.
    pub sentence: String,
    /// The error of the step, in a query with a wrong answer.
    pub fault: Option<String>,
    /// Its points as text: the simplex, the nearest point, the direction, the support point.
    pub lines: Vec<Line>,
    /// The bounds of the distance as text; a dash if unknown.
    pub lengths: [String; 2],
    /// The name of the upper one: `|v|`, or the bound of a proof, which allows for rounding.
    pub upper: &'static str,
    /// The simplex in the difference.
    pub simplex: Vec<Point>,
    /// Its vertices on both shapes in the world.
    pub vertices: [Vec<Point>; 2],
    /// The vertices of both shapes in the supporting plane of a proof, in the world.
    pub coplanar: [Vec<Point>; 2],
    /// The nearest point so far.
    pub nearest: Option<Point>,
    /// The direction of the support point, normalised; zero if it was zero.
    pub direction: Point,
    /// The support point of the difference.
    pub support: Option<Point>,
    /// The support points of both shapes in the world.
    pub supports: Option<[Point; 2]>,
    /// The bounds of the distance in the unit of the difference; null if infinite, which JSON
    /// lacks.
    pub bounds: Option<[f64; 2]>,
}

/// Where the steps of a query about a case are drawn.
pub(super) struct Stage<'s> {
    pub(super) case: &'s Case,
    pub(super) world: &'s View,
    pub(super) difference: &'s View,
}

impl Stage<'_> {
    /// All steps of an answer, in their order.
    pub(super) fn scenes(&self, answer: &Answer) -> Vec<Scene> {
        let mut scenes = Vec::new();
        let mut proofs = answer.evidence.proofs.iter().peekable();
        for number in 0..=answer.steps.len() {
            if let Some(index) = number.checked_sub(1) {
                scenes.push(self.iteration(number, &answer.steps[index]));
            }
            while let Some(proof) = proofs.next_if(|proof| proof.after <= number) {
                scenes.push(self.proof(proof));
            }
        }
        let exact = answer.evidence.exact.iter().enumerate();
        scenes.extend(exact.map(|(index, step)| self.exact(index + 1, step)));
        scenes
    }

    fn iteration(&self, number: usize, step: &Step) -> Scene {
        // At the start there is no nearest point yet.
        let known = step.measured.filter(|_| !step.simplex.is_empty());
        // A program reports no bounds; its support point has one.
        let plane = || Some([words::height(self.case, step)?, f64::INFINITY]);
        let bounds = step.measured.map(|known| known.bounds).or_else(plane);
        Scene {
            title: format!("iteration {number}"),
            kind: words::kind(step.kind),
            arithmetic: step.arithmetic,
            iteration: Some(number),
            sentence: words::of_step(self.case, step),
            ..self.scene(
                step.frame,
                &step.simplex,
                known.map(|known| known.nearest),
                step.direction,
                Some(step.support),
                bounds,
            )
        }
    }

    fn proof(&self, proof: &Proof) -> Scene {
        let normal = proof.normal.unwrap_or(DVec3::ZERO);
        let origins = self.case.origins();
        let names = Names::of(self.case, Frame::Cores);
        let is_plane = proof.claim == Claim::SupportingPlane;
        let nearest = is_plane.then(|| words::mean(self.case, Frame::Cores, &proof.simplex));
        Scene {
            title: "proof".to_owned(),
            kind: words::claim(proof),
            arithmetic: proof.arithmetic,
            sentence: words::of_proof(proof, &names),
            upper: words::PROVED,
            coplanar: [0, 1].map(|shape| {
                let points = proof.coplanar[shape].iter();
                let place = |p: &DVec3| self.world.point(*p, origins[shape]);
                points.map(place).collect()
            }),
            ..self.scene(
                Frame::Cores,
                &proof.simplex,
                nearest,
                normal,
                None,
                Some(proof.bounds),
            )
        }
    }

    fn exact(&self, number: usize, step: &ExactStep) -> Scene {
        let lower = match step.support {
            None => step.distance,
            Some(_) => f64::NEG_INFINITY,
        };
        Scene {
            title: format!("exact step {number}"),
            kind: "without rounding",
            arithmetic: "integers",
            sentence: words::of_exact(step),
            ..self.scene(
                Frame::Cores,
                &step.simplex,
                Some(-step.direction * step.distance),
                step.direction,
                step.support,
                Some([lower, step.distance]),
            )
        }
    }

    /// The parts that every step has.
    fn scene(
        &self,
        frame: Frame,
        simplex: &[Vertex],
        nearest: Option<DVec3>,
        direction: DVec3,
        support: Option<[DVec3; 2]>,
        bounds: Option<[f64; 2]>,
    ) -> Scene {
        let origins = frame.origins(self.case);
        let point = |pair: [DVec3; 2]| self.difference.difference(pair, origins);
        let on_shapes = |pair: [DVec3; 2]| [0, 1].map(|i| self.world.point(pair[i], origins[i]));
        let vertices = |i: usize| simplex.iter().map(|v| on_shapes([v.a, v.b])[i]).collect();
        let names = Names::of(self.case, frame);
        let lines = words::lines(self.case, &names, simplex, nearest, direction, support);
        // What is not finite cannot be drawn.
        let nearest = nearest.filter(|p| p.is_finite());
        let support = support.filter(|pair| pair.iter().all(|p| p.is_finite()));
        Scene {
            lines,
            lengths: words::lengths(bounds),
            upper: words::MEASURED,
            simplex: simplex.iter().map(|v| point([v.a, v.b])).collect(),
            vertices: [vertices(0), vertices(1)],
            nearest: nearest.map(|nearest| self.difference.vector(nearest).to_array()),
            direction: words::unit(direction).to_array(),
            support: support.map(point),
            supports: support.map(on_shapes),
            bounds: bounds.map(|bounds| bounds.map(|bound| self.difference.length(bound))),
            ..Scene::default()
        }
    }
}
