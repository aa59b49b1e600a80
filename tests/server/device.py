"""A device with passkeys for the tests: it answers as the WebAuthn standard has it, and also as it must not."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class Device:
    """One passkey for one site."""

    def __init__(self, origin: str, name: str) -> None:
        self.origin, self.name = origin, name
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: str) -> str:
        """The answer to the wish for a new passkey."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(PRESENT | VERIFIED | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer({"clientDataJSON": client, "attestationObject": attestation})

    def sign_in(self, options: str, flags: int = PRESENT | VERIFIED) -> str:
        """The answer to the wish for a sign-in; `flags`: what the device says of its owner."""
        self.count += 1
        data, client = self._data(flags), self._client("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.name.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: str) -> bytes:
        said: dict[str, Any] = {"type": kind, "challenge": json.loads(options)["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _answer(self, response: dict[str, bytes]) -> str:
        name = bytes_to_base64url(self.id)
        said = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": said})
