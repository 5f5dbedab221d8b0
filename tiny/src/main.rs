//! The engine in 64 KiB: a UCI program of one thread that asks the C library for memory, lines and the time.
//!
//! The standard library alone would be 120 KB. All that plays is `sissa-engine` without its feature `std`; here is only what
//! a library does not do. `cargo xtask tiny` builds, compresses and weighs it.
#![no_std]
#![no_main]

extern crate alloc;

mod memory;
mod terminal;

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    sissa_engine::uci::run_alone(&terminal::Terminal::new());
    0
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: it takes nothing and does not return.
    unsafe { libc::abort() }
}

// The compiled library `alloc` asks for them, although nothing unwinds here.

#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() -> ! {
    // SAFETY: it takes nothing and does not return.
    unsafe { libc::abort() }
}
