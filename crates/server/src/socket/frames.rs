//! The WebSocket protocol (RFC 6455) as far as a server of text needs it: no extensions, no binary messages.
//!
//! Pure: bytes in, messages out. Whatever comes is a message, not whole yet, or refused.

/// What the key of an opening request is joined with (RFC 6455, 1.3).
const GUID: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// The answer to the key of an opening request.
pub fn accept(key: &str) -> String {
    base64(&sha1(format!("{key}{GUID}").as_bytes()))
}

/// What a client said.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    Text(String),
    /// To be answered with the same bytes.
    Ping(Vec<u8>),
    Close,
}

/// A client that does not speak the protocol, or says too much at once.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused;

/// Bytes that have come and are no message yet.
#[derive(Debug)]
pub struct Inbox {
    bytes: Vec<u8>,
    /// The parts of a message so far.
    message: Option<Vec<u8>>,
    most: usize,
}

const CONTINUED: u8 = 0x0;
const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

impl Inbox {
    /// For messages of at most so many bytes.
    pub fn new(most: usize) -> Inbox {
        Inbox {
            bytes: Vec::new(),
            message: None,
            most,
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message, if it is whole.
    pub fn next(&mut self) -> Result<Option<Heard>, Refused> {
        while let Some((first, payload)) = self.frame()? {
            let whole = first & 0x80 != 0;
            match first & 0x0f {
                CLOSE if whole => return Ok(Some(Heard::Close)),
                PING if whole => return Ok(Some(Heard::Ping(payload))),
                PONG if whole => {}
                TEXT if self.message.is_none() => self.message = Some(payload),
                CONTINUED => match &mut self.message {
                    Some(message) if message.len() + payload.len() <= self.most => {
                        message.extend_from_slice(&payload);
                    }
                    _ => return Err(Refused),
                },
                _ => return Err(Refused),
            }
            if whole && matches!(first & 0x0f, TEXT | CONTINUED) {
                let message = self.message.take().unwrap_or_default();
                let text = String::from_utf8(message).map_err(|_| Refused)?;
                return Ok(Some(Heard::Text(text)));
            }
        }
        Ok(None)
    }

    /// The first byte and the unmasked payload of the next frame, if all of it is there.
    fn frame(&mut self) -> Result<Option<(u8, Vec<u8>)>, Refused> {
        let [first, second, rest @ ..] = self.bytes.as_slice() else {
            return Ok(None);
        };
        // Clients mask what they send, and nobody has agreed to extensions.
        if second & 0x80 == 0 || first & 0x70 != 0 {
            return Err(Refused);
        }
        let short = usize::from(second & 0x7f);
        let wide = match short {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let control = first & 0x08 != 0;
        if control && wide > 0 {
            return Err(Refused);
        }
        let Some((length, rest)) = rest.split_at_checked(wide) else {
            return Ok(None);
        };
        let long = length.iter().try_fold(0_usize, |all, &byte| {
            Some(all.checked_mul(256)? + usize::from(byte))
        });
        let length = if wide > 0 {
            long.ok_or(Refused)?
        } else {
            short
        };
        if length > self.most {
            return Err(Refused);
        }
        let Some((mask, rest)) = rest.split_at_checked(4) else {
            return Ok(None);
        };
        let Some(payload) = rest.get(..length) else {
            return Ok(None);
        };
        let payload = payload.iter().zip(mask.iter().cycle());
        let payload = payload.map(|(byte, mask)| byte ^ mask).collect();
        let first = *first;
        self.bytes.drain(..2 + wide + 4 + length);
        Ok(Some((first, payload)))
    }
}

/// A text message.
pub fn text(message: &str) -> Vec<u8> {
    framed(TEXT, message.as_bytes())
}

/// The answer to a ping.
pub fn pong(payload: &[u8]) -> Vec<u8> {
    framed(PONG, payload)
}

/// The last frame.
pub fn close() -> Vec<u8> {
    framed(CLOSE, &[])
}

fn framed(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    match u16::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(length.to_be_bytes()[1]),
        Ok(length) => {
            frame.push(126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(payload);
    frame
}

/// SHA-1 (RFC 3174), which the protocol asks for. It protects nothing here.
fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((8 * bytes.len() as u64).to_be_bytes());
    let mut state: [u32; 5] = [
        0x6745_2301,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    for block in message.chunks_exact(64) {
        let mut words = [0_u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |all, &byte| (all << 8) | u32::from(byte));
        }
        for at in 16..80 {
            let mixed = words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16];
            words[at] = mixed.rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (at, &word) in words.iter().enumerate() {
            let (mixed, constant) = match at / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let next = a.rotate_left(5);
            let next = next.wrapping_add(mixed).wrapping_add(e);
            let next = next.wrapping_add(constant).wrapping_add(word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (all, one) in state.iter_mut().zip([a, b, c, d, e]) {
            *all = all.wrapping_add(one);
        }
    }
    let mut sum = [0; 20];
    for (bytes, word) in sum.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    sum
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |all, at| {
            (all << 8) | usize::from(*three.get(at).unwrap_or(&0))
        });
        for at in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * at)) & 63]);
            text.push(if at <= three.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a client sends it.
    fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
        let mask = [7, 0, 255, 19];
        let mut frame = framed(0, payload);
        let head = frame.len() - payload.len();
        frame[0] = first;
        frame[1] |= 0x80;
        frame.truncate(head);
        frame.extend(mask);
        frame.extend(
            payload
                .iter()
                .zip(mask.iter().cycle())
                .map(|(byte, mask)| byte ^ mask),
        );
        frame
    }

    fn heard(bytes: &[u8], parcel: usize) -> Result<Vec<Heard>, Refused> {
        let mut inbox = Inbox::new(70_000);
        let mut all = Vec::new();
        for some in bytes.chunks(parcel) {
            inbox.push(some);
            while let Some(one) = inbox.next()? {
                all.push(one);
            }
        }
        Ok(all)
    }

    #[test]
    fn the_key_of_the_standard_has_its_answer() {
        let answer = accept("dGhlIHNhbXBsZSBub25jZQ==");
        assert_eq!(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert_eq!(base64(b"fooba"), "Zm9vYmE=");
        let long = sha1(&[b'a'; 200]);
        assert_eq!(long[..4], [0xe6, 0x1c, 0xff, 0xfe]);
    }

    #[test]
    fn messages_are_whole_however_the_bytes_arrive() {
        let long = "é".repeat(33_000);
        let mut bytes = masked(0x81, b"one");
        bytes.extend(masked(0x01, b"two, "));
        bytes.extend(masked(0x89, b"there?"));
        bytes.extend(masked(0x8a, b""));
        bytes.extend(masked(0x80, b"in parts"));
        bytes.extend(masked(0x81, long.as_bytes()));
        bytes.extend(masked(0x88, &[]));
        let text = |text: &str| Heard::Text(text.to_owned());
        for parcel in [1, 3, 1000, bytes.len()] {
            let expected = [
                text("one"),
                Heard::Ping(b"there?".to_vec()),
                text("two, in parts"),
                text(&long),
                Heard::Close,
            ];
            assert_eq!(heard(&bytes, parcel).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let mut unmasked = masked(0x81, b"one");
        unmasked[1] &= 0x7f;
        for bytes in [
            unmasked,
            masked(0xc1, b"compressed"),
            masked(0x82, b"binary"),
            masked(0x80, b"continues nothing"),
            masked(0x89, &[0; 126]),
            masked(0x81, &[0xff]),
            masked(0x81, &[b' '; 70_001]),
            [masked(0x01, &[b' '; 40_000]), masked(0x80, &[b' '; 40_000])].concat(),
            vec![0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255],
        ] {
            assert_eq!(heard(&bytes, 512), Err(Refused), "{:?}", &bytes[..2]);
        }
    }
}
