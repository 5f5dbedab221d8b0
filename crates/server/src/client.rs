//! Who waits for the lines of a job: turns with signs of life, cancelled when nobody listens.

use std::time::{Duration, Instant};

use axum::{body::Bytes, response::Response};
use schemars::JsonSchema;
use serde::Serialize;
use sissa::{Cancel, Failure, Progress};
use sissa_record::Record;
use tokio::{
    sync::mpsc,
    time::{Interval, MissedTickBehavior, interval},
};

use crate::jobs::{self, Jobs};

/// How often a waiting client hears of a job.
const BEAT: Duration = Duration::from_millis(250);

/// One line of a stream: a record of the command line or a sign of life.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what is written line by line")]
pub enum Line {
    Record(Box<Record>),
    Progress(ProgressRecord),
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ProgressRecord {
    /// Always `progress`.
    r#type: ProgressType,
    #[serde(flatten)]
    progress: Progress,
}

/// Tells a progress line from records.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ProgressType {
    Progress,
}

/// How far a job is, as a line.
pub fn progress_line(progress: Progress) -> Vec<u8> {
    line(&ProgressRecord {
        r#type: ProgressType::Progress,
        progress,
    })
}

/// The client of one job.
pub struct Client {
    sender: mpsc::Sender<Bytes>,
    cancel: Cancel,
    /// Whether it wants signs of life.
    progress: bool,
    /// Goes on over the turns of a job.
    beat: Interval,
}

impl Client {
    /// A client and the answer it reads.
    pub fn new(cancel: Cancel, progress: bool) -> (Client, Response) {
        let (sender, response) = jobs::stream();
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beat.reset();
        let client = Client {
            sender,
            cancel,
            progress,
            beat,
        };
        (client, response)
    }

    /// What sends lines from another thread.
    pub fn sender(&self) -> mpsc::Sender<Bytes> {
        self.sender.clone()
    }

    /// Whether somebody took it.
    pub async fn send(&self, lines: Vec<u8>) -> bool {
        lines.is_empty() || self.sender.send(lines.into()).await.is_ok()
    }

    /// Waits for a part of the job, with signs of life. Asks it to end when the client has gone or
    /// the server stops.
    pub async fn wait_for<T>(
        &mut self,
        part: impl Future<Output = T>,
        jobs: &Jobs,
        sign: impl Fn(Duration) -> Vec<u8>,
    ) -> T {
        let begun = Instant::now();
        let mut stopped = jobs.stopped();
        let mut part = std::pin::pin!(part);
        loop {
            tokio::select! {
                done = &mut part => return done,
                () = self.sender.closed(), if !self.cancel.requested() => self.cancel.request(),
                _ = stopped.wait_for(|stop| *stop), if !self.cancel.requested() => {
                    self.cancel.request();
                }
                _ = self.beat.tick(), if self.progress => {
                    // A client that has lines to read needs no sign of life.
                    let _ = self.sender.try_send(sign(begun.elapsed()).into());
                }
            }
        }
    }
}

/// A line of a stream that is not a record.
pub fn line(value: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string(value).expect("plain values are always JSON");
    (text + "\n").into_bytes()
}

/// What is said where a turn broke off.
pub fn fault_line() -> Vec<u8> {
    let failure = Failure {
        index: 0,
        code: "fault".to_owned(),
        message: "the computation failed".to_owned(),
        hint: Some("please report this with the request you sent".to_owned()),
        ..Failure::default()
    };
    (Record::Failure(failure).to_line() + "\n").into_bytes()
}
