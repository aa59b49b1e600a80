"""What schemathesis does to call a site as somebody who is signed in (tests/server/test_openapi.py).

Loaded by schemathesis in its own process. Of what the test has prepared (`FUZZ`, JSON in the environment) each
well-formed request gets a share: the cookie of an account that is still signed in, the right password, a code that is
in force, the answer of a device. So calls get beyond their first refusal. How often each was answered by what is
written down, too.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import requests
import schemathesis
from server.accounts import PASSWORD, SITE
from server.device import Device
from urllib3.util import parse_url

PREPARED: dict[str, Any] = json.loads(os.environ["FUZZ"])
SIGNED_OUT_BY = ("sign-out", "delete", "open", "sign-in", "passkeys/sign-in", "password")
"""Calls after which the cookie or the password of this account are others."""
_dice = random.Random(41)
_answers: Counter[str] = Counter()


def _call(case: Any) -> str:
    return str(case.path).removeprefix("/api/account/")


class Visitor:
    """The account that the requests come from, until something has signed it out."""

    def __init__(self) -> None:
        self.device = Device(SITE, str(parse_url(SITE).host))

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": PREPARED["accounts"][0]["cookie"]}

    def over(self) -> None:
        """Goes on as the next account."""
        PREPARED["accounts"].pop(0)
        self.device = Device(SITE, self.device.name)

    def post(self, call: str, **body: Any) -> Any:
        """What a call of passkeys answers."""
        where = f"{PREPARED['address']}/api/account/passkeys{call}"
        answer = requests.post(where, json=body, headers=self.cookie)
        # A quick machine asks oftener than a person may.
        while answer.status_code == requests.codes.too_many_requests:
            time.sleep(float(answer.headers.get("Retry-After", "1")))
            answer = requests.post(where, json=body, headers=self.cookie)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def answer(self, call: str) -> str:
        """What the device answers to a new challenge."""
        if call == "passkeys":
            self.device = Device(SITE, self.device.name)
            return self.device.make(self.post("/prepare", password=PASSWORD)["options"])
        if not self.device.count:
            self.post("", answer=self.answer("passkeys"))
        return self.device.sign_in(self.post("/ask")["options"])


VISITOR = Visitor()


def _right(call: str, key: str) -> str | None:
    """What gets a call beyond its first refusal."""
    if key == "code":
        return str(PREPARED["mail_codes" if call == "mail/confirm" else "codes"].pop())
    if key == "answer":
        return VISITOR.answer(call)
    return {"password": PASSWORD, "wanted": "Rain since Smolensk", "mail": str(PREPARED["accounts"][0]["mail"])}.get(
        key
    )


@schemathesis.hook
def before_call(_: Any, case: Any, **__: Any) -> None:
    """Signs the request in, and fills in what a player would know."""
    case.headers = {**(case.headers or {}), **(VISITOR.cookie if _dice.random() < 0.9 else {})}
    if case.operation.body is None or not list(case.operation.body):  # what has no body is JSON all the same
        case.headers["Content-Type"] = "application/json"
    if case.meta.generation.mode.value != "positive" or not isinstance(case.body, dict) or _dice.random() < 0.5:
        return
    call = _call(case)
    for key in sorted(case.body):
        right = _right(call, key)
        if right is not None:
            case.body[key] = right


@schemathesis.hook
def after_call(_: Any, case: Any, response: Any) -> None:
    """Notes what the answer was."""
    call = _call(case)
    _answers[f"{case.method} {case.path} {response.status_code}"] += 1
    Path(PREPARED["answers"]).write_text(json.dumps(_answers), encoding="utf-8")
    if call in SIGNED_OUT_BY and response.status_code < 300:
        VISITOR.over()
