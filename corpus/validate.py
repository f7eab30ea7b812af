"""Holds cases to case.schema.json, with the library `jsonschema` (pip install jsonschema).

    python3 corpus/validate.py [PATH...]

A path is a file (.json: one case, .jsonl: one a line) or a folder of them. Without one: the corpus and the stored cases.
Exits with 1 and a line for each misfit, and with 2 if a file cannot be read or there is no case.
"""

import json
import sys
from pathlib import Path

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("error: the library jsonschema is missing: pip install jsonschema", file=sys.stderr)
    sys.exit(2)

FOLDER = Path(__file__).resolve().parent
DEFAULT = [FOLDER / "cases.jsonl", FOLDER.parent / "tests" / "cases"]


def files(path):
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in (".json", ".jsonl"))


def cases(file):
    """The texts of the cases of a file, and their first lines."""
    with open(file, encoding="utf-8") as text:
        if file.suffix == ".json":
            return [(1, text.read())]
        return [(number, line) for number, line in enumerate(text, 1) if line.strip()]


def refuse(name):
    """Python reads NaN and the infinities as numbers, and the schema could not tell."""
    raise ValueError(f"{name} is no number")


def once(fields):
    """The fields of an object: Python keeps the last of equal names, and the schema could not tell."""
    names = [name for name, _ in fields]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is there twice")
    return dict(fields)


def misfits(validator, case):
    """What is wrong with the text of a case, a line each."""
    try:
        case = json.loads(case, parse_constant=refuse, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        yield f"not JSON: {error}"
        return
    for error in validator.iter_errors(case):
        yield f"{error.json_path}: {error.message[:200]}"


def main():
    with open(FOLDER / "case.schema.json", encoding="utf-8") as text:
        schema = json.load(text)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    count, wrong = 0, 0
    for path in map(Path, sys.argv[1:] or DEFAULT):
        for file in files(path):
            try:
                found = cases(file)
            except (OSError, UnicodeDecodeError) as error:
                why = getattr(error, "strerror", None) or error
                print(f"error: {file}: {why}", file=sys.stderr)
                return 2
            for number, case in found:
                count += 1
                for misfit in misfits(validator, case):
                    wrong += 1
                    print(f"{file}:{number}: {misfit}")
    print(f"{count} case{'s'[: count != 1]}, {wrong} misfit{'s'[: wrong != 1]}")
    if not count:
        print("error: no case", file=sys.stderr)
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
