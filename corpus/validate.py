"""Holds every line of the corpus to case.schema.json, with the library `jsonschema` (pip install jsonschema).

    python3 corpus/validate.py [FILE]
"""

import json
import os
import sys

from jsonschema import Draft202012Validator

FOLDER = os.path.dirname(os.path.abspath(__file__))
path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(FOLDER, "cases.jsonl")
with open(os.path.join(FOLDER, "case.schema.json"), encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
count, wrong = 0, 0
with open(path, encoding="utf-8") as lines:
    for number, line in enumerate(lines, 1):
        count += 1
        for error in validator.iter_errors(json.loads(line)):
            wrong += 1
            print(f"{path}:{number}: {error.json_path}: {error.message[:200]}")
print(f"{count} lines, {wrong} misfits")
sys.exit(1 if wrong or not count else 0)
