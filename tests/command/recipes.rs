//! The recipes of `docs/campaigns.md` for many machines: the commands of their shards add up to one
//! run. `.ci/recipes` runs GNU parallel.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{fine, folder, listing};

/// The command.
const HARNESS: &str = env!("CARGO_BIN_EXE_gjk-harness");

/// A campaign in which each of sixteen shards has a case of each family.
const CAMPAIGN: [&str; 6] = ["--seed", "2", "--cases", "64", "--families", "grid,flat"];

/// The merged result of the shards in this folder.
fn merged(folder: &Path, shards: usize) -> String {
    let files: Vec<String> = (1..=shards).map(|shard| format!("{shard}.json")).collect();
    let files = files.iter().map(String::as_str);
    let arguments: Vec<&str> = ["report", "merge"].into_iter().chain(files).collect();
    fine(folder, &arguments)
}

/// The text of a recipe.
fn recipe(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/campaigns");
    fs::read_to_string(path.join(name)).expect("a recipe")
}

/// Claim: without a built program the recipe of GNU parallel ends before it runs a shard, with one
/// line about how to build it.
#[test]
fn a_missing_program_is_told_once() {
    let folder = folder("parallel");
    let ended = Command::new("bash")
        .args(["-c", &recipe("parallel.sh"), "parallel.sh", "3", "shards"])
        .env_remove("HARNESS")
        .current_dir(&folder)
        .output()
        .expect("bash");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((ended.status.code(), said.lines().count()), (Some(2), 1));
    assert!(said.contains("cargo build --release") && said.contains("HARNESS"));
    assert_eq!(listing(&folder), []);
}

/// Claim: the tasks of a Slurm array, each of which gets its number from Slurm's variable, merge
/// into one run. Three tasks.
#[test]
fn the_tasks_of_a_slurm_array_are_one_run() {
    let folder = folder("slurm");
    for task in 1..=3 {
        let ended = Command::new("bash")
            .args(["-c", &recipe("slurm.sh"), "slurm.sh", "3", "shards"])
            .args(CAMPAIGN)
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .env("HARNESS", HARNESS)
            .current_dir(&folder)
            .output()
            .expect("bash");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "task {task}: {said}");
    }
    assert_eq!(merged(&folder.join("shards"), 3), fine(&folder, &CAMPAIGN));
}

/// Claim: the pods of the Kubernetes job, each of which gets its index from Kubernetes' variable,
/// merge into one run: there are as many as shards, and all take part. The script is that of the
/// manifest, with another name of the program and of the volume, and fewer cases.
#[test]
fn the_pods_of_a_kubernetes_job_are_one_run() {
    const PODS: usize = 16;
    let manifest = recipe("job.yaml");
    assert!(manifest.contains(&format!("\n  completions: {PODS}\n")));
    let script: Vec<&str> = manifest
        .lines()
        .skip_while(|line| line.trim() != "- |")
        .skip(1)
        .take_while(|line| !line.contains("resources:"))
        .collect();
    assert_eq!(script.len(), 2, "{script:?}");
    let mut script = script.join("\n");
    for (old, new) in [
        ("exec gjk-harness ", &*format!("exec '{HARNESS}' ")),
        ("--seed 2 --cases 1e8", &CAMPAIGN.join(" ")),
        ("/campaign/", "./"),
    ] {
        assert_eq!(script.matches(old).count(), 1, "{old} in {script}");
        script = script.replace(old, new);
    }
    let folder = folder("pods");
    for index in 0..PODS {
        let ended = Command::new("sh")
            .args(["-c", &script])
            .env("JOB_COMPLETION_INDEX", index.to_string())
            .current_dir(&folder)
            .output()
            .expect("sh");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "pod {index}: {said}");
    }
    assert_eq!(merged(&folder, PODS), fine(&folder, &CAMPAIGN));
}
