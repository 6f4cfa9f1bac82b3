//! The terms and symbols of the screens, for the help.

/// A term or a column heading, and what it means.
pub(crate) type Term = (&'static str, &'static str);

/// The terms, in the order of the alphabet.
pub(crate) static TERMS: &[Term] = &[
    ("agreement", "the share of positions where the organism plays the move of the grandmaster"),
    ("band", "the range from the 10th to the 90th percentile of the population"),
    ("best", "the score of the fittest organism of a generation or a run"),
    (
        "best founder",
        "the founder with the most points in a coevolution; the champion plays the final match against it",
    ),
    (
        "bits that differ",
        "the number of bits in which an organism differs from the fittest one: 0 means the same genes",
    ),
    ("born", "the generation in which an organism appeared first"),
    (
        "centipawns (cp)",
        "hundredths of a pawn, the unit of evaluations; + is good for the side named, or to move",
    ),
    (
        "champion",
        "the best organism of a run on the training set or, after games, the winner of the confirmation",
    ),
    ("changed", "a position that the tuned search solves and the untuned one does not, or the reverse"),
    ("chromosome", "the bits of all parameters of an organism, in Gray code"),
    ("coevolution", "evolution by games between the organisms of a population"),
    (
        "confirmation",
        "a round robin of the finalists after a coevolution; it selects the champion with fresh games",
    ),
    ("crossover", "the exchange of bits between two parents"),
    ("crosstable", "the points of each player against each other one"),
    ("depth", "how many plies ahead a search looks; “12/20” adds the deepest line"),
    ("diversity", "the mean share of bits in which two organisms of the population differ"),
    ("drifting", "a parameter whose values still differ widely in the population"),
    ("Elo", "the difference of playing strength; 100 Elo are expected to score 64 %; ± is a 95 % interval"),
    ("ensemble", "several runs of one experiment with different random numbers"),
    ("estimate", "what an optimizer takes for the optimum, although it was never measured itself"),
    ("evaluation", "the number an organism gives to a position: the sum of parameters times features"),
    ("Evol*", "the result of all stages of a pipeline"),
    ("Evol0", "the champion of the first stage of a pipeline, before coevolution and tuning"),
    ("fitness", "what the optimizer receives for an organism's score"),
    ("found", "the nodes after which a search finds the right move"),
    ("founder", "an organism of the first generation of a coevolution"),
    ("gained", "a position that the tuned search solves and the untuned one does not"),
    ("gm", "the move of the grandmaster"),
    ("hall of fame", "the fittest organisms of earlier generations, which later ones meet again"),
    ("LOS", "likelihood of superiority: how probable it is that the first player is the stronger one"),
    ("lost", "a game that was lost, or a position that only the untuned search solves"),
    ("median", "the middle value: half of the organisms are better"),
    ("mentor", "an engine whose scores the organisms learn to predict"),
    ("milestone", "the result of an earlier champion in games against the founders"),
    ("moved", "how far a parameter is from its start"),
    ("mutation", "the random change of single bits"),
    ("nElo", "normalized Elo: the strength in units of the spread of pairs; it does not depend on the draws"),
    ("net", "the positions that a changed value would win, less those that it would lose"),
    ("nodes", "positions that a search visits; the unit of its cost"),
    ("objective", "what organisms are measured by: moves, scores, results, suite, matches, self-play"),
    ("optimizer", "what proposes the organisms of a generation: GA, CMA-ES, DE, swarm, SPSA, regression, …"),
    ("organism", "a chess program given by the values of its parameters"),
    ("pair", "two games of one opening with the colours reversed"),
    ("pairing", "two players who meet in a match"),
    ("parameter", "a named whole number of the evaluation or of the search"),
    ("pawns", "the unit of scores in games; 1.00 is 100 centipawns"),
    ("pentanomial", "how many pairs ended with 0, ½, 1, 1½ and 2 points"),
    ("plant", "to insert an organism into the next generation"),
    ("play-off", "games that decide between tuned searches and the untuned one"),
    ("ply", "the move of one side"),
    ("points", "1 for a win, ½ for a draw"),
    ("positional spread", "the standard deviation of the positional part of evaluations, in pawns"),
    ("quartiles", "the values below which 25 % and 75 % of the runs are"),
    ("quiescence", "a short search of captures, so that evaluations are made in quiet positions"),
    ("rank", "the place of the grandmaster's move in the order of the organism's scores"),
    ("rival", "the organism that the subject is compared with"),
    ("round robin", "games in which each player meets each other one"),
    ("run", "one evolution with its own random numbers"),
    ("seat", "the number of an organism in its generation; it does not depend on its rank"),
    ("settled", "a parameter whose values hardly differ in the population"),
    ("share", "points in percent of the games played"),
    ("solved", "the search names a right move at the end, or first, as the settings say"),
    ("SPRT", "sequential probability ratio test: a match that ends as soon as its result is clear"),
    ("stage", "a step of the papers' method: grandmaster, mentor, coevolution, tuning"),
    ("subject", "the organism that all screens show"),
    ("suite", "positions with known best moves"),
    ("test set", "positions on which a champion is measured once, and nothing is chosen"),
    ("training set", "positions on which organisms are measured during evolution"),
    ("untuned", "the search before tuning"),
    ("WDL", "wins, draws and losses"),
    ("Σ nodes", "the nodes for all positions of a suite; a lower number is better"),
];

/// The symbols, in the order of their use.
pub(crate) static SYMBOLS: &[Term] = &[
    ("●", "the subject, the organism that the screens show"),
    ("○", "the rival"),
    ("□ ■", "White and Black"),
    ("▸", "the selected row, or the focused pane"),
    ("•", "a tab with news; on a board a square that the selected piece can reach"),
    (
        "▲ ▼",
        "more or less than before, in bold where it is worse; at a heading: the smallest or the largest value first",
    ),
    ("✓ ✗", "right or wrong; done or failed"),
    ("◆ ▶ ‖ ✓ ✗ ■", "states: preparing, running, paused, done, failed, stopped"),
    ("✎", "edited and not yet planted or exported"),
    ("( ) [ ] { }", "the moves of the grandmaster, of the subject, of the rival"),
    ("< > | | » « ! !", "without colours: the last move, the selected piece, the cursor, a king in check"),
    ("◂", "the side to move"),
    ("green square", "the move of the grandmaster, or the best move"),
    ("amber square", "the move of the subject, or the cursor"),
    ("violet square", "the move of the rival"),
    ("blue square", "the last move"),
    ("red square", "a king in check"),
    ("bar beside a board", "the evaluation: White's share is light, and half means equal"),
    ("+ −", "scores in centipawns for the side to move, unless another side is named"),
    ("±", "the half width of a 95 % interval"),
    ("≥ ≤", "a score that is at least, or at most, this"),
    ("┃", "in a border: the visible part of a list; a click on the border scrolls"),
    ("…", "more text than fits: a larger terminal shows it, or z where a pane can be enlarged"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_in_order_and_unique() {
        let keys: Vec<String> = TERMS.iter().map(|(term, _)| term.to_lowercase()).collect();
        for pair in keys.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
        }
    }
}
