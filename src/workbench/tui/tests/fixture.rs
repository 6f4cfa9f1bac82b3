//! A workbench for tests: it draws into a buffer of cells, and tests send the messages of its job.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rand::RngExt;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Corner, Rect};
use shakmaty::Position;

use crate::analysis::{AnalysisRequest, AnalysisResult, AnalysisState};
use crate::disagreement::{Findings, PositionScan};
use crate::engine::schema::Schema;
use crate::engine::search::{Bound, Line, Report, Value};
use crate::evolution::record::{GenerationRecord, Individual, Spread};
use crate::experiment::Experiment;
use crate::job::report::{Command, Fact, Progress, Reports, RunResult, State};
use crate::objectives::details::Details;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::session::SessionState;
use crate::tui::app::App;
use crate::tui::background::TaskWork;
use crate::tui::background::{BackgroundTask, TaskResult};
use crate::tui::hit_map::Target;
use crate::tui::keys::Key;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Choices;
use crate::tui::popups::forms::Form;
use crate::tui::saved::SessionRow;
use crate::tui::screens::coevolution::state::{Games, ReadGames, RoundId};
use crate::tui::screens::suite::tasks::{CheckSuite, ReadSuite};
use crate::tui::screens::tuning::tasks::ReadPositions;
use crate::tui::subject::Paper;
use crate::tui::theme::{Colours, Shade, Theme};

/// The settings of the preset `paper-2014` with this number of runs.
pub(super) fn settings(runs: u32) -> Experiment {
    let mut settings = crate::experiment::presets::named("paper-2014").unwrap();
    settings.runs = runs;
    settings
}

/// An invented generation. Its scores rise with the generation as the paper's curves do.
pub(super) fn record(run: u32, generation: u32) -> Arc<GenerationRecord> {
    let schema = Schema::built_in("paper-2014").unwrap();
    let mut rng = Randomness::new(7, "screens", run).stream(generation, "made up");
    let level = 1490.0 - 490.0 * (-f64::from(generation) / 30.0).exp() + 7.0 * f64::from(run);
    let mut population: Vec<Individual> = (0..100u32)
        .map(|place| {
            let fall: f64 = rng.random::<f64>().powi(3) * 260.0;
            Individual {
                chromosome: Chromosome::random(schema.bits(), &mut rng),
                score: (level - fall - f64::from(place) * 0.2) as u64,
                born: generation - (place * generation / 200).min(generation),
                parents: if generation == 0 { vec![] } else { vec![place / 3, (place * 7) % 100] },
            }
        })
        .collect();
    population.sort_by_key(|organism| std::cmp::Reverse(organism.score));
    let at = |share: usize| population[share].score as f64;
    let spread = Spread {
        best: population[0].score,
        mean: population.iter().map(|organism| organism.score as f64).sum::<f64>() / 100.0,
        q90: at(9),
        q75: at(24),
        median: at(49),
        q25: at(74),
        q10: at(89),
        worst: population[99].score,
    };
    let settled = 0.5 * (-f64::from(generation) / 60.0).exp() as f32;
    Arc::new(GenerationRecord {
        run,
        generation,
        evaluations: u64::from(generation + 1) * 100,
        spread,
        bit_diversity: vec![settled; schema.bits()],
        parameter_diversity: (0..schema.len()).map(|index| settled * (index as f32 / 40.0)).collect(),
        champion_values: population[0].chromosome.decode(&schema),
        population,
        crosstable: None,
        nodes: Vec::new(),
        games: Vec::new(),
        faults: Vec::new(),
    })
}

/// The result of an invented run.
pub(super) fn result(run: u32) -> RunResult {
    RunResult {
        run,
        mean_score_first: 990.0,
        best_score: 1490 + u64::from(run),
        train_total: 5000,
        test_score: 1471 + u64::from(run),
        test_total: 5000,
        evaluations: 20_100,
        champion: PathBuf::from("sessions/grandmaster-0007/champion.ron"),
        details: Details::default(),
    }
}

/// A workbench that draws into a buffer of cells.
pub(super) struct Bench {
    pub(super) app: App,
    pub(super) terminal: Terminal<TestBackend>,
    /// The effects that the workbench has requested.
    pub(super) effects: Vec<Effect>,
    /// Whether each analysis request gets invented lines at once.
    pub(super) with_analysis: bool,
    /// Whether requested suites and games are read at once.
    pub(super) with_reads: bool,
    /// Answers requests of the Positions screen at once; without it they are not answered.
    pub(super) scan: Option<PositionScan>,
    /// Whether the scan computes net gains, which takes a second for each subject.
    pub(super) with_net_gains: bool,
}

impl Deref for Bench {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl DerefMut for Bench {
    fn deref_mut(&mut self) -> &mut App {
        &mut self.app
    }
}

impl Bench {
    /// Returns the requested background tasks of a type.
    pub(super) fn tasks<T: TaskWork>(&self) -> Vec<&T> {
        self.effects.iter().filter_map(Effect::task).collect()
    }

    /// Creates a workbench without a session.
    pub(super) fn new(width: u16, height: u16) -> Bench {
        let theme = Theme::new(Shade::Dark, Colours::TrueColour);
        let presets =
            ["paper-2014", "quick"].map(|name| crate::experiment::presets::named(name).unwrap()).to_vec();
        let paper = |name: &str, knight, advance| Paper {
            name: name.to_owned(),
            values: vec![("KNIGHT_VALUE".to_owned(), knight), ("PAWN_ADVANCE_A".to_owned(), advance)],
        };
        let papers = vec![paper("2014", 521, 3), paper("2008", 348, 5)];
        let choices = Choices { presets, papers };
        let app = App::new(theme, false, PathBuf::from("sessions"), choices);
        Bench {
            app,
            terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
            effects: Vec::new(),
            with_analysis: false,
            with_reads: false,
            scan: None,
            with_net_gains: false,
        }
    }

    /// Creates a workbench with a session of `runs` runs, paused after `generations` generations of the first run.
    pub(super) fn paused(width: u16, height: u16, runs: u32, generations: u32) -> Bench {
        let mut bench = Bench::new(width, height);
        bench.start_session(runs);
        bench.facts((0..=generations).map(|generation| Fact::Generation(record(0, generation))));
        bench.fact(Fact::State(State::Paused));
        bench
    }

    /// Starts and opens a session of `runs` runs.
    pub(super) fn start_session(&mut self, runs: u32) {
        let folder = PathBuf::from("sessions/grandmaster-0007");
        let settings = settings(runs);
        self.send(Message::Started {
            folder: folder.clone(),
            settings: Some(Box::new(settings.clone())),
            named: false,
        });
        self.facts([
            Fact::State(State::Preparing),
            Fact::Opened {
                folder,
                settings: Box::new(settings),
                train_total: 5000,
                test_total: 5000,
                history: vec![],
                results: vec![],
                plants: vec![],
                interventions: vec![],
            },
        ]);
    }

    pub(super) fn send(&mut self, message: Message) {
        let effects = self.app.update(message);
        let mut facts = Vec::new();
        if let Some(scan) = &mut self.scan {
            for effect in &effects {
                if let Effect::Scan(request) = effect {
                    let mut request = (**request).clone();
                    request.net_gains &= self.with_net_gains;
                    scan.work(&request, &mut |fact| facts.push(fact));
                }
            }
        }
        let analysis = effects.iter().rev().find_map(|effect| match effect {
            Effect::Think(Some(request)) if self.with_analysis => Some(analysis_of(request)),
            _ => None,
        });
        let tasks: Vec<BackgroundTask> = effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::BackgroundTask(task)
                    if self.with_reads
                        && (task.get::<ReadSuite>().is_some()
                            || task.get::<CheckSuite>().is_some()
                            || task.get::<ReadPositions>().is_some()) =>
                {
                    Some(task.clone())
                }
                _ => None,
            })
            .collect();
        let rounds: Vec<RoundId> = effects
            .iter()
            .filter_map(|effect| effect.task().map(|ReadGames(which)| which.clone()))
            .filter(|_| self.with_reads)
            .collect();
        self.effects.extend(effects);
        for which in rounds {
            let games = Arc::new(super::coevolution_session::games(&which));
            self.send(Message::TaskResult(TaskResult::found(Games { round: which, games: Ok(games) })));
        }
        for task in tasks {
            self.send(Message::TaskResult(task.run()));
        }
        if let Some(analysis) = analysis {
            self.send(Message::Analysis(Box::new(analysis)));
        }
        if !facts.is_empty() {
            self.send(Message::Findings(Findings { findings: facts, progress: None }));
        }
    }

    pub(super) fn fact(&mut self, fact: Fact) {
        self.facts([fact]);
    }

    pub(super) fn facts(&mut self, facts: impl IntoIterator<Item = Fact>) {
        let reports = Reports { facts: facts.into_iter().collect(), progress: None, closed: false };
        self.send(Message::Reports(reports));
    }

    pub(super) fn progress(&mut self, activity: &'static str, done: u64, total: u64, speed: f64) {
        let progress = Progress {
            activity,
            done,
            total,
            organisms_per_second: speed,
            time_left: Some(std::time::Duration::from_secs(2)),
            searches: None,
        };
        self.send(Message::Reports(Reports { facts: vec![], progress: Some(progress), closed: false }));
    }

    /// Presses keys by name, such as `"n Tab 5 Enter"`, and draws the screen before and after each key.
    pub(super) fn keys(&mut self, names: &str) {
        self.draw();
        for name in names.split(' ') {
            if let Some(view) = name.strip_prefix('@') {
                self.show_view(view);
                continue;
            }
            let key = Key::from_name(name).unwrap_or_else(|| panic!("no key has the name {name}"));
            self.send(Message::Key(key));
            self.draw();
        }
    }

    /// Presses the key of Run until it shows a view. [`Bench::keys`] does it for a name with `@`.
    fn show_view(&mut self, view: &str) {
        for _ in 0..=crate::tui::screens::VIEWS.len() {
            if self.model.screen.0 == view {
                return;
            }
            self.keys("1");
        }
        panic!("Run has no view {view} now");
    }

    /// Presses the key of each character of a text.
    pub(super) fn type_text(&mut self, text: &str) {
        let names: Vec<String> =
            text.chars().map(|c| if c == ' ' { "Space".to_owned() } else { c.to_string() }).collect();
        self.keys(&names.join(" "));
    }

    /// Moves to the field of the open form with a label, and opens the folded fields on the way if they are needed.
    pub(super) fn focus(&mut self, label: &str) {
        for _ in 0..80 {
            let form: &Form = self.model.popup().unwrap_or_else(|| panic!("{label}: no form"));
            match form.fields.get(form.at) {
                Some(field) if field.label.trim() == label => return,
                Some(_) => self.keys("↓"),
                None => self.keys("→"),
            }
        }
        panic!("no field {label}\n{}", self.draw());
    }

    /// Clicks a cell with the left button.
    pub(super) fn click(&mut self, cell: (u16, u16)) {
        self.mouse(cell, MouseEventKind::Down(MouseButton::Left));
    }

    /// Sends a mouse event at a cell, and draws the screen before and after it.
    pub(super) fn mouse(&mut self, (column, row): (u16, u16), kind: MouseEventKind) {
        self.draw();
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        self.draw();
    }

    /// Draws the screen and returns the first cell whose topmost click target is `target`.
    pub(super) fn cell_of(&mut self, target: &Target) -> (u16, u16) {
        self.draw();
        let area = self.terminal.backend().buffer().area;
        let mut cells = (0..area.width).flat_map(|x| (0..area.height).map(move |y| (x, y)));
        let cell = cells.find(|(x, y)| self.model.hits.at(*x, *y).next() == Some(target));
        cell.unwrap_or_else(|| panic!("{target:?} is not on the screen"))
    }

    /// Draws one frame. Returns whether its bottom bar is out of date.
    fn draw_once(&mut self) -> bool {
        let mut hits = None;
        let app = &self.app;
        self.terminal.draw(|frame| hits = Some(app.view(frame))).unwrap();
        self.app.take_targets(hits.unwrap())
    }

    /// Draws the screen as the event loop does, and returns its characters.
    pub(super) fn draw(&mut self) -> String {
        if self.draw_once() {
            self.draw_once();
        }
        let buffer = self.terminal.backend().buffer();
        text(buffer, buffer.area)
    }

    /// Draws the screen and returns the pane or popup whose title starts with `title`, with its border.
    pub(super) fn pane(&mut self, title: &str) -> String {
        let screen = self.draw();
        let buffer = self.terminal.backend().buffer();
        let titled = |area: &Rect| {
            let top = text(buffer, Rect { height: 1, ..*area });
            let words = top.trim_start_matches(['╭', '▸', ' ']);
            words.strip_prefix(title).is_some_and(|rest| rest.starts_with(' '))
        };
        let found: Vec<Rect> = panes(buffer).into_iter().filter(titled).collect();
        let [area] = found[..] else {
            panic!("{} panes have the title “{title}”:\n{screen}", found.len());
        };
        text(buffer, area)
    }

    /// Resizes the terminal.
    pub(super) fn resize(&mut self, width: u16, height: u16) {
        self.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        self.send(Message::Resized);
    }

    /// Takes all effects and returns the commands to the job among them.
    pub(super) fn commands(&mut self) -> Vec<Command> {
        let effects = std::mem::take(&mut self.effects);
        effects
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Send(command) => Some(command),
                _ => None,
            })
            .collect()
    }

    /// Returns the column and the row of the first cell of a text on the screen.
    pub(super) fn find(&mut self, text: &str) -> (u16, u16) {
        let screen = self.draw();
        for (row, line) in screen.lines().enumerate() {
            if let Some(at) = line.find(text) {
                return (line[..at].chars().count() as u16, row as u16);
            }
        }
        panic!("“{text}” is not on the screen:\n{screen}");
    }
}

/// An analysis with an invented line for each of the first legal moves.
pub(super) fn analysis_of(request: &AnalysisRequest) -> AnalysisResult {
    let position = request.game.position();
    let lines = position.legal_moves().into_iter().take(request.lines).enumerate().map(|(place, m)| {
        let mut after = position.clone();
        after.play_unchecked(m);
        let reply = after.legal_moves().first().copied();
        let value = if place == 2 { Value::Mate(-3) } else { Value::Centipawns(35 - 20 * place as i32) };
        let bound = if place == 1 { Bound::Lower } else { Bound::Exact };
        Report {
            depth: 12,
            selective_depth: 27,
            complete: true,
            index: place + 1,
            line: Line { value, bound, moves: [m].into_iter().chain(reply).collect() },
            nodes: 1_234_567 + place as u64,
            tablebase_hits: 0,
            hash_full: 100,
            elapsed: Duration::from_millis(3400),
        }
    });
    AnalysisResult {
        request: Arc::new(request.clone()),
        lines: lines.collect(),
        state: AnalysisState::Thinking,
    }
}

/// Three saved sessions: one complete, one unfinished and one damaged.
pub(super) fn saved_sessions() -> Vec<SessionRow> {
    let row = |name: &str, done: u64, about: &str, readable: bool| SessionRow {
        folder: PathBuf::from("sessions").join(name),
        group: None,
        given_name: None,
        about: about.to_owned(),
        progress: readable.then_some((done, 200)),
        best: readable.then_some(1480),
        readable,
        state: match (readable, done) {
            (false, _) => SessionState::Damaged(about.to_owned()),
            (true, 200) => SessionState::Complete,
            (true, _) => SessionState::Unfinished,
        },
        settings: readable.then(|| Box::new(settings(1))),
        newest: readable.then_some((0, done as u32)),
        train_total: 5000,
        test: (done == 200).then_some((1471, 5000)),
        forked_from: (done == 57).then(|| "grandmaster-0006, generation 40".to_owned()),
        age: Some(Duration::from_secs(7300)),
    };
    vec![
        row("grandmaster-0006", 200, "paper-2014 · seed 3 · 100 organisms", true),
        row("grandmaster-0005", 57, "paper-2014 · seed 2 · 100 organisms", true),
        row("grandmaster-0004", 0, "sessions/grandmaster-0004/session.ron: line 3: damaged", false),
    ]
}

/// The areas of a screen that have a complete border.
fn panes(buffer: &Buffer) -> Vec<Rect> {
    let is = |x: u16, y: u16, wanted: &str| buffer[(x, y)].symbol() == wanted;
    let from = |corner: Corner| {
        let right = (corner.x..buffer.area.width).find(|x| is(*x, corner.y, "╮"))?;
        let bottom = (corner.y..buffer.area.height).find(|y| is(corner.x, *y, "╰"))?;
        let (width, height) = (right - corner.x + 1, bottom - corner.y + 1);
        is(right, bottom, "╯").then_some(Rect { x: corner.x, y: corner.y, width, height })
    };
    buffer.area.positions().filter(|corner| is(corner.x, corner.y, "╭")).filter_map(from).collect()
}

/// The characters of an area of a screen, one line for each row.
fn text(buffer: &Buffer, area: Rect) -> String {
    let mut text = String::new();
    for row in area.rows() {
        let line: String = row.positions().map(|cell| buffer[cell].symbol()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}
