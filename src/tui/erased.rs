//! Values that travel through code that does not know their type, to their owner, who does.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A value whose type only its owner knows.
pub(crate) trait Erased: Any + Debug + Send + Sync {
    /// Whether the other is of the same type and equal.
    fn same(&self, other: &dyn Erased) -> bool;
}

impl<T: Any + Debug + Send + Sync + PartialEq> Erased for T {
    fn same(&self, other: &dyn Erased) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }
}

/// A constant: what a command does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Constant(&'static dyn Erased);

impl Constant {
    /// Hides the type.
    pub(crate) const fn new<T: Erased>(value: &'static T) -> Constant {
        Constant(value)
    }

    /// The value, where it is of this type.
    pub(crate) fn get<T: Copy + 'static>(self) -> Option<T> {
        let value: &dyn Any = self.0;
        value.downcast_ref::<T>().copied()
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Constant) -> bool {
        self.0.same(other.0)
    }
}

impl Eq for Constant {}

/// A value made while the program runs: what is under the mouse.
#[derive(Debug, Clone)]
pub(crate) struct Value(Arc<dyn Erased>);

impl Value {
    /// Hides the type.
    pub(crate) fn new(value: impl Erased) -> Value {
        Value(Arc::new(value))
    }

    /// The value, where it is of this type.
    pub(crate) fn get<T: Copy + 'static>(&self) -> Option<T> {
        let value: &dyn Any = &*self.0;
        value.downcast_ref::<T>().copied()
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.0.same(&*other.0)
    }
}

/// A note for those who know its type: what a task found, what a form was filled in with.
#[derive(Debug, Clone)]
pub(crate) struct Note(Arc<dyn Content>);

trait Content: Any + Debug + Send + Sync {}

impl<T: Any + Debug + Send + Sync> Content for T {}

impl Note {
    /// Hides the type.
    pub(crate) fn new(content: impl Any + Debug + Send + Sync) -> Note {
        Note(Arc::new(content))
    }

    /// The content, where it is of this type.
    pub(crate) fn get<T: 'static>(&self) -> Option<&T> {
        let content: &dyn Any = &*self.0;
        content.downcast_ref()
    }
}

impl PartialEq for Note {
    /// Whether it is the same note.
    fn eq(&self, other: &Note) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
