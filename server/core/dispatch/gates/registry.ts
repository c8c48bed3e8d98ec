import type { GateCode } from "#server/contracts/words.ts";
import type { Gate } from "../gate.ts";
import { agentUnavailable } from "./agent-unavailable.ts";
import { automationOff } from "./automation-off.ts";
import { blocked } from "./blocked.ts";
import { budgetReached, budgetReserved } from "./budget.ts";
import { agentHeld, beingEdited, stoppedByPerson, takenOver } from "./by-person.ts";
import { columnFull } from "./column-full.ts";
import { condition } from "./condition.ts";
import { contractNotReady } from "./contract-not-ready.ts";
import { depthLimit } from "./depth-limit.ts";
import { duplicate } from "./duplicate.ts";
import { excluded, groupBusy } from "./group.ts";
import { loopSuspected } from "./loop-suspected.ts";
import { diskLow, engineDown, redisDown, slotsFull } from "./machine.ts";
import { noMatch } from "./no-match.ts";
import { notDue } from "./not-due.ts";
import { nothingChanged } from "./nothing-changed.ts";
import { projectPaused } from "./project-paused.ts";
import { providerLimit } from "./provider-limit.ts";
import { reserved } from "./reserved.ts";
import { backoff, retriesSpent } from "./retry.ts";
import { sleeping } from "./sleeping.ts";
import { ticketClosed } from "./ticket-closed.ts";
import { workspaceInvalid, workspaceUntrusted } from "./workspace.ts";

/** Every gate by its code; the order of evaluation is that of `gateCodes`. */
export const gates = {
  PROJECT_PAUSED: projectPaused,
  TICKET_CLOSED: ticketClosed,
  AUTOMATION_OFF: automationOff,
  NOT_DUE: notDue,
  NO_MATCH: noMatch,
  CONDITION: condition,
  CONTRACT_NOT_READY: contractNotReady,
  DEPTH_LIMIT: depthLimit,
  DUPLICATE: duplicate,
  TAKEN_OVER: takenOver,
  NOTHING_CHANGED: nothingChanged,
  LOOP_SUSPECTED: loopSuspected,
  BACKOFF: backoff,
  RETRIES_SPENT: retriesSpent,
  SLEEPING: sleeping,
  BLOCKED: blocked,
  GROUP_BUSY: groupBusy,
  EXCLUDED: excluded,
  BUDGET_REACHED: budgetReached,
  BUDGET_RESERVED: budgetReserved,
  AGENT_UNAVAILABLE: agentUnavailable,
  WORKSPACE_INVALID: workspaceInvalid,
  WORKSPACE_UNTRUSTED: workspaceUntrusted,
  COLUMN_FULL: columnFull,
  STOPPED_BY_PERSON: stoppedByPerson,
  BEING_EDITED: beingEdited,
  AGENT_HELD: agentHeld,
  PROVIDER_LIMIT: providerLimit,
  RESERVED: reserved,
  DISK_LOW: diskLow,
  ENGINE_DOWN: engineDown,
  SLOTS_FULL: slotsFull,
  REDIS_DOWN: redisDown,
} satisfies Record<GateCode, Gate>;
