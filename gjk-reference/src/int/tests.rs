use super::*;

/// Integers around the sizes at which a representation changes.
fn samples() -> Vec<i64> {
    let mut samples = vec![
        0,
        1,
        2,
        3,
        10,
        1 << 31,
        1 << 32,
        (1 << 53) - 1,
        1 << 53,
        i64::MAX,
    ];
    for index in 0..samples.len() {
        samples.push(-samples[index]);
    }
    samples.push(i64::MIN);
    samples
}

/// Integers around every power of two that matters to the library or the machine, among them the
/// first and the last `i128` and those beyond, as numbers of the library.
fn bigs() -> Vec<IBig> {
    let mut bigs = vec![IBig::ZERO];
    for bits in [
        0, 1, 2, 31, 32, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 200, 256, 500,
    ] {
        for beside in -2..=2 {
            let magnitude = (IBig::ONE << bits) + IBig::from(beside);
            bigs.extend([-magnitude.clone(), magnitude]);
        }
    }
    // Halves of the range and factors of the last number, which is 2^127 - 1.
    for x in [i128::MAX / 2, i128::MAX / 3, 0x5_e377_9b97_f4a7 << 70] {
        bigs.extend([IBig::from(x), IBig::from(-x)]);
    }
    bigs
}

/// Claim: each operation equals that of the library, and each result has its one form, whether or
/// not operands and result fit an `i128`. Checked on all pairs around its limits.
#[test]
fn agrees_with_the_library() {
    let is = |found: &Int, expected: IBig| {
        let fits = (IBig::from(i128::MIN)..=IBig::from(i128::MAX)).contains(&expected);
        assert_eq!(matches!(found.0, Small(_)), fits, "{expected}");
        assert_eq!(*found.big(), expected);
    };
    for x in bigs() {
        let int_x = Int::of(x.clone());
        is(&int_x, x.clone());
        is(&-int_x.clone(), -x.clone());
        is(
            &int_x.magnitude(),
            if x < IBig::ZERO {
                -x.clone()
            } else {
                x.clone()
            },
        );
        assert_eq!(int_x.sign(), x.cmp(&IBig::ZERO));
        assert_eq!(int_x.is_zero(), x == IBig::ZERO);
        assert_eq!(int_x.bit_length(), x.bit_len());
        for bits in [0, 1, 61, 62, 63, 64, 65, 125, 126, 127, 128, 129, 400] {
            is(&int_x.shl(bits), &x << bits);
            if x.bit_len() <= bits + 62 {
                let leading = IBig::from(int_x.leading(bits));
                let rest = &x - (&leading << bits);
                assert!(rest >= IBig::ZERO && rest < IBig::ONE << bits, "{x}");
            }
        }
        for y in bigs() {
            let int_y = Int::of(y.clone());
            is(&(&int_x + &int_y), &x + &y);
            is(&(int_x.clone() + int_y.clone()), &x + &y);
            is(&(&int_x - &int_y), &x - &y);
            is(&(int_x.clone() - int_y.clone()), &x - &y);
            is(&(&int_x * &int_y), &x * &y);
            let mut sum = int_x.clone();
            sum += &int_y;
            is(&sum, &x + &y);
            assert_eq!(int_x.cmp(&int_y), x.cmp(&y));
            assert_eq!(int_x == int_y, x == y);
        }
    }
}

/// `value` as an `Int`, built from three pieces of 44 bits or less.
fn from_i128(value: i128) -> Int {
    let piece = (1 << 42) - 1;
    let low = Int::from_i64((value & piece) as i64);
    let middle = Int::from_i64(((value >> 42) & piece) as i64).shl(42);
    let high = Int::from_i64((value >> 84) as i64).shl(84);
    low + middle + high
}

/// Claim: sum, difference, product, order and sign equal those of 128-bit machine integers. Checked
/// on all pairs of the samples, none of which overflows 128 bits.
#[test]
fn agrees_with_i128() {
    for x in samples() {
        for y in samples() {
            let (int_x, int_y) = (Int::from_i64(x), Int::from_i64(y));
            let (x, y) = (i128::from(x), i128::from(y));
            assert_eq!(&int_x + &int_y, from_i128(x + y));
            assert_eq!(&int_x - &int_y, from_i128(x - y));
            assert_eq!(&int_x * &int_y, from_i128(x * y));
            assert_eq!(int_x.clone() + int_y.clone(), from_i128(x + y));
            assert_eq!(int_x.clone() - int_y.clone(), from_i128(x - y));
            assert_eq!(int_x.cmp(&int_y), x.cmp(&y));
            assert_eq!(int_x.sign(), x.cmp(&0));
            assert_eq!(-int_x, from_i128(-x));
        }
    }
}

/// Claim: a shift multiplies by a power of two, also far beyond 128 bits. Checked by repeated
/// doubling, and by (2^n + 1)(2^n - 1) = 2^2n - 1.
#[test]
fn shifts_by_powers_of_two() {
    let mut doubled = Int::from_i64(-3);
    for bits in 0..300 {
        assert_eq!(Int::from_i64(-3).shl(bits), doubled);
        doubled = &doubled + &doubled;
    }
    let power = Int::ONE.shl(1000);
    let product = &(&power + &Int::ONE) * &(&power - &Int::ONE);
    assert_eq!(product, &Int::ONE.shl(2000) - &Int::ONE);
}

/// Claim: the root is the greatest integer whose square is not above, just below, at and just above
/// perfect squares of up to 4000 bits. Rounded up it is the least not below.
#[test]
fn roots_hold_around_squares() {
    for bits in [0, 1, 2, 5, 26, 31, 32, 63, 64, 65, 127, 128, 500, 2000] {
        for add in [0, 1, 3, (1 << 53) - 1] {
            let root = &Int::ONE.shl(bits) + &Int::from_i64(add);
            let square = root.squared();
            assert_eq!(square.sqrt_floor(), root);
            assert_eq!(square.sqrt_ceil(), root);
            let above = &square + &Int::ONE;
            assert_eq!(above.sqrt_floor(), root);
            assert_eq!(above.sqrt_ceil(), &root + &Int::ONE);
            let below = &square - &Int::ONE;
            assert_eq!(below.sqrt_floor(), &root - &Int::ONE);
            let expected = if below.is_zero() { Int::ZERO } else { root };
            assert_eq!(below.sqrt_ceil(), expected);
        }
    }
    assert_eq!(Int::ZERO.sqrt_floor(), Int::ZERO);
    assert_eq!(Int::ZERO.sqrt_ceil(), Int::ZERO);
    for small in 0..2000 {
        let number = Int::from_i64(small);
        let expected = (small as f64).sqrt();
        assert_eq!(number.sqrt_floor(), Int::from_i64(expected.floor() as i64));
        assert_eq!(number.sqrt_ceil(), Int::from_i64(expected.ceil() as i64));
    }
}

/// Claim: the quotient is rounded down, for either sign, around exact multiples of up to 4000 bits.
/// Rounded towards zero it is the same for a number and its negative.
#[test]
fn quotients_hold_around_multiples() {
    for bits in [0, 1, 31, 63, 64, 65, 127, 128, 1000, 2000] {
        for add in [1, 2, (1 << 53) - 1] {
            let divisor = &Int::ONE.shl(bits) + &Int::from_i64(add);
            for factor in [0, 1, 7, i64::MAX, -1, -7] {
                let quotient = &Int::from_i64(factor).shl(bits) + &Int::from_i64(factor);
                let product = &quotient * &divisor;
                let above = &product + &Int::ONE;
                let below = &product - &Int::ONE;
                assert_eq!(product.div_floor(&divisor), quotient);
                assert_eq!(above.div_floor(&divisor), quotient);
                assert_eq!(below.div_floor(&divisor), &quotient - &Int::ONE);
                for number in [product, above, below] {
                    let mirrored = (-number.clone()).div_toward_zero(&divisor);
                    assert_eq!(number.div_toward_zero(&divisor), -mirrored);
                }
            }
        }
    }
    for x in -50..50 {
        for d in 1..12 {
            let (number, divisor) = (Int::from_i64(x), Int::from_i64(d));
            assert_eq!(number.div_floor(&divisor), Int::from_i64(x.div_euclid(d)));
            assert_eq!(number.div_toward_zero(&divisor), Int::from_i64(x / d));
        }
    }
}

/// Claim: the digits of a number of 128 bits are counted as the machine does.
#[test]
fn counts_binary_digits() {
    for x in samples() {
        let magnitude = i128::from(x).unsigned_abs();
        let expected = (128 - magnitude.leading_zeros()) as usize;
        assert_eq!(Int::from_i64(x).bit_length(), expected);
        assert_eq!(Int::from_i64(x).magnitude(), from_i128(magnitude as i128));
        for bits in [64, 128, 129, 1000] {
            let shifted = if x == 0 { 0 } else { expected + bits };
            assert_eq!(Int::from_i64(x).shl(bits).bit_length(), shifted);
        }
    }
}

/// Claim: the approximation is the number itself if a float holds it, and otherwise within 2^-52 of
/// it. Checked by converting the approximation back to an `Int`.
#[test]
fn approximates_closely() {
    assert_eq!(Int::ZERO.to_approx(), (0.0, 0));
    for bits in [0, 1, 63, 64, 127, 128, 129, 191, 192, 1000, 4000] {
        for odd in [1, -3, (1 << 53) - 1, i64::MAX, i64::MIN + 1] {
            let value = &Int::from_i64(odd).shl(bits) + &Int::from_i64(odd);
            let (mantissa, exponent) = value.to_approx();
            let back = crate::float::to_int(mantissa, 0).shl(exponent as usize);
            let error = &back - &value;
            let scaled = error.squared().shl(104);
            assert!(scaled <= value.squared(), "{odd} << {bits}");
        }
    }
}

/// Claim: a number is printed in decimal as the library prints it, in either form.
#[test]
fn writes_decimals() {
    assert_eq!(Int::from_i64(-1_205).to_string(), "-1205");
    for big in bigs() {
        assert_eq!(Int::of(big.clone()).to_string(), big.to_string());
    }
    let large = Int::from_i64(5).shl(127).to_string();
    assert_eq!(large, "850705917302346158658436518579420528640");
}
