//! The explorer: the explain page, live. Shapes are dragged, and the answer follows.
//!
//! The page only draws. It keeps the case as the text from the server, sends it back with the
//! edits, and receives the next case and its [`Story`](crate::story::Story). So every number is
//! computed here, survives to the bit, and no state is kept between requests.
//!
//! | request | answer |
//! |---|---|
//! | `GET /` | the page; its files next to it |
//! | `GET /subjects` | the subjects |
//! | `GET /cases` | the ids of the initial cases |
//! | `GET /cases/ID` | one of them, or any campaign case |
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

pub use routes::refuse_large;
pub use server::Explorer;
pub use shelf::first as first_case;
