use grid_engine::{
    Level, Puzzle,
    lanes::{self, Outcome},
};
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path).unwrap();
        let puzzles: Vec<Puzzle> = text
            .split(|b| *b == b'\n')
            .filter(|l| l.len() >= 81 && l[0] != b'#')
            .map(|l| Puzzle::parse(&l[..81]).unwrap())
            .collect();
        for limit in [1, 2] {
            let (mut g, mut m, mut cs) = (0, 0, [0; 3]);
            let t = cpu();
            for p in &puzzles {
                let mut s = grid_engine::single::Solutions::of(*p);
                let n = s.by_ref().take(limit).count();
                cs[n] += 1;
                g += s.guesses();
                m = m.max(s.guesses());
            }
            println!(
                "{} {limit} Single {:.0}k/s counts {cs:?} guesses {g} max {m}",
                path.rsplit('/').next().unwrap(),
                puzzles.len() as f64 / (cpu() - t) / 1e3
            );
        }
        let mut out = vec![Outcome::NONE; puzzles.len()];
        for limit in [1, 2] {
            for level in Level::ALL {
                let mut best = f64::MAX;
                for _ in 0..3 {
                    let t = cpu();
                    lanes::solve(level, &puzzles, limit, &mut out);
                    best = best.min(cpu() - t);
                }
                let c = |n| out.iter().filter(|o| o.n_solutions == n).count();
                println!(
                    "{} {limit} {level:?} {:.0}k/s counts {} {} {} guesses {} max {}",
                    path.rsplit('/').next().unwrap(),
                    puzzles.len() as f64 / best / 1e3,
                    c(0),
                    c(1),
                    c(2),
                    out.iter().map(|o| o.guesses).sum::<u64>(),
                    out.iter().map(|o| o.guesses).max().unwrap()
                );
            }
        }
    }
}
