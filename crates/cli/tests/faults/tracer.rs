//! Runs a program and lets one of its calls on files fail.
//!
//! The tracer stops at every call to the system that changes something below a folder: files opened to be written, writes,
//! syncs, renames, removals. It counts them, and the one of a given number fails as a full or broken disk would let it fail, or
//! never happens because the program is killed in that very moment. The program itself knows nothing of it: whatever library
//! makes the call, it is seen.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::Read as _,
    os::unix::{fs::FileExt as _, process::ExitStatusExt as _},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use libc::{pid_t as Pid, user_regs_struct};

/// What happens to the call of a number, counted from nought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    Fails(usize),
    Killed(usize),
}

/// How a traced program ended.
pub struct Traced {
    /// The calls that could have failed, in words.
    pub calls: Vec<String>,
    pub status: ExitStatus,
    pub stderr: String,
}

/// Where a thread of the program is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Outside,
    Inside,
    /// Inside a call that is to fail with this number.
    Failing(i32),
}

/// Runs a command, whose calls on files below the folder are counted.
#[expect(clippy::zombie_processes, reason = "the tracer waits for it")]
pub fn trace(command: &Command, folder: &Path, fault: Fault) -> Traced {
    let told = tempfile::NamedTempFile::new().unwrap();
    // It waits to be traced before it becomes the program.
    let child = Command::new("/bin/sh")
        .args(["-c", "kill -STOP $$; exec \"$@\"", "sh"])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(command.get_current_dir().unwrap())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(told.reopen().unwrap())
        .spawn()
        .unwrap();
    let pid = child.id().cast_signed();
    let (_, stopped) = system::wait(pid, libc::WUNTRACED);
    assert!(libc::WIFSTOPPED(stopped), "it did not wait to be traced");
    system::seize(pid);
    system::kill(pid, libc::SIGCONT);
    let mut tracer = Tracer {
        folder: fs::canonicalize(folder).unwrap(),
        fault,
        process: pid,
        phases: HashMap::new(),
        calls: Vec::new(),
    };
    let status = tracer.follow();
    let mut stderr = String::new();
    File::open(told.path())
        .and_then(|mut file| file.read_to_string(&mut stderr))
        .unwrap();
    Traced {
        calls: tracer.calls,
        status,
        stderr,
    }
}

struct Tracer {
    folder: PathBuf,
    fault: Fault,
    process: Pid,
    phases: HashMap<Pid, Phase>,
    calls: Vec<String>,
}

impl Tracer {
    fn follow(&mut self) -> ExitStatus {
        loop {
            // Only what this thread traces: other tests trace programs of their own.
            let (thread, status) = system::wait(-1, libc::__WALL | libc::__WNOTHREAD);
            if !libc::WIFSTOPPED(status) {
                if thread == self.process {
                    return ExitStatus::from_raw(status);
                }
                continue;
            }
            let signal = libc::WSTOPSIG(status);
            let event = status >> 16;
            let signal = if signal == libc::SIGTRAP | 0x80 {
                self.step(thread);
                0
            } else if event != 0 {
                // A thread that begins, a program that begins, a program that goes on.
                0
            } else {
                signal
            };
            system::go_on(thread, signal);
        }
    }

    /// The beginning or the end of a call.
    fn step(&mut self, thread: Pid) {
        let phase = self.phases.entry(thread).or_insert(Phase::Outside);
        match *phase {
            Phase::Outside => {
                *phase = Phase::Inside;
                let Some(mut registers) = system::registers(thread) else {
                    return;
                };
                let Some(call) = Call::of(thread, &registers) else {
                    return;
                };
                if !call.path.starts_with(&self.folder) {
                    return;
                }
                let place = self.calls.len();
                let below = call.path.strip_prefix(&self.folder).unwrap();
                self.calls
                    .push(format!("{} {}", call.name, below.display()));
                match self.fault {
                    Fault::Fails(number) if number == place => {
                        // No such call: nothing is done, and the answer is ours.
                        registers.orig_rax = u64::MAX;
                        system::set_registers(thread, &registers);
                        self.phases.insert(thread, Phase::Failing(call.error));
                    }
                    Fault::Killed(number) if number == place => {
                        system::kill(self.process, libc::SIGKILL);
                    }
                    _ => {}
                }
            }
            Phase::Inside => *phase = Phase::Outside,
            Phase::Failing(error) => {
                *phase = Phase::Outside;
                let mut registers = system::registers(thread).unwrap();
                registers.rax = i64::from(-error).cast_unsigned();
                system::set_registers(thread, &registers);
            }
        }
    }
}

/// A call that changes files.
struct Call {
    name: &'static str,
    path: PathBuf,
    /// How it fails.
    error: i32,
}

impl Call {
    fn of(thread: Pid, registers: &user_regs_struct) -> Option<Call> {
        let arguments = [registers.rdi, registers.rsi, registers.rdx, registers.r10];
        let at_number = |number: usize| opened(thread, arguments[number]);
        let at_path = |number: usize| text(thread, arguments[number]);
        let below = |folder: usize, name: usize| {
            let name = text(thread, arguments[name])?;
            if name.is_absolute() || arguments[folder] as i32 == libc::AT_FDCWD {
                return Some(name);
            }
            Some(opened(thread, arguments[folder])?.join(name))
        };
        let writes = |flags: u64| {
            flags as i32 & (libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC) != 0
        };
        let (full, broken) = (libc::ENOSPC, libc::EIO);
        let (name, path, error) = match registers.orig_rax as i64 {
            libc::SYS_write => ("write", at_number(0), full),
            libc::SYS_pwrite64 => ("pwrite", at_number(0), full),
            libc::SYS_writev => ("writev", at_number(0), full),
            libc::SYS_copy_file_range => ("copy", at_number(2), full),
            libc::SYS_ftruncate => ("ftruncate", at_number(0), broken),
            libc::SYS_fsync => ("fsync", at_number(0), broken),
            libc::SYS_fdatasync => ("fdatasync", at_number(0), broken),
            libc::SYS_flock => ("flock", at_number(0), broken),
            libc::SYS_open if writes(arguments[1]) => ("open", at_path(0), full),
            libc::SYS_openat if writes(arguments[2]) => ("open", below(0, 1), full),
            libc::SYS_mkdir => ("mkdir", at_path(0), full),
            libc::SYS_mkdirat => ("mkdir", below(0, 1), full),
            libc::SYS_rename => ("rename", at_path(1), broken),
            libc::SYS_renameat | libc::SYS_renameat2 => ("rename", below(2, 3), broken),
            libc::SYS_link => ("link", at_path(1), broken),
            libc::SYS_linkat => ("link", below(2, 3), broken),
            libc::SYS_unlink => ("unlink", at_path(0), broken),
            libc::SYS_unlinkat => ("unlink", below(0, 1), broken),
            _ => return None,
        };
        let mut path = path?;
        if path.is_relative() {
            let at = fs::read_link(format!("/proc/{thread}/cwd")).ok()?;
            path = at.join(path);
        }
        Some(Call { name, path, error })
    }
}

/// The file of a number.
fn opened(thread: Pid, number: u64) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{thread}/fd/{}", number as i32)).ok()
}

/// A text in the program's memory.
fn text(thread: Pid, address: u64) -> Option<PathBuf> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let mut bytes = Vec::new();
    let mut byte = [0];
    loop {
        memory
            .read_exact_at(&mut byte, address + bytes.len() as u64)
            .ok()?;
        if byte[0] == 0 {
            return Some(PathBuf::from(String::from_utf8(bytes).ok()?));
        }
        bytes.push(byte[0]);
    }
}

/// What the system offers to tracers.
#[allow(unsafe_code)]
mod system {
    use std::{io, mem::MaybeUninit, ptr};

    use libc::{c_int, pid_t as Pid, user_regs_struct};

    /// Waits for a change of a child, or of any; which it was, and what.
    pub fn wait(pid: Pid, flags: c_int) -> (Pid, c_int) {
        let mut status = 0;
        loop {
            // SAFETY: the place for the status outlives the call.
            let found = unsafe { libc::waitpid(pid, &raw mut status, flags) };
            if found > 0 {
                return (found, status);
            }
            let error = io::Error::last_os_error();
            assert_eq!(error.kind(), io::ErrorKind::Interrupted, "{error}");
        }
    }

    /// Traces a child, all its threads and what it becomes; it ends with the tracer.
    pub fn seize(pid: Pid) {
        let options = libc::PTRACE_O_TRACESYSGOOD
            | libc::PTRACE_O_TRACECLONE
            | libc::PTRACE_O_TRACEEXEC
            | libc::PTRACE_O_EXITKILL;
        // SAFETY: no memory is handed over.
        let done = unsafe {
            libc::ptrace(
                libc::PTRACE_SEIZE,
                pid,
                ptr::null_mut::<()>(),
                options as usize,
            )
        };
        assert_eq!(done, 0, "{}", io::Error::last_os_error());
    }

    /// Lets a thread go on to the beginning or end of its next call; one that was killed meanwhile does not.
    pub fn go_on(thread: Pid, signal: c_int) {
        // SAFETY: no memory is handed over.
        unsafe {
            libc::ptrace(
                libc::PTRACE_SYSCALL,
                thread,
                ptr::null_mut::<()>(),
                signal as usize,
            )
        };
    }

    /// The registers of a thread that is stopped.
    pub fn registers(thread: Pid) -> Option<user_regs_struct> {
        let mut registers = MaybeUninit::uninit();
        let none = ptr::null_mut::<()>();
        // SAFETY: there is room for them, and they are taken only where they were written.
        unsafe {
            let done = libc::ptrace(libc::PTRACE_GETREGS, thread, none, registers.as_mut_ptr());
            (done == 0).then(|| registers.assume_init())
        }
    }

    pub fn set_registers(thread: Pid, registers: &user_regs_struct) {
        let none = ptr::null_mut::<()>();
        // SAFETY: they are only read.
        let done =
            unsafe { libc::ptrace(libc::PTRACE_SETREGS, thread, none, ptr::from_ref(registers)) };
        assert_eq!(done, 0, "{}", io::Error::last_os_error());
    }

    pub fn kill(pid: Pid, signal: c_int) {
        // SAFETY: no memory is handed over.
        let done = unsafe { libc::kill(pid, signal) };
        assert_eq!(done, 0, "{}", io::Error::last_os_error());
    }
}
