//! A short run of every target, always the same.

use dosic_fuzz::{Options, run, targets};

#[test]
fn a_short_run_of_every_target_finds_nothing() {
    for target in targets::ALL {
        let args = [
            target.name,
            "--cases",
            "1500",
            "--seconds",
            "60",
            "--seed",
            "7",
        ];
        let options = Options::parse(args.map(str::to_owned));
        let outcome = options.and_then(|o| run(&o).map_err(|e| e.to_string()));
        match outcome {
            Ok(outcome) => assert!(outcome.failure.is_none(), "{:?}", outcome.failure),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn usage_is_checked() {
    let parse = |args: &[&str]| Options::parse(args.iter().map(|a| (*a).to_owned()));
    assert!(parse(&[]).is_err());
    assert!(parse(&["nothing"]).is_err_and(|e| e.contains("expr")));
    assert!(parse(&["expr", "--seed"]).is_err());
    assert!(parse(&["expr", "--seed", "x"]).is_err());
    assert!(parse(&["expr", "--sed", "1"]).is_err());
    assert!(parse(&["expr", "--seed", "5"]).is_ok_and(|o| o.seed == 5));
}
