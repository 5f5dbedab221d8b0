#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sissa_properties::check("http", bytes));
