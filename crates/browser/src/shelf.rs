//! A few things by their names.

/// What a page holds of one kind: so few that they are looked for one by one.
pub(crate) struct Shelf<T>(Vec<(String, T)>);

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf(Vec::new())
    }
}

impl<T> Shelf<T> {
    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(known, _)| known == name)
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.place(name).map(|at| &self.0[at].1)
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.place(name).map(|at| &mut self.0[at].1)
    }

    /// Puts it there, in the place of what had the name before.
    pub(crate) fn insert(&mut self, name: String, thing: T) {
        self.remove(&name);
        self.0.push((name, thing));
    }

    pub(crate) fn remove(&mut self, name: &str) -> Option<T> {
        self.place(name).map(|at| self.0.swap_remove(at).1)
    }
}
