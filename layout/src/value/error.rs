//! The error of every operation on value layouts: what was asked, why it cannot be, where, and what to do instead.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// What kind of rule was broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not in the notation.
    Syntax,
    /// Profiles, ranks or mode numbers do not fit together.
    Profile,
    /// A size, stride or divisor that does not divide where it has to.
    Divisibility,
    /// No layout is the function that was asked for.
    NotRepresentable,
    /// Modes overlap, or two coordinates would share an offset.
    Overlap,
    /// An index or coordinate lies outside.
    OutOfRange,
    /// An integer does not fit 64 bits, a divisor is zero, or a table would be too long.
    TooLarge,
    /// The operation is not defined for this operand.
    Unsupported,
}

/// A rejected operation.
///
/// `Display` is one line: the operation with its operands in the notation, the failing mode, the violated equation with
/// its numbers, the smallest counterexample, and a suggestion. Where the types reject with a text of their own, it is the same text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutError(Box<Report>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Report {
    kind: ErrorKind,
    /// From the inside out.
    places: Vec<Place>,
    /// What is said of the innermost call, up to the colon or semicolon.
    claim: Option<String>,
    reason: String,
    fix: Option<String>,
}

/// Where an error happened.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// In an operation on operands.
    Call(String),
    /// In the mode at this path.
    Mode(Vec<usize>),
}

impl LayoutError {
    /// An error without context; the operation adds its name and operands with [`LayoutError::during`].
    #[must_use]
    pub fn new(kind: ErrorKind, reason: impl Into<String>) -> Self {
        Self(Box::new(Report {
            kind,
            places: Vec::new(),
            claim: None,
            reason: reason.into(),
            fix: None,
        }))
    }

    pub(crate) fn overflow(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, reason).fix("take smaller sizes or strides")
    }

    pub(crate) fn profile(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::Profile, reason)
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, reason)
    }

    /// Adds one suggestion: the next thing to try.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        if self.0.fix.is_none() {
            self.0.fix = Some(fix.into());
        }
        self
    }

    /// Replaces the suggestion: the caller knows a better suggestion.
    #[must_use]
    pub(crate) fn fix_instead(mut self, fix: impl Into<String>) -> Self {
        self.0.fix = Some(fix.into());
        self
    }

    /// What is said of the innermost call before the reason, with the mark that ends it: `is no layout:`.
    #[must_use]
    pub(crate) fn claim(mut self, claim: impl Into<String>) -> Self {
        self.0.claim = Some(claim.into());
        self
    }

    /// Names the failing mode by its path from the top of the operand at hand.
    #[must_use]
    pub fn at_mode(mut self, path: Vec<usize>) -> Self {
        if !path.is_empty() {
            self.0.places.push(Place::Mode(path));
        }
        self
    }

    /// Records that the error happened during `operation` on `operands` (outermost last recorded, first printed).
    #[must_use]
    pub fn during(mut self, operation: &str, operands: &[&dyn fmt::Display]) -> Self {
        let mut call = String::from(operation);
        call.push('(');
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                call.push_str(", ");
            }
            call.push_str(&operand.to_string());
        }
        call.push(')');
        let call = Place::Call(call);
        // One operation under one name is named once.
        if self.0.places.last() != Some(&call) {
            self.0.places.push(call);
        }
        self
    }

    /// What kind of rule was broken.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The operation that was called, with its operands in the notation; `None` for a parse error.
    #[must_use]
    pub fn call(&self) -> Option<&str> {
        self.0.places.iter().rev().find_map(|place| match place {
            Place::Call(call) => Some(call.as_str()),
            Place::Mode(_) => None,
        })
    }

    /// The path of the failing mode in the innermost operand, if there is one.
    #[must_use]
    pub fn mode(&self) -> Option<&[usize]> {
        self.0.places.iter().find_map(|place| match place {
            Place::Mode(path) => Some(path.as_slice()),
            Place::Call(_) => None,
        })
    }

    /// The violated equation, with its numbers and a counterexample.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    /// The suggestion, if there is one.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        self.0.fix.as_deref()
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_call = |place: &Place| matches!(place, Place::Call(_));
        let innermost = self.0.places.iter().position(is_call);
        for (i, place) in self.0.places.iter().enumerate().rev() {
            match (place, &self.0.claim) {
                (Place::Call(call), Some(claim)) if innermost == Some(i) => {
                    write!(f, "{call} {claim} ")?;
                }
                (Place::Call(call), _) => write!(f, "{call}: ")?,
                (Place::Mode(path), _) => {
                    f.write_str("mode ")?;
                    for (i, step) in path.iter().enumerate() {
                        let dot = if i > 0 { "." } else { "" };
                        write!(f, "{dot}{step}")?;
                    }
                    f.write_str(": ")?;
                }
            }
        }
        f.write_str(&self.0.reason)?;
        if let Some(fix) = &self.0.fix {
            write!(f, "; {fix}")?;
        }
        Ok(())
    }
}

impl core::error::Error for LayoutError {}

/// Adds the call to the error of a result.
pub(crate) trait During {
    /// See [`LayoutError::during`].
    fn during(self, operation: &str, operands: &[&dyn fmt::Display]) -> Self;
}

impl<T> During for Result<T, LayoutError> {
    fn during(self, operation: &str, operands: &[&dyn fmt::Display]) -> Self {
        self.map_err(|error| error.during(operation, operands))
    }
}
