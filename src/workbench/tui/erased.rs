//! Values whose type is known only to their owner, such as a screen, and hidden from the code that passes them on.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A value with a hidden type that can be compared.
pub(crate) trait Erased: Any + Debug + Send + Sync {
    /// Returns whether the other value has the same type and is equal.
    fn same(&self, other: &dyn Erased) -> bool;
}

impl<T: Any + Debug + Send + Sync + PartialEq> Erased for T {
    fn same(&self, other: &dyn Erased) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }
}

/// A constant of a hidden type, such as the action of a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Constant(&'static dyn Erased);

impl Constant {
    /// Hides the type of a constant.
    pub(crate) const fn new<T: Erased>(value: &'static T) -> Constant {
        Constant(value)
    }

    /// Returns the constant if it has this type.
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

/// A value of a hidden type that is created at run time, such as a click target.
#[derive(Debug, Clone)]
pub(crate) struct Value(Arc<dyn Erased>);

impl Value {
    /// Hides the type of a value.
    pub(crate) fn new(value: impl Erased) -> Value {
        Value(Arc::new(value))
    }

    /// Returns the value if it has this type.
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

/// A message of a hidden type to the app and all screens, such as the result of a task or the values of a form.
#[derive(Debug, Clone)]
pub(crate) struct Note(Arc<dyn Content>);

trait Content: Any + Debug + Send + Sync {}

impl<T: Any + Debug + Send + Sync> Content for T {}

impl Note {
    /// Hides the type of the content.
    pub(crate) fn new(content: impl Any + Debug + Send + Sync) -> Note {
        Note(Arc::new(content))
    }

    /// Returns the content if it has this type.
    pub(crate) fn get<T: 'static>(&self) -> Option<&T> {
        let content: &dyn Any = &*self.0;
        content.downcast_ref()
    }
}

impl PartialEq for Note {
    /// Returns whether both are clones of one note.
    fn eq(&self, other: &Note) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
