use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

#[test]
fn results_come_in_order_at_any_number_of_threads() {
    for threads in [0, 1, 2, 5] {
        let mut results = Vec::new();
        // Early items take longest, so that later ones are ready before them.
        let make = |number: u64, item: u64| (0..(2_000 - number) * 20).fold(item, |sum, _| sum);
        in_order_from(
            (0..2_000).map(|n| n * n),
            threads,
            make,
            |number, result| {
                assert_eq!(number, results.len() as u64);
                results.push(result);
                ControlFlow::Continue(())
            },
        );
        assert!(results.into_iter().eq((0..2_000).map(|n| n * n)));
    }
}

#[test]
fn ends_when_told_and_takes_nothing_twice() {
    let mut taken = Vec::new();
    in_order(
        10..1_000_000,
        4,
        |index| index,
        |index, made| {
            assert_eq!(index, made);
            taken.push(index);
            if taken.len() == 100 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    assert!(taken.into_iter().eq(10..110));
}

/// Each item is sent only when the result of the one before has been taken: whoever held a result
/// back until more was read would wait for ever.
#[test]
fn a_slow_source_holds_back_no_result() {
    for threads in [1, 2, 4] {
        let (sender, source) = mpsc::channel();
        sender.send(0).expect("the receiver lives");
        let mut sender = Some(sender);
        let mut results = Vec::new();
        in_order_from(
            source.into_iter(),
            threads,
            |_, item: u64| item * 10,
            |number, result| {
                results.push(result);
                if number == 9 {
                    sender = None;
                }
                if let Some(sender) = &sender {
                    sender.send(number + 1).expect("the receiver lives");
                }
                ControlFlow::Continue(())
            },
        );
        assert!(results.into_iter().eq((0..10).map(|n| n * 10)));
    }
}

#[test]
fn nothing_is_read_beyond_the_window() {
    let read = AtomicU64::new(0);
    let source = (0..5_000).inspect(|_| {
        read.fetch_add(1, Ordering::SeqCst);
    });
    let mut most = 0;
    in_order_from(
        source,
        3,
        |_, item: u64| item,
        |number, _| {
            most = most.max(read.load(Ordering::SeqCst) - number);
            ControlFlow::Continue(())
        },
    );
    assert_eq!(read.into_inner(), 5_000);
    assert!(most <= window(3), "{most} items ahead");
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_of_one_thread_ends_the_others() {
    let make = |index| {
        assert!(index != 3, "made to fail");
        index
    };
    in_order(0..1_000_000, 3, make, |_, _| ControlFlow::Continue(()));
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_of_the_source_ends_all() {
    let source = (0..).inspect(|index| assert!(*index != 300, "made to fail"));
    in_order_from(
        source,
        3,
        |_, item: u64| item,
        |_, _| ControlFlow::Continue(()),
    );
}

/// Threads that wait for room in the window must learn that nobody will make any.
#[test]
#[should_panic(expected = "made to fail")]
fn a_panic_of_the_taker_ends_all() {
    in_order(
        0..1_000_000,
        3,
        |index| index,
        |index, _| {
            assert!(index != 0, "made to fail");
            ControlFlow::Continue(())
        },
    );
}
