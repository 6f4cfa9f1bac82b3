//! What is found out, in which order, and what of it is remembered.
//!
//! Two desks work towards the same wish. The *reader* opens the book and explains the position looked at:
//! a matter of milliseconds. The *surveyor* counts over all positions and may take seconds. Each tells a
//! finding once, and again only after it told of another organism or position in its place: whoever listens
//! keeps the last one of each kind, and shows it while it is what is wished for. Remedies both tell of: the
//! reader hands those it told of to the surveyor, which tells them again with their prices.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Chess;

use super::book::Book;
use super::explanation::Explanation;
use super::remedy::{self, Remedy};
use super::survey::{Verdict, verdict};
use crate::engine::evaluation::{Layout, Score, Weights};
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::fitness::{self, Answers, GrandmasterFitness};
use crate::mentor::{self, Distance, Heard};
use crate::positions::PositionSource;
use crate::threads::{Interrupt, ThreadPool};

/// How many positions are surveyed between two looks at whether something else is wished for.
const STRETCH: usize = 128;
/// How many organisms’ answers and verdicts are remembered.
const REMEMBERED: usize = 8;

/// An organism and the way it plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// What its values mean.
    pub schema: Arc<Schema>,
    /// Its parameter values.
    pub values: Vec<i32>,
    /// How its moves are scored.
    pub ply_score: PlyScore,
}

/// Which of the two organisms compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The one spoken of.
    Subject,
    /// The one it is compared with.
    Rival,
}

/// What somebody wants to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The positions.
    pub positions: PositionSource,
    /// The organism spoken of.
    pub subject: Option<Player>,
    /// The organism it is compared with.
    pub rival: Option<Player>,
    /// The position looked at.
    pub entry: Option<usize>,
    /// What was heard of mentors, where the organisms mimic any.
    pub heard: Option<Heard>,
}

/// Something found out.
#[derive(Debug, Clone)]
pub enum Finding {
    /// The positions were read, or why they cannot be.
    Book {
        /// Where they come from.
        positions: PositionSource,
        /// The book, or what is wrong and what to do.
        book: Result<Arc<Book>, String>,
    },
    /// Why the subject plays what it plays.
    Explained {
        /// In which position.
        entry: usize,
        /// Who.
        player: Player,
        /// Why; `None` where no right move is legal.
        explanation: Option<Arc<Explanation>>,
    },
    /// What would change the subject’s move; first without prices.
    Remedies {
        /// In which position.
        entry: usize,
        /// Whose.
        player: Player,
        /// One for each parameter that can do it alone.
        remedies: Arc<Vec<Remedy>>,
    },
    /// In which positions an organism plays a right move.
    Answers {
        /// Whose part it has.
        part: Part,
        /// Who.
        player: Player,
        /// Position by position.
        answers: Arc<Answers>,
    },
    /// A stretch of the survey of the subject; one that begins with 0 begins a new survey.
    Verdicts {
        /// Who.
        player: Player,
        /// The first position of the stretch.
        first: usize,
        /// What it plays there.
        verdicts: Vec<Option<Verdict>>,
    },
    /// How far an organism is from its mentor.
    Distances {
        /// Who.
        player: Player,
        /// Position by position; none where there is no score to come near to.
        distances: Arc<Vec<Option<Distance>>>,
    },
    /// Something could not be found out: what, and what to do.
    Failed(String),
}

/// What is told while something takes long: what is done, how much of it, of how much.
pub(super) type Progress<'a> = dyn Fn(&'static str, u64, u64) + Sync + 'a;

/// Somewhat more than the last few things, the newest first.
#[derive(Debug)]
struct Memory<T>(VecDeque<(Player, T)>);

impl<T> Memory<T> {
    fn get(&mut self, player: &Player) -> Option<&T> {
        let index = self.0.iter().position(|(known, _)| known == player)?;
        let found = self.0.remove(index)?;
        self.0.push_front(found);
        self.0.front().map(|(_, thing)| thing)
    }

    fn keep(&mut self, player: Player, thing: T) {
        self.0.push_front((player, thing));
        self.0.truncate(REMEMBERED);
    }
}

impl<T> Default for Memory<T> {
    fn default() -> Memory<T> {
        Memory(VecDeque::new())
    }
}

/// Remedies told of that have no prices yet.
#[derive(Debug, Clone)]
pub(super) struct Unpriced {
    book: Arc<Book>,
    entry: usize,
    player: Player,
    remedies: Arc<Vec<Remedy>>,
}

/// Opens books and explains positions.
#[derive(Debug, Default)]
pub(super) struct Reader {
    opened: Option<(PositionSource, Option<Arc<Book>>)>,
    explained: Option<(usize, Player)>,
    remedied: Option<(usize, Player)>,
}

impl Reader {
    /// The book wished for; told where it is another than before. One that could not be read is tried again.
    pub(super) fn open(
        &mut self,
        positions: &PositionSource,
        tell: &mut dyn FnMut(Finding),
    ) -> Option<Arc<Book>> {
        match &self.opened {
            Some((opened, Some(book))) if opened == positions => Some(Arc::clone(book)),
            _ => {
                let book = Book::load(positions).map(Arc::new).map_err(|error| error.to_string());
                *self = Reader { opened: Some((positions.clone(), book.clone().ok())), ..Reader::default() };
                tell(Finding::Book { positions: positions.clone(), book: book.clone() });
                book.ok()
            }
        }
    }

    /// Explains the position looked at, and says what would change the subject’s move there: the remedies
    /// where they were told of now and not before.
    pub(super) fn explain(
        &mut self,
        book: &Arc<Book>,
        wanted: &Wanted,
        pool: &ThreadPool,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(Finding),
    ) -> Result<Option<Unpriced>, fitness::Error> {
        let (Some(player), Some(index)) = (&wanted.subject, wanted.entry) else { return Ok(None) };
        let Some(entry) = book.entries.get(index) else { return Ok(None) };
        let key = Some((index, player.clone()));
        let Player { schema, values, ply_score } = player;
        if self.explained != key {
            let explanation =
                Explanation::of(entry.position(), &entry.moves, schema, values, *ply_score)?.map(Arc::new);
            tell(Finding::Explained { entry: index, player: player.clone(), explanation });
            self.explained.clone_from(&key);
        }
        if self.remedied == key || interrupt.raised() {
            return Ok(None);
        }
        let remedies =
            remedy::nearest(entry.position(), &entry.moves, schema, values, *ply_score, pool, interrupt)?;
        let remedies = Arc::new(remedies);
        tell(Finding::Remedies { entry: index, player: player.clone(), remedies: Arc::clone(&remedies) });
        self.remedied = key;
        Ok(Some(Unpriced { book: Arc::clone(book), entry: index, player: player.clone(), remedies }))
    }
}

/// The trees of a book, for one way of scoring moves.
struct Trees {
    ply_score: PlyScore,
    fitness: GrandmasterFitness,
}

/// The scores to come near to, with the positions as mentors were asked for them.
type Goals = Vec<Option<(Chess, Score)>>;

/// Counts over all positions of a book.
pub(super) struct Surveyor {
    cache: Option<PathBuf>,
    book: Option<Arc<Book>>,
    trees: Option<Trees>,
    answers: Memory<Arc<Answers>>,
    surveys: Memory<Vec<Option<Verdict>>>,
    told: [Option<Player>; 2],
    /// The remedies told of last, until their prices are.
    unpriced: Option<Unpriced>,
    /// The survey told of, and how far.
    surveyed: Option<(Player, usize)>,
    /// The scores to come near to, of what was heard; and whose distances were told of.
    goals: Option<(Heard, Goals)>,
    distanced: Option<Player>,
}

impl Surveyor {
    /// Knows nothing yet; trees are kept in `cache`, or nowhere.
    pub(super) fn new(cache: Option<PathBuf>) -> Surveyor {
        Surveyor {
            cache,
            book: None,
            trees: None,
            answers: Memory::default(),
            surveys: Memory::default(),
            told: [None, None],
            unpriced: None,
            surveyed: None,
            goals: None,
            distanced: None,
        }
    }

    /// Takes over the pricing of remedies; those not priced yet are superseded.
    pub(super) fn take_over(&mut self, unpriced: Unpriced) {
        self.unpriced = Some(unpriced);
    }

    /// Works towards a wish. `leave` asks to stop at the next safe point because something else is wished
    /// for, `abandon` because these positions are not wanted any more: only that ends the building of trees.
    pub(super) fn work(
        &mut self,
        book: &Arc<Book>,
        wanted: &Wanted,
        pool: &ThreadPool,
        (leave, abandon): (&Interrupt, &Interrupt),
        tell: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<(), fitness::Error> {
        if !self.book.as_ref().is_some_and(|known| Arc::ptr_eq(known, book)) {
            let unpriced = self.unpriced.take();
            *self = Surveyor { book: Some(Arc::clone(book)), unpriced, ..Surveyor::new(self.cache.take()) };
        }
        let Some(subject) = &wanted.subject else { return Ok(()) };
        if let Some(heard) = &wanted.heard {
            self.distances(book, subject, heard, tell)?;
        }
        let answers = self.answers(Part::Subject, book, subject, pool, abandon, tell, progress)?;
        if let Some(rival) = wanted.rival.as_ref().filter(|_| !leave.raised()) {
            self.answers(Part::Rival, book, rival, pool, abandon, tell, progress)?;
        }
        if !leave.raised() {
            self.price(book, wanted, subject, &answers, pool, leave, tell)?;
        }
        self.survey(book, subject, pool, leave, tell, progress)
    }

    fn distances(
        &mut self,
        book: &Book,
        player: &Player,
        heard: &Heard,
        tell: &mut dyn FnMut(Finding),
    ) -> Result<(), fitness::Error> {
        let goals = match self.goals.take() {
            Some((known, goals)) if known == *heard => goals,
            _ => {
                self.distanced = None;
                heard.goals(book.set()).unwrap_or_else(|error| {
                    tell(Finding::Failed(error.to_string()));
                    Vec::new()
                })
            }
        };
        if self.distanced.as_ref() != Some(player) {
            let weights = weights(player)?;
            let distance = |(position, mentor): &(Chess, Score)| Distance {
                mentor: *mentor,
                own: mentor::score(position, &weights, heard.settings.score),
            };
            let distances = goals.iter().map(|goal| goal.as_ref().map(distance)).collect();
            tell(Finding::Distances { player: player.clone(), distances: Arc::new(distances) });
            self.distanced = Some(player.clone());
        }
        self.goals = Some((heard.clone(), goals));
        Ok(())
    }

    fn trees(
        &mut self,
        book: &Book,
        player: &Player,
        pool: &ThreadPool,
        abandon: &Interrupt,
        progress: &Progress<'_>,
    ) -> Result<&GrandmasterFitness, fitness::Error> {
        let trees = match self.trees.take() {
            Some(trees) if trees.ply_score == player.ply_score => trees,
            _ => {
                let told = |done, total| progress("building quiescence trees", done, total);
                let cache = self.cache.as_deref();
                let fitness = GrandmasterFitness::build(
                    book.set(),
                    &player.schema,
                    player.ply_score,
                    cache,
                    pool,
                    &told,
                    abandon,
                )?;
                Trees { ply_score: player.ply_score, fitness }
            }
        };
        Ok(&self.trees.insert(trees).fitness)
    }

    #[allow(clippy::too_many_arguments, reason = "the surroundings of one step of work")]
    fn answers(
        &mut self,
        part: Part,
        book: &Book,
        player: &Player,
        pool: &ThreadPool,
        abandon: &Interrupt,
        tell: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<Arc<Answers>, fitness::Error> {
        let answers = match self.answers.get(player) {
            Some(answers) => Arc::clone(answers),
            None => {
                let weights = weights(player)?;
                let trees = self.trees(book, player, pool, abandon, progress)?;
                let found = pool.install(|| trees.answers_of(&[weights], abandon));
                let found = found.and_then(|mut answers| answers.pop()).ok_or(fitness::Error::Interrupted)?;
                let found = Arc::new(found);
                self.answers.keep(player.clone(), Arc::clone(&found));
                found
            }
        };
        let told = &mut self.told[part as usize];
        if told.as_ref() != Some(player) {
            tell(Finding::Answers { part, player: player.clone(), answers: Arc::clone(&answers) });
            *told = Some(player.clone());
        }
        Ok(answers)
    }

    #[allow(clippy::too_many_arguments, reason = "the surroundings of one step of work")]
    fn price(
        &mut self,
        book: &Arc<Book>,
        wanted: &Wanted,
        subject: &Player,
        answers: &Answers,
        pool: &ThreadPool,
        leave: &Interrupt,
        tell: &mut dyn FnMut(Finding),
    ) -> Result<(), fitness::Error> {
        // Those of another position stay, in case that is looked at again before others are told of.
        let Some(Unpriced { entry, remedies, .. }) = self.unpriced.clone().filter(|unpriced| {
            Arc::ptr_eq(&unpriced.book, book)
                && Some(unpriced.entry) == wanted.entry
                && unpriced.player == *subject
                && !unpriced.remedies.is_empty()
        }) else {
            return Ok(());
        };
        let Player { schema, values, .. } = subject;
        let trees = self.trees(book, subject, pool, leave, &|_, _, _| {})?;
        let priced =
            pool.install(|| remedy::price(&remedies, entry, schema, values, answers, trees, leave))?;
        if let Some(priced) = priced {
            tell(Finding::Remedies { entry, player: subject.clone(), remedies: Arc::new(priced) });
            self.unpriced = None;
        }
        Ok(())
    }

    fn survey(
        &mut self,
        book: &Book,
        player: &Player,
        pool: &ThreadPool,
        leave: &Interrupt,
        tell: &mut dyn FnMut(Finding),
        progress: &Progress<'_>,
    ) -> Result<(), fitness::Error> {
        let total = book.entries.len();
        let weights = weights(player)?;
        if self.surveys.get(player).is_none() {
            self.surveys.keep(player.clone(), Vec::new());
        }
        let Some((_, known)) = self.surveys.0.front_mut() else { return Ok(()) };
        let told = match &self.surveyed {
            Some((surveyed, told)) if surveyed == player => *told,
            _ => 0,
        };
        if told < known.len() {
            tell(Finding::Verdicts { player: player.clone(), first: told, verdicts: known[told..].to_vec() });
        }
        self.surveyed = Some((player.clone(), known.len()));
        while known.len() < total && !leave.raised() {
            let stretch = &book.entries[known.len()..total.min(known.len() + STRETCH)];
            let verdicts: Vec<Option<Verdict>> = pool.install(|| {
                let one = |entry: &super::Entry| {
                    verdict(entry.position(), &entry.moves, &weights, player.ply_score)
                };
                stretch.par_iter().map(one).collect()
            });
            let first = known.len();
            known.extend_from_slice(&verdicts);
            self.surveyed = Some((player.clone(), known.len()));
            tell(Finding::Verdicts { player: player.clone(), first, verdicts });
            progress("finding margins", known.len() as u64, total as u64);
        }
        Ok(())
    }
}

fn weights(player: &Player) -> Result<Weights, fitness::Error> {
    Ok(Layout::of(&player.schema)?.weights(&player.values))
}

/// Both desks without threads of their own: for tests, and for whoever has time.
pub struct Desk {
    reader: Reader,
    surveyor: Surveyor,
    pool: ThreadPool,
}

impl Desk {
    /// A desk that works on this pool and keeps no trees on the disk.
    #[must_use]
    pub fn new(pool: ThreadPool) -> Desk {
        Desk { reader: Reader::default(), surveyor: Surveyor::new(None), pool }
    }

    /// Finds out everything wished for and tells it.
    pub fn work(&mut self, wanted: &Wanted, tell: &mut dyn FnMut(Finding)) {
        let never = Interrupt::default();
        let Some(book) = self.reader.open(&wanted.positions, tell) else { return };
        let worked = self.reader.explain(&book, wanted, &self.pool, &never, tell).and_then(|unpriced| {
            unpriced.into_iter().for_each(|unpriced| self.surveyor.take_over(unpriced));
            self.surveyor.work(&book, wanted, &self.pool, (&never, &never), tell, &|_, _, _| {})
        });
        if let Err(error) = worked {
            tell(Finding::Failed(error.to_string()));
        }
    }
}

#[cfg(test)]
mod tests;
