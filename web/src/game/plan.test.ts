import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Action, PlanAnswer } from "../wire/types";
import { Plan } from "./plan.svelte";
import { planAnswer as answer, move, pack, positionOf } from "./samples";
import { Talk } from "./talk.svelte";

const COMPOSE = {
  prompt: { code: "next_battle", said: ["next_battle"], args: {}, text: "" },
  phase: "combat" as const,
};
const ASSIGN: Action = { type: "AssignAttacker", unit: "G11" };

/** A plan over a position where battles are put together; what it asks is answered by `said`. */
function planner(said = answer({}), shows = {}) {
  const position = positionOf([ASSIGN], {}, { ...COMPOSE, ...shows });
  const talk = new Talk("g", position);
  const asked = vi.spyOn(talk, "query").mockResolvedValue(said);
  const played = vi.spyOn(talk, "playAll").mockResolvedValue(true);
  return { plan: new Plan(position, talk), position, asked, played };
}

beforeEach(() => sessionStorage.clear());

describe("the ticks as battles", () => {
  test("two attackers of a hex fight one battle", () => {
    const { plan } = planner();
    plan.tick("G11", "1411");
    plan.tick("G2", "1411");
    expect(plan.battles).toEqual([{ targets: ["1411"], attackers: ["G11", "G2"] }]);
    expect(plan.on("1411")).toEqual(["G11", "G2"]);
  });

  test("an attacker of two hexes makes one battle of them, and of theirs", () => {
    const { plan } = planner();
    plan.tick("G11", "1411");
    plan.tick("G2", "1311");
    expect(plan.battles).toHaveLength(2);
    plan.tick("G4Pz", "1411");
    plan.tick("G4Pz", "1311");
    expect(plan.battles).toEqual([{ targets: ["1411", "1311"], attackers: ["G11", "G2", "G4Pz"] }]);
  });

  test("a second tick takes the first back", () => {
    const { plan } = planner();
    plan.tick("G11", "1411");
    plan.tick("G11", "1411");
    expect(plan.battles).toEqual([]);
    expect(plan.ticks.size).toBe(0);
  });

  test("a unit that is taken to its target once more stays in the plan", () => {
    const { plan } = planner();
    plan.send("G11", "1411");
    plan.send("G11", "1411");
    expect(plan.on("1411")).toEqual(["G11"]);
  });

  test("the battle that is being composed comes first, with those who are in it already", async () => {
    const battle = { targets: ["1311"], attackers: ["G2"], composing: true };
    const { plan, asked } = planner(answer({}), { battle });
    plan.tick("G11", "1411");
    plan.tick("G4Pz", "1311");
    expect(plan.battles.map((b) => b.targets)).toEqual([["1311"], ["1411"]]);
    expect(asked).toHaveBeenLastCalledWith({
      kind: "allocation",
      plan: [
        { targets: ["1311"], attackers: ["G2", "G4Pz"] },
        { targets: ["1411"], attackers: ["G11"] },
      ],
    });
  });
});

describe("attackers that can attack one hex only", () => {
  const rows: PlanAnswer["rows"] = [
    { hex: "1411", counterblow: false, able: ["G11", "G2"], must: null },
    { hex: "1311", counterblow: false, able: ["G2", "G4Pz"], must: null },
  ];

  test("are ticked from the start, those with a choice are not", async () => {
    const { plan } = planner(answer({ rows }));
    await plan.ask();
    expect([...plan.ticks]).toEqual([
      ["G11", ["1411"]],
      ["G4Pz", ["1311"]],
    ]);
  });

  test("stay out once they were unticked", async () => {
    const { plan } = planner(answer({ rows }));
    await plan.ask();
    plan.tick("G11", "1411");
    await plan.ask();
    expect([...plan.ticks.keys()]).toEqual(["G4Pz"]);
  });

  test("are not ticked when they are in the battle already", async () => {
    const battle = { targets: ["1411"], attackers: ["G11"], composing: true };
    const { plan } = planner(answer({ rows }), { battle });
    await plan.ask();
    expect([...plan.ticks.keys()]).toEqual(["G4Pz"]);
  });
});

describe("the order that the way on gives", () => {
  test("there is none while targets are declared, if those that were planned for have been taken back", async () => {
    const found = answer({ battles: [] });
    const { plan, position } = planner(found);
    vi.spyOn(position, "view", "get").mockReturnValue({
      ...position.view,
      prompt: { code: "declare", args: {} },
    } as never);
    plan.tick("G11", "1411");
    await plan.ask();
    expect(plan.order).toBeNull();
    found.battles = [{ targets: ["1411"], attackers: ["G11"], odds: null }] as never;
    await plan.ask();
    expect(plan.order?.attack).toBe(true);
  });

  test("there is none without a tick, or before the server has answered", async () => {
    const { plan } = planner(answer({ complete: true }));
    await plan.ask();
    expect(plan.order).toBeNull();
  });

  test("all battles at once are ready when the server says that nothing is missing", async () => {
    const { plan } = planner(answer({ complete: true }));
    plan.tick("G11", "1411");
    await vi.waitFor(() => expect(plan.order).toEqual({ battle: null, ready: true, why: "" }));
  });

  test("what is missing is said", async () => {
    const problem = { code: "x", rule: "10.3", text: "Somebody must attack Kiev.", remedy: "", args: {} };
    const { plan } = planner(answer({ problems: [problem] as never }));
    plan.tick("G11", "1411");
    await vi.waitFor(() => expect(plan.order?.why).toBe("Somebody must attack Kiev."));
    expect(plan.order?.ready).toBe(false);
  });

  test("one by one, the first battle with a tick is fought and its ticks go", async () => {
    const battle: PlanAnswer["battles"][number] = { targets: ["1411"], attackers: ["G11"], odds: null };
    const { plan, played } = planner(answer({ upfront: false, battles: [battle], actions: [ASSIGN] }));
    plan.tick("G11", "1411");
    plan.tick("G2", "1311");
    await vi.waitFor(() => expect(plan.order?.battle).toEqual(battle));
    await plan.carryOut(battle);
    expect(played).toHaveBeenCalledWith([ASSIGN]);
    expect([...plan.ticks.keys()]).toEqual(["G2"]);
  });
});

describe("units held back", () => {
  test("they are remembered for the phase, and forgotten with it", () => {
    const { plan, position } = planner();
    plan.settle();
    plan.hold("G11");
    const again = new Plan(position, new Talk("g", position));
    vi.spyOn(Talk.prototype, "query").mockResolvedValue(null);
    again.settle();
    expect([...again.held]).toEqual(["G11"]);
    position.pkg = pack([move("G11", "1311")], { ply: 11 }, { turn: 2 });
    again.settle();
    expect([...again.held]).toEqual([]);
  });

  test("holding twice lets go", () => {
    const { plan } = planner();
    plan.hold("G11");
    plan.hold("G11");
    expect(plan.held.size).toBe(0);
  });
});

describe("what is still to be fought", () => {
  const prompt = { code: "window", said: ["window"], args: {}, text: "" };
  const WINDOW = { prompt, phase: "combat" as const, targets: ["1411", "1311"] };
  const battle = (more: object) => ({ targets: ["1411"], attackers: ["G11"], composing: false, result: null, ...more });

  test("ticks stay on the map while something else is asked, as long as their hex is marked", () => {
    const { plan, position } = planner(answer({}), { targets: ["1411"] });
    plan.tick("G11", "1411");
    plan.tick("G2", "1311");
    position.pkg = pack([ASSIGN], {}, { ...WINDOW, targets: ["1411"] });
    expect(plan.planning).toBe(false);
    expect(plan.toBeFought).toMatchObject([{ targets: ["1411"], attackers: ["G11"], firm: false }]);
  });

  test("the odds of one that waits to be fought are those with the marker that is meant for it", async () => {
    const odds = { column: "4:1" };
    const planned = [
      { targets: ["1411"], attackers: ["G11"], odds },
      { targets: ["1311"], attackers: ["G2"], odds },
    ];
    const { plan, asked } = planner(answer({}), { ...WINDOW, planned });
    const columns = () => plan.toBeFought.map((b) => b.odds?.column);
    expect(columns()).toEqual(["4:1", "4:1"]);
    plan.supported = new Set(["1411"]);
    asked.mockResolvedValue({ column: "5:1" } as never);
    await plan.weigh();
    expect(asked).toHaveBeenLastCalledWith({
      kind: "odds",
      attackers: ["G11"],
      targets: ["1411"],
      support: true,
    });
    expect(columns()).toEqual(["5:1", "4:1"]);
    plan.supported = new Set();
    expect(columns()).toEqual(["4:1", "4:1"]);
  });

  test("a battle that was put together is firm, and hides the tick that it came from", () => {
    const planned = [{ targets: ["1411"], attackers: ["G11"], odds: null }];
    const { plan } = planner(answer({}), { ...WINDOW, planned });
    plan.tick("G11", "1411");
    expect(plan.toBeFought).toMatchObject([{ targets: ["1411"], attackers: ["G11"], firm: true }]);
  });

  test("the battle that is fought stays until it has its result", () => {
    const { plan, position } = planner(answer({}), { ...WINDOW, battle: battle({}) });
    expect(plan.toBeFought).toHaveLength(1);
    position.pkg = pack([ASSIGN], {}, { ...WINDOW, battle: battle({ result: "DR" }) } as object);
    expect(plan.toBeFought).toEqual([]);
  });

  test("what is proposed is shown until ticked, and one call ticks it", async () => {
    const proposed: PlanAnswer["battles"][number][] = [{ targets: ["1411"], attackers: ["G11", "G2"], odds: null }];
    const { plan } = planner(answer({ proposed }), {
      phase: "combat",
      targets: ["1411"],
      planned: [],
      counterblows: [],
    });
    await plan.ask();
    expect(plan.toBeFought).toMatchObject([{ targets: ["1411"], attackers: ["G11", "G2"], firm: false }]);
    plan.accept();
    expect(plan.on("1411")).toEqual(["G11", "G2"]);
  });

  test("outside the Combat Phase there is nothing", () => {
    const { plan } = planner(answer({}), { phase: "movement", battle: battle({}) });
    expect(plan.toBeFought).toEqual([]);
  });
});
