import { expect, test } from "vitest";
import { programOf } from "./account.svelte";

const CASES: [said: string, program: string][] = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge, Windows",
  ],
  ["Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome, Android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari, iOS"],
  ["python-httpx/0.28.1", ""],
];

test.each(CASES)("what %s is called", (said, program) => {
  expect(programOf(said)).toBe(program);
});
