//! The terminal: entered when the workbench opens, and always restored when it closes.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::queue;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode, window_size,
};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};

use super::event_loop::Event;
use crate::platform::suspend;
use crate::tui::hit_map::HitMap;
use crate::tui::prelude::*;

/// The size in bytes of the output buffer.
const FRAME_BYTES: usize = 1 << 16;

/// Returns the width and height of a cell in pixels; zero if the terminal does not report it.
pub(crate) fn cell_size() -> (u16, u16) {
    window_size().map_or((0, 0), |window| {
        let cell = |pixels: u16, cells: u16| pixels.checked_div(cells).unwrap_or(0);
        (cell(window.width, window.columns), cell(window.height, window.rows))
    })
}

/// The terminal while the workbench uses it. Dropping the value restores the terminal.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Output>>>,
    mouse: bool,
    in_use: TerminalInUse,
}

/// Whether the workbench uses the terminal. The terminal is restored only once: a second time would move the shell's
/// cursor back to its saved place, above the text printed since.
#[derive(Clone, Default)]
pub(crate) struct TerminalInUse(Arc<AtomicBool>);

impl TerminalInUse {
    /// Restores the terminal, if it is in use. Ignores errors.
    fn restore(&self) {
        if !self.0.swap(false, Ordering::AcqRel) {
            return;
        }
        let _ = disable_raw_mode();
        let mut out = io::stdout();
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        let _ = out.flush();
    }
}

/// Standard output that does not fail once the terminal is restored: when [`Terminal`] is dropped, it shows the cursor,
/// and it reports an error on stderr, which panics if the terminal was closed.
struct Output {
    out: Stdout,
    in_use: TerminalInUse,
}

impl Output {
    /// Returns the result of a write. Replaces an error by `value` if the terminal is restored.
    fn check<T>(&self, result: io::Result<T>, value: T) -> io::Result<T> {
        if self.in_use.0.load(Ordering::Acquire) { result } else { Ok(result.unwrap_or(value)) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.check(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.check(flushed, ())
    }
}

impl Screen {
    /// Returns whether standard input and standard output are a terminal.
    pub(crate) fn is_available() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Enters raw mode and the alternate screen, and captures the mouse if `mouse` is true.
    pub(crate) fn open(mouse: bool, in_use: TerminalInUse) -> io::Result<Screen> {
        let out = Output { out: io::stdout(), in_use: in_use.clone() };
        let out = BufWriter::with_capacity(FRAME_BYTES, out);
        let terminal = Terminal::new(CrosstermBackend::new(out))?;
        let screen = Screen { terminal, mouse, in_use };
        screen.enter()?;
        Ok(screen)
    }

    fn enter(&self) -> io::Result<()> {
        self.in_use.0.store(true, Ordering::Release);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        if self.mouse { execute!(io::stdout(), EnableMouseCapture) } else { Ok(()) }
    }

    /// Draws a frame in one synchronized update, if the terminal supports it.
    pub(crate) fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>) -> HitMap) -> io::Result<HitMap> {
        let mut hits = HitMap::default();
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| hits = view(frame))?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        io::Write::flush(self.terminal.backend_mut())?;
        Ok(hits)
    }

    /// Discards the known content of the screen, so that the next frame is drawn completely.
    pub(crate) fn invalidate(&mut self) -> io::Result<()> {
        // `clear` would query the cursor position, and the input thread would read the answer.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Copies a text to the clipboard (OSC 52), if the terminal supports it.
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Rings the bell.
    pub(crate) fn ring(&mut self) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(b"\x07")?;
        io::Write::flush(out)
    }

    /// Restores the terminal, stops this process, and enters the terminal again when the process continues.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        self.in_use.restore();
        suspend()?;
        self.reenter()
    }

    /// Enters the terminal again, which others have used, and draws the next frame completely.
    pub(crate) fn reenter(&mut self) -> io::Result<()> {
        self.enter()?;
        self.invalidate()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.in_use.restore();
    }
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Sync + Send;

/// Replaces the panic hook until it is dropped. A panic of this thread restores the terminal before the message is
/// printed. A panic of another thread is sent as an event instead of being printed over the screen.
pub(crate) struct PanicWatch {
    previous: Arc<Box<Hook>>,
}

impl PanicWatch {
    pub(crate) fn new(events: Sender<Event>, in_use: TerminalInUse) -> PanicWatch {
        let previous = Arc::new(panic::take_hook());
        let hook = Arc::clone(&previous);
        let this_thread = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == this_thread {
                in_use.restore();
                hook(info);
            } else if events.send(Event::Panicked(info.to_string())).is_err() {
                hook(info);
            }
        }));
        PanicWatch { previous }
    }
}

impl Drop for PanicWatch {
    fn drop(&mut self) {
        if !thread::panicking() {
            let previous = Arc::clone(&self.previous);
            panic::set_hook(Box::new(move |info| previous(info)));
        }
    }
}
