//! The settings of a person: checked against the commands and the colours of the workbench, and applied to it.

use super::{App, commands};
use crate::config::{self, Config, Group, Loaded, Reference};
use crate::tui::command::keymap::Keymap;
use crate::tui::log::Severity;
use crate::tui::screens::COMMANDS;
use crate::tui::theme::palette::{self, Themes};
use crate::tui::theme::parts::SHIPPED;

/// Settings that are free of errors.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) config: Config,
    pub(crate) keymap: Keymap,
    pub(crate) themes: Themes,
}

impl Settings {
    /// Checks the names in a configuration.
    pub(crate) fn new(loaded: &Loaded) -> Result<Settings, config::Error> {
        let keymap = Keymap::new(loaded, &commands::for_keymap())?;
        Ok(Settings { config: loaded.config.clone(), keymap, themes: Themes::new(loaded)? })
    }
}

/// Returns the names that a configuration can have.
pub(crate) fn reference() -> Reference {
    let groups = COMMANDS.iter().map(|group| {
        let commands = group.commands.iter().filter(|command| !command.scope.in_popup());
        let commands = commands.map(|command| (command.name, command.keys.to_vec()));
        Group { title: group.title, commands: commands.collect() }
    });
    let groups = groups.filter(|group| !group.commands.is_empty());
    Reference { themes: SHIPPED.to_vec(), colours: palette::colours(), commands: groups.collect() }
}

impl App {
    /// Applies the settings at the start. `theme` overrides the configured theme.
    pub(crate) fn configure(&mut self, settings: Settings, theme: Option<&str>) {
        let model = &mut self.model;
        (model.config, model.keymap, model.themes) = (settings.config, settings.keymap, settings.themes);
        let name = theme.unwrap_or(&model.config.theme.value).to_owned();
        model.use_theme(&name);
        self.report_keys();
    }

    /// Tells what became of commands of the configuration that no longer exist, and of keys in conflict.
    fn report_keys(&mut self) {
        for text in self.model.keymap.notices.clone() {
            self.model.show_notice(Severity::Warning, text);
        }
    }

    /// Applies the settings of a changed file. A broken file changes nothing.
    pub(super) fn reconfigure(&mut self, loaded: Result<Box<Loaded>, String>) {
        let model = &mut self.model;
        let settings = loaded.and_then(|loaded| Settings::new(&loaded).map_err(|error| error.to_string()));
        let settings = match settings {
            Ok(settings) => settings,
            Err(why) => {
                model.show_notice(Severity::Error, format!("{why}. The earlier settings stay in force."));
                return;
            }
        };
        let earlier = std::mem::replace(&mut model.config, settings.config);
        // What the user chose while the workbench runs stays, unless the file asks for something else.
        let shown = model.themes.name().to_owned();
        (model.keymap, model.themes) = (settings.keymap, settings.themes);
        let asks = earlier.theme != model.config.theme;
        let theme = if asks { model.config.theme.value.clone() } else { shown };
        if !model.use_theme(&theme) {
            let configured = model.config.theme.value.clone();
            model.use_theme(&configured);
        }
        if earlier.preset != model.config.preset {
            let name = model.config.preset.clone();
            model.choices.presets.sort_by_key(|preset| preset.preset != name);
        }
        let later = earlier.paths != model.config.paths || earlier.log_level != model.config.log_level;
        let later = if later { "; other folders and log levels apply at the next start" } else { "" };
        model.show_notice(Severity::Info, format!("configuration read again{later}"));
        self.report_keys();
    }
}
