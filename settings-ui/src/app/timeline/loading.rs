//! Fills the chronicle and keeps it up to date.

use leptos::prelude::*;
use timeline_wire::{Answer, Problem};

use super::TimelineApp;
use crate::host::timeline::beside;
use crate::i18n::{Counted, count};
use crate::model::timeline::chronicle::Taken;

/// What is not shown at first arrives in parts that no frame waits for.
const PART: &str = "400";

impl TimelineApp {
    /// Asks for everything, and listens from then on.
    pub fn launch(self) {
        self.look.find_language();
        beside(async move {
            self.refresh().await;
            let changed = move || {
                self.offline.set(false);
                beside(self.refresh());
            };
            self.server().watch(changed, move || self.offline.set(true));
        });
    }

    /// Asks what happened since. What happens while it is asked is asked for afterwards.
    pub async fn refresh(self) {
        if self.asking.get_value().0 {
            self.asking.update_value(|asking| asking.1 = true);
            return;
        }
        self.asking.set_value((true, false));
        loop {
            self.asking.update_value(|asking| asking.1 = false);
            if let Err(problem) = self.catch_up().await {
                self.fail(problem);
                break;
            }
            if !self.asking.get_value().1 {
                break;
            }
        }
        self.asking.set_value((false, false));
    }

    async fn catch_up(self) -> Result<(), Problem> {
        if self.is_there.get_untracked() {
            let revision = self.chronicle.read_untracked().revision().to_string();
            let news: Answer = self.server().ask("", &[("revision", &revision)]).await?;
            let is_news = !matches!(&news, Answer::News(news) if news.revision == news.base);
            if !is_news {
                return Ok(());
            }
            if self.take(news) != Taken::Unfit && self.chronicle.read_untracked().is_whole() {
                return Ok(());
            }
        }
        // Where the server has forgotten a state, it begins again with another.
        for _ in 0..3 {
            let first = self.server().first().await?;
            self.take(first);
            self.is_there.set(true);
            if self.fetch_rest().await? {
                break;
            }
        }
        Ok(())
    }

    /// Asks for the rest, part by part; false where it does not fit to the beginning any more.
    async fn fetch_rest(self) -> Result<bool, Problem> {
        loop {
            let (revision, arrived) = {
                let chronicle = self.chronicle.read_untracked();
                if chronicle.is_whole() {
                    return Ok(true);
                }
                (chronicle.revision().to_string(), chronicle.arrived().to_string())
            };
            let query = [("revision", &*revision), ("start", &*arrived), ("count", PART)];
            let part: Answer = self.server().ask("", &query).await?;
            if self.take(part) == Taken::Unfit {
                return Ok(false);
            }
        }
    }

    fn take(self, answer: Answer) -> Taken {
        let mut taken = Taken::Unfit;
        self.chronicle.update(|chronicle| taken = chronicle.take(answer));
        match taken {
            Taken::In { added } if added > 0 => {
                self.say(count(Counted::TimelineListAdded, added, &[]));
                self.look_again();
            }
            _ => {}
        }
        taken
    }
}
