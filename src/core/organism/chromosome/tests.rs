use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn schema() -> std::sync::Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

fn bits(len: usize) -> impl Strategy<Value = Chromosome> {
    any::<u64>().prop_map(move |seed| Chromosome::random(len, &mut ChaCha8Rng::seed_from_u64(seed)))
}

fn tiny(bits: u8, range: (i32, i32)) -> Schema {
    Schema::parse(
        "tiny",
        &format!(
            r#"(name: "tiny", description: "", parameters: [(name: "A", bits: {bits}, range: ({}, {}), group: King, unit: "", description: "")])"#,
            range.0, range.1
        ),
    )
    .unwrap()
}

#[test]
fn adjacent_values_differ_in_one_bit() {
    let schema = tiny(11, (-1000, 1047));
    for value in -1000..1047 {
        let current = Chromosome::encode(&schema, &[value]).unwrap();
        let next = Chromosome::encode(&schema, &[value + 1]).unwrap();
        assert_eq!(current.hamming_distance(&next), 1, "{value}");
    }
}

#[test]
fn genes_use_reflected_binary_gray_code() {
    let schema = tiny(3, (0, 7));
    let codes: Vec<String> =
        (0..8).map(|value| Chromosome::encode(&schema, &[value]).unwrap().to_string()).collect();
    assert_eq!(codes, ["000", "001", "011", "010", "110", "111", "101", "100"]);
}

#[test]
fn a_gene_beyond_its_range_saturates() {
    let schema = tiny(3, (0, 4));
    for (text, value) in [("110", 4), ("111", 4), ("101", 4), ("100", 4), ("010", 3)] {
        assert_eq!(text.parse::<Chromosome>().unwrap().decode(&schema), [value], "{text}");
    }
    assert_eq!(Chromosome::encode(&schema, &[5]), None);
    assert_eq!(Chromosome::encode(&schema, &[-1]), None);
    assert_eq!(Chromosome::encode(&schema, &[1, 1]), None);
}

#[test]
fn a_gene_may_span_two_words() {
    let schema = schema();
    let mut bits = Chromosome::zeros(224);
    // The gene of bits 62 to 67 is the fourth of those with six bits: 44 + 3 · 6 = 62.
    (62..68).for_each(|at| bits.set(at, true));
    let values = bits.decode(&schema);
    assert_eq!(values.iter().zip(&schema.parameters).filter(|(v, p)| **v != p.range.0).count(), 1);
    assert_eq!(values[8], 0b10_1010, "111111 is the Gray code of 101010");
    assert_eq!(bits.ones().collect::<Vec<_>>(), (62..68).collect::<Vec<_>>());
}

#[test]
fn an_invalid_character_is_reported_with_its_column() {
    let error = "01é1".parse::<Chromosome>().unwrap_err();
    assert_eq!(error, ParseChromosomeError { column: 3, found: 'é' });
}

#[test]
fn only_hexadecimal_of_the_written_form_is_accepted() {
    assert_eq!(Chromosome::from_hex(6, "b4").unwrap().to_string(), "101101");
    for wrong in ["b", "b40", "b5", "B4", "g4", "", "b4 "] {
        assert_eq!(Chromosome::from_hex(6, wrong), None, "{wrong:?}");
    }
}

proptest! {
    #[test]
    fn decoding_inverts_encoding(seed in any::<u64>()) {
        let schema = schema();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let values = Chromosome::random(schema.bits(), &mut rng).decode(&schema);
        let encoded = Chromosome::encode(&schema, &values).unwrap();
        prop_assert_eq!(encoded.decode(&schema), values);
    }

    #[test]
    fn encoding_inverts_decoding_if_no_gene_saturates(bits in bits(224)) {
        let schema = schema();
        let full = schema.parameters.iter().all(|p| p.range.0.abs_diff(p.range.1) + 1 == 1 << p.bits);
        prop_assert!(full, "the paper's schema uses every code");
        prop_assert_eq!(Chromosome::encode(&schema, &bits.decode(&schema)).unwrap(), bits);
    }

    #[test]
    fn texts_round_trip(len in 0usize..300, seed in any::<u64>()) {
        let bits = Chromosome::random(len, &mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(bits.to_string().parse::<Chromosome>().unwrap(), bits.clone());
        prop_assert_eq!(Chromosome::from_hex(len, &bits.to_hex()), Some(bits.clone()));
        let json = serde_json::to_string(&bits).unwrap();
        prop_assert_eq!(serde_json::from_str::<Chromosome>(&json).unwrap(), bits);
    }

    #[test]
    fn crossover_exchanges_exactly_the_masked_bits(a in bits(100), b in bits(100), mask in bits(100)) {
        let (first, second) = a.crossed(&b, &mask);
        for at in 0..100 {
            let expected = if mask.bit(at) { (b.bit(at), a.bit(at)) } else { (a.bit(at), b.bit(at)) };
            prop_assert_eq!((first.bit(at), second.bit(at)), expected);
        }
    }

    #[test]
    fn distance_counts_the_flipped_bits(bits in bits(130), places in proptest::collection::btree_set(0usize..130, 0..40)) {
        let mut other = bits.clone();
        places.iter().for_each(|&at| other.flip(at));
        prop_assert_eq!(bits.hamming_distance(&other) as usize, places.len());
    }
}
