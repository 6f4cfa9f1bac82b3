//! Which organism or generation stands in which column.

/// The point of a curve of `len` points that stands in a column where only `columns` fit: all of them where
/// there is room, otherwise as many as fit, evenly, both ends among them.
pub(super) fn point_of(column: usize, columns: usize, len: usize) -> usize {
    if columns >= len { column } else { scaled(column, columns, len) }.min(len.saturating_sub(1))
}

/// The column in which a point stands, or the nearest that does.
pub(super) fn column_of(point: usize, columns: usize, len: usize) -> usize {
    if columns >= len { point } else { scaled(point, len, columns) }.min(columns.saturating_sub(1))
}

/// Maps 0 to `from` − 1 onto 0 to `to` − 1, rounded.
fn scaled(at: usize, from: usize, to: usize) -> usize {
    let last = from.saturating_sub(1).max(1);
    (at * to.saturating_sub(1) + last / 2) / last
}

/// How many cells a column may take where `width` of them are there for `len` columns.
pub(super) fn cell_width(width: u16, len: usize) -> u16 {
    (usize::from(width) / len.max(1)).clamp(1, 3) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_keeps_both_ends_and_leads_back() {
        for (columns, len) in [(1, 1), (1, 9), (2, 3), (60, 61), (60, 4097), (60, 60), (60, 7)] {
            let shown = columns.min(len);
            for column in 0..shown {
                let point = point_of(column, columns, len);
                assert!(point < len);
                assert_eq!(column_of(point, columns, len), column, "{columns} of {len}");
            }
            assert_eq!(point_of(0, columns, len), 0);
            if columns > 1 {
                assert_eq!(point_of(shown - 1, columns, len), len - 1);
            }
            (0..len).for_each(|point| assert!(column_of(point, columns, len) < shown));
        }
    }
}
