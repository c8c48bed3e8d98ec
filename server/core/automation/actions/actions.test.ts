import { describe, expect, it } from "vitest";
import {
  buildCandidate,
  buildFiring,
  buildSnapshot,
  buildTicket,
  dispatchRule,
  readConfig,
} from "../../testing/board.ts";
import type { Candidate, DispatchSnapshot } from "../../dispatch/snapshot.ts";
import { automationsJsonSchema, parseAutomations } from "../config.ts";
import { describeAutomation } from "../describe.ts";
import { calendarPlaceholders } from "../placeholders.ts";
import type { ActionsRequest, RunRequest } from "../plan.ts";
import { resolveRunRequest } from "../resolve.ts";

const rule = (actions: unknown[], more: Partial<DispatchSnapshot> = {}) =>
  buildSnapshot({ config: readConfig([{ ...dispatchRule, actions }]), ...more });

function actionsOnly(actions: unknown[], candidate: Partial<Candidate> = {}): ActionsRequest {
  const request = resolveRunRequest(rule(actions), buildCandidate(candidate));
  if (request.kind !== "actions") throw new Error(JSON.stringify(request));
  return request;
}

function run(actions: unknown[], candidate: Partial<Candidate> = {}): RunRequest {
  const request = resolveRunRequest(rule(actions), buildCandidate(candidate));
  if (request.kind !== "run") throw new Error(JSON.stringify(request));
  return request;
}

/** Why the only automation of a file is disabled. */
function problemOf(action: unknown): string | undefined {
  const parsed = parseAutomations(
    JSON.stringify({ automations: [{ ...dispatchRule, actions: [action] }] }),
  );
  return parsed.ok ? parsed.config.automations[0]?.disabledReason : "refused";
}

const hostile = buildTicket({ title: 'a "quoted" $(rm -rf /) {slug}' });

describe("createTicket", () => {
  it("knows older names of its keys and fills in the defaults", () => {
    const [action] = actionsOnly([
      { type: "createTicket", title: "Weekly report", column: "Backlog", assignee: "docs" },
    ]).actionsOwed;
    expect(action).toEqual({
      type: "createTicket",
      index: 0,
      on: "completed",
      title: "Weekly report",
      description: "",
      status: "Backlog",
      assignedTo: "docs",
      labels: [],
      priority: 1,
      parentId: null,
      createdBy: "automation",
      skipIfExists: true,
    });
  });

  it("fills placeholders of the ticket and the calendar", () => {
    const [action] = actionsOnly([
      {
        type: "createTicket",
        title: "Report {date} on #{ticketId} {title}",
        description: "{now} {time} {monday} {firstOfMonth} {other}",
        parentId: "{ticketId}",
      },
    ]).actionsOwed;
    expect(action).toMatchObject({
      title: "Report 2026-03-01 on #41 Checkout total ignores VAT",
      description: "2026-03-01 12:00 12:00 2026-02-23 2026-03-01 {other}",
      parentId: 41,
    });
  });

  it("works without a ticket", () => {
    const [action] = actionsOnly(
      [{ type: "createTicket", title: "Report {ticketId}", parentId: "{ticketId}" }],
      { ticket: null },
    ).actionsOwed;
    expect(action).toMatchObject({ title: "Report ", parentId: null });
  });
});

describe("the calendar of placeholders", () => {
  const at = (now: string, timeZone: string) =>
    calendarPlaceholders({
      ...buildSnapshot(),
      now: new Date(now),
      config: { automations: [], timeZone },
    });

  it("is the project's, not the server's", () => {
    expect(at("2026-03-29T22:30:00Z", "Europe/Paris")).toEqual({
      now: "2026-03-30 00:30",
      date: "2026-03-30",
      time: "00:30",
      monday: "2026-03-30",
      firstOfMonth: "2026-03-01",
    });
    expect(at("2026-03-01T02:00:00Z", "America/New_York")).toMatchObject({
      date: "2026-02-28",
      monday: "2026-02-23",
      firstOfMonth: "2026-02-01",
    });
  });

  it("counts Sunday to the week before it", () => {
    expect(at("2026-03-08T12:00:00Z", "UTC")).toMatchObject({ monday: "2026-03-02" });
  });
});

describe("runCommand", () => {
  it("keeps its argv as written, whatever the ticket says", () => {
    const [action] = actionsOnly(
      [{ type: "runCommand", command: "make", args: ["{ticketTitle}", "{ticketId}"] }],
      { ticket: hostile },
    ).actionsOwed;
    expect(action).toMatchObject({
      command: "make",
      args: ["{ticketTitle}", "{ticketId}"],
      timeoutSeconds: 60,
    });
  });

  it("as executePowerShell never has a title in a command line or in code", () => {
    const [action] = actionsOnly(
      [
        {
          type: "executePowerShell",
          script: 'Write-Host "{ticketTitle} {ticketId} {slug}"',
          scriptFile: "tools/{slug}.ps1",
          arguments: ["-Id", "{ticketId}", "-Title", "{ticketTitle}"],
        },
      ],
      { ticket: hostile },
    ).actionsOwed;
    expect(action).toMatchObject({
      script: 'Write-Host "$env:SIGNALBOX_TICKET_TITLE 41 web-shop"',
      scriptFile: "tools/web-shop.ps1",
      args: ["-Id", "41", "-Title", ""],
      abortOnFailure: false,
    });
  });
});

describe("httpRequest", () => {
  it("escapes texts in a JSON body, and puts only ids into the address", () => {
    const [action] = actionsOnly(
      [
        {
          type: "httpRequest",
          method: "post",
          url: "https://api.example.com/{slug}/{ticketId}/{ticketTitle}",
          body: { text: "{ticketTitle}", by: "{assignee}" },
        },
      ],
      { ticket: hostile },
    ).actionsOwed;
    if (action?.type !== "httpRequest") throw new Error("expected a call");
    expect(action.url).toBe("https://api.example.com/web-shop/41/{ticketTitle}");
    expect(action).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json" },
      timeoutSeconds: 30,
    });
    expect(JSON.parse(action.body ?? "")).toEqual({ text: hostile.title, by: "programmer" });
  });

  it.each([
    [{ url: "ftp://example.com" }, "url"],
    [{ url: "https://example.com", headers: { Host: "other" } }, "headers"],
    [{ url: "https://example.com", headers: { "X-A": "a\r\nB: c" } }, "headers"],
    [{ url: "https://example.com", method: "TRACE" }, "method"],
  ])("refuses %j", (keys, field) => {
    expect(problemOf({ type: "httpRequest", ...keys })).toContain(field);
  });
});

describe("what belongs to the admission", () => {
  it("is every move, and other changes up to the first step that cannot", () => {
    const request = run([
      { type: "addComment", content: "first" },
      { type: "runCommand", command: "make" },
      { type: "addComment", content: "second" },
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "createTicket", title: "x" },
      { type: "runAgent", agent: "programmer" },
    ]);
    const types = (list: { type: string; index: number }[]) =>
      list.map(({ type, index }) => `${index} ${type}`);
    expect(types(request.actionsBefore)).toEqual(["0 addComment", "3 moveTicketStatus"]);
    expect(types(request.actionsOwed)).toEqual(["1 runCommand", "2 addComment", "4 createTicket"]);
  });

  it("is only what is left when its run did not begin the first time", () => {
    const firing = buildFiring({ payload: { actionsLeft: [2] } });
    const request = run(
      [
        { type: "moveTicketStatus", to: "InProgress" },
        { type: "addComment", content: "once" },
        { type: "createTicket", title: "x" },
        { type: "runAgent", agent: "programmer" },
      ],
      { firing },
    );
    expect(request.actionsBefore.map(({ type }) => type)).toEqual(["moveTicketStatus"]);
    expect(request.actionsOwed.map(({ type }) => type)).toEqual(["createTicket"]);
  });
});

describe("an agent's memory", () => {
  const rules = [
    { type: "runAgent", agent: "{assignee}" },
    { type: "consolidateAgentMemory", agent: "{assignee}" },
    { type: "commitAgentMemory", agent: "{assignee}" },
    { type: "moveTicketStatus", to: "Review" },
    { type: "runAgent", agent: "docs" },
    { type: "commitAgentMemory", agent: "docs" },
  ];

  it("is seen to after its run, however that ended; other actions wait for the next admission", () => {
    const request = run(rules);
    expect(request.actionsAfter).toEqual([
      { type: "consolidateAgentMemory", index: 1, on: "always", agent: "programmer" },
    ]);
    expect(request.nextActionIndex).toBe(4);
    const next = run(rules, {
      cause: "chain",
      firing: buildFiring({ payload: { actionIndex: 4 } }),
    });
    expect(next.actionsBefore.map(({ type }) => type)).toEqual(["moveTicketStatus"]);
    expect(next.actionsAfter).toEqual([
      { type: "commitAgentMemory", index: 5, on: "always", agent: "docs" },
    ]);
  });

  it("is compacted by a short run without a ticket, which is followed by its commit", () => {
    const memory = run(rules, {
      cause: "chain",
      ticket: null,
      agent: "programmer",
      firing: buildFiring({ payload: { memoryIndex: 1 } }),
    });
    expect(memory).toMatchObject({
      agent: "programmer",
      actionIndex: 1,
      maxTurns: 5,
      memory: { instructionFile: ".agents/memory-consolidation.md" },
      actionsBefore: [],
      actionsOwed: [],
      actionsAfter: [{ type: "commitAgentMemory", index: 2, on: "always", agent: "programmer" }],
      nextActionIndex: null,
    });
  });

  it("is left alone where nobody is assigned", () => {
    const ticket = buildTicket({ assignee: null });
    const only = rules.slice(1, 3);
    expect(actionsOnly(only, { ticket }).actionsBefore).toEqual([]);
    expect(actionsOnly(only, { ticket }).actionsOwed).toEqual([]);
  });
});

it("describes every action in both languages", () => {
  const [automation] = readConfig([
    {
      ...dispatchRule,
      actions: [
        { type: "createTicket", title: "Report", status: "Todo" },
        { type: "runAgent", agent: "programmer" },
        { type: "runCommand", command: "make", args: ["deploy"] },
        { type: "executePowerShell", scriptFile: "x.ps1", on: "failed" },
        { type: "httpRequest", url: "https://api.example.com/x" },
        { type: "consolidateAgentMemory", agent: "programmer" },
        { type: "commitAgentMemory", agent: "{assignee}", on: "completed" },
      ],
    },
  ]).automations;
  if (!automation) throw new Error("expected an automation");
  expect(describeAutomation(automation)).toBe(
    "For each ticket in Todo assigned to programmer: create the ticket “Report” in Todo, then run programmer, then run the command make deploy, then run a PowerShell script (x.ps1) if it failed, then call api.example.com (GET), then compact the memory of programmer, then commit the memory of its assignee if it completed",
  );
  expect(describeAutomation(automation, "fr")).toContain(
    "créer le ticket « Report » dans Todo, puis lancer programmer, puis exécuter la commande make deploy, puis exécuter un script PowerShell (x.ps1) en cas d’échec, puis appeler api.example.com (GET), puis condenser la mémoire de programmer, puis enregistrer dans git la mémoire de son responsable en cas de succès",
  );
});

it("has every action in the schema of the file", () => {
  const schema = JSON.stringify(automationsJsonSchema());
  for (const type of [
    "createTicket",
    "runCommand",
    "executePowerShell",
    "httpRequest",
    "consolidateAgentMemory",
    "commitAgentMemory",
  ]) {
    expect(schema).toContain(`"const":"${type}"`);
  }
});

it("passes on every setting of a run", () => {
  const settings = {
    skillFile: ".agents/{assignee}/OTHER.md",
    concurrencyGroup: "g-{ticketId}",
    mutuallyExclusiveWith: ["a", "{assignee}"],
    maxTurns: 12,
    model: "opus",
    fallbackModel: "haiku",
    context: "the text",
    contextMode: "lineage",
    env: { A: "b" },
    restoreStatusOnFail: false,
    contract: "explicit",
    timeoutSeconds: 60,
    maxCostUsd: 3,
    isolation: "worktree",
  };
  const { concurrencyGroup: _group, mutuallyExclusiveWith: _exclusions, ...rest } = settings;
  expect(run([{ type: "runAgent", agent: "programmer", ...settings }])).toMatchObject({
    ...rest,
    skillFile: ".agents/programmer/OTHER.md",
    group: "g-41",
    exclusions: ["a", "programmer"],
  });
});
