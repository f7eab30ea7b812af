//! What is decided without rounding, and exact sums for other tests.

use super::int::Int;
use crate::arithmetic::float::odd_mantissa_and_exponent;

/// The exact sum of numbers, rounded once.
pub(crate) fn exact_sum(terms: &[f64]) -> f64 {
    let products: std::vec::Vec<[f64; 2]> = terms.iter().map(|term| [*term, 1.0]).collect();
    exact_sum_of_products(&products)
}

/// The exact sum of products, rounded once.
pub(crate) fn exact_sum_of_products(products: &[[f64; 2]]) -> f64 {
    let unit = |factor: usize| {
        let factors = products.iter().map(|product| product[factor]);
        let exponents = factors
            .filter(|x| *x != 0.0)
            .map(|x| odd_mantissa_and_exponent(x).1);
        exponents.min().unwrap_or(0)
    };
    let units = [unit(0), unit(1)];
    let sum = products.iter().fold(Int::<66>::of_whole(0), |sum, [p, q]| {
        sum + Int::of(*p, units[0]) * Int::of(*q, units[1])
    });
    sum.scaled(units[0] + units[1]).rounded()
}
