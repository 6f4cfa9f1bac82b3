//! Xboard engines that announce nonsense, answer what nobody asked, or claim results out of turn.

use std::time::Duration;

use eyas::arena::{Fault, Patience, Player};
use eyas::engine::search::{Game, Limits};
use rstest::rstest;

use super::xboard::{Scripted, USUAL, best, game, search, timed, with_clocks};
use crate::support::engines::{SHORT_WAIT, Unanswered, patience_without};

#[rstest]
#[case::a_quote_without_an_end("say 'feature myname=\"Never ends ping=1 setboard=1'")]
#[case::values_of_other_types("say 'feature ping=banana setboard=-1 usermove=\"\" time=1e99 memory=NaN'")]
#[case::no_names("say 'feature =5 = \"x\" == ping'")]
#[case::nothing("say feature; say 'features ping=1'; say 'feature'")]
#[case::invalid_bytes("printf 'feature myname=\"\\377\\376\\033[31m\\001\" \\377=\\376 ping=1\\n\\000\\n'")]
#[case::a_long_value("printf 'feature myname=\"'; printf '%060000d' 0; printf '\" ping=1\\n'")]
#[case::many_options(
    "n=0; while [ $n -lt 3000 ]; do say \"feature option=\\\"Option $n -spin 1 0 9\\\"\"; n=$((n+1)); done"
)]
#[case::options_without_a_kind(
    "say 'feature option=\"\" option=\"A -spin 9 5 1\" option=\"-combo\" option=\"B -slider x y z\"'"
)]
#[case::done_and_not_done("say 'feature done=0'; say 'feature done=1'; say 'feature done=0'")]
fn nonsense_in_features_does_no_harm(
    #[case] features: &str,
    #[values(Limits::depth(3), with_clocks(60_000, 60_000))] limits: Limits,
) {
    // The engine plays with or without the features that Eyas has understood.
    let script =
        format!("hear protover; {features}; say 'feature done=1'; hear go; say move e2e4; hear quit");
    let engine = Scripted::new(&script);
    let mut client = engine.client();
    assert_eq!(best(&search(&mut client, &Game::default(), &limits).unwrap()), "e2e4");
    let name = client.name().unwrap_or_default();
    assert!(name.chars().count() <= 100 && !name.chars().any(char::is_control), "{name}");
}

#[rstest]
#[case::another_number("say pong 9999")]
#[case::no_number("say pong; say pong -1; say pong x")]
fn a_wrong_pong_is_no_answer(#[case] answer: &str) {
    let lying = "while read -r l; do case $l in ping*)";
    let script = format!("shake '{USUAL}'; {lying} {answer};; esac; done");
    let engine = Scripted::new(&script).with_patience(patience_without(Unanswered::Ready));
    match engine.search(&with_clocks(60_000, 60_000)).unwrap_err().fault {
        Fault::Hung { awaited: "pong", .. } => {}
        other => panic!("{other:?}"),
    }
    // The right one may follow.
    let right = "say pong ${l#ping }";
    let script =
        format!("shake '{USUAL}'; {lying} {answer}; {right};; go) say move e2e4;; quit) exit;; esac; done");
    assert_eq!(best(&Scripted::new(&script).search(&with_clocks(60_000, 60_000)).unwrap()), "e2e4");
}

#[rstest]
#[case::resigns("resign")]
#[case::wins("1-0 {White mates}")]
#[case::draws("1/2-1/2 {Draw by agreement}")]
#[case::moves("move a2a3")]
#[case::offers_a_draw("offer draw")]
fn words_out_of_turn_do_not_count(
    #[case] words: &str,
    #[values(Limits::depth(3), with_clocks(60_000, 60_000))] limits: Limits,
) {
    let script = format!(
        "say '{words}'; hear go; say move e7e5; say '{words}'; hear usermove; say move b8c6; say '{words}'; hear quit"
    );
    let engine = Scripted::usual(&script);
    let mut client = engine.client();
    let mut play = |moves: &str| {
        let outcome = search(&mut client, &game(moves), &limits).unwrap();
        (best(&outcome), client.claim())
    };
    assert_eq!(play("e2e4"), ("e7e5".to_owned(), None));
    assert_eq!(play("e2e4 e7e5 g1f3"), ("b8c6".to_owned(), None));
}

#[rstest]
fn thinking_without_end_does_not_stop_the_clock(
    #[values(timed(200), with_clocks(200, 60_000))] limits: Limits,
) {
    // Each line differs from the last one, so without a clock it would show progress.
    let script = "hear go; n=0; while say \"1 20 0 $n e4\"; do n=$((n+1)); sleep 0.01; done";
    let engine = Scripted::usual(script).with_patience(patience_without(Unanswered::Search));
    match engine.search(&limits).unwrap_err().fault {
        Fault::Hung { awaited: "move", .. } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_that_does_not_read_its_input_does_not_block() {
    let engine = Scripted::usual("say 'feature option=\"Style -spin 1 0 9\"'; say pong 1; say pong 2; hang");
    let engine = engine
        .with_patience(Patience { ready: Duration::from_secs(5), ..patience_without(Unanswered::Search) });
    let mut client = engine.client();
    // An unchanged value is not sent again.
    let options = [1, 2].map(|value| [("Style".to_owned(), value.to_string())]);
    let error = (0..1_000_000).find_map(|number| client.set_options(&options[number % 2]).err()).unwrap();
    assert_eq!(error.fault, Fault::Deaf);
}

#[test]
fn a_claim_on_the_clock_does_not_wait_for_the_flag() {
    let engine = Scripted::usual("hear go; say resign; hang")
        .with_patience(Patience { margin: SHORT_WAIT, ..patience_without(Unanswered::Search) });
    let mut client = engine.client();
    let outcome = search(&mut client, &Game::default(), &with_clocks(1_000_000, 1_000_000)).unwrap();
    assert!(outcome.best.is_none() && client.claim().is_some());
}
