//! Memory from the C library. Zeroed memory comes from `calloc`: pages that nobody writes to cost nothing.

use core::alloc::{GlobalAlloc, Layout};

struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

/// What `malloc` aligns to.
const USUAL: usize = 16;

// SAFETY: the C library's allocator keeps the contract; larger alignments go to `posix_memalign`.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= USUAL {
            // SAFETY: any size may be asked for.
            return unsafe { libc::malloc(layout.size()) }.cast();
        }
        let mut room = core::ptr::null_mut();
        // SAFETY: a layout's alignment is a power of two, and here a multiple of a pointer's size.
        let failed = unsafe { libc::posix_memalign(&mut room, layout.align(), layout.size()) };
        if failed == 0 {
            room.cast()
        } else {
            core::ptr::null_mut()
        }
    }

    unsafe fn dealloc(&self, room: *mut u8, _: Layout) {
        // SAFETY: it came from this allocator.
        unsafe { libc::free(room.cast()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= USUAL {
            // SAFETY: any size may be asked for.
            return unsafe { libc::calloc(1, layout.size()) }.cast();
        }
        // SAFETY: the layout is the caller's.
        let room = unsafe { self.alloc(layout) };
        if !room.is_null() {
            // SAFETY: the room has this size.
            unsafe { room.write_bytes(0, layout.size()) };
        }
        room
    }
}
