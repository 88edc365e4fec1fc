//! A progress bar for long products, on a terminal only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Multiplications from which on a product is long: some seconds on one core.
const LONG: u64 = 1 << 37;

/// A bar over the multiplications of a product, or nothing.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar over `work` multiplications where that is long and standard error is a terminal.
    pub fn new(work: u64) -> Self {
        if work < LONG || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(Some(work), ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} of about {duration}")
        {
            bar.set_style(style);
        }
        Self(Some(bar))
    }

    pub fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    pub fn add(&self, work: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(work);
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
