//! The number of threads.

use super::CommandError;

/// The most threads: more than the cores of any machine that runs this.
pub(super) const JOBS: u64 = 1024;

/// Does the work on this many threads, or on one for each core.
pub(super) fn in_pool<T: Send>(
    jobs: Option<u64>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CommandError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0) as usize)
        .build()
        .map_err(|error| CommandError::Usage(format!("--jobs: {error}")))?;
    Ok(pool.install(work))
}
