import { describe, expect, it } from "vitest";
import {
  buildCandidate,
  buildFiring,
  buildManual,
  buildMember,
  buildPair,
  buildSnapshot,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "../testing/board.ts";
import type { RunRequest } from "./plan.ts";
import { resolveRunRequest } from "./resolve.ts";
import type { Candidate, DispatchSnapshot } from "../dispatch/snapshot.ts";

function resolve(candidate: Candidate, snapshot: Partial<DispatchSnapshot> = {}): RunRequest {
  const request = resolveRunRequest(buildSnapshot(snapshot), candidate);
  if (request.kind !== "run") throw new Error(JSON.stringify(request));
  return request;
}
const rules = (actions: unknown[], more: Record<string, unknown> = {}) => ({
  config: readConfig([{ ...dispatchRule, ...more, actions }]),
});
const withRun = (keys: Record<string, unknown>) =>
  rules([{ type: "runAgent", agent: "programmer", ...keys }]);
const inWorktree = { ...buildSnapshot().project, isolation: "worktree" as const };

describe("resolveRunRequest", () => {
  it("gives everything an admission needs", () => {
    expect(resolve(buildCandidate())).toEqual({
      kind: "run",
      agent: "programmer",
      automationId: "dispatch",
      automationName: "dispatch",
      actionIndex: 1,
      skillFile: null,
      group: "workspace",
      exclusions: [],
      model: null,
      fallbackModel: null,
      maxTurns: 200,
      maxCostUsd: 2,
      reservationUsd: 2,
      timeoutSeconds: 14_400,
      env: {},
      isolation: "workspace",
      restoreStatusOnFail: true,
      contract: "derived",
      contextMode: "minimal",
      context: null,
      isWriter: true,
      harness: {},
      memory: null,
      actionsBefore: [{ type: "moveTicketStatus", index: 0, on: "completed", to: "InProgress" }],
      actionsOwed: [],
      actionsAfter: [],
      nextActionIndex: null,
      maxConsecutiveRuns: 5,
      backoff: { baseMs: 60_000, maxMs: 1_800_000 },
    });
  });

  describe("the group", () => {
    const members = (agentType: string | null) => ({
      members: { programmer: buildMember("programmer", { agentType }) },
    });
    it.each([
      ["coder", "workspace"],
      ["devops", "workspace"],
      [null, "workspace"],
      ["researcher", "programmer"],
      ["analyst", "programmer"],
      ["orchestrator", "programmer"],
    ])("of %s in the workspace is %s", (agentType, group) => {
      expect(resolve(buildCandidate(), members(agentType)).group).toBe(group);
    });

    it("in an own copy is the ticket's", () => {
      expect(resolve(buildCandidate(), { project: inWorktree }).group).toBe("ticket-41");
      expect(resolve(buildCandidate(), withRun({ isolation: "worktree" })).group).toBe("ticket-41");
    });

    it("of an imported file stays the agent", () => {
      const project = { ...buildSnapshot().project, isImported: true };
      expect(resolve(buildCandidate(), { project }).group).toBe("programmer");
    });

    it("is what the action says, with placeholders", () => {
      const keys = {
        concurrencyGroup: "text-{ticketId}",
        mutuallyExclusiveWith: ["print", "{assignee}-x"],
      };
      expect(resolve(buildCandidate(), withRun(keys))).toMatchObject({
        group: "text-41",
        exclusions: ["print", "programmer-x"],
      });
    });
  });

  it("prefers the action over the front matter, and the smaller of two limits", () => {
    const members = {
      programmer: buildMember("programmer", { model: "haiku", maxTurns: 30 }),
    };
    expect(resolve(buildCandidate(), { members })).toMatchObject({ model: "haiku", maxTurns: 30 });
    const keys = withRun({ model: "opus", maxTurns: 60 });
    expect(resolve(buildCandidate(), { members, ...keys })).toMatchObject({
      model: "opus",
      maxTurns: 30,
    });
    expect(resolve(buildCandidate(), withRun({ maxTurns: 12 })).maxTurns).toBe(12);
  });

  it("reserves what earlier runs of the agent cost where it has no limit", () => {
    const members = { programmer: buildMember("programmer", { recentCostsUsd: [0.3, 0.4] }) };
    expect(resolve(buildCandidate(), { members, ...withRun({}) })).toMatchObject({
      maxCostUsd: null,
      reservationUsd: 0.4,
    });
  });

  it("takes the assignee as agent, and says when there is none", () => {
    const any = rules([{ type: "runAgent", agent: "{assignee}" }], {
      trigger: { type: "ticketInColumn", columns: ["Todo"] },
    });
    const docs = buildCandidate({ ticket: buildTicket({ assignee: "docs" }) });
    expect(resolve(docs, any).agent).toBe("docs");
    const problem = (assignee: string | null) =>
      resolveRunRequest(buildSnapshot(any), buildCandidate({ ticket: buildTicket({ assignee }) }));
    expect(problem(null)).toEqual({ kind: "problem", code: "no_assignee", agent: null });
    expect(problem("owner")).toEqual({
      kind: "problem",
      code: "assignee_is_person",
      agent: "owner",
    });
    expect(problem("ghost")).toEqual({ kind: "problem", code: "not_a_member", agent: "ghost" });
  });

  it("fills placeholders of comments", () => {
    const config = rules([
      { type: "addComment", content: "#{ticketId} {ticketTitle} for {assignee} {other}" },
      { type: "assignTicket", slug: "{previousAssignee}" },
      { type: "runAgent", agent: "programmer" },
    ]);
    expect(resolve(buildCandidate(), config).actionsBefore).toEqual([
      {
        type: "addComment",
        index: 0,
        on: "completed",
        content: "#41 Checkout total ignores VAT for programmer {other}",
        author: "automation",
      },
      { type: "assignTicket", index: 1, on: "completed", slug: "programmer" },
    ]);
  });

  it("leaves out a move to where the ticket is", () => {
    const config = rules([
      { type: "moveTicketStatus", to: "Todo" },
      { type: "runAgent", agent: "programmer" },
    ]);
    expect(resolve(buildCandidate(), config).actionsBefore).toEqual([]);
  });

  describe("a chain", () => {
    const chain = rules([
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: "programmer" },
      { type: "addComment", content: "coded" },
      { type: "runAgent", agent: "docs" },
      { type: "moveTicketStatus", to: "Review" },
      { type: "setLabels", add: ["failed"], on: "failed" },
    ]);

    it("starts with its first run and leaves what lies between to the second's admission", () => {
      expect(resolve(buildCandidate(), chain)).toMatchObject({
        agent: "programmer",
        actionIndex: 1,
        actionsAfter: [],
        nextActionIndex: 3,
      });
    });

    it("goes on with the second, whose actions after it are its own", () => {
      const candidate = buildCandidate({
        cause: "chain",
        firing: buildFiring({ payload: { actionIndex: 3 } }),
      });
      expect(resolve(candidate, chain)).toMatchObject({
        agent: "docs",
        actionIndex: 3,
        actionsBefore: [{ type: "addComment", index: 2 }],
        actionsAfter: [
          { type: "moveTicketStatus", index: 4, on: "completed", to: "Review" },
          { type: "setLabels", index: 5, on: "failed", add: ["failed"], remove: [] },
        ],
        nextActionIndex: null,
      });
    });
  });

  it("is actions alone where the rule runs nobody", () => {
    const config = rules([{ type: "addComment", content: "seen" }]);
    expect(resolveRunRequest(buildSnapshot(config), buildCandidate())).toEqual({
      kind: "actions",
      agent: null,
      automationId: "dispatch",
      automationName: "dispatch",
      actionsBefore: [
        { type: "addComment", index: 0, on: "completed", content: "seen", author: "automation" },
      ],
      actionsOwed: [],
    });
  });

  it("takes the pauses and limits of the trigger", () => {
    const trigger = {
      ...dispatchRule.trigger,
      failureBackoffSeconds: 5,
      maxFailureBackoffSeconds: 20,
      maxConsecutiveRuns: 2,
    };
    const config = { config: readConfig([{ ...dispatchRule, trigger }]) };
    expect(resolve(buildCandidate(), config)).toMatchObject({
      backoff: { baseMs: 5_000, maxMs: 20_000 },
      maxConsecutiveRuns: 2,
    });
  });
});

describe("a start by hand", () => {
  const two = {
    config: readConfig([
      { ...dispatchRule, id: "off", enabled: false },
      {
        id: "coded",
        trigger: { type: "ticketCommentAdded" },
        actions: [
          { type: "addComment", content: "starting" },
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: "programmer", concurrencyGroup: "code", model: "opus" },
          { type: "moveTicketStatus", to: "Review" },
        ],
      },
      { ...dispatchRule, id: "second" },
    ]),
  };
  const backlog = buildTicket({ column: "Backlog" });

  it("uses the first enabled rule that runs this agent, and of what is before it the move", () => {
    expect(resolve(buildManual({ ticket: backlog }), two)).toMatchObject({
      agent: "programmer",
      automationId: "coded",
      group: "code",
      model: "opus",
      actionsBefore: [{ type: "moveTicketStatus", to: "InProgress" }],
      actionsAfter: [{ type: "moveTicketStatus", to: "Review" }],
    });
  });

  it("takes the assignee where no agent is named, and can take another", () => {
    expect(resolve(buildManual({ ticket: backlog })).agent).toBe("programmer");
    expect(resolve(buildManual({ ticket: backlog, agent: "docs" })).agent).toBe("docs");
    const unassigned = buildManual({ ticket: buildTicket({ assignee: null }) });
    expect(resolveRunRequest(buildSnapshot(), unassigned)).toMatchObject({ code: "no_assignee" });
  });

  it("falls back to front matter and defaults where no rule runs the agent", () => {
    const members = {
      docs: buildMember("docs", { agentType: "analyst", model: "haiku", maxTurns: 9 }),
    };
    expect(resolve(buildManual({ ticket: backlog, agent: "docs" }), { members })).toMatchObject({
      automationId: null,
      actionIndex: null,
      group: "docs",
      model: "haiku",
      maxTurns: 9,
      actionsBefore: [],
      actionsAfter: [],
    });
  });

  it("leaves out a move into a column the board does not have", () => {
    const columns = buildSnapshot().columns.filter(({ name }) => name !== "InProgress");
    expect(resolve(buildManual({ ticket: backlog }), { columns }).actionsBefore).toEqual([]);
  });
});

describe("a retry, wake or message", () => {
  const rulesOfTwo = {
    config: readConfig([
      dispatchRule,
      {
        id: "deep",
        enabled: false,
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [{ type: "runAgent", agent: "{assignee}", model: "opus" }],
      },
    ]),
  };
  const lastRun = {
    id: "r1",
    automationId: "deep",
    outcome: "failed" as const,
    endedAt: minutesAgo(1),
    stoppedBy: null,
    stoppedByKind: null,
    isStopLifted: false,
  };
  const ticket = buildTicket({ pairs: { programmer: buildPair({ lastRun }) } });

  it.each(["retry", "wake", "message", "answer"] as const)(
    "%s goes on with the rule of the run it continues, also when that is off",
    (cause) => {
      const candidate = buildCandidate({ cause, automationId: null, agent: "programmer", ticket });
      expect(resolve(candidate, rulesOfTwo)).toMatchObject({ automationId: "deep", model: "opus" });
    },
  );

  it("keeps its agent when the ticket was given to somebody else", () => {
    const given = { ...ticket, assignee: "docs" };
    const candidate = buildCandidate({
      cause: "retry",
      automationId: "deep",
      agent: "programmer",
      ticket: given,
    });
    expect(resolve(candidate, rulesOfTwo)).toMatchObject({ agent: "programmer", model: "opus" });
  });
});
