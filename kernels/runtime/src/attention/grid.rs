//! [`count`]: how many CTAs or tiles a grid has.

use crate::Error;

/// The product of `factors`, less than 2^31.
///
/// # Errors
/// [`Error::Argument`] with the number of `what`, where there are more.
pub(super) fn count(what: &str, factors: [u64; 3]) -> Result<u32, Error> {
    let count = factors.into_iter().fold(1, u64::saturating_mul);
    match u32::try_from(count) {
        Ok(count) if count < 1 << 31 => Ok(count),
        _ => Err(too_many(what, count)),
    }
}

/// That `count` of `what` are more than a grid has.
pub(super) fn too_many(what: &str, count: u64) -> Error {
    Error::argument(
        "batch",
        format!("{count} {what} are more than 2^31 - 1; cut the batch"),
    )
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn a_product_that_no_grid_holds_is_an_error_with_its_size() {
        assert_eq!(count("tiles", [3, 5, 7]).unwrap(), 105);
        assert_eq!(count("tiles", [1 << 30, 1, 1]).unwrap(), 1 << 30);
        for factors in [[1 << 31, 1, 1], [u32::MAX.into(); 3], [u64::MAX, 2, 1]] {
            let error = count("tiles of queries", factors).unwrap_err().to_string();
            assert!(
                error.contains("tiles of queries are more than 2^31 - 1"),
                "{error}"
            );
        }
    }
}
