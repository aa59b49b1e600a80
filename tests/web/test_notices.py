"""What a player is told, and when not: the forms, and the notice that a browser shows while no page is looked at."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web.axe import findings, too_small
from web.table import Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
SUBSCRIBED = """() => {
  const key = new Uint8Array(65).fill(4);
  const auth = new Uint8Array(16).fill(1);
  const plain = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
  const endpoint = 'https://push.example.org/anna';
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: plain(key), auth: plain(auth) } }),
    unsubscribe: async () => { made.ended = true; return true; },
  };
  PushManager.prototype.subscribe = async (options) => {
    if (options.applicationServerKey.length !== 87) throw new Error('the key of the server is a point');
    PushManager.prototype.getSubscription = async () => (made.ended ? null : made);
    return made;
  };
}"""
"""A browser's maker has no push service for the tests; what it would answer to the page."""


SHOWN = """async (body) => {
  const registration = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 60; tries += 1) {
    const all = await registration.getNotifications();
    if (all.some((one) => one.body === body)) return all.map((one) => [one.title, one.body, one.data.url]);
    await new Promise((later) => setTimeout(later, 50));
  }
  return null;
}"""
"""What all notices say, as soon as one says this; None if none does within three seconds."""
CLICKED = """async (tag) => {
  const shown = () => self.registration.getNotifications({ tag });
  const done = { opened: [], focused: [] };
  const open = async (url) => { done.opened.push(url); };
  Object.defineProperty(self.clients, 'openWindow', { configurable: true, value: open });
  WindowClient.prototype.focus = async function () { done.focused.push(this.url); };
  for (let tries = 0; tries < 60 && !(await shown()).length; tries += 1)
    await new Promise((later) => setTimeout(later, 50));
  const [notification] = await shown();
  if (!notification) return null;
  const click = new NotificationEvent('notificationclick', { notification });
  let led;
  click.waitUntil = (work) => { led = work; };
  self.dispatchEvent(click);
  await led;
  return { ...done, left: (await shown()).length };
}"""
"""Clicks the notice of a game, in the service worker, if it is shown within three seconds; else None. A browser opens
windows for a person's click alone: what it is asked to open is noted instead.
"""


@pytest.fixture(scope="session")
def browser(whole_browser: Browser) -> Browser:
    """One that shows notices, which the headless shell refuses to do."""
    return whole_browser


def at_work(table: Table) -> None:
    """Waits until the service worker of the page is active."""
    active = """() => navigator.serviceWorker.ready.then(({ active: worker }) => worker.state === 'activated' ||
      new Promise((done) => worker.addEventListener('statechange', () => done(worker.state === 'activated'))))"""
    assert table.page.evaluate(active)


def pusher(table: Table) -> Callable[..., None]:
    """What hands messages to the service worker of a page, as a push service does."""
    table.page.context.grant_permissions(["notifications"])
    table.page.goto(table.address)
    at_work(table)
    browser: Any = table.page.context.new_cdp_session(table.page)
    workers: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda found: workers.extend(one["registrationId"] for one in found["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not workers:
        table.page.wait_for_timeout(50)

    def push(**said: str) -> None:
        message = {"origin": table.address, "registrationId": workers[0], "data": json.dumps(said)}
        browser.send("ServiceWorker.deliverPushMessage", message)

    return push


def test_a_browser_shows_what_is_asked_and_where_it_leads(table: Callable[..., Table]) -> None:
    anna = table(own=True, service_workers="allow")
    push = pusher(anna)
    for body in ("What now?", "Your game still waits"):
        # A push may get lost between the driver and a busy browser (see below).
        for _ in range(5):
            push(title="Your turn", body=body, url="/g/riga", tag="riga", lang="en")
            if (shown := anna.page.evaluate(SHOWN, body)) is not None:
                break
        # One for each game: the later one takes the place of the earlier.
        assert shown == [["Your turn", body, "/g/riga"]]


def test_a_click_on_a_notice_leads_to_its_game(table: Callable[..., Table]) -> None:
    """To a new page, or to the one on which the game is open, and not to another game's."""
    anna = table(own=True, service_workers="allow")
    push = pusher(anna)
    games = []
    for _ in range(2):
        made = anna.page.request.post(f"{anna.address}/api/games", data={"axis": "human", "soviet": "human"})
        games.append(made.json()["id"])
    here, there = games
    (worker,) = anna.page.context.service_workers

    def clicked(game: str) -> Any:
        # A busy Chromium now and then loses a message that the tests hand to it, so it is handed again, as a push
        # service does; the same tag keeps it one notice.
        for _ in range(5):
            push(title="Your turn", body="What now?", url=f"/g/{game}", tag=game, lang="en")
            if done := worker.evaluate(CLICKED, game):
                return done
        raise AssertionError("the notice was never shown")

    anna.page.goto(f"{anna.address}/g/{here}#opened-by-a-mail")
    anna.at("tray").wait_for()
    opened = clicked(there)
    assert opened == {"opened": [f"{anna.address}/g/{there}"], "focused": [], "left": 0}
    focused = clicked(here)
    assert (focused["opened"], focused["left"]) == ([], 0)
    assert [url.partition("#")[0] for url in focused["focused"]] == [f"{anna.address}/g/{here}"]
    with anna.page.expect_response(lambda answer: f"/api/games/{there}" in answer.url):
        anna.page.goto(opened["opened"][0])
    anna.at("tray").wait_for()


def test_days_off_and_notices_are_set_where_the_name_is(table: Callable[..., Table]) -> None:
    anna = table(**PHONE, service_workers="allow")
    anna.page.goto(anna.address)
    at_work(anna)
    anna.page.evaluate(SUBSCRIBED)
    anna.at("home-me").click()
    anna.at("my-name").fill("Anna of the forms")
    anna.at("me-keep").click()
    anna.at("me").wait_for(state="detached")
    anna.at("home-me").click()
    anna.at("find-me").check()
    anna.at("off-5").check()
    anna.at("off-6").check()
    expect(anna.at("off-0")).to_be_disabled()
    anna.at("off-first").fill("2040-01-01")
    anna.at("off-last").fill("2040-01-02")
    anna.at("habits-keep").click()
    expect(anna.page.get_by_text("A holiday ends after it begins, and within two years.")).to_be_visible()
    year = anna.page.evaluate("new Date().getUTCFullYear() + 1")
    anna.at("off-first").fill(f"{year}-02-01")
    anna.at("off-last").fill(f"{year}-02-10")
    anna.at("habits-keep").click()
    expect(anna.at("habits")).to_contain_text("Feb 1 – Feb 10")
    anna.at("push").click()
    expect(anna.at("push")).to_have_text("No more notices in this browser")
    anna.shot("people-me-phone")
    assert findings(anna.page, both_themes=True) == []
    assert too_small(anna.page, ".overlay, [role=dialog]") == []
    anna.at("push").click()
    expect(anna.at("push")).to_have_text("Notify me in this browser")
    anna.page.reload()
    anna.at("home-me").click()
    expect(anna.at("off-5")).to_be_checked()
    expect(anna.at("find-me")).to_be_checked()
    expect(anna.at("habits")).to_contain_text("Feb 1 – Feb 10")
    anna.page.get_by_role("button", name="Remove the holiday").click()
    expect(anna.at("habits")).not_to_contain_text("Feb 1")
