//! The worker that loads books and explains the current position.

use std::sync::Arc;

use super::{Finding, Player, ScanRequest};
use crate::disagreement::counterfactual::{self, Counterfactual};
use crate::disagreement::explanation::Explanation;
use crate::disagreement::position_book::PositionBook;
use crate::objectives::agreement;
use crate::positions::PositionSource;
use crate::threads::{Interrupt, ThreadPool};

/// Reported counterfactuals that have no costs yet.
#[derive(Debug, Clone)]
pub(in crate::disagreement) struct PendingCosts {
    pub(super) book: Arc<PositionBook>,
    pub(super) entry: usize,
    pub(super) player: Player,
    pub(super) counterfactuals: Arc<Vec<Counterfactual>>,
}

/// Loads books and explains positions.
#[derive(Debug, Default)]
pub(in crate::disagreement) struct ExplainWorker {
    opened: Option<(PositionSource, Option<Arc<PositionBook>>)>,
    explained: Option<(usize, Player)>,
    computed: Option<(usize, Player)>,
}

impl ExplainWorker {
    /// Returns the requested book. Reports a book that has changed, and loads one again that could not be loaded
    /// before.
    pub(in crate::disagreement) fn open(
        &mut self,
        positions: &PositionSource,
        report: &mut dyn FnMut(Finding),
    ) -> Option<Arc<PositionBook>> {
        match &self.opened {
            Some((opened, Some(book))) if opened == positions => Some(Arc::clone(book)),
            _ => {
                let book = PositionBook::load(positions).map(Arc::new).map_err(|error| error.to_string());
                *self = ExplainWorker {
                    opened: Some((positions.clone(), book.clone().ok())),
                    ..ExplainWorker::default()
                };
                report(Finding::PositionBook { positions: positions.clone(), book: book.clone() });
                book.ok()
            }
        }
    }

    /// Explains the current position, and computes the counterfactuals of the subject's move. Returns the
    /// counterfactuals if they were reported just now.
    pub(in crate::disagreement) fn explain(
        &mut self,
        book: &Arc<PositionBook>,
        request: &ScanRequest,
        pool: &ThreadPool,
        interrupt: &Interrupt,
        report: &mut dyn FnMut(Finding),
    ) -> Result<Option<PendingCosts>, agreement::Error> {
        let (Some(player), Some(index)) = (&request.subject, request.entry) else { return Ok(None) };
        let Some(entry) = book.entries.get(index) else { return Ok(None) };
        let key = Some((index, player.clone()));
        let Player { schema, values, ply_score } = player;
        if self.explained != key {
            let explanation =
                Explanation::of(entry.position(), &entry.moves, schema, values, *ply_score)?.map(Arc::new);
            report(Finding::Explained { entry: index, player: player.clone(), explanation });
            self.explained.clone_from(&key);
        }
        if self.computed == key || interrupt.raised() {
            return Ok(None);
        }
        let counterfactuals = counterfactual::nearest(
            entry.position(),
            &entry.moves,
            schema,
            values,
            *ply_score,
            pool,
            interrupt,
        )?;
        let counterfactuals = Arc::new(counterfactuals);
        report(Finding::Counterfactuals {
            entry: index,
            player: player.clone(),
            counterfactuals: Arc::clone(&counterfactuals),
        });
        self.computed = key;
        Ok(Some(PendingCosts {
            book: Arc::clone(book),
            entry: index,
            player: player.clone(),
            counterfactuals,
        }))
    }
}
