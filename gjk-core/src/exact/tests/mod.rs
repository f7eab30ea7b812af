//! Tests of exact answers: how they are reached, and by the queries.

mod decision;
mod doubt;
mod queries;
