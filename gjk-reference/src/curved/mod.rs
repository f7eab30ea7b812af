//! Curved shapes: enclosures of their exact distance.
//!
//! What: ball, capsule, cylinder, cone, ellipsoid, rounded shapes and polytopes, each in any pose
//! that a matrix of floats describes. In general their distance, even squared, is no fraction of
//! integers, so it is enclosed between two lengths that are.
//! Why it is right: from below, a direction proves a gap, as for polytopes, with every square root
//! rounded to the safe side. From above, two exact members of the shapes prove a distance;
//! membership is a polynomial inequality in integers. It does not matter how the direction and the
//! members were found.
//! Source: weak duality, as in the certificate; the support functions are the textbook ones, van
//! den Bergen, "Collision Detection in Interactive 3D Environments" (2003), section 4.3.4.
//!
//! | file | what |
//! |---|---|
//! | `shape` | [`Curved`]: a [`Solid`] in a pose, with a radius |
//! | `grid_solid` | a solid in integers: its support value, its members |
//! | `membership` | whether a point belongs to a solid |
//! | `body` | a solid with its matrix and origin |
//! | `gap` | [`support_gap`], [`separates_by`]: lower bounds by a direction |
//! | `search` | finds a direction and members that are nearly the best |
//! | `proposal` | directions in plain floats, to save time in the search |
//! | `enclosure` | [`Enclosure`]: both bounds, and the contact of the shapes |
//! | `tie` | the exact cases: shapes that touch, and overlap that the bounds do not show |
//! | `excess` | [`excess`]: the distance of a point outside a core |

mod body;
mod enclosure;
mod excess;
mod gap;
mod grid_solid;
mod membership;
mod proposal;
mod search;
mod shape;
mod tie;

pub use enclosure::Enclosure;
pub use excess::excess;
pub use gap::{separates_by, support_gap};
pub use shape::{Curved, Solid};
