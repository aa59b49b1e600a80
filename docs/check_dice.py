"""Checks the dice and deals of a finished game of noretreat with nothing but Python: python check_dice.py RECORD.json

The record is what "Save the record" on the game's page gives, with what your browser kept while the game was played; or
GET /api/games/ID/chance, without that: then compare its commitment and seeds with what your browser showed.
"""

import hashlib
import hmac
import json
import sys


def fingerprint(hexadecimal: str) -> str:
    """The SHA-256 of bytes."""
    return hashlib.sha256(bytes.fromhex(hexadecimal)).hexdigest()


def counted(record: dict) -> list[dict]:
    """The seeds in the order in which they count: by their seals, or in games without seals as they were given."""
    given = [each for each in record["seeds"] if each["seed"]]
    return sorted(given, key=lambda each: each["seal"]) if record.get("version", 1) > 1 else given


def lot(secret: bytes, seeds: list[dict], number: int, count: int) -> int:
    """Which of so many outcomes a lot is: HMAC-SHA256 of its number and the seeds that count for it."""
    words = [str(number)] + [each["seed"] for each in seeds if each["since"] <= number]
    digest = hmac.new(secret, " ".join(words).encode(), hashlib.sha256).digest()
    return int.from_bytes(digest, "big") % count


def faults(record: dict) -> list[str]:
    """What is wrong with a record, in words; nothing if it fits."""
    seeds, found = counted(record), []
    if fingerprint(record["secret"]) != record["commitment"]:
        found.append("the secret is not the one that was committed")
    if record.get("version", 1) > 1:
        found += [
            f"{each['side']}: the seed is not the one that was sealed"
            for each in seeds
            if fingerprint(each["seed"]) != each["seal"]
        ]
        found += [
            f"{each['side']}: lots were drawn before the seed was known"
            for each in seeds
            if each["since"] != record["first"]
        ]
        if len({each["side"] for each in record["seeds"]}) < len(record["seeds"]):
            found.append("a side has more than one seed")
    for place, each in enumerate(record["lots"]):
        if each["number"] != record["first"] + place:
            found.append(f"step {each['ply']}: a lot is missing before this one")
        came = each["options"][lot(bytes.fromhex(record["secret"]), seeds, each["number"], len(each["options"]))]
        if came != each["came"]:
            found.append(f"step {each['ply']}: {came} was due, {each['came']} came")
    return found + differences(record, seeds)


def differences(record: dict, seeds: list[dict]) -> list[str]:
    """What is not as your browser saw it while the game was played."""
    saw, found = record.get("browser"), []
    if not saw:
        return found
    if saw["commitment"] != record["commitment"]:
        found.append("your browser was shown another commitment")
    if saw["seed"] not in [each["seed"] for each in seeds]:
        found.append("the seed of your browser is missing")
    others = {
        each["seal"]: each["seed"]
        for each in record["seeds"]
        if each.get("seal", fingerprint(saw["seed"])) != fingerprint(saw["seed"])
    }
    if any(seed and seal != saw.get("theirs") for seal, seed in others.items()) or (
        "theirs" in saw and saw["theirs"] not in others
    ):
        found.append("the other player's seal is not the one that your browser saw before it showed your seed")
    return found


def unproven(record: dict) -> list[str]:
    """The sides without whose seed a game between two people went on."""
    given = [each["side"] for each in counted(record)]
    return [side for side in ("axis", "soviet") if record.get("version", 1) > 1 and side not in given]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        shown = json.load(file)
    wrong = faults(shown)
    print("\n".join(wrong) or "Every die and every card dealt follows from the secret and the seeds.")
    for side in unproven(shown):
        print(f"Not proven: the game went on without the seed of {side}, so the others could have chosen.")
    sys.exit(1 if wrong else 2 if unproven(shown) else 0)
