//! Files that know when they are whole: a word at the beginning that says what they are, a checksum
//! at the end.

/// Puts the checksum behind everything written.
pub fn close(bytes: &mut Vec<u8>) {
    let crc = crc32fast::hash(bytes);
    bytes.extend(crc.to_le_bytes());
}

/// What is before the checksum, the word included; else what is wrong.
pub fn open<'a>(bytes: &'a [u8], magic: &[u8; 8]) -> Result<&'a [u8], &'static str> {
    let Some((body, crc)) = bytes.split_last_chunk::<4>() else {
        return Err("too short");
    };
    if !body.starts_with(magic) {
        return Err("not a file of this kind");
    }
    if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
        return Err("truncated or damaged: its checksum is wrong");
    }
    Ok(body)
}
