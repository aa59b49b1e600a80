"""Checks the dice and deals of a finished game of noretreat with nothing but Python: python check_dice.py RECORD.json

The record is what "Save the record" on the game's page gives, or GET /api/games/ID/chance. Compare its commitment and
your own seed with what your browser showed while the game was played: that part no program can do for you.
"""

import hashlib
import hmac
import json
import sys


def lot(secret: bytes, seeds: list[dict], number: int, count: int) -> int:
    """Which of so many outcomes a lot is: HMAC-SHA256 of its number and the seeds given by then."""
    words = [str(number)] + [each["seed"] for each in seeds if each["since"] <= number]
    digest = hmac.new(secret, " ".join(words).encode(), hashlib.sha256).digest()
    return int.from_bytes(digest, "big") % count


def faults(record: dict) -> list[str]:
    """What is wrong with a record, in words; nothing if the dice were honest."""
    secret = bytes.fromhex(record["secret"])
    found = []
    if hashlib.sha256(secret).hexdigest() != record["commitment"]:
        found.append("the secret is not the one that was committed")
    for place, each in enumerate(record["lots"]):
        if each["number"] != record["first"] + place:
            found.append(f"step {each['ply']}: a lot is missing before this one")
        came = each["options"][lot(secret, record["seeds"], each["number"], len(each["options"]))]
        if came != each["came"]:
            found.append(f"step {each['ply']}: {came} was due, {each['came']} came")
    return found


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        wrong = faults(json.load(file))
    print("\n".join(wrong) or "Every die and every card dealt follows from the secret and the seeds.")
    sys.exit(bool(wrong))
