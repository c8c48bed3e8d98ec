import type { GateCode } from "#server/contracts/words.ts";
import {
  buildColumn,
  buildFiring,
  buildRun,
  buildState,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "./board.ts";
import { chatter, explicitRule, pair, project, readyContract } from "./gate-scene.ts";
import type { Case } from "./gate-scene.ts";

/** Gates of the ticket and its rule: the facts that make each, and nothing else, refuse. */
export const ruleCases = {
  PROJECT_PAUSED: [
    {
      name: "project paused",
      snapshot: project({ isPaused: true, pausedBy: "Ada" }),
      sentence: "The project is paused by Ada",
    },
    {
      name: "everything paused",
      snapshot: project({ isEverythingPaused: true }),
      sentence: "Everything is paused",
    },
  ],
  TICKET_CLOSED: [
    {
      name: "deleted",
      candidate: { ticket: buildTicket({ isDeleted: true }) },
      sentence: "The ticket is deleted",
    },
  ],
  AUTOMATION_OFF: [
    {
      name: "switched off",
      snapshot: { config: readConfig([{ ...dispatchRule, enabled: false }]) },
      sentence: "Rule dispatch is switched off",
    },
    {
      name: "held",
      snapshot: {
        automationStates: {
          dispatch: buildState({ heldBy: "Ada" }),
        },
      },
      sentence: "Rule dispatch is held by Ada",
    },
    {
      name: "moves into a column the board does not have",
      snapshot: { columns: [buildColumn("Todo"), buildColumn("Done")] },
      sentence: "Rule dispatch moves it to InProgress, a column the board does not have",
    },
  ],
  NOT_DUE: [
    {
      name: "debounce",
      snapshot: {
        config: readConfig([
          { ...dispatchRule, trigger: { ...dispatchRule.trigger, debounceSeconds: 3600 } },
        ]),
      },
      sentence: "It starts when nobody has changed it until 2026-03-01T12:30:00Z",
    },
    {
      name: "a firing due later",
      candidate: {
        cause: "wake",
        agent: "programmer",
        firing: buildFiring({ dueAt: minutesAgo(-5) }),
      },
      sentence: "It is looked at next at 2026-03-01T12:05:00Z",
    },
    {
      name: "hints switched off and not polled since it came",
      snapshot: {
        config: readConfig([
          {
            ...dispatchRule,
            trigger: { ...dispatchRule.trigger, immediate: false, seconds: 3600 },
          },
        ]),
        automationStates: {
          dispatch: buildState({ lastPolledAt: minutesAgo(40) }),
        },
      },
      sentence: "It is looked at next at 2026-03-01T12:20:00Z",
    },
  ],
  NO_MATCH: [
    {
      name: "another column",
      candidate: { ticket: buildTicket({ column: "Backlog" }) },
      sentence: "It is in Backlog, rule dispatch looks at Todo",
    },
    {
      name: "another assignee",
      candidate: { ticket: buildTicket({ assignee: "docs" }) },
      sentence: "It is assigned to docs, rule dispatch looks for programmer",
    },
    {
      name: "nobody assigned",
      candidate: { ticket: buildTicket({ assignee: null }) },
      sentence: "It is assigned to nobody, rule dispatch looks for programmer",
    },
    {
      name: "there before the rule was saved",
      candidate: { ticket: buildTicket({ enteredColumnRevision: 4 }) },
      snapshot: {
        automationStates: {
          dispatch: buildState({ startsAfter: 4 }),
        },
      },
      sentence: "It was in Todo before rule dispatch was saved",
    },
  ],
  CONDITION: [
    {
      name: "a condition",
      snapshot: {
        config: readConfig([
          { ...dispatchRule, conditions: [{ type: "labels", labels: ["cart"] }] },
        ]),
      },
      sentence: "Rule dispatch asks that it has the label cart",
    },
    {
      name: "the root's description length",
      snapshot: { config: readConfig([dispatchRule], { minDescriptionLength: 500 }) },
      sentence: "Rule dispatch asks that its description has at least 500 characters",
    },
  ],
  CONTRACT_NOT_READY: [
    {
      name: "nobody wrote the contract the rule asks for",
      snapshot: { config: readConfig([explicitRule]) },
      sentence: "Its contract is not ready: contract",
    },
    {
      name: "a short mission and no limits",
      candidate: {
        ticket: buildTicket({
          contract: {
            ...readyContract,
            mission: "Fix it",
            boundaries: { scope: [], mustNot: ["touch migrations"] },
          },
        }),
      },
      sentence: "Its contract is not ready: mission and boundaries.scope",
    },
  ],
  DEPTH_LIMIT: [
    {
      name: "level 5",
      candidate: { ticket: buildTicket({ level: 5 }) },
      sentence: "It is at level 5, and 4 is the deepest that starts",
    },
    {
      name: "four created in a row",
      candidate: { ticket: buildTicket({ creationChain: 4 }) },
      sentence: "4 tickets in a row were created by runs, and 3 is the limit",
    },
  ],
  DUPLICATE: [
    {
      name: "the same pair",
      snapshot: {
        activeRuns: [
          buildRun({ agent: "programmer", ticketId: 1041, ticketNumber: 41, group: "x" }),
        ],
      },
      sentence: "programmer already works on #41",
    },
    {
      name: "another rule's run on the ticket comes first",
      snapshot: { activeRuns: [buildRun({ ticketId: 1041, ticketNumber: 41 })] },
      sentence: "docs works on #41 first",
    },
  ],
  NOTHING_CHANGED: [
    {
      name: "no touch since the admission",
      candidate: pair({
        lastAdmittedRevision: { dispatch: 9 },
        lastTouchRevision: { dispatch: 9 },
      }),
      sentence: "programmer ended without moving the card, and nothing changed since",
    },
  ],
  LOOP_SUSPECTED: [
    {
      name: "four runs of one agent",
      candidate: { ticket: buildTicket({ loop: chatter("PPPP") }) },
      sentence:
        "It looks like a loop: 4 runs of programmer without progress since a person was here",
    },
    {
      name: "two agents in turn",
      candidate: { ticket: buildTicket({ loop: chatter("QPQPQP") }) },
      sentence:
        "It looks like a loop: qa and programmer took turns 6 times without progress since a person was here",
    },
    {
      name: "changes by rules",
      candidate: { ticket: buildTicket({ loop: chatter("", 12) }) },
      sentence: "It looks like a loop: 12 changes by rules since a person was here",
    },
  ],
  BACKOFF: [
    {
      name: "the pair's retry time",
      candidate: pair({ nextRetryAt: minutesAgo(-5) }),
      sentence: "programmer tries again at 2026-03-01T12:05:00Z",
    },
    {
      name: "a firing whose start failed",
      candidate: {
        cause: "wake",
        agent: "programmer",
        firing: buildFiring({ failures: 1, dueAt: minutesAgo(-5) }),
      },
      sentence: "programmer tries again at 2026-03-01T12:05:00Z",
    },
  ],
  RETRIES_SPENT: [
    {
      name: "five failures",
      candidate: pair({ failures: 5 }),
      sentence: "programmer failed 5 times and waits for a person",
    },
    {
      name: "two, where its contract allows no more",
      candidate: pair({ failures: 2, failureLimit: 2 }),
      sentence: "programmer failed 2 times and waits for a person",
    },
    {
      name: "stuck at once",
      candidate: pair({ failures: 1, isStuck: true }),
      sentence: "programmer is stuck and waits for a person",
    },
    {
      name: "a rule without tickets",
      snapshot: {
        config: readConfig([
          {
            id: "nightly",
            trigger: { type: "interval", seconds: 60, maxConsecutiveRuns: 3 },
            actions: [{ type: "runAgent", agent: "programmer" }],
          },
        ]),
      },
      candidate: {
        automationId: "nightly",
        ticket: null,
        firing: buildFiring({ failures: 3 }),
      },
      sentence: "programmer failed 3 times for rule nightly; nothing starts until a person acts",
    },
  ],
  SLEEPING: [
    {
      name: "dormant until a time",
      candidate: pair({ sleepsUntil: { kind: "limit", until: minutesAgo(-60) } }),
      sentence: "programmer sleeps until 2026-03-01T13:00:00Z",
    },
    {
      name: "dormant until something happens",
      candidate: pair({ sleepsUntil: { kind: "answer", until: null } }),
      sentence: "programmer sleeps until its question is answered",
    },
  ],
  BLOCKED: [
    {
      name: "open blockers",
      candidate: { ticket: buildTicket({ openBlockers: [9, 7] }) },
      sentence: "It is blocked by #7 and #9",
    },
  ],
} satisfies Partial<Record<GateCode, Case[]>>;
