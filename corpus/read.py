"""Reads the corpus with nothing of ours: the standard library alone, and no rounding.

Every number of a line is taken as the fraction that it is. Of each exact answer it verifies that the
distance lies between its two floats, with no other float between them, that the verdict is that of
the distance, and that the depth is positive and lies between its floats too. It does not compute the
squares of a line again from the shapes. Exits with 1 and a line for each answer that is wrong, and
with 2 if there is no case to read, or a line that is none.

    python3 corpus/read.py                     # corpus/cases.jsonl
    python3 corpus/read.py target/cases.jsonl
"""

import collections
import json
import math
import os
import sys
from fractions import Fraction

# A denominator of a thousand digits is a number like any other.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

# What a file that cannot be read raises, or a line that is no case.
NO_CASE = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


def compare(square, minus, claim):
    """Whether sqrt(square) - minus is below (-1), at (0) or above (1) a claim."""
    claim = claim + minus
    if claim < 0:
        return 1
    return (square > claim * claim) - (square < claim * claim)


def is_tight(lower, upper):
    """Whether two floats are the same, or there is none between them."""
    return lower == upper or math.nextafter(lower, math.inf) == upper


def around(name, interval, square, minus, sign=1):
    """What is wrong with the floats around sign * (sqrt(square) - minus)."""
    lower, upper = interval
    if not is_tight(lower, upper):
        yield f"{name}: a float lies between {lower} and {upper}"
    below = sign * compare(square, minus, sign * Fraction(lower))
    above = sign * compare(square, minus, sign * Fraction(upper))
    if below < 0 or above > 0:
        yield f"{name}: the exact one is not between {lower} and {upper}"
    if lower < upper and (below == 0 or above == 0):
        yield f"{name}: it is a float, and has two around it"


def faults(case):
    """All that is wrong with the exact answer of a case."""
    exact = case["exact"]
    contact, distance = exact["contact"], exact["distance"]
    if contact not in ("separated", "touching", "overlapping", "open"):
        yield f"there is no contact {contact}"
    if exact.get("intersects") != {"separated": False, "open": None}.get(contact, True):
        yield f"intersects is {exact.get('intersects')}, and the contact {contact}"
    if contact in ("touching", "overlapping") and distance != [0, 0]:
        yield f"shapes that meet are {distance} apart"
    if contact == "separated" and distance[1] <= 0:
        yield f"shapes that are apart are {distance} apart"
    if not 0 <= distance[0] <= distance[1]:
        yield f"distance: {distance} is no interval of lengths"
    if contact == "open" and distance[0] > 0:
        yield f"the contact is open, and the shapes are {distance} apart"
    if "depth" in exact and contact != "overlapping":
        yield "shapes that do not overlap have a depth"
    if "squared_core_distance" not in exact:
        return  # curved: the enclosure is all there is
    square = Fraction(exact["squared_core_distance"])
    radii = sum(map(Fraction, exact.get("radii", [0, 0])))
    beyond = compare(square, radii, 0)
    if contact == "separated":
        yield from around("distance", distance, square, radii)
    # Without radii a distance of zero is contact of either sort.
    meets = {
        "separated": beyond > 0,
        "touching": beyond == 0,
        "overlapping": beyond < 0 or (beyond == 0 and radii == 0),
    }
    if not meets.get(contact, False):
        yield f"the contact is {contact}, and the distance says another"
    # Else the floats of the depth would be held to a number that is not its own.
    if "squared_core_depth" in exact and (square > 0 or "depth" not in exact):
        yield "cores that are apart, or shapes without a depth, have a depth of the cores"
    elif contact != "overlapping":
        pass
    elif "depth" in exact and exact["depth"][1] <= 0:
        yield "shapes that overlap have no depth"
    elif "squared_core_depth" in exact:
        yield from around("depth", exact["depth"], Fraction(exact["squared_core_depth"]), -radii)
    elif "depth" in exact:
        # Only the radii overlap: radii - sqrt(square).
        yield from around("depth", exact["depth"], square, radii, sign=-1)
    for name in ("squared_core_distance", "squared_core_depth"):
        text = exact.get(name, "0/1")
        fraction = Fraction(text)
        if f"{fraction.numerator}/{fraction.denominator}" != text:
            yield f"{name} is not in lowest terms"


def main():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.jsonl")
    path = sys.argv[1] if len(sys.argv) > 1 else beside
    counts, wrong, ids = collections.Counter(), 0, set()
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                case = json.loads(line)
                found = list(faults(case))
                if case["id"] in ids:
                    found.append("another case has this id")
                ids.add(case["id"])
                for fault in found:
                    print(f"{path}:{number}: {case['id']}: {fault}")
                wrong += bool(found)
                exact = case["exact"]
                counts["cases"] += 1
                counts[exact["contact"]] += 1
                counts["exact" if "squared_core_distance" in exact else "enclosed"] += 1
                counts["with a depth"] += "depth" in exact
    except NO_CASE as error:
        print(f"error: {path}: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    if not counts:
        print(f"error: {path}: no case", file=sys.stderr)
        return 2
    names = ["cases", "exact", "enclosed", "separated", "touching", "overlapping", "open", "with a depth"]
    print(", ".join(f"{counts[name]} {name}" for name in names) + f"; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
