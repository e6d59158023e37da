//! The agent's process and everything it starts, which end together and not after Belay.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// The agent, in a group of its own.
#[derive(Debug)]
pub(super) struct Leash(platform::Group);

/// Starts the agent.
pub(super) fn start(command: &mut Command) -> io::Result<(Child, Leash)> {
    platform::start(command).map(|(child, group)| (child, Leash(group)))
}

impl Leash {
    /// Asks everything to end.
    pub(super) fn ask(&self) {
        self.0.ask();
    }

    /// Ends everything.
    pub(super) fn end(&self) {
        self.0.end();
    }

    /// Waits for the agent; whatever it has started ends with it.
    pub(super) fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
        self.0.wait(child)
    }
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::{Mutex, PoisonError};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// A group of processes; nothing once its leader is gone, because its number may then be
    /// somebody else's.
    #[derive(Debug)]
    pub(super) struct Group {
        leader: Mutex<Option<Pid>>,
    }

    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
        let child = command.process_group(0).spawn()?;
        let leader = Mutex::new(Some(Pid::from_child(&child)));
        Ok((child, Group { leader }))
    }

    impl Group {
        pub(super) fn ask(&self) {
            self.send(Signal::TERM);
        }

        pub(super) fn end(&self) {
            self.send(Signal::KILL);
        }

        fn send(&self, signal: Signal) {
            let leader = self.leader.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(leader) = *leader {
                // It may have ended by itself meanwhile.
                let _ = kill_process_group(leader, signal);
            }
        }

        pub(super) fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
            let leader = Pid::from_child(child);
            // Looked at and left, so that its number stays its own until the group has ended.
            while waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
                .is_err_and(|error| error == rustix::io::Errno::INTR)
            {}
            let mut known = self.leader.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = kill_process_group(leader, Signal::KILL);
            *known = None;
            child.wait()
        }
    }
}

#[cfg(windows)]
mod platform {
    use std::io;
    use std::os::windows::io::AsRawHandle as _;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::{Mutex, PoisonError};

    use win32job::Job;

    /// A job that ends everything in it when it is closed, also by the end of this process.
    #[derive(Debug)]
    pub(super) struct Group {
        job: Mutex<Option<Job>>,
    }

    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
        let job = Job::create().map_err(io::Error::other)?;
        let mut limits = job.query_extended_limit_info().map_err(io::Error::other)?;
        limits.limit_kill_on_job_close();
        job.set_extended_limit_info(&limits).map_err(io::Error::other)?;
        let mut child = command.spawn()?;
        if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
            let _ = child.kill();
            return Err(io::Error::other(error));
        }
        Ok((child, Group { job: Mutex::new(Some(job)) }))
    }

    impl Group {
        /// There is no signal to send; its input is closed, which is the same to an agent.
        pub(super) fn ask(&self) {}

        pub(super) fn end(&self) {
            self.job.lock().unwrap_or_else(PoisonError::into_inner).take();
        }

        pub(super) fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
            let status = child.wait();
            self.end();
            status
        }
    }
}
