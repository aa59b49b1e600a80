"""Web push: a real push service on this machine, over TLS, which fails half the time and decrypts what it takes
(RFC 8291): not by the library that encrypts, but by lines of its own, which are tried on the example of the standard.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import jwt
import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from server.mailbox import Mailbox
from server.test_notices import AT, HEAD, game_of, notice, states, with_store

from noretreat.data.languages import CODES, load_letters
from noretreat.server.game.turn_notice import TurnQuestion
from noretreat.server.notify.outbox import LEASE, Outbox, Smtp, keys_of
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.notify.web_push import Pusher, PushMessage, is_sound, new_keys
from noretreat.server.notify.webhooks import HookRefused
from noretreat.storage.database import Database, url_of
from noretreat.storage.notices import AddressRow, BrowserRow, NoticeRow, NoticeStore, after
from noretreat.storage.preferences import PreferenceRow, PreferenceStore
from tools.tongue import Tongue

ADDRESS = "93.184.215.14"
"""A public one: the tests lead what goes there to the service on this machine."""


def unpadded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decrypted(content: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """A message as the browser reads it (RFC 8291, section 3.4; RFC 8188 for the one record)."""
    salt, length = content[:16], content[20]
    theirs, cipher = content[21 : 21 + length], content[21 + length :]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    ikm = derived(auth, shared, b"WebPush: info\0" + point(key.public_key()) + theirs, 32)
    nonce = derived(salt, ikm, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(derived(salt, ikm, b"Content-Encoding: aes128gcm\0", 16)).decrypt(nonce, cipher, None)
    text = padded.rstrip(b"\0")
    assert text[-1:] == b"\2", "the last record ends with its mark"
    return text[:-1]


def test_the_browser_of_these_tests_reads_the_message_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    scalar = int.from_bytes(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    sent = raw(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    key = ec.derive_private_key(scalar, ec.SECP256R1())
    text = decrypted(sent, key, raw("BTBZMqHH6r4Tts7J_aSIgg"))
    assert text == b"When I grow up, I want to be a watermelon"


def proof(folder: Path, address: str) -> Path:
    """A certificate of an address, with its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push service of the tests")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / f"{address}.pem"
    path.write_bytes(made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM) + written)
    return path


class PushService:
    """A push service and its browsers: what it took for each, decrypted, and how often it refused."""

    def __init__(self, folder: Path, refuses: float = 0.0, address: str = ADDRESS) -> None:
        self.proof = proof(folder, address)
        self.browsers: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}
        self.taken: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.gone: set[str] = set()
        self.refused = 0
        self.news = threading.Condition()
        dice, service = random.Random(5), self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["content-length"]))
                name = self.path.removeprefix("/")
                with service.news:
                    refused = dice.random() < refuses
                    status = 410 if name in service.gone else 503 if refused else 201
                    if refused:
                        service.refused += 1
                    elif status == 201:
                        read = json.loads(decrypted(content, *service.browsers[name]))
                        service.taken.append((name, read, {key.lower(): value for key, value in self.headers.items()}))
                    service.news.notify_all()
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(self.proof)
        self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    def browser(self, name: str, player: str) -> BrowserRow:
        """A new browser of a player, as it tells of itself."""
        told = self.told(name)
        return BrowserRow(name, player, told["endpoint"], told["key"], told["auth"], AT)

    def told(self, name: str) -> dict[str, str]:
        """What a new browser sends to its page."""
        key, auth = ec.generate_private_key(ec.SECP256R1()), random.Random(name).randbytes(16)
        self.browsers[name] = (key, auth)
        return {
            "endpoint": f"https://{ADDRESS}/{name}",
            "key": unpadded(point(key.public_key())),
            "auth": unpadded(auth),
        }

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Here(httpx.AsyncHTTPTransport):
    """Leads what goes to the public address to the service on this machine; it has to prove to be at that address."""

    def __init__(self, service: PushService) -> None:
        super().__init__(verify=ssl.create_default_context(cafile=str(service.proof)))
        self._port = service.port

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        assert request.url.host == ADDRESS
        request.url = request.url.copy_with(host="127.0.0.1", port=self._port)
        return await super().handle_async_request(request)


@pytest.fixture
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PushService]:
    found = PushService(tmp_path, getattr(request, "param", 0.0))
    yield found
    found.close()


@pytest.fixture
def mailbox(request: pytest.FixtureRequest) -> Iterator[Mailbox]:
    box = Mailbox(getattr(request, "param", 0.0))
    box.controller.start()
    yield box
    box.controller.stop()


def office_of(database: Database, service: PushService, mail: str = "smtp://127.0.0.1:1") -> Outbox:
    return Outbox(NoticeStore(database), PreferenceStore(database), Smtp(mail), HEAD, transport=Here(service))


@pytest.mark.slow
@pytest.mark.parametrize("service", [0.5], indirect=True)
@pytest.mark.parametrize("mailbox", [0.5], indirect=True)
def test_none_is_lost_and_none_doubled_by_services_that_fail_half_the_time(
    service: PushService, mailbox: Mailbox, tmp_path: Path
) -> None:
    """Each of ten players has a mailbox and two browsers; two processes send."""
    players = [f"player{number}" for number in range(10)]

    async def run(database: Database) -> None:
        store = NoticeStore(database)
        for player in players:
            await game_of(database, f"game-{player}", player)
            for name in ("phone", "desk"):
                await store.put_browser(service.browser(f"{player}-{name}", player), 10)
            mail = AddressRow(player, f"{player}@example.org", confirmed=True, off=player)
            await store.put_address(mail, notice(f"n-{player}", player, f"game-{player}"))
        another = Database(url_of(tmp_path))
        await another.open("mark")
        offices = [office_of(each, service, mailbox.url) for each in (database, another)]
        at = AT
        for _ in range(14):
            await asyncio.gather(*(office.run_once(at) for office in offices))
            at = after(at, hours=2)
        await another.close()
        assert await states(database) == {("turn", "sent"): 30, ("nudge", "waiting"): 30}

    with_store(tmp_path, run)
    assert Counter(name for name, _, _ in service.taken) == {
        f"{player}-{name}": 1 for player in players for name in ("phone", "desk")
    }
    assert len(mailbox.taken) == 10
    assert service.refused > 5


def test_a_message_says_what_is_asked_and_is_signed_for_its_push_service(service: PushService, tmp_path: Path) -> None:
    async def run(database: Database) -> str:
        store = NoticeStore(database)
        await game_of(database, "riga", "anna")
        await store.put_browser(service.browser("desk", "anna"), 10)
        await store.put_address(AddressRow("anna"), notice("n", "anna", "riga"))
        assert await office_of(database, service).run_once(AT) == 1
        return (await keys_of(store)).shown

    shown = with_store(tmp_path, run)
    ((_, said, headers),) = service.taken
    assert said == {
        "title": "It is your turn: riga, Turn 1",
        "body": "riga · Turn 1 · Cards\nWhat now in riga?",
        "url": "/g/riga",
        "tag": "riga",
        "lang": "en",
    }
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert len(headers["topic"]) == 32
    token, key = (part.split("=", 1)[1].strip() for part in headers["authorization"].removeprefix("vapid ").split(","))
    assert key == shown
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
    claims = jwt.decode(token, public, algorithms=["ES256"], audience=f"https://{ADDRESS}")
    assert claims["sub"] == "mailto:games@example.org"


def test_a_sender_that_dies_after_sending_is_followed_by_one_that_sends_the_same_message(
    service: PushService, tmp_path: Path
) -> None:
    class Dying(Here):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await super().handle_async_request(request)
            raise asyncio.CancelledError

    async def run(database: Database) -> None:
        store = NoticeStore(database)
        await game_of(database, "game", "anna")
        await store.put_browser(service.browser("desk", "anna"), 10)
        await store.put_address(AddressRow("anna"), notice("n", "anna", "game"))
        habits = PreferenceStore(database)
        dying = Outbox(store, habits, Smtp("smtp://127.0.0.1:1"), HEAD, transport=Dying(service))
        with pytest.raises(asyncio.CancelledError):
            await dying.run_once(AT)
        office = office_of(database, service)
        assert await office.run_once(after(AT, seconds=LEASE / 2)) == 0, "another one may still be at it"
        assert await office.run_once(after(AT, seconds=LEASE + 1)) == 1
        assert await office.run_once(after(AT, seconds=LEASE * 9)) == 0

    with_store(tmp_path, run)
    assert len(service.taken) == 2
    assert len({headers["topic"] for _, _, headers in service.taken}) == 1, (
        "the push service can tell that they are one"
    )


def test_quiet_hours_muted_games_and_the_digest_are_the_same_as_for_mails(service: PushService, tmp_path: Path) -> None:
    async def run(database: Database) -> None:
        store = NoticeStore(database)
        for name in ("riga", "kiev", "muted"):
            await game_of(database, name, "anna")
        await store.put_browser(service.browser("desk", "anna"), 10)
        address = AddressRow("anna", quiet_from=10, quiet_to=14, muted='["muted"]')
        await store.put_address(address, *(notice(f"n-{name}", "anna", name) for name in ("riga", "kiev", "muted")))
        office = office_of(database, service)
        assert await office.run_once(AT) == 0, "noon is a quiet hour"
        assert await office.run_once(after(AT, hours=3)) == 1
        assert await states(database) == {("turn", "sent"): 2, ("turn", "dropped"): 1, ("nudge", "waiting"): 2}

    with_store(tmp_path, run)
    ((_, said, _),) = service.taken
    assert said["title"].endswith("2 games wait for you: riga; kiev")
    assert (said["url"], said["tag"]) == ("/", "games")
    assert "muted" not in said["body"]


def test_a_browser_that_is_gone_is_forgotten(service: PushService, tmp_path: Path) -> None:
    async def run(database: Database) -> None:
        store = NoticeStore(database)
        await game_of(database, "game", "anna")
        for name in ("desk", "phone"):
            await store.put_browser(service.browser(name, "anna"), 10)
        service.gone.add("phone")
        await store.put_address(AddressRow("anna"), notice("n", "anna", "game"))
        assert await office_of(database, service).run_once(AT) == 1
        assert [browser.id for browser in await store.browsers("anna")] == ["desk"]
        assert await states(database) == {("turn", "sent"): 1, ("turn", "dropped"): 1, ("nudge", "waiting"): 1}

    with_store(tmp_path, run)
    assert [name for name, _, _ in service.taken] == ["desk"]


def test_a_player_reads_notices_in_the_language_of_the_page(service: PushService, tmp_path: Path) -> None:
    args = {"unit": "G4Pz"}
    english = "German 4th Panzer Army has just gained a step: cancel that, or allow it?"
    kept = msgspec.json.encode(TurnQuestion(english, ("window.step",), args)).decode()

    async def run(database: Database) -> None:
        store, habits = NoticeStore(database), PreferenceStore(database)
        for language in CODES:
            await game_of(database, language, f"reader-{language}")
            await habits.put(PreferenceRow(f"reader-{language}", language))
            await store.put_browser(service.browser(language, f"reader-{language}"), 10)
            row = NoticeRow(f"n-{language}", f"reader-{language}", language, "turn", kept, "", AT, AT)
            await store.put_address(AddressRow(f"reader-{language}"), row)
        assert await office_of(database, service).run_once(AT) == len(CODES)

    with_store(tmp_path, run)
    said = {name: text for name, text, _ in service.taken}
    assert said["de"]["title"] == "Du bist dran: de, Zug 1"
    assert said["ru"]["title"] == "Ваш ход: ru, Ход 1"
    assert said["en"]["body"].splitlines()[-1] == english
    assert said["de"]["body"].splitlines()[-1] == Tongue("de").say("prompt.window.step", args)
    assert len({text["body"] for text in said.values()}) == len(CODES)


def test_a_push_service_has_to_prove_who_it_is(tmp_path: Path) -> None:
    """One that cannot show a certificate of its address is told nothing."""
    (tmp_path / "other").mkdir()
    other = PushService(tmp_path / "other", address="192.0.2.1")
    pusher = Pusher(new_keys(), "games@example.org", Here(other))
    with pytest.raises(httpx.ConnectError, match="IP address mismatch"):
        asyncio.run(pusher.send(other.browser("desk", "anna"), PushMessage("", "", "/", "", "en"), "topic"))
    other.close()
    assert other.taken == []


def test_private_addresses_are_refused(tmp_path: Path) -> None:
    keys, service = new_keys(), PushService(tmp_path)
    told = service.browser("desk", "anna")
    for host in ("127.0.0.1", "10.1.2.3", "[::1]", "169.254.169.254"):
        inside = BrowserRow("x", "anna", f"https://{host}/desk", told.key, told.auth, AT)
        said = PushMessage("", "", "/", "", "en")
        with pytest.raises(HookRefused, match="inside"):
            asyncio.run(Pusher(keys, "games@example.org").send(inside, said, "topic"))
    service.close()
    assert service.taken == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "http://93.184.215.14/x"),
        ("endpoint", "https://93.184.215.14:8443/x"),
        ("key", ""),
        ("key", unpadded(b"\4" * 64)),
        ("key", unpadded(b"\2" * 65)),
        ("auth", unpadded(b"short")),
        ("auth", "!" * 22),
    ],
)
def test_what_is_no_browser_is_refused(field: str, value: str) -> None:
    sound = {
        "endpoint": "https://93.184.215.14/x",
        "key": unpadded(b"\4" * 65),
        "auth": unpadded(b"a" * 16),
    }
    assert is_sound(**sound)
    assert not is_sound(**{**sound, field: value})


def test_the_words_of_letters_are_the_same_in_five_languages() -> None:
    texts = load_letters()
    assert tuple(texts) == CODES

    def holes(text: str | dict[str, str]) -> list[set[str]]:
        return [set(re.findall(r"{\w+}", form)) for form in ([text] if isinstance(text, str) else text.values())]

    for language, words in texts.items():
        assert words.keys() == texts["en"].keys(), language
        for key, text in words.items():
            assert all(found == holes(texts["en"][key])[0] for found in holes(text)), (language, key)
        for number in (1, 2, 5, 21):
            assert str(number) in MessageTexts(language)("many", n=number)
