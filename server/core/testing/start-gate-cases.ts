import type { GateCode } from "#server/contracts/words.ts";
import {
  buildMember,
  buildRun,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "./board.ts";
import { base, machine, nobody, pair, parkedRun, project, stoppedRun } from "./gate-scene.ts";
import type { Case } from "./gate-scene.ts";

const namesSkillFile = {
  config: readConfig([
    {
      ...dispatchRule,
      actions: [{ type: "runAgent", agent: "programmer", skillFile: "team/coder.md" }],
    },
  ]),
};

/** Gates of what a start needs: the facts that make each, and nothing else, refuse. */
export const startCases = {
  GROUP_BUSY: [
    {
      name: "one writer per folder",
      snapshot: { activeRuns: [buildRun({ agent: "qa", group: "workspace" })] },
      sentence: "Group workspace is busy: qa works on #88",
    },
    {
      name: "a run without a ticket",
      snapshot: {
        activeRuns: [
          buildRun({ agent: "qa", group: "workspace", ticketId: null, ticketNumber: null }),
        ],
      },
      sentence: "Group workspace is busy: qa works without a ticket",
    },
    {
      name: "a parked run with uncommitted changes",
      snapshot: { parkedRuns: [parkedRun] },
      sentence: "Group workspace is held: qa waits for an answer on #88 with uncommitted changes",
    },
    {
      name: "a parked run without a ticket",
      snapshot: { parkedRuns: [{ ...parkedRun, ticketNumber: null }] },
      sentence: "Group workspace is held: qa waits for an answer with uncommitted changes",
    },
    {
      name: "an undo that writes the folder",
      snapshot: { undo: { by: "Ada", agent: "qa", since: minutesAgo(0) } },
      sentence: "Ada is undoing a run of qa, and the folder is being written",
    },
  ],
  EXCLUDED: [
    {
      name: "the other excludes mine",
      snapshot: { activeRuns: [buildRun({ exclusions: ["workspace"] })] },
      sentence: "docs works on #88 in group docs, which excludes group workspace",
    },
    {
      name: "I exclude the other's",
      snapshot: {
        activeRuns: [buildRun()],
        config: readConfig([
          {
            ...dispatchRule,
            actions: [{ type: "runAgent", agent: "programmer", mutuallyExclusiveWith: ["docs"] }],
          },
        ]),
      },
      sentence: "docs works on #88 in group docs, which excludes group workspace",
    },
  ],
  BUDGET_RESERVED: [
    {
      name: "the rest is too small",
      snapshot: { budget: { ...base.budget, spentUsd: 5, reservedUsd: 4 } },
      sentence: "It may need $2.00, and $1.00 of the day's $10.00 is free",
    },
  ],
  AGENT_UNAVAILABLE: [
    {
      name: "no skill",
      snapshot: { members: { programmer: buildMember("programmer", { hasSkill: false }) } },
      sentence: "programmer has no skill file",
    },
    {
      name: "the skill file of the action is not there, and no other",
      snapshot: {
        ...namesSkillFile,
        ...project({ skillFileProblems: { "team/coder.md": "missing" } }),
        members: { programmer: buildMember("programmer", { hasSkill: false }) },
      },
      sentence: "There is no skill file team/coder.md, and programmer has none of its own",
    },
    {
      name: "the skill file of the action must not be read",
      snapshot: {
        ...namesSkillFile,
        ...project({ skillFileProblems: { "team/coder.md": "refused" } }),
      },
      sentence:
        "The skill file team/coder.md of programmer cannot be read: a link, too large, or outside the workspace",
    },
    {
      name: "no member",
      snapshot: { members: nobody },
      sentence: "programmer is not a member of this project",
    },
    {
      name: "a person",
      snapshot: { members: { programmer: buildMember("programmer", { kind: "person" }) } },
      sentence: "It is assigned to programmer, who is a person",
    },
    {
      name: "the CLI is logged out",
      snapshot: machine({ cliProblem: "not logged in: run claude auth login" }),
      sentence: "Agents cannot start: not logged in: run claude auth login",
    },
  ],
  WORKSPACE_INVALID: [
    {
      name: "folder missing",
      snapshot: project({ workspaceProblem: "the folder is gone" }),
      sentence: "The workspace cannot be used: the folder is gone",
    },
  ],
  WORKSPACE_UNTRUSTED: [
    {
      name: "settings nobody accepted",
      snapshot: project({
        settingsProblem: { changedFiles: [".mcp.json", ".claude/settings.json"] },
      }),
      sentence:
        "The workspace has Claude settings nobody has accepted: .claude/settings.json and .mcp.json",
    },
  ],
  COLUMN_FULL: [
    {
      name: "hard limit of the admission's own move",
      snapshot: {
        columns: base.columns.map((column) =>
          column.name === "InProgress" ? { ...column, wipHard: true, wipLimit: 3 } : column,
        ),
      },
      sentence: "InProgress is full: 3 of 3",
    },
  ],
  STOPPED_BY_PERSON: [
    {
      name: "stopped",
      candidate: pair({ lastRun: stoppedRun }),
      sentence: "Ada stopped programmer here",
    },
  ],
  BEING_EDITED: [
    {
      name: "draft",
      candidate: { ticket: buildTicket({ beingEditedBy: "Ada" }) },
      sentence: "Ada is editing it",
    },
  ],
  AGENT_HELD: [
    {
      name: "held",
      snapshot: { members: { programmer: buildMember("programmer", { heldBy: "Ada" }) } },
      sentence: "programmer is held by Ada",
    },
    {
      name: "held for a while",
      snapshot: {
        members: {
          programmer: buildMember("programmer", { heldBy: "Ada", heldUntil: minutesAgo(-10) }),
        },
      },
      sentence: "programmer is held by Ada until 2026-03-01T12:10:00Z",
    },
  ],
  TAKEN_OVER: [
    {
      name: "in a terminal",
      candidate: pair({ takenOverBy: "Ada" }),
      sentence: "Ada works in programmer's session",
    },
  ],
  PROVIDER_LIMIT: [
    {
      name: "closed login",
      snapshot: machine({
        providerLimits: [{ model: "", until: minutesAgo(-90), reason: "five_hour" }],
      }),
      sentence: "Claude limit (five_hour), opens at 2026-03-01T13:30:00Z",
    },
    {
      name: "open again, and another one went first a moment ago",
      snapshot: machine({
        providerLimits: [
          {
            model: "",
            until: minutesAgo(1),
            reason: "five_hour",
            reopenedAt: minutesAgo(1),
            lastStartAfterReopen: minutesAgo(0.05),
          },
        ],
      }),
      sentence: "The Claude limit has just opened: its turn comes at 2026-03-01T12:00:02Z",
    },
  ],
  REDIS_DOWN: [
    {
      name: "away",
      snapshot: machine({ isRedisDown: true }),
      sentence: "Redis is away, and nothing starts without it",
    },
  ],
  RESERVED: [
    {
      name: "would keep the waiting run out by its own exclusion",
      snapshot: {
        config: readConfig([
          {
            ...dispatchRule,
            actions: [
              { type: "runAgent", agent: "programmer", mutuallyExclusiveWith: ["release"] },
            ],
          },
        ]),
        groupReservation: {
          automationId: "release",
          agent: "release",
          ticketNumber: 5,
          groups: ["release", "docs"],
          since: minutesAgo(15),
        },
      },
      sentence:
        "Group workspace is kept free for release on #5, which has waited since 2026-03-01T11:45:00Z",
    },
    {
      name: "kept free for an exclusive run",
      snapshot: {
        groupReservation: {
          automationId: "release",
          agent: "release",
          ticketNumber: 5,
          groups: ["release", "workspace"],
          since: minutesAgo(15),
        },
      },
      sentence:
        "Group workspace is kept free for release on #5, which has waited since 2026-03-01T11:45:00Z",
    },
  ],
  DISK_LOW: [
    { name: "disk", snapshot: machine({ isDiskLow: true }), sentence: "The disk is nearly full" },
  ],
  ENGINE_DOWN: [
    {
      name: "no worker",
      snapshot: machine({ isEngineAlive: false }),
      sentence: "Nothing is being evaluated: no worker is alive",
    },
  ],
  SLOTS_FULL: [
    {
      name: "all places taken",
      snapshot: { slots: { capacity: 6, active: 6 } },
      sentence: "All 6 places are taken",
    },
  ],
} satisfies Partial<Record<GateCode, Case[]>>;
