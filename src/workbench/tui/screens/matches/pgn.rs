//! The form that writes games to a PGN file.

use std::collections::BTreeMap;

use super::state::OpenMatch;
use crate::arena::game::Record;
use crate::director::games_pgn;
use crate::tui::prelude::*;

/// The index of the field with the file.
const PATH: usize = 1;

/// Returns the form for the finished games of a match, if there are any.
pub(super) fn form(open: &OpenMatch) -> Option<Form> {
    let data = open.data.as_ref().filter(|data| !data.games.is_empty())?;
    let replayed = open.boards.replay.as_ref().map(|replay| replay.number);
    let name = files::name(&data.folder);
    let all = format!("all {} finished", thousands(data.games.len() as u64));
    let one = replayed.map(|number| format!("only game {}", thousands(number + 1)));
    let fields = vec![
        Field::choice("games", "that are written to the file", [Some(all), one].into_iter().flatten(), 0),
        Field::path("file", "PGN, which other chess programs read", format!("{name}.pgn")),
        Field::existing_file(),
    ];
    let (folder, games) = (data.folder.clone(), data.games.clone());
    let applies = move |_: &[Field], label: &str| label != "games" || replayed.is_some();
    let mut form = Form::depending("Write games as PGN", fields, applies, move |fields| {
        let only = replayed.filter(|_| fields.is_on("games"));
        let is_chosen = |number: &u64| only.is_none_or(|only| only == *number);
        let games = games.iter().filter(|(number, _)| is_chosen(number));
        Ok(Request::task(WritePgn {
            folder: folder.clone(),
            games: games.map(|(number, record)| (*number, Arc::clone(record))).collect(),
            to: fields.path("file", "such as games.pgn")?,
            replace: fields.is_on("existing file"),
        }))
    });
    form.at = if replayed.is_some() { 0 } else { PATH };
    Some(form)
}

/// Writes games of a match to a PGN file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WritePgn {
    /// The folder of the match.
    folder: PathBuf,
    pub(crate) games: BTreeMap<u64, Arc<Record>>,
    pub(crate) to: PathBuf,
    /// Whether to replace an existing file.
    replace: bool,
}

impl TaskWork for WritePgn {
    fn run(&self) -> TaskResult {
        TaskResult::done(self.write()).in_form(PATH)
    }
}

impl WritePgn {
    fn write(&self) -> Result<String, String> {
        let WritePgn { folder, games, to, replace } = self;
        if !replace && to.exists() {
            let shown = to.display();
            return Err(format!("{shown}: this file exists; choose another name, or choose to replace it"));
        }
        let records = games.iter().map(|(number, record)| (number, record.as_ref()));
        let text = games_pgn(folder, records).map_err(|error| error.to_string())?;
        files::replace(to, text.as_bytes())
            .map_err(|error| format!("{}: {error}{}", to.display(), files::advice(&error)))?;
        Ok(format!("{} games written to {}", thousands(games.len() as u64), to.display()))
    }
}
