//! Our compiled perft beside that of the best programs, in one run on one core.
//!
//! ```text
//! ferz-bench [--rounds N] [--quick] [--instructions] [NAME...]
//! ```
//!
//! Every job is a child process. Jobs are interleaved: a round runs each of them once, so what disturbs the machine
//! disturbs both sides of a ratio. Measured is the time that a child had the processor. `--instructions` counts
//! instructions with valgrind's callgrind instead, once and on shallower trees: numbers that no neighbour disturbs.
//! Engines are built by the `ferz` that `FERZ` names (else the one in `target/release`).

mod rivals;

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

/// A position to count: variant, FEN (`None`: the start), depths for time and for instructions, rival.
struct Job {
    name: &'static str,
    variant: &'static str,
    fen: Option<&'static str>,
    depth: u32,
    shallow: u32,
    rival: &'static str,
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const fn job(name: &'static str, variant: &'static str, depth: u32, rival: &'static str) -> Job {
    Job { name, variant, fen: None, depth, shallow: depth - 2, rival }
}

const JOBS: &[Job] = &[
    job("chess/start", "chess", 6, "cozy-chess"),
    Job { fen: Some(KIWIPETE), ..job("chess/kiwipete", "chess", 5, "cozy-chess") },
    job("shogi/start", "shogi", 5, "haitaka"),
    job("crazyhouse/start", "crazyhouse", 5, "shakmaty"),
    job("3check/start", "3check", 5, "shakmaty"),
    job("kingofthehill/start", "kingofthehill", 5, "shakmaty"),
    job("horde/start", "horde", 6, "shakmaty"),
    job("atomic/start", "atomic", 5, "shakmaty"),
    job("antichess/start", "antichess", 5, "shakmaty"),
    job("racingkings/start", "racingkings", 5, "shakmaty"),
    // No library plays these: told against the yardstick alone.
    job("xiangqi/start", "xiangqi", 4, ""),
    job("decimal-chess/start", "decimal-chess", 4, ""),
    job("capablanca/start", "capablanca", 4, ""),
    job("makruk/start", "makruk", 5, ""),
    job("janggi/start", "janggi", 4, ""),
];

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let done = if args.first().is_some_and(|a| a == "rival") { rival(&args[1..]) } else { run(&args) };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The child: counts and prints.
fn rival(args: &[String]) -> Result<(), String> {
    let [rival, variant, depth, fen @ ..] = args else { return Err("rival NAME VARIANT DEPTH [FEN]".into()) };
    let depth = depth.parse().map_err(|_| format!("`{depth}` is no depth"))?;
    println!("nodes {}", rivals::perft(rival, variant, fen.first().map(String::as_str), depth)?);
    Ok(())
}

fn run(args: &[String]) -> Result<(), String> {
    let (mut rounds, mut instructions, mut quick, mut names) = (7, false, false, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).ok_or("--rounds wants a number")?,
            "--instructions" => instructions = true,
            "--quick" => quick = true,
            other if other.starts_with('-') => return Err(format!("no option `{other}`")),
            name => names.push(name),
        }
    }
    let wanted = |j: &&Job| names.is_empty() || names.iter().any(|n| j.name.starts_with(n));
    let jobs: Vec<&Job> = JOBS.iter().filter(wanted).collect();
    if jobs.is_empty() {
        return Err("no such position".into());
    }
    let engines = build(&jobs)?;
    let me = env::current_exe().map_err(|e| e.to_string())?;
    let commands = |j: &Job, engine: &PathBuf, depth: u32| {
        let mut ours = vec![engine.display().to_string(), "perft".into(), depth.to_string()];
        ours.extend(j.fen.iter().flat_map(|fen| ["--fen".to_string(), (*fen).to_string()]));
        let mut theirs =
            vec![me.display().to_string(), "rival".into(), j.rival.into(), j.variant.into(), depth.to_string()];
        theirs.extend(j.fen.map(str::to_string));
        (ours, theirs)
    };
    if instructions {
        println!("{:24} {:>16} {:>16} {:>6}", "position, depth", "ours", "rival", "ratio");
        for (job, engine) in jobs.iter().zip(&engines) {
            let (ours, theirs) = commands(job, engine, job.shallow);
            let a = counted(&ours)?;
            let b = if job.rival.is_empty() { None } else { Some(counted(&theirs)?) };
            let name = format!("{} {}", job.name, job.shallow);
            match b {
                Some(b) => println!("{name:24} {a:>16} {b:>16} {:>6.2} of {}", b as f64 / a as f64, job.rival),
                None => println!("{name:24} {a:>16}"),
            }
        }
        return Ok(());
    }
    // The yardstick runs in every round, whatever else is asked for.
    let depth = |j: &Job| if quick { j.depth - 1 } else { j.depth };
    let yardstick = &JOBS[0];
    let mut times: Vec<[Vec<f64>; 3]> = jobs.iter().map(|_| Default::default()).collect();
    let mut nodes = vec![0; jobs.len()];
    for round in 0..rounds {
        eprintln!("round {} of {rounds}", round + 1);
        let (_, y) = commands(yardstick, &engines[0], depth(yardstick));
        let (y_nodes, y_time) = timed(&y)?;
        for (i, (job, engine)) in jobs.iter().zip(&engines).enumerate() {
            let (ours, theirs) = commands(job, engine, depth(job));
            let (n, time) = timed(&ours)?;
            nodes[i] = n;
            times[i][0].push(n as f64 / time / 1e6);
            times[i][2].push((n as f64 / time) / (y_nodes as f64 / y_time));
            if !job.rival.is_empty() {
                let (m, other) = timed(&theirs)?;
                if n != m {
                    return Err(format!("{}: {n} and {m} nodes", job.name));
                }
                times[i][1].push(other / time);
            }
        }
    }
    println!("{:24} {:>12}  {:22} {:22} {}", "position, depth", "nodes", "Mnodes/s (min-max)", "Y (min-max)", "rival");
    for ((job, rows), n) in jobs.iter().zip(&mut times).zip(nodes) {
        let name = format!("{} {}", job.name, depth(job));
        let [speed, ratio, ys] = rows;
        let against = if job.rival.is_empty() { String::new() } else { format!("{} of {}", spread(ratio), job.rival) };
        println!("{name:24} {n:>12}  {:22} {:22} {against}", spread(speed), spread(ys));
    }
    Ok(())
}

/// Median with extremes.
fn spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    let values = &*values;
    match values {
        [] => "-".to_string(),
        [min, .., max] => format!("{:.2} ({min:.2}-{max:.2})", values[values.len() / 2]),
        [one] => format!("{one:.2}"),
    }
}

fn build(jobs: &[&Job]) -> Result<Vec<PathBuf>, String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ferz = env::var_os("FERZ").map_or_else(|| root.join("target/release/ferz"), PathBuf::from);
    let folder = env::temp_dir().join(format!("ferz-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut engines = Vec::new();
    for job in jobs {
        let engine = folder.join(job.variant);
        if !engine.exists() {
            let out = Command::new(&ferz).args(["build", job.variant, "--output"]).arg(&engine).output();
            let out = out.map_err(|e| format!("{}: {e}", ferz.display()))?;
            if !out.status.success() {
                return Err(format!("{}: {}", job.variant, String::from_utf8_lossy(&out.stderr)));
            }
        }
        engines.push(engine);
    }
    Ok(engines)
}

fn nodes_of(text: &str) -> Result<u64, String> {
    let line = text.lines().rev().find_map(|l| l.strip_prefix("nodes "));
    line.and_then(|n| n.trim().parse().ok()).ok_or_else(|| format!("no count in `{text}`"))
}

/// Nodes, and the seconds that the child had the processor: asked of the kernel while the ended child still waits to be
/// collected.
fn timed(command: &[String]) -> Result<(u64, f64), String> {
    let spawned = Command::new(&command[0]).args(&command[1..]).stdout(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|e| format!("{}: {e}", command[0]))?;
    let mut text = String::new();
    if let Some(mut out) = child.stdout.take() {
        out.read_to_string(&mut text).map_err(|e| e.to_string())?;
    }
    let proc = PathBuf::from(format!("/proc/{}", child.id()));
    let ended = || {
        fs::read_to_string(proc.join("stat"))
            .is_ok_and(|s| s.rsplit(')').next().is_some_and(|s| s.trim_start().starts_with('Z')))
    };
    while !ended() {
        std::thread::yield_now();
    }
    let told = fs::read_to_string(proc.join("schedstat")).map_err(|e| format!("schedstat: {e}"))?;
    child.wait().map_err(|e| e.to_string())?;
    let nanoseconds: f64 = told.split_whitespace().next().and_then(|n| n.parse().ok()).ok_or("schedstat is odd")?;
    Ok((nodes_of(&text)?, nanoseconds / 1e9))
}

/// Instructions of a child under callgrind.
fn counted(command: &[String]) -> Result<u64, String> {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(command)
        .output()
        .map_err(|e| format!("valgrind: {e}"))?;
    nodes_of(&String::from_utf8_lossy(&out.stdout))?;
    let told = String::from_utf8_lossy(&out.stderr);
    let count = told.lines().find_map(|l| l.split("Collected :").nth(1)).and_then(|n| n.trim().parse().ok());
    count.ok_or_else(|| format!("callgrind: {told}"))
}
