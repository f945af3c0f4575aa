//! A process and all that it starts: a process group of their own, so that they end together.
//!
//! A wrapper script that is killed alone leaves its solver running. The price is that the terminal's
//! signals reach the group no longer; whoever handles them passes them on.
//!
//! The number of a group stays its own as long as its first process was not reaped, so nothing
//! here reaps it.

#[cfg(unix)]
pub(crate) use unix::Group;

#[cfg(not(unix))]
pub(crate) use other::Group;

#[cfg(unix)]
mod unix {
    use rustix::io::retry_on_intr;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    /// A process group, named after its first process.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Group(Pid);

    impl Group {
        /// Starts a process as the first one of a group.
        pub(crate) fn spawn(command: &mut Command) -> io::Result<(Self, Child)> {
            let child = command.process_group(0).spawn()?;
            Ok((Self(Pid::from_child(&child)), child))
        }

        /// Returns when the first process has ended.
        pub(crate) fn wait(self) {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            // Without a process there is nothing to wait for.
            let _ = retry_on_intr(|| waitid(WaitId::Pid(self.0), options));
        }

        /// Kills all of them.
        pub(crate) fn kill(self) {
            self.send(Signal::KILL);
        }

        /// Halts all of them until they are told to go on.
        pub(crate) fn halt(self) {
            self.send(Signal::STOP);
        }

        /// Lets them go on.
        pub(crate) fn go_on(self) {
            self.send(Signal::CONT);
        }

        fn send(self, signal: Signal) {
            // They may all have ended.
            let _ = kill_process_group(self.0, signal);
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::process::{Child, Command};

    /// A process whose end is waited for where it is reaped.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Group;

    impl Group {
        pub(crate) fn spawn(command: &mut Command) -> io::Result<(Self, Child)> {
            Ok((Self, command.spawn()?))
        }

        pub(crate) fn wait(self) {}

        pub(crate) fn kill(self) {}
    }
}
