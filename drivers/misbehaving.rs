//! A program that answers "separated" to every case, and fails in a given way, for the tests:
//! `misbehaving-driver HOW ID` fails at the cases whose ids contain ID, or at once if HOW concerns the
//! start. It has every failure of `docs/protocol.md`.

use std::io::{self, BufRead, BufReader, Write};
use std::process::exit;
use std::thread;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let how = arguments.next().unwrap_or_default();
    let word = arguments.next().unwrap_or_default();
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::BufWriter::new(io::stdout().lock());
    let (mut line, mut asked) = (String::new(), 0);
    input.read_line(&mut line)?;
    match &*how {
        "no-hello" => hang(),
        "no-start" => {
            eprintln!("no licence for {}", line.trim());
            exit(3);
        }
        "usage" => writeln!(output, "Usage: gjk FILE")?,
        "version" => writeln!(output, r#"{{"version":2,"name":"misbehaving"}}"#)?,
        "name" => writeln!(output, r#"{{"version":1,"name":"gjk-core"}}"#)?,
        "f32" => writeln!(
            output,
            r#"{{"version":1,"name":"misbehaving","scalar":"f32"}}"#
        )?,
        _ => writeln!(output, r#"{{"version":1,"name":"misbehaving"}}"#)?,
    }
    output.flush()?;
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(());
        }
        let id = line.split('"').nth(3).unwrap_or_default();
        asked += 1;
        let is_meant = !word.is_empty() && id.contains(&*word);
        let answer = format!(r#"{{"id":"{id}","intersects":false}}"#);
        match &*how {
            _ if !is_meant => writeln!(output, "{answer}")?,
            // Earlier answers that are still in the buffer are lost too.
            "hang" => {
                eprintln!("looking for {id}");
                hang();
            }
            "crash" => {
                eprintln!("looking for {id}\nassertion failed: simplex");
                exit(3);
            }
            "echo" => {
                eprint!("{line}");
                exit(5);
            }
            "close" => return Ok(()),
            "error" => writeln!(output, r#"{{"id":"{id}","error":"no edge 3\nat 0x7f"}}"#)?,
            "limit" => writeln!(output, r#"{{"id":"{id}","gave_up":true}}"#)?,
            // It knows nothing at first, or no more.
            "later" | "early" if (asked <= 20) == (how == "later") => {
                writeln!(output, r#"{{"id":"{id}","unsupported":true}}"#)?
            }
            "begun" => {
                output.write_all(answer.as_bytes())?;
                output.flush()?;
                hang();
            }
            "blank" => writeln!(output)?,
            "crowd" if !input.buffer().is_empty() => exit(4),
            "words" => writeln!(output, "no idea")?,
            "binary" => output.write_all(b"\xff\xfe\n")?,
            "other-id" => writeln!(output, r#"{{"id":"other","intersects":false}}"#)?,
            "unknown-key" => writeln!(output, r#"{{"id":"{id}","intersect":false}}"#)?,
            "no-verdict" => writeln!(output, r#"{{"id":"{id}","distance":1}}"#)?,
            "nan" => writeln!(
                output,
                r#"{{"id":"{id}","intersects":false,"distance":NaN}}"#
            )?,
            "null" => writeln!(
                output,
                r#"{{"id":"{id}","intersects":false,"distance":null}}"#
            )?,
            "half" => writeln!(
                output,
                r#"{{"id":"{id}","intersects":false,"distance":1,"point_a":[0,0,0]}}"#
            )?,
            "flat" => writeln!(
                output,
                r#"{{"id":"{id}","intersects":false,"distance":1,"normal":[1]}}"#
            )?,
            "circle" => {
                let step = |x: u8| {
                    format!(
                        r#"{{"direction":[{x},0,0],"support_a":[0,0,0],"support_b":[0,0,0],"simplex":[[[{x},0,0],[0,0,0]]]}}"#
                    )
                };
                let trace = [1, 2, 3, 2].map(step).join(",");
                writeln!(
                    output,
                    r#"{{"id":"{id}","intersects":false,"trace":[{trace}]}}"#
                )?;
            }
            "twice" => writeln!(output, "{answer}\n{answer}")?,
            "debug" => writeln!(output, "looking for {id}\n{answer}")?,
            "endless" => loop {
                output.write_all(&[b' '; 4096])?;
            },
            _ => writeln!(output, "{answer}")?,
        }
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
}

/// Waits until it is killed.
fn hang() -> ! {
    loop {
        thread::park();
    }
}
