import json, math

def distance(case):  # yours: the distance of two shapes, zero if they intersect; None for unknown shapes
    a, b = case["a"], case["b"]
    if a["kind"] != "sphere" or b["kind"] != "sphere":
        return None
    origin = {"pos": [0] * case["dim"]}
    between = math.dist(a.get("pose", origin)["pos"], b.get("pose", origin)["pos"])
    return max(0.0, between - a["radius"] - b["radius"])

judged = failed = 0
for case in map(json.loads, open("corpus/cases.jsonl", encoding="utf-8")):
    claim, exact = distance(case), case["exact"]
    if claim is None:
        continue
    lower, upper = exact["distance"]
    ulps = max(lower - claim, claim - upper, 0.0) / exact["ulp"]
    verdict = exact.get("intersects", claim == 0.0)  # it is missing if undecided
    judged += 1
    if (claim == 0.0) != verdict or not ulps <= 2.0:
        failed += 1
        print(f"{case['id']}: {claim!r} instead of [{lower!r}, {upper!r}], {ulps:.2g} ulps, intersects: {verdict}")
print(f"{judged} cases judged, {failed} failed")
