//! What happened, newest first: filled page by page, and kept up to date by news.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use timeline_wire::{Answer, Head, Moment, News, Page, Session};

use super::graph::{self, Strand};

/// Everything the page knows of what happened.
#[derive(Clone, Debug, Default)]
pub struct Chronicle {
    revision: u64,
    total: usize,
    head: Head,
    moments: Vec<Arc<Moment>>,
    places: HashMap<String, usize>,
    strands: Vec<Strand>,
    /// Which moments the filters leave; nothing where there is no filter.
    shown: Option<Vec<usize>>,
    filter: Filter,
}

/// What a person wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only moments of this session, by its place in the list.
    pub session: Option<usize>,
    /// Only what a search found, by ids.
    pub found: Option<Arc<HashSet<String>>>,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is in; so many moments are new at the top.
    In {
        /// How many.
        added: usize,
    },
    /// It does not fit to what is known: everything has to be asked for again.
    Unfit,
}

impl Chronicle {
    /// Takes an answer of the server.
    pub fn take(&mut self, answer: Answer) -> Taken {
        match answer {
            Answer::Page(page) => self.page(page),
            Answer::News(news) => self.news(news),
        }
    }

    fn page(&mut self, page: Page) -> Taken {
        if page.start == 0 {
            let Page { revision, total, moments, head, .. } = page;
            *self = Self {
                revision,
                total,
                head: head.unwrap_or_default(),
                filter: std::mem::take(&mut self.filter),
                ..Self::default()
            };
            self.moments = moments.into_iter().map(Arc::new).collect();
        } else if page.revision == self.revision && page.start == self.moments.len() {
            self.moments.extend(page.moments.into_iter().map(Arc::new));
        } else {
            return Taken::Unfit;
        }
        self.settle();
        Taken::In { added: 0 }
    }

    fn news(&mut self, news: News) -> Taken {
        // Places of moments that have not arrived yet cannot be told.
        if news.base != self.revision || !self.is_whole() {
            return Taken::Unfit;
        }
        let gone: HashSet<&String> = news.gone.iter().collect();
        self.moments.retain(|moment| !gone.contains(&moment.id));
        let added = news.added.len();
        for new in news.added {
            let at = new.at.min(self.moments.len());
            self.moments.insert(at, Arc::new(new.moment));
        }
        let mut changed: HashMap<String, Moment> =
            news.changed.into_iter().map(|moment| (moment.id.clone(), moment)).collect();
        for moment in &mut self.moments {
            if let Some(now) = changed.remove(&moment.id) {
                *moment = Arc::new(now);
            }
        }
        self.head = news.head;
        self.revision = news.revision;
        self.total = news.total;
        self.settle();
        if self.moments.len() == self.total { Taken::In { added } } else { Taken::Unfit }
    }

    /// Works out what follows from the moments.
    fn settle(&mut self) {
        let places = self.moments.iter().enumerate();
        self.places = places.map(|(at, moment)| (moment.id.clone(), at)).collect();
        self.strands = graph::strands(&self.moments, &self.places, self.head.now.as_deref());
        if self.is_whole()
            && let Some(last) = self.strands.last_mut()
        {
            last.goes_on = false;
        }
        self.apply_filter();
    }

    /// Shows only what fits.
    pub fn filter(&mut self, change: impl FnOnce(&mut Filter)) {
        change(&mut self.filter);
        self.apply_filter();
    }

    fn apply_filter(&mut self) {
        let Filter { session, found } = &self.filter;
        if session.is_none() && found.is_none() {
            self.shown = None;
            return;
        }
        let fits = |moment: &Moment| {
            session.is_none_or(|session| moment.session == Some(session))
                && found.as_ref().is_none_or(|found| found.contains(&moment.id))
        };
        let shown = self.moments.iter().enumerate().filter(|(_, moment)| fits(moment));
        self.shown = Some(shown.map(|(at, _)| at).collect());
    }

    /// The state of the timeline.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether every moment has arrived.
    pub fn is_whole(&self) -> bool {
        self.moments.len() >= self.total
    }

    /// How many have arrived.
    pub fn arrived(&self) -> usize {
        self.moments.len()
    }

    /// What stands around the moments.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// What is filtered by.
    pub fn current_filter(&self) -> &Filter {
        &self.filter
    }

    /// How many lines there are, those included that are still on their way.
    pub fn lines(&self) -> usize {
        self.shown.as_ref().map_or(self.total, Vec::len)
    }

    /// The moment of a line, and what is drawn beside it where nothing is filtered.
    pub fn line(&self, line: usize) -> Option<(&Arc<Moment>, Option<Strand>)> {
        match &self.shown {
            Some(shown) => Some((self.moments.get(*shown.get(line)?)?, None)),
            None => Some((self.moments.get(line)?, self.strands.get(line).copied())),
        }
    }

    /// The line of a moment.
    pub fn line_of(&self, id: &str) -> Option<usize> {
        let place = *self.places.get(id)?;
        match &self.shown {
            Some(shown) => shown.binary_search(&place).ok(),
            None => Some(place),
        }
    }

    /// A moment by its id.
    pub fn moment(&self, id: &str) -> Option<&Arc<Moment>> {
        self.moments.get(*self.places.get(id)?)
    }

    /// The session of a moment.
    pub fn session(&self, moment: &Moment) -> Option<&Session> {
        self.head.sessions.get(moment.session?)
    }

    /// How many lanes the graph needs.
    pub fn lanes(&self) -> usize {
        self.strands.iter().map(Strand::lanes).max().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use timeline_wire::{Kind, MomentAt};

    use super::*;

    fn moment(id: &str, session: Option<usize>) -> Moment {
        Moment {
            id: id.to_owned(),
            kind: Kind::Save,
            session,
            time: 0,
            text: format!("did {id}"),
            label: None,
            pinned: false,
            incomplete: false,
            abandoned: false,
            from: None,
            restorable: true,
            did: None,
            risk: None,
            answer: None,
        }
    }

    fn page(revision: u64, total: usize, start: usize, ids: &[&str]) -> Answer {
        Answer::Page(Page {
            revision,
            total,
            start,
            moments: ids.iter().map(|id| moment(id, None)).collect(),
            head: (start == 0).then(Head::default),
        })
    }

    fn ids(chronicle: &Chronicle) -> Vec<String> {
        let lines = 0..chronicle.lines();
        lines.filter_map(|line| Some(chronicle.line(line)?.0.id.clone())).collect()
    }

    #[test]
    fn pages_make_up_the_whole() {
        let mut chronicle = Chronicle::default();
        assert_eq!(chronicle.take(page(1, 3, 0, &["c", "b"])), Taken::In { added: 0 });
        assert!(!chronicle.is_whole());
        assert_eq!(chronicle.lines(), 3, "the last one is on its way");
        assert_eq!(chronicle.take(page(1, 3, 2, &["a"])), Taken::In { added: 0 });
        assert!(chronicle.is_whole());
        assert_eq!(ids(&chronicle), ["c", "b", "a"]);
        assert_eq!(chronicle.take(page(2, 9, 5, &["x"])), Taken::Unfit, "of another state");
    }

    #[test]
    fn news_change_only_what_they_name() {
        let mut chronicle = Chronicle::default();
        chronicle.take(page(1, 3, 0, &["c", "b", "a"]));
        let kept = chronicle.moment("c").map(Arc::as_ptr);
        let mut changed = moment("b", None);
        changed.abandoned = true;
        let news = News {
            revision: 2,
            base: 1,
            total: 4,
            head: Head { workspace: "/w".to_owned(), ..Head::default() },
            gone: vec!["a".to_owned()],
            added: vec![
                MomentAt { at: 0, moment: moment("e", None) },
                MomentAt { at: 2, moment: moment("between", None) },
            ],
            changed: vec![changed],
        };
        assert_eq!(chronicle.take(Answer::News(news.clone())), Taken::In { added: 2 });
        assert_eq!(ids(&chronicle), ["e", "c", "between", "b"]);
        assert_eq!(chronicle.moment("c").map(Arc::as_ptr), kept, "it was not made anew");
        assert!(chronicle.moment("b").is_some_and(|moment| moment.abandoned));
        assert_eq!(chronicle.take(Answer::News(news)), Taken::Unfit, "they were told before");
    }

    #[test]
    fn filters_leave_what_fits_and_lines_are_found_again() {
        let mut chronicle = Chronicle::default();
        let moments = vec![moment("c", Some(1)), moment("b", None), moment("a", Some(1))];
        let head = Some(Head::default());
        chronicle.take(Answer::Page(Page { revision: 1, total: 3, start: 0, moments, head }));
        chronicle.filter(|filter| filter.session = Some(1));
        assert_eq!(ids(&chronicle), ["c", "a"]);
        assert_eq!((chronicle.line_of("a"), chronicle.line_of("b")), (Some(1), None));
        assert!(chronicle.line(0).is_some_and(|(_, strand)| strand.is_none()));
        let found = HashSet::from(["a".to_owned(), "b".to_owned()]);
        chronicle.filter(|filter| filter.found = Some(Arc::new(found)));
        assert_eq!(ids(&chronicle), ["a"]);
        chronicle.filter(|filter| *filter = Filter::default());
        assert_eq!(ids(&chronicle), ["c", "b", "a"]);
    }
}
