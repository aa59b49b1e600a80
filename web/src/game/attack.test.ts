import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../shared/api";
import type { Action, MapId, PlanAnswer, View } from "../wire/types";
import { Attack } from "./attack.svelte";
import { Plan } from "./plan.svelte";
import { pack, planAnswer, positionOf } from "./samples";
import { Talk } from "./talk.svelte";

const prompt = (code: string) => ({ code, said: [code], args: {}, text: "" });
const DECLARE: Action[] = [{ type: "DeclareTarget", hex: "1212" }, { type: "Done" }];
const SUPPORT: Action[] = [{ type: "Pass" }, { type: "CommitSupport" }];
const NORTH: PlanAnswer["battles"][number] = { targets: ["1311"], attackers: ["G11"], odds: null };
const SOUTH: PlanAnswer["battles"][number] = { targets: ["1411"], attackers: ["G2"], odds: null };
const MARKED: Partial<View> = { phase: "combat", targets: ["1311", "1411"], supports: { axis: 1, soviet: 0 } };

/** Two battles are proposed while targets are declared; what is played is listed, and changes nothing. */
async function planned() {
  const position = positionOf(DECLARE, {}, { ...MARKED, prompt: prompt("declare") });
  const talk = new Talk("g", position);
  vi.spyOn(talk, "query").mockResolvedValue(planAnswer({ complete: true, proposed: [NORTH, SOUTH] }));
  const played: Action[] = [];
  vi.spyOn(talk, "act").mockImplementation((action) => {
    played.push(action);
    return Promise.resolve();
  });
  const plan = new Plan(position, talk);
  const attack = new Attack("g", position, talk, plan);
  attack.follow(null, position.pkg as never);
  plan.settle();
  await plan.ask();
  const come = async (actions: Action[], code: string, more = {}, shows = {}) => {
    const before = position.pkg;
    position.pkg = pack(actions, { ply: 11, ...more }, { ...MARKED, prompt: prompt(code), ...shows });
    attack.follow(before, position.pkg);
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { position, attack, plan, played, come };
}
const names = (attack: Attack): string[] => attack.battles.map((b) => b.targets.join());
/** The battle of a round, as the view tells of it. */
const round = (hex: MapId) => ({ battle: { targets: [hex], attackers: [], counterattack: false, composing: false } });

beforeEach(() => sessionStorage.clear());

describe("the order of the battles", () => {
  test("is that of the proposals, until one is to be fought sooner", async () => {
    const { attack } = await planned();
    expect(names(attack)).toEqual(["1311", "1411"]);
    attack.sooner(SOUTH);
    expect(names(attack)).toEqual(["1411", "1311"]);
    attack.sooner(SOUTH);
    expect(names(attack)).toEqual(["1411", "1311"]);
  });

  test("and stays so when a marker is meant for a later one", async () => {
    const { attack } = await planned();
    attack.mean(SOUTH, "with");
    expect(names(attack)).toEqual(["1311", "1411"]);
  });

  test("and all that is meant outlasts a page that is loaded anew, but not the phase", async () => {
    const { attack, plan, position } = await planned();
    attack.sooner(SOUTH);
    attack.mean(SOUTH, "with");
    attack.leave("losses", true);
    plan.tick("G4Pz", "1311");
    const again = await planned();
    expect(again.attack.battles.map((b) => [b.targets.join(), again.attack.supportOf(b)])).toEqual([
      ["1411", "with"],
      ["1311", "without"],
    ]);
    expect(again.attack.rest).toEqual({ support: false, proposed: false, losses: true });
    expect([...again.plan.ticks]).toEqual([...plan.ticks]);
    const later = pack(DECLARE, { ply: 30 }, { ...MARKED, turn: 9, prompt: prompt("declare") });
    again.position.pkg = later;
    again.attack.follow(position.pkg, later);
    again.plan.settle();
    expect([again.attack.meant.size, again.attack.rest.losses, again.plan.ticks.size]).toEqual([0, false, 0]);
  });

  test("is the order in which battles are begun that have been put together", async () => {
    const { attack, come, played } = await planned();
    attack.sooner(SOUTH);
    await attack.begin();
    const both: Action[] = (["1311", "1411"] as const).map((hex) => ({ type: "BeginBattle", hex }));
    attack.running = true;
    await come(both, "fight_planned", {}, { planned: [NORTH, SOUTH] });
    expect(played.at(-1)).toEqual({ type: "BeginBattle", hex: "1411" });
  });
});

describe("support", () => {
  test("is asked about while nothing was said of it", async () => {
    const { attack, come, played } = await planned();
    await attack.begin();
    played.length = 0;
    await come(SUPPORT, "support", {}, round("1311") as never);
    expect(played).toEqual([]);
  });

  test("is spent on the battle that it was meant for, and on no other", async () => {
    const { attack, come, played } = await planned();
    attack.mean(NORTH, "with");
    await attack.begin();
    attack.running = true;
    played.length = 0;
    // The only marker is meant for the other battle: nothing is left to be asked.
    await come(SUPPORT, "support", {}, round("1411") as never);
    expect(played).toEqual([{ type: "Pass" }]);
    attack.running = true;
    await come(SUPPORT, "support", { ply: 12 }, round("1311") as never);
    expect(played).toEqual([{ type: "Pass" }, { type: "CommitSupport" }]);
  });

  test("is meant for no more battles than there are markers", async () => {
    const { attack } = await planned();
    attack.mean(NORTH, "with");
    expect([attack.canSupport(NORTH), attack.canSupport(SOUTH)]).toEqual([true, false]);
    attack.mean(SOUTH, "with");
    expect([attack.supportOf(NORTH), attack.supportOf(SOUTH)]).toEqual(["with", "without"]);
    attack.mean(NORTH, "ask");
    expect([attack.supportOf(NORTH), attack.supportOf(SOUTH)]).toEqual(["ask", "ask"]);
  });

  test("can be left for the rest of the phase without a plan; the next phase asks again", async () => {
    const { attack, come, played } = await planned();
    await come(SUPPORT, "support", {}, round("1311") as never);
    attack.leave("support", true);
    await vi.waitFor(() => expect(played).toEqual([{ type: "Pass" }]));
    await come([{ type: "Done" }], "move", { ply: 13 }, { turn: 2, phase: "movement" } as never);
    expect(attack.rest.support).toBe(false);
  });
});

test("support can be left to the computer for the rest of the phase; what the plan says of a battle holds", async () => {
  const { attack, come, played } = await planned();
  const asked = vi.spyOn(api, "hint").mockImplementation((_, ply) => {
    const action = { type: ply === 11 ? "CommitSupport" : "Pass" };
    return Promise.resolve({ ply, action } as never);
  });
  attack.leave("support", true);
  attack.leave("proposed", true);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(attack.rest).toEqual({ support: false, proposed: true, losses: false });
  await come(SUPPORT, "support", {}, round("1311") as never);
  await vi.waitFor(() => expect(played).toEqual([{ type: "CommitSupport" }]));
  await come(SUPPORT, "support", { ply: 12 }, round("1411") as never);
  await vi.waitFor(() => expect(played).toEqual([{ type: "CommitSupport" }, { type: "Pass" }]));
  sessionStorage.clear();
  const other = await planned();
  other.attack.mean(NORTH, "with");
  await other.attack.begin();
  other.attack.running = true;
  asked.mockClear();
  other.played.length = 0;
  other.attack.leave("proposed", true);
  await new Promise((resolve) => setTimeout(resolve, 0));
  other.attack.running = true;
  await other.come(SUPPORT, "support", { ply: 13 }, round("1311") as never);
  expect([other.played.at(-1), asked.mock.calls]).toEqual([{ type: "CommitSupport" }, []]);
});

describe("a plan stops", () => {
  test("before it has begun where a unit cannot attack what it is ticked against", async () => {
    const { attack, played, plan } = await planned();
    const problem = { code: "plan-problem", rule: "10.3", text: "1311: not beside it.", remedy: "", args: {} };
    vi.spyOn(Talk.prototype, "query").mockResolvedValue(null as never);
    plan.answer = planAnswer({ problems: [problem] as never });
    await attack.begin();
    expect([attack.running, attack.stopped, played]).toEqual([false, "1311: not beside it.", []]);
  });

  test("when a step is taken back", async () => {
    const { attack, come } = await planned();
    attack.running = true;
    await come(DECLARE, "declare", { ply: 9 });
    expect(attack.running).toBe(false);
  });

  test("when its phase is over", async () => {
    const { attack, come } = await planned();
    await attack.begin();
    attack.running = true;
    await come([{ type: "Done" }], "move", {}, { phase: "movement" } as never);
    expect(attack.running).toBe(false);
  });

  test("at a hex that must be attacked and is in no battle of it", async () => {
    const { attack, come, position } = await planned();
    await attack.begin();
    attack.running = true;
    const row: PlanAnswer["rows"][number] = { hex: "1212", counterblow: true, able: ["G11"], must: "G11" };
    const answer = planAnswer({ complete: true, rows: [row], battles: [NORTH] });
    vi.spyOn(Talk.prototype, "query").mockResolvedValue(answer as never);
    expect(position.placeName("1212")).toBe("1212");
    attack.running = true;
    await come([{ type: "BeginBattle", hex: "1212" }], "next_battle", {}, { counterblows: ["1212"] } as never);
    expect([attack.running, attack.halted]).toEqual([false, true]);
    expect(attack.stopped).toContain("1212 must be attacked too");
  });

  test("and says so no longer once that hex is in it, or while a battle is fought", async () => {
    const { attack, come, plan } = await planned();
    await attack.begin();
    const row: PlanAnswer["rows"][number] = { hex: "1212", counterblow: true, able: ["G11"], must: "G11" };
    const lacks = { code: "only-one-can", rule: "", remedy: "", text: "1212 still needs an attacker.", args: {} };
    const query = vi.spyOn(Talk.prototype, "query");
    query.mockResolvedValue(planAnswer({ rows: [row], problems: [lacks], battles: [SOUTH] }) as never);
    attack.running = true;
    const begin: Action[] = [{ type: "BeginBattle", hex: "1212" }];
    await come(begin, "next_battle", {}, { counterblows: ["1212"] } as never);
    expect(attack.stopped).toBe("1212 still needs an attacker.");
    const whole = [SOUTH, { targets: ["1212"], attackers: ["G11"], odds: null }] as PlanAnswer["battles"];
    query.mockResolvedValue(planAnswer({ complete: true, rows: [row], battles: whole, actions: begin }) as never);
    await plan.ask();
    expect(attack.stopped).toContain("Counterblow");
    expect(attack.halted).toBe(true);
    await come(SUPPORT, "support", { ply: 12 }, round("1411") as never);
    expect(attack.stopped).toBe("");
    await come(begin, "next_battle", { ply: 13 }, { counterblows: ["1212"] } as never);
    await attack.begin();
    expect([attack.halted, attack.stopped]).toEqual([false, ""]);
  });
});
