//! Enclosures of curved shapes hold what is known otherwise: closed forms, pairs that are built to
//! have a distance, contacts by construction, and polytopes inside and around the shapes.

mod built;
mod closed_forms;
mod contacts;
mod hard;
mod polytopes;
mod shapes;
