/** Every story that ends is played by real processes to its end, and ends as it says it does. */
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "./run-fake-claude.ts";
import { createRig } from "./harness.ts";
import type { Rig } from "./harness.ts";
import { playScenario } from "./play-scenario.ts";
import { scenarios } from "./scenarios/registry.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await createRig();
});
afterAll(() => rig.dispose());

const all = [...scenarios.values()];
const played = all.filter(({ lasts }) => lasts === undefined);
/** They say what no normaliser knows; that is what they are there for. */
const odd = new Set(["malformed-lines", "huge-line", "leaks"]);
/** They leave without a word, or before their first one. */
const withoutInit = new Set(["bad-flag", "id-in-use", "lost-session"]);

describe("a story", () => {
  it("stands in the list under the name of its file, and there are at least forty", () => {
    const support = ["api-failure", "board", "registry", "scenario"];
    const files = readdirSync(path.join(import.meta.dirname, "scenarios"))
      .map((file) => path.basename(file, ".ts"))
      .filter((name) => !support.includes(name));
    expect([...scenarios.keys()].sort()).toEqual(files.sort());
    expect(files.length).toBeGreaterThanOrEqual(40);
  });

  it.each(played.map((scenario) => [scenario.name, scenario] as const))(
    "%s ends as it says",
    async (name, scenario) => {
      const sessionId = randomUUID();
      const first = await playScenario(rig, name, { sessionId });
      const last = scenario.isSecondTurn
        ? await playScenario(rig, name, { resume: sessionId })
        : first;
      expect({ outcome: last.ending.outcome, message: last.ending.message }).toEqual({
        outcome: scenario.outcome,
        message: expect.stringMatching(/\S/) as string,
      });
      if (!withoutInit.has(name)) expect(last.events[0]).toMatchObject({ kind: "init" });
      if (!odd.has(name)) {
        const strange = last.events.filter(({ kind }) =>
          ["unknown", "raw", "diagnostic"].includes(kind),
        );
        expect(strange).toEqual([]);
      }
    },
  );
});

describe("what endings tell beside their outcome", () => {
  it("names the tools that were refused", async () => {
    const { ending } = await playScenario(rig, "refused-tool");
    expect(ending.blockedTools).toEqual(["WebFetch"]);
  });

  it("names the tool a person denied", async () => {
    const { ending, events } = await playScenario(rig, "permission-bash", { answer: "deny" });
    expect(ending).toMatchObject({ outcome: "completed", blockedTools: ["Bash"] });
    expect(events.filter(({ kind }) => kind === "permission_request")).toHaveLength(1);
  });

  it("says what to do about the session", async () => {
    const sessionId = randomUUID();
    const taken = await playScenario(rig, "id-in-use", { sessionId });
    expect(taken.ending.sessionProblem).toBe("id_in_use");
    const resumed = await playScenario(rig, "id-in-use", { resume: sessionId });
    expect(resumed.ending.outcome).toBe("completed");
    await playScenario(rig, "lost-session", { sessionId: sessionId.replace(/^./, "f") });
    const lost = await playScenario(rig, "lost-session", { resume: sessionId.replace(/^./, "f") });
    expect(lost.ending.sessionProblem).toBe("not_found");
  });

  it.each(["rate-limited", "limit-old-wording"])(
    "knows when the limit of %s ends",
    async (name) => {
      const { ending } = await playScenario(rig, name);
      const inMs = Date.parse(ending.resetsAt ?? "") - Date.now();
      expect(Math.round(inMs / 600_000)).toBe(6);
    },
  );

  it.each([
    ["two-results", 2],
    ["background-work", 2],
    ["missing-result", 0],
  ])("%s tells %i results", async (name, count) => {
    expect((await playScenario(rig, name)).results).toBe(count);
  });
});

describe("the list", () => {
  it("names, describes and classifies every story, for people and for programs", async () => {
    const text = await runProgram(["--list"]);
    const json = await runProgram(["--list", "--json"]);
    const rows = JSON.parse(json.stdout) as { name: string; about: string; outcome: string }[];
    expect(rows.map(({ name }) => name)).toEqual([...scenarios.keys()]);
    for (const { name, about, outcome } of rows) {
      expect(text.stdout).toMatch(new RegExp(`^${name} +${outcome} +\\S`, "m"));
      expect(about).toMatch(/^\S.{10,}$/);
    }
  });

  it("plays one in a throw-away folder", async () => {
    const { code, stdout } = await runProgram(["default-success"]);
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ type: "result", subtype: "success" });
    expect(lines[0]?.["cwd"]).toMatch(/signalbox-play-/);
    expect(readdirSync(".")).not.toContain("notes");
  });

  it.each([
    [["nosuch"], '"nosuch"'],
    [[], "no scenario"],
  ])("refuses %j", async (argv, found) => {
    const { code, stderr } = await runProgram(argv);
    expect(code).toBe(2);
    expect(stderr).toContain(`scenario: expected a name from --list, found ${found}`);
  });
});
