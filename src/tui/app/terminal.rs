//! The terminal: taken over, and given back whatever happens.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
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
    disable_raw_mode, enable_raw_mode,
};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use signal_hook::consts::SIGTSTP;

use super::event_loop::Event;
use crate::tui::hit_map::HitMap;

/// How much of a frame is written at once.
const FRAME_BYTES: usize = 1 << 16;

/// A screen taken over; dropping it gives it back.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Output>>>,
    mouse: bool,
    taken: Taken,
}

/// Whether the terminal is taken over. It is given back once: doing so again would move the cursor of
/// the shell's screen to where it was saved, over what was printed since.
#[derive(Clone, Default)]
pub(crate) struct Taken(Arc<AtomicBool>);

impl Taken {
    /// Gives the terminal back, unless that was done. What cannot be written any more is let be.
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

/// Standard output. Once the terminal was given back, writing to it does not fail: [`Terminal`] shows the cursor when it
/// is dropped and complains on stderr where that fails, which panics where the terminal was closed.
struct Output {
    out: Stdout,
    taken: Taken,
}

impl Output {
    /// The result of a write, or this value where the terminal was given back.
    fn excuse<T>(&self, result: io::Result<T>, value: T) -> io::Result<T> {
        if self.taken.0.load(Ordering::Acquire) { result } else { Ok(result.unwrap_or(value)) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.excuse(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.excuse(flushed, ())
    }
}

/// Whether an error says that the terminal was closed.
pub(crate) fn is_gone(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::IO | Errno::NXIO | Errno::NOTTY))
}

/// Waits until the terminal on standard input is closed; false where that cannot be known.
pub(crate) fn wait_for_hangup() -> bool {
    let stdin = io::stdin();
    loop {
        let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
        match poll(&mut terminal, None) {
            Ok(_) => return terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

impl Screen {
    /// Whether there is a terminal to take.
    pub(crate) fn possible() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Takes the terminal over: raw keys, the alternate screen, the mouse where it is wanted.
    pub(crate) fn take(mouse: bool, taken: Taken) -> io::Result<Screen> {
        let out = Output { out: io::stdout(), taken: taken.clone() };
        let out = BufWriter::with_capacity(FRAME_BYTES, out);
        let terminal = Terminal::new(CrosstermBackend::new(out))?;
        let screen = Screen { terminal, mouse, taken };
        screen.enter()?;
        Ok(screen)
    }

    fn enter(&self) -> io::Result<()> {
        self.taken.0.store(true, Ordering::Release);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        if self.mouse { execute!(io::stdout(), EnableMouseCapture) } else { Ok(()) }
    }

    /// Draws a frame, in one update where the terminal knows how.
    pub(crate) fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>) -> HitMap) -> io::Result<HitMap> {
        let mut hits = HitMap::default();
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| hits = view(frame))?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        io::Write::flush(self.terminal.backend_mut())?;
        Ok(hits)
    }

    /// Forgets what is on the screen, so that the next frame is drawn whole.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        // Not `clear`: that asks the terminal where its cursor is, and the answer would go to the input thread.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Puts a text on the clipboard (OSC 52); terminals that know no such thing ignore it.
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back to the shell, stops this process, and takes the terminal again when it goes on.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        self.taken.restore();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        self.enter()?;
        self.forget()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.taken.restore();
    }
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Sync + Send;

/// While it lives, a panic of this thread gives the terminal back before anything is printed, and one of
/// any other thread is told to the workbench instead of being printed across the screen.
pub(crate) struct PanicWatch {
    before: Arc<Box<Hook>>,
}

impl PanicWatch {
    /// Begins to watch.
    pub(crate) fn new(events: Sender<Event>, taken: Taken) -> PanicWatch {
        let before = Arc::new(panic::take_hook());
        let inner = Arc::clone(&before);
        let here = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == here {
                taken.restore();
                inner(info);
            } else if events.send(Event::Panicked(info.to_string())).is_err() {
                inner(info);
            }
        }));
        PanicWatch { before }
    }
}

impl Drop for PanicWatch {
    fn drop(&mut self) {
        if !thread::panicking() {
            let before = Arc::clone(&self.before);
            panic::set_hook(Box::new(move |info| before(info)));
        }
    }
}
