//! Command lines of the manuals of fastchess and cutechess-cli, and what is refused.

use rstest::rstest;

use super::*;

/// Returns the flags for a command line, whose words a shell would split.
fn read(text: &str) -> Result<String, String> {
    let words = shlex::split(text).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match of_match(&words) {
        Ok((flags, _)) => {
            Ok(flags.iter().map(|word| shell_word(word).into_owned()).collect::<Vec<_>>().join(" "))
        }
        Err(Failure::Input(why)) => Err(why),
        Err(other) => panic!("{other:?}"),
    }
}

const TWO: &str = "-engine cmd=a -engine cmd=b";

#[rstest]
#[case::first_of_the_manual_of_fastchess(
    "-engine cmd=Engine1.exe name=Engine1 -engine cmd=Engine2.exe name=Engine2 -openings file=book.epd format=epd \
     order=random -each tc=60+0.6 option.Hash=64 -rounds 200 -repeat -concurrency 4",
    "--a uci:Engine1.exe --b uci:Engine2.exe --name-a Engine1 --name-b Engine2 --tc 60+0.6 --hash 64 --games 400 \
     --openings book.epd --order random --concurrency 4"
)]
#[case::second_of_the_manual_of_fastchess_with_one_limit(
    "-engine cmd=Engine1.exe name=Engine1 option.Threads=1 nodes=2000000 -engine cmd=Engine2.exe name=Engine2 \
     option.Threads=2 nodes=1000000 -openings file=UHO.epd format=epd order=random -resign movecount=3 score=600 -draw \
     movenumber=34 movecount=8 score=20 -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 -rounds 100000 -concurrency 3 -pgnout \
     notation=san nodes=true file=./games/sprt.pgn",
    "--a uci:Engine1.exe --b uci:Engine2.exe --name-a Engine1 --option-a Threads=1 --name-b Engine2 --option-b Threads=2 \
     --limit-a nodes=2000000 --limit-b nodes=1000000 --games 200000 --openings UHO.epd --order random --resign 3,600 \
     --draw 34,8,20 --sprt 0,2,0.05,0.05 --concurrency 3 --pgn ./games/sprt.pgn --pgn-detail"
)]
#[case::of_the_manual_of_cutechess(
    "-engine cmd=sloppy -engine cmd=atlas timemargin=1000 -each proto=xboard tc=40/60 timemargin=1000 -games 1 -rounds 10",
    "--a xboard:sloppy --b xboard:atlas --tc 40/60 --margin 1000 --games 10"
)]
#[case::protocols_differ(
    "-engine name=Glaurung cmd=glaurung proto=uci -engine cmd=crafty proto=xboard -each tc=40/1:30+0.5 -repeat",
    "--a uci:glaurung --b xboard:crafty --name-a Glaurung --tc 40/90+0.5"
)]
#[case::a_gauntlet(
    "-tournament gauntlet -engine cmd=a -engine cmd=b -engine cmd=c -each st=0.25 -games 2 -rounds 5",
    "--a uci:a --b uci:b --b uci:c --movetime 250 --games 10 --gauntlet"
)]
#[case::own_flags_stay(
    "-engine cmd='my engine' args='--x 1' tc=1 -engine cmd=b tc=2 -recover --session s --json --sprt -1,2",
    "--a 'uci:'\\''my engine'\\'' --x 1' --b uci:b --limit-a tc=1 --limit-b tc=2 --session s --json --sprt -1,2"
)]
#[case::negative_numbers(
    "-engine cmd=a -engine cmd=b -each depth=6 -sprt elo0=-3 elo1=1 model=normalized -variant fischerandom -srand 7",
    "--a uci:a --b uci:b --depth 6 --sprt -3,1,0.05,0.05 --normalized --variant chess960 --seed 7"
)]
fn lines_of_other_runners_are_read(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(read(text).as_deref(), Ok(expected));
}

#[rstest]
#[case("-noswap", "each opening is played with both colours")]
#[case("-site home", "tags")]
#[case("-each tc=10+0.1 nodes=5", "an engine has one limit, and tc=10+0.1 is one")]
#[case("-each tc=inf", "no games without a limit")]
#[case("-each dir=/tmp", "engine profile")]
#[case("-each ponder", "“ponder” is not KEY=VALUE")]
#[case("-each restart=on", "plays on after ucinewgame")]
#[case("-engine cmd=c", "tournament gauntlet")]
#[case("-sprt elo0=0 elo1=5 model=bayesian", "model=normalized")]
#[case("-sprt elo0=0", "elo0=ELO0 and elo1=ELO1")]
#[case("-openings format=pgn", "file=FILE is missing")]
#[case("-openings file=x.pgn plies=8", "plies=8 has no counterpart")]
#[case("-pgnout file=x.pgn append=true", "append=true has no counterpart")]
#[case("-tournament knockout", "gauntlet and round robin")]
#[case("-wait 500", "a pause cannot be set")]
#[case("-nonsense", "see “eyas match --help”")]
#[case("-config file=x.json", "--resume")]
fn what_has_no_counterpart_is_refused_with_the_reason(#[case] more: &str, #[case] why: &str) {
    let message = read(&format!("{TWO} {more}")).unwrap_err();
    let flag = more.split(' ').next().unwrap();
    assert!(message.contains(why), "{message}");
    assert!(message.starts_with(flag) || message.starts_with("-engine"), "{message}");
}

#[test]
fn every_normalized_line_is_one_of_eyas() {
    for text in [
        "-each tc=1+0.1 -rounds 2 -ratinginterval 0",
        "-each nodes=5 option.Hash=8 -scoreinterval 4 -use-affinity -tb /x -maxmoves 90",
    ] {
        let (flags, _) = of_match(
            &shlex::split(&format!("{TWO} {text}")).unwrap().iter().map(String::as_str).collect::<Vec<_>>(),
        )
        .unwrap();
        let words = ["eyas", "match"].into_iter().map(str::to_owned).chain(flags);
        super::super::command().try_get_matches_from(words).unwrap();
    }
}
