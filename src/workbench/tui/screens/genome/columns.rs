//! The mapping between the table's columns and the organisms or generations.

/// Returns which of `len` points a column shows. If fewer than `len` columns fit, the points are sampled evenly and
/// include both ends.
pub(super) fn point_of(column: usize, columns: usize, len: usize) -> usize {
    if columns >= len { column } else { scaled(column, columns, len) }.min(len.saturating_sub(1))
}

/// Returns the column that shows a point or its nearest neighbor.
pub(super) fn column_of(point: usize, columns: usize, len: usize) -> usize {
    if columns >= len { point } else { scaled(point, len, columns) }.min(columns.saturating_sub(1))
}

/// Maps 0 to `from` − 1 to 0 to `to` − 1, rounded.
fn scaled(at: usize, from: usize, to: usize) -> usize {
    let last = from.saturating_sub(1).max(1);
    (at * to.saturating_sub(1) + last / 2) / last
}

/// Returns the cells of a column if `len` columns share `width` cells.
pub(super) fn cell_width(width: u16, len: usize) -> u16 {
    (usize::from(width) / len.max(1)).clamp(1, 3) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_keeps_both_ends_and_is_invertible() {
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
