"""The tables of docs/scoreboard.md from the output of `campaign`: sums, and two numbers for each family."""

import sys

NAMES = 2  # columns before the counts: subject and family


def rows(text):
    """The rows of subjects and families, and the rows of sums, as lists of cells."""
    families, sums = [], []
    for line in text.splitlines():
        if not line.startswith("| ") or line.startswith("| subject"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        # A family is a word, a count is a number.
        (sums if cells[1].isdigit() else families).append(cells)
    return families, sums


def table(header, lines):
    """A table in Markdown, with numbers aligned right."""
    rule = "|---" + "|--:" * (len(header) - 1) + "|"
    head, *body = ("| " + " | ".join(cells) + " |" for cells in [header, *lines])
    return "\n".join([head, rule, *body])


def by_family(families, column, show):
    """A table with a row for each family and a column for each subject."""
    subjects = list(dict.fromkeys(row[0] for row in families))
    names = list(dict.fromkeys(row[1] for row in families))
    cells = {(row[0], row[1]): show(row, NAMES + column) for row in families}
    return table(["family", *subjects], [[name, *(cells.get((subject, name), "") for subject in subjects)] for name in names])


def percent(row, column):
    """A count as a share of the cases."""
    share = 100.0 * int(row[column]) / int(row[NAMES])
    return "0" if share == 0.0 else "<1" if share < 1.0 else f"{share:.0f}"


def main():
    families, sums = rows(sys.stdin.read())
    if not families:
        print("adapters/table.py: expected what `campaign` prints of programs", file=sys.stderr)
        sys.exit(2)
    header = ["subject", "cases", "wrong", "clearly", "ulps", "relative", "endless", "panics", "NaN"]
    print(table(header, sums))
    print("\nVerdicts that are clearly wrong, in percent of the cases:\n")
    print(by_family(families, 2, percent))
    print("\nThe worst error, relative to the largest length:\n")
    print(by_family(families, 4, lambda row, column: row[column]))


main()
