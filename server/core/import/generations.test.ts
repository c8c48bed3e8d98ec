import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAutomations } from "../automation/config.ts";
import type { AutomationsConfig } from "../automation/config.ts";
import { editText, setEnabledInText } from "../automation/diff.ts";
import { configWarnings } from "../automation/warnings.ts";
import { evaluateConditions } from "../dispatch/gates/condition.ts";
import { createGateContext } from "../dispatch/context.ts";
import { buildCandidate, buildColumn, buildSnapshot } from "../testing/board.ts";
import { judgeAutomations } from "./judge-automations.ts";
import type { ImportFacts } from "./judge-automations.ts";

const read = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");

function parse(text: string): AutomationsConfig {
  const parsed = parseAutomations(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.config;
}

function only(automation: object) {
  const [found] = parse(JSON.stringify({ automations: [automation] })).automations;
  if (!found) throw new Error("expected an automation");
  return found;
}

const facts: ImportFacts = {
  columns: new Set(["Todo", "InProgress", "Review", "Done"]),
  members: new Map([
    ["programmer", "agent"],
    ["writer", "agent"],
    ["qa-tester", "agent"],
    ["owner", "person"],
  ]),
  skilled: new Set(["programmer", "writer", "qa-tester"]),
  hasPowerShell: false,
  allowScripts: true,
  allowedHosts: new Set(),
};
const judge = (text: string, more: Partial<ImportFacts> = {}) => {
  const parsed = parseAutomations(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return judgeAutomations(parsed.config, parsed.disabled, { ...facts, ...more });
};

describe("files of every generation", () => {
  it("reads the oldest form: comments, trailing commas, any key order, older names", () => {
    const { automations } = parse(read("first-dispatcher.jsonc"));
    expect(automations.map(({ disabledReason }) => disabledReason)).toEqual(
      automations.map(() => undefined),
    );
    const [draft, sweep, named] = automations;
    expect(draft?.trigger).toMatchObject({
      type: "ticketInColumn",
      columns: ["Todo"],
      seconds: 20,
    });
    expect(draft?.actions).toMatchObject([
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: "programmer", skillFile: ".agents/programmer/SKILL.md" },
      { type: "addComment", content: "done with #{ticketId}", author: "automation" },
    ]);
    expect(sweep?.conditions).toEqual([
      {
        type: "noPendingTickets",
        columns: ["Todo", "InProgress"],
        assigneeSlug: "programmer",
        concurrencyGroup: "code",
        sameAssignee: false,
        negate: false,
      },
    ]);
    expect(sweep?.actions).toMatchObject([{ agent: "janitor", skillFile: "skills/janitor.md" }]);
    expect(named?.trigger).toMatchObject({ from: "Todo", to: "Review" });
    expect(named?.conditions).toMatchObject([{ columns: ["Review"] }]);
    expect(named?.actions).toMatchObject([{ agent: "qa-tester" }, { to: "Done" }]);
  });

  it("reads what the editor saved: keys in any case, its defaults and uiTypeKey", () => {
    const parsed = parseAutomations(`\uFEFF${read("saved-by-the-editor.json")}`);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { config, warnings, disabled } = parsed;
    expect([warnings, disabled]).toEqual([[], []]);
    expect(config.dailyBudgetUsd).toBe(12.5);
    const [draft, report] = config.automations;
    expect(draft).toMatchObject({ id: "draft", name: "Write what is planned", enabled: true });
    expect(draft?.trigger).toMatchObject({ columns: ["Planned"], assigneeSlug: "writer" });
    expect(draft?.conditions[1]).toMatchObject({ columns: ["Todo", "InProgress"] });
    expect(draft?.actions[1]).toMatchObject({ agent: "{assignee}", maxTurns: 60 });
    expect(draft?.actions[1]).not.toHaveProperty("model");
    expect(report).toMatchObject({ enabled: false });
    expect(report?.actions[0]).toMatchObject({
      status: "Todo",
      priority: "NiceToHave",
      createdBy: "automation",
      skipIfExists: true,
    });
  });

  it("one unknown type does not reject the whole file", () => {
    const judged = judge(read("fork.json"));
    expect(judged.map(({ id, state }) => [id, state])).toEqual([
      ["moon", "not_supported"],
      ["tweet", "not_supported"],
      ["weather", "not_supported"],
      ["bad-cron", "decide"],
      ["fine", "works"],
    ]);
    expect(judged[0]?.reasons).toMatchObject([
      { code: "unknown_type", values: { path: "automations[0].trigger", found: '"moonPhase"' } },
    ]);
    expect(judged[3]?.reasons).toMatchObject([{ code: "invalid_value" }]);
  });

  it("takes keys of every node in any case, whatever stands first", () => {
    const found = only({
      ID: "a",
      ACTIONS: [
        { SKILLFILE: "x/writer/SKILL.md", TYPE: "runClaudeSkill" },
        { Body: "hi", Type: "addComment" },
      ],
      Trigger: { Column: "Todo", Type: "ticketInColumn", OnStart: { MoveTo: "InProgress" } },
    });
    expect(found.disabledReason).toBeUndefined();
    expect(found.trigger).toMatchObject({ columns: ["Todo"] });
    expect(found.actions).toMatchObject([
      { to: "InProgress" },
      { agent: "writer" },
      { content: "hi" },
    ]);
  });

  it.each([
    [{ skillFile: ".agents\\coder\\SKILL.md" }, "coder"],
    [{ skillFile: "skills/coder.md" }, "coder"],
    [{ skillFile: "SKILL.md" }, "SKILL"],
    [{ skillFile: "skills/coder.md", agentName: "other" }, "other"],
    [{ skillFile: "skills/coder.md", agentName: "" }, "coder"],
  ])("names the agent of %j %s", (keys, agent) => {
    const found = only({
      id: "a",
      trigger: { type: "interval" },
      actions: [{ type: "runClaudeSkill", ...keys }],
    });
    expect(found.actions).toMatchObject([{ type: "runAgent", agent }]);
  });

  it("reads 60 automations of 100 kB", () => {
    const automations = Array.from({ length: 60 }, (_, index) => ({
      id: `rule-${index}`,
      trigger: { type: "ticketInColumn", column: `Column ${index}`, uiTypeKey: "ticketInColumn" },
      conditions: [{ type: "noPendingTickets" }, { type: "priority", priorities: ["Required"] }],
      actions: [{ type: "runAgent", agent: `agent-${index}`, context: "x".repeat(1_500) }],
    }));
    const text = JSON.stringify({ automations });
    expect(text.length).toBeGreaterThan(100_000);
    const { automations: found } = parse(text);
    expect(found).toHaveLength(60);
    expect(found.every((one) => one.disabledReason === undefined)).toBe(true);
  });
});

describe("editing an older file", () => {
  it("keeps everything but the value, whatever the keys' case and the mark at its start", () => {
    const text = `\uFEFF${read("saved-by-the-editor.json")}`;
    const off = setEnabledInText(text, "draft", false);
    expect(off).toBe(text.replace('"Enabled": true', '"Enabled": false'));
    const cheap = editText(text, ["dailyBudgetUsd"], 5);
    expect(cheap).toBe(text.replace("12.5", "5"));
  });

  it("points a fix at the action in the file, where a first move stands with the trigger", () => {
    const rule = (id: string, agent: string) => ({
      id,
      trigger: { type: "ticketInColumn", columns: ["Todo"], onStart: { moveTo: "InProgress" } },
      actions: [{ type: "runAgent", agent }],
    });
    const config = parse(JSON.stringify({ automations: [rule("a", "x"), rule("b", "y")] }));
    const warnings = configWarnings(config, {
      columns: ["Todo", "InProgress"],
      writers: new Set(["x", "y"]),
      isolation: "workspace",
      isImported: true,
    });
    expect(
      warnings.find(({ fix }) => fix !== undefined && fix.actions.length === 2)?.fix?.actions,
    ).toEqual([
      ["automations", 0, "actions", 0],
      ["automations", 1, "actions", 0],
    ]);
  });
});

describe("what an automation lacks", () => {
  const runs = (agent: string, more: object = {}) =>
    JSON.stringify({
      automations: [
        {
          id: "a",
          trigger: { type: "ticketInColumn", columns: ["Todo"] },
          actions: [{ type: "runAgent", agent }],
          ...more,
        },
      ],
    });
  const codes = (text: string, more: Partial<ImportFacts> = {}) =>
    judge(text, more)[0]?.reasons.map(({ code }) => code);

  it("is named: columns, members, skills, PowerShell, programs, hosts", () => {
    expect(codes(runs("writer"))).toEqual([]);
    expect(codes(runs("{assignee}"))).toEqual([]);
    expect(codes(runs("nobody"))).toEqual(["missing_agent"]);
    expect(codes(runs("owner"))).toEqual(["agent_is_person"]);
    expect(codes(runs("writer"), { skilled: new Set() })).toEqual(["no_skill"]);
    expect(codes(runs("writer"), { columns: new Set() })).toEqual(["missing_column"]);
    const doing = (action: object) => runs("", { actions: [action] });
    const script = doing({ type: "executePowerShell", script: "x" });
    expect(judge(script)[0]?.state).toBe("not_supported");
    expect(codes(script, { hasPowerShell: true, allowScripts: false })).toEqual(["scripts_off"]);
    const call = doing({ type: "httpRequest", url: "https://api.example.com/x" });
    expect(codes(call)).toEqual(["host_not_allowed"]);
    expect(codes(call, { allowedHosts: new Set(["api.example.com"]) })).toEqual([]);
  });
});

describe("noPendingTickets", () => {
  function holds(
    condition: object,
    busy: string | null,
    more: { isImported?: boolean; ticketless?: boolean } = {},
  ) {
    const config = parse(
      JSON.stringify({
        automations: [
          {
            id: "a",
            trigger: { type: "interval" },
            conditions: [{ type: "noPendingTickets", ...condition }],
            actions: [{ type: "runAgent", agent: "writer" }],
          },
        ],
      }),
    );
    const base = buildSnapshot();
    const snapshot = {
      ...base,
      config,
      project: { ...base.project, isImported: more.isImported ?? true },
      columns: [
        buildColumn("Todo", { count: 0, countByAssignee: {} }),
        buildColumn("Review", { count: 2, countByAssignee: { qa: 2 } }),
      ],
      activeRuns:
        busy === null
          ? []
          : [
              {
                id: "r",
                agent: "writer",
                ticketId: null,
                ticketNumber: null,
                automationId: null,
                group: busy,
                exclusions: [],
                state: "running" as const,
                startedAt: base.now,
              },
            ],
    };
    const candidate = buildCandidate({
      automationId: "a",
      ...(more.ticketless === false ? {} : { ticket: null }),
    });
    const context = createGateContext(snapshot, candidate);
    return evaluateConditions(context).every(({ pass }) => pass);
  }

  it("holds while its columns are empty and its group is free", () => {
    expect(holds({}, null)).toBe(true);
    expect(holds({ concurrencyGroup: "code" }, null)).toBe(true);
    expect(holds({ concurrencyGroup: "code" }, "other")).toBe(true);
    expect(holds({ concurrencyGroup: "code" }, "code")).toBe(false);
    expect(holds({}, "code")).toBe(true);
    expect(holds({ columns: ["Review"] }, null)).toBe(false);
    expect(holds({ columns: ["Review"], assigneeSlug: "programmer" }, null)).toBe(true);
    expect(holds({ concurrencyGroup: "code", negate: true }, "code")).toBe(true);
  });

  it("fills in the ticket it is about, and is false without one where it needs its assignee", () => {
    expect(holds({ concurrencyGroup: "g-{ticketId}" }, "g-41", { ticketless: false })).toBe(false);
    expect(holds({ concurrencyGroup: "g-{assignee}" }, "g-programmer", { ticketless: false })).toBe(
      false,
    );
    expect(holds({ sameAssignee: true }, null)).toBe(false);
  });
});
