import { describe, expect, it } from "vitest";
import { standing } from "./standing.svelte";

const answer = (mark: string, status = 200) =>
  new Response("{}", { status, headers: mark ? { "x-noretreat-standing": mark } : {} });

describe("what the host has to tell", () => {
  it("is what the answer to the latest call says, in whichever order the answers come", () => {
    const [before, after] = [standing.asks(), standing.asks()];
    standing.heard(answer("new"), after);
    standing.heard(answer("old"), before);
    expect(standing.mark).toBe("new");
    standing.heard(answer(""), standing.asks());
    expect(standing.mark).toBe("");
  });

  it("is not told by an answer of a proxy", () => {
    standing.heard(answer("new"), standing.asks());
    standing.heard(answer("", 502), standing.asks());
    expect(standing.mark).toBe("new");
  });
});
