"""Holds cases to case.schema.json, with the library `jsonschema` (pip install jsonschema).

    python3 corpus/validate.py [PATH...]

A path is a file (.json: one case, .jsonl: one a line) or a folder of them. Without one: the corpus and the stored cases.
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

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


with open(FOLDER / "case.schema.json", encoding="utf-8") as text:
    schema = json.load(text)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
count, wrong = 0, 0
for path in map(Path, sys.argv[1:] or DEFAULT):
    for file in files(path):
        for number, case in cases(file):
            count += 1
            for error in validator.iter_errors(json.loads(case)):
                wrong += 1
                print(f"{file}:{number}: {error.json_path}: {error.message[:200]}")
print(f"{count} cases, {wrong} misfits")
sys.exit(1 if wrong or not count else 0)
