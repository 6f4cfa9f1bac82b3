//! Depths, counted in quarter plies (2014 paper, section IV: "1 ply = 4 units").

/// One ply.
pub(super) const PLY: i32 = 4;

/// 1024 times the natural logarithm of 0 to 63 (0 counts as 1), computed with integers only, so that it is the same on
/// every machine.
pub(super) const LOGARITHM: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// Returns 1024 · ln `n`. Computes the binary logarithm bit by bit by squaring and multiplies by ln 2.
const fn logarithm(n: u64) -> i32 {
    const LN_2: u64 = 45_426; // of 65,536
    let whole = n.ilog2();
    let mut mantissa = (n << 31) >> whole;
    let mut binary = (whole as u64) << 16;
    let mut bit = 1 << 15;
    while bit > 0 {
        mantissa = (mantissa * mantissa) >> 31;
        if mantissa >= 2 << 31 {
            mantissa >>= 1;
            binary |= bit;
        }
        bit >>= 1;
    }
    ((binary * LN_2 + (1 << 21)) >> 22) as i32
}

#[cfg(test)]
mod tests {
    use super::LOGARITHM;

    #[test]
    fn logarithms_are_natural_ones() {
        assert_eq!((LOGARITHM[0], LOGARITHM[1]), (0, 0));
        for (n, logarithm) in LOGARITHM.into_iter().enumerate().skip(2) {
            let exact = 1024.0 * (n as f64).ln();
            assert!((f64::from(logarithm) - exact).abs() <= 1.0, "{n}: {logarithm} for {exact}");
        }
    }
}
