import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { whyAnswerSchema } from "#server/contracts/why.ts";
import { anyBoard } from "../testing/arbitrary-board.ts";
import { applyChange } from "../testing/apply-change.ts";
import {
  buildCandidate,
  buildFiring,
  buildMember,
  buildPair,
  buildRun,
  buildSnapshot,
  buildState,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "../testing/board.ts";
import { candidatesForTicket } from "./candidates.ts";
import { decide } from "./decide.ts";
import { explain, sentenceFor, smallestChange } from "./explain.ts";
import { evaluateGates, firstRefusal } from "./gates.ts";
import { sentenceTexts } from "./sentence-texts.ts";

describe("the smallest change", { timeout: 60_000 }, () => {
  it("makes its gate pass when it is one write, on any board", () => {
    const tried = new Map<string, number>();
    fc.assert(
      fc.property(anyBoard(), ({ snapshot, candidates }) => {
        for (const candidate of candidates) {
          for (const gate of evaluateGates(snapshot, candidate)) {
            if (gate.pass) continue;
            const write = smallestChange(gate, snapshot, candidate)?.write ?? null;
            if (write === null) continue;
            tried.set(gate.code, (tried.get(gate.code) ?? 0) + 1);
            const after = applyChange({ snapshot, candidate }, write);
            const again = evaluateGates(after.snapshot, after.candidate);
            const same = again.find(({ code }) => code === gate.code);
            expect(same, JSON.stringify({ code: gate.code, write })).toMatchObject({ pass: true });
          }
        }
      }),
      { numRuns: 100 },
    );
    expect([...tried.keys()].toSorted()).toEqual([
      "AGENT_HELD",
      "AGENT_UNAVAILABLE",
      "BUDGET_REACHED",
      "BUDGET_RESERVED",
      "CONDITION",
      "GROUP_BUSY",
      "NO_MATCH",
      "PROJECT_PAUSED",
      "STOPPED_BY_PERSON",
      "TAKEN_OVER",
      "WORKSPACE_UNTRUSTED",
    ]);
  });

  it("and the sentence are complete for every gate that refuses, on any board", () => {
    fc.assert(
      fc.property(anyBoard(), ({ snapshot, candidates }) => {
        for (const candidate of candidates) {
          for (const gate of evaluateGates(snapshot, candidate)) {
            if (gate.pass) continue;
            const sentence = sentenceFor(gate, snapshot, candidate);
            const change = smallestChange(gate, snapshot, candidate)?.sentence;
            for (const one of [sentence, ...(change ? [change] : [])]) {
              expect(one.text).not.toMatch(/[{}]|undefined|null|NaN/);
              expect(Object.keys(sentenceTexts)).toContain(one.key);
            }
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  const change = (
    candidate: Parameters<typeof buildCandidate>[0],
    snapshot: Parameters<typeof buildSnapshot>[0] = {},
  ) => {
    const board = buildSnapshot(snapshot);
    const one = buildCandidate(candidate);
    const gate = firstRefusal(evaluateGates(board, one));
    return gate && smallestChange(gate, board, one);
  };

  it("is a label", () => {
    const config = readConfig([
      { ...dispatchRule, conditions: [{ type: "labels", labels: ["app:borne"] }] },
    ]);
    expect(change({}, { config })).toEqual({
      sentence: {
        key: "fix.add_label",
        values: { label: "app:borne" },
        text: "Add the label app:borne",
      },
      write: { kind: "add_label", label: "app:borne" },
    });
  });

  it("is so many more characters", () => {
    const config = readConfig([
      { ...dispatchRule, conditions: [{ type: "minDescriptionLength", length: 20 }] },
    ]);
    const ticket = buildTicket({ description: "  12345678  " });
    expect(change({ ticket }, { config })?.sentence.text).toBe(
      "12 more characters in the description",
    );
  });

  it("names all that is missing when one write is not enough", () => {
    const config = readConfig([
      {
        ...dispatchRule,
        conditions: [
          { type: "labels", labels: ["cart"] },
          { type: "minDescriptionLength", length: 20 },
        ],
      },
    ]);
    const ticket = buildTicket({ description: "12345678" });
    expect(change({ ticket }, { config })).toMatchObject({
      sentence: { text: "Add the label cart; 12 more characters in the description" },
      write: null,
    });
  });

  it("is to wait for a run, with the time where it is known", () => {
    const run = buildRun({
      agent: "coder",
      group: "workspace",
      ticketNumber: 311,
      expectedEndAt: minutesAgo(-6),
    });
    expect(change({}, { activeRuns: [run] })?.sentence.text).toBe(
      "Wait for coder on #311, about 6 min",
    );
  });

  it("is the cap in steps of five dollars, enough for this run", () => {
    const budget = {
      capUsd: 10,
      spentUsd: 14.5,
      reservedUsd: 0,
      supervisorCapUsd: 2,
      supervisorSpentUsd: 0,
    };
    expect(change({}, { budget })).toMatchObject({
      sentence: { text: "Raise today's cap by $10.00" },
      write: { kind: "raise_budget", byUsd: 10 },
    });
  });

  it("is an agent to assign where the assignee decides", () => {
    const config = readConfig([
      {
        id: "any",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [{ type: "runAgent", agent: "{assignee}" }],
      },
    ]);
    const ticket = buildTicket({ assignee: null });
    expect(change({ automationId: "any", ticket }, { config })).toMatchObject({
      sentence: { text: "Assign it to docs" },
      write: { kind: "assign", slug: "docs" },
    });
  });
});

describe("explain", { timeout: 60_000 }, () => {
  const rules = [
    dispatchRule,
    { ...dispatchRule, id: "off", enabled: false },
    {
      id: "label",
      trigger: { type: "ticketInColumn", columns: ["Todo"] },
      conditions: [{ type: "labels", labels: ["docs"] }],
      actions: [{ type: "runAgent", agent: "docs" }],
    },
    {
      id: "feedback",
      trigger: { type: "ticketCommentAdded" },
      actions: [{ type: "runAgent", agent: "programmer" }],
    },
    { id: "later", trigger: { type: "ofALaterVersion" }, actions: [] },
  ];
  const busy = {
    config: readConfig(rules),
    activeRuns: [buildRun({ agent: "qa", group: "workspace" })],
  };
  const why = (
    snapshot: Parameters<typeof buildSnapshot>[0],
    ticket = buildTicket(),
    firings: Parameters<typeof candidatesForTicket>[2] = [],
  ) => {
    const board = buildSnapshot(snapshot);
    return explain(board, candidatesForTicket(board, ticket, firings));
  };

  it("asks every rule of the file", () => {
    const { automations } = why(busy);
    expect(automations.map(({ automationId, primary }) => [automationId, primary])).toEqual([
      ["dispatch", "GROUP_BUSY"],
      ["off", "AUTOMATION_OFF"],
      ["label", "CONDITION"],
      ["feedback", "NO_MATCH"],
      ["later", "AUTOMATION_OFF"],
    ]);
  });

  it("lets the rule speak that passed most gates", () => {
    expect(why(busy).waits).toMatchObject({
      code: "GROUP_BUSY",
      group: "workspace",
      sentence: { text: "Group workspace is busy: qa works on #88" },
      since: minutesAgo(5).toISOString(),
    });
  });

  it("says nothing where no rule selects the ticket, or only rules that are off do", () => {
    expect(why(busy, buildTicket({ column: "Backlog" })).waits).toBeNull();
    expect(why({ config: readConfig([{ ...dispatchRule, enabled: false }]) }).waits).toBeNull();
  });

  it("says nothing while something is about to start", () => {
    expect(why({ config: readConfig(rules) }).waits).toBeNull();
  });

  it("agrees with the dispatcher about what may start, on any board", () => {
    fc.assert(
      fc.property(anyBoard(), ({ snapshot, candidates }) => {
        const board = { ...snapshot, groupReservation: null };
        for (const candidate of candidates) {
          const { admissions, refusals } = decide(board, [candidate]);
          const [verdict] = explain(board, [candidate]).automations;
          expect(verdict?.admitted).toBe(admissions.length === 1);
          expect(verdict?.gates).toEqual((admissions[0] ?? refusals[0])?.gates);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("speaks for a comment that is owed", () => {
    const firing = {
      ...buildFiring(),
      automationId: "feedback",
      agent: null,
      cause: "trigger" as const,
      isForced: false,
    };
    const { automations, waits } = why(
      { ...busy, members: { programmer: buildMember("programmer", { heldBy: "Ada" }) } },
      buildTicket({ column: "Review" }),
      [firing],
    );
    expect(automations[0]).toMatchObject({ automationId: "feedback", primary: "GROUP_BUSY" });
    expect(automations.filter(({ automationId }) => automationId === "feedback")).toHaveLength(1);
    expect(waits?.code).toBe("GROUP_BUSY");
  });

  it("names a wish of a person by its cause", () => {
    const firing = {
      ...buildFiring({ requestedBy: "ada" }),
      automationId: null,
      agent: "programmer",
      cause: "manual" as const,
      isForced: true,
    };
    const { automations, waits } = why(busy, buildTicket({ column: "Backlog" }), [firing]);
    expect(automations[0]).toMatchObject({ automationId: "manual", agent: "programmer" });
    expect(waits?.code).toBe("GROUP_BUSY");
  });

  it("answers in the shape of the API", () => {
    const { automations, waits } = why(busy);
    const answer = {
      ticket: 41,
      evaluatedAt: minutesAgo(0).toISOString(),
      engineAlive: true,
      drop: null,
      past: [],
      history: [],
    };
    expect(whyAnswerSchema.parse({ ...answer, automations, waits })).toBeTruthy();
  });

  it("leaves no selected ticket of a random board without a code", () => {
    fc.assert(
      fc.property(anyBoard(), ({ snapshot, tickets }) => {
        for (const ticket of tickets) {
          const { automations, waits } = explain(
            snapshot,
            candidatesForTicket(snapshot, ticket, []),
          );
          const selected = automations.filter((verdict) =>
            verdict.gates.every(
              ({ code, pass }) =>
                pass || !["NO_MATCH", "TICKET_CLOSED", "AUTOMATION_OFF"].includes(code),
            ),
          );
          const starts = automations.some((verdict) => verdict.admitted);
          expect(waits !== null).toBe(selected.length > 0 && !starts);
          for (const verdict of automations) {
            expect(verdict.sentence === null).toBe(verdict.primary === null);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

it("a held rule waits, with who holds it", () => {
  const board = buildSnapshot({
    automationStates: {
      dispatch: buildState({ heldBy: "Ada" }),
    },
  });
  const { waits } = explain(
    board,
    candidatesForTicket(board, buildTicket({ pairs: { programmer: buildPair() } }), []),
  );
  expect(waits?.sentence.text).toBe("Rule dispatch is held by Ada");
});
