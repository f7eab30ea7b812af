//! The explorer: the explain page, live. Shapes are dragged, and the answer follows.
//!
//! The page only draws. It keeps the case as the text that the server gave it, sends it back with
//! what the hand did, and is given the next case and its [`Story`](crate::story::Story): so every
//! number is computed here, survives to the bit, and no state is kept between requests.
//!
//! | request | answer |
//! |---|---|
//! | `GET /` | the page; its files beside it |
//! | `GET /subjects` | who can be asked |
//! | `GET /cases` | the ids of the cases to begin with |
//! | `GET /cases/ID` | one of them, or any case of a campaign |
//! | `POST /story` | the case after some edits, and its story |
//! | `POST /save` | the file that the case was written to |

mod contact;
mod default_kind;
mod dimension;
mod edit;
mod float;
mod http;
mod line;
mod pose;
mod routes;
mod save;
mod server;
mod shelf;

pub use server::Explorer;
pub use shelf::first as first_case;
