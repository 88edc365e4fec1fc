//! A progress bar for long products, on a terminal only.
//!
//! With `AZULEJO_PROGRESS=always` short ones have it too, with `never` none has; in a pipe there is none in any case.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Multiplications from which on a product is long: some seconds on one core.
const LONG: u64 = 1 << 37;

/// A bar over the multiplications of a product, or nothing.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar over `work` multiplications where that is long and standard error is a terminal.
    pub fn new(work: u64) -> Self {
        let wanted = match std::env::var("AZULEJO_PROGRESS").as_deref() {
            Ok("always") => true,
            Ok("never") => false,
            _ => work >= LONG,
        };
        if !wanted || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(Some(work), ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} of about {duration}")
        {
            bar.set_style(style);
        }
        bar.tick();
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
