"""Exact arithmetic at the speed of machine words: a fraction known by its remainders.

A number x = a / d with a known denominator d is computed modulo several primes, where dividing is multiplying by an
inverse. The remainders of a = x d, put together by the Chinese remainder theorem, give a itself as soon as the product
of the primes is more than a can be; one prime more than needed is computed as a check.

Primes lie just under 2 ** 49. The quotient of a product of two remainders by the prime is then found in floating point
with an error of less than one, and what is left of the product fits a word however much was lost on the way: words wrap
around at 2 ** 64, and so do both products whose difference is taken.
"""

from collections.abc import Sequence
from functools import cache

BITS = 49


def times(a: int, b: int, prime: int, inverse: float) -> int:
    """a b modulo a prime; `inverse` is 1 / prime as a float. Remainders may be off by a prime either way."""
    quotient = int(float(a) * float(b) * inverse)
    rest = a * b - quotient * prime
    if rest < 0:
        return rest + prime
    if rest >= prime:
        return rest - prime
    return rest


def scaled(a: int, small: int, prime: int, inverse: float) -> int:
    """a times a small integer (up to a few hundred) modulo a prime: the product fits a word, so this is quicker."""
    product = a * small
    return product - int(float(product) * inverse) * prime


@cache
def primes(count: int) -> tuple[int, ...]:
    """The largest primes under 2 ** BITS."""
    found: list[int] = []
    candidate = (1 << BITS) - 1
    while len(found) < count:
        if _is_prime(candidate):
            found.append(candidate)
        candidate -= 2
    return tuple(found)


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test; with these bases it is proven for all n under 3.3e24."""
    twos = (n - 1 & 1 - n).bit_length() - 1
    odd = n - 1 >> twos
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        if n % base == 0:
            return n == base
        power = pow(base, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def primes_for(bound: int) -> tuple[int, ...]:
    """Enough primes to know integers from 0 up to a bound, and one more for the check."""
    count = 1
    while (1 << (BITS - 1) * count) <= bound:
        count += 1
    return primes(count + 1)


def rebuilt(remainders: Sequence[int], moduli: Sequence[int], bound: int) -> int:
    """The integer from 0 to `bound` with these remainders; the last one is the check."""
    value, product = 0, 1
    for remainder, prime in zip(remainders[:-1], moduli[:-1], strict=True):
        step = (remainder - value) * pow(product, -1, prime) % prime
        value += product * step
        product *= prime
    assert value <= bound < product, "a remainder is wrong, or the bound is"
    assert (value - remainders[-1]) % moduli[-1] == 0, "the check prime disagrees"
    return value
