import { expect, test } from "vitest";
import { invitationAt } from "./invitation";

const PATH = "/join/abc/secret";
const LAN = "http://192.168.1.20:8123";

test("a server that answers this computer alone says so, and where others would find it", () => {
  const made = invitationAt(PATH, new URL("http://127.0.0.1:8123/g/abc"), { others: false, address: LAN });
  expect(made).toEqual({ link: `http://127.0.0.1:8123${PATH}`, alone: true, address: LAN });
});

test("opened here, a server that answers others is linked by its address in the network", () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
    const made = invitationAt(PATH, new URL(`http://${host}:8123/`), { others: true, address: LAN });
    expect(made).toEqual({ link: LAN + PATH, alone: false, address: LAN });
  }
});

test("a page that was opened by a name is linked by that name", () => {
  const made = invitationAt(PATH, new URL("https://games.example/"), { others: true, address: LAN });
  expect(made.link).toBe(`https://games.example${PATH}`);
  expect(made.alone).toBe(false);
});
