import { z } from "zod";
import { isRecord } from "../automation/parse-node.ts";

/** A conversation of an agent on a ticket, as the old engine kept it. */
export interface OldSession {
  agent: string;
  ticketNumber: number;
  sessionId: string;
}

/** What `.agents/channel/dispatch-state.json` says (compat §5.3). Keys that mean nothing here are named. */
export interface DispatchState {
  sessions: OldSession[];
  /** Keys of sessions that nothing here uses: ticketless ones, chats, memory runs. */
  unusedSessions: string[];
  /** Keys or ids that could not be read. */
  badSessions: string[];
  lastProcessedCommit: string | null;
  /** Numbers of tickets in the snapshot of columns. */
  snapshotTickets: number;
  /** Highest comment seen, by ticket number. */
  lastCommentIds: Map<number, number>;
  /** Agents and automations with a time of their last start. */
  lastTimes: string[];
  unknownKeys: string[];
}

export type ParsedState = { ok: true; state: DispatchState } | { ok: false; problem: string };

const sessionIdSchema = z.uuid();
const commitSchema = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const ownKeys = new Set([
  "_sessions",
  "_ticketSnapshot",
  "_lastProcessedCommit",
  "_lastCommentIds",
]);
const timeKeys = new Set(["lastDispatched", "lastFired", "lastSubStatuses"]);

/** Reads the file's text; only a text that is no JSON object is refused. */
export function parseDispatchState(text: string): ParsedState {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, problem: "expected JSON, found something else" };
  }
  if (!isRecord(root)) return { ok: false, problem: "expected an object" };
  const commit = commitSchema.safeParse(root["_lastProcessedCommit"]);
  const snapshot = root["_ticketSnapshot"];
  const others = Object.keys(root).filter((key) => !ownKeys.has(key));
  const isTimed = (key: string): boolean => {
    const value = root[key];
    return isRecord(value) && Object.keys(value).some((inner) => timeKeys.has(inner));
  };
  return {
    ok: true,
    state: {
      ...readSessions(root["_sessions"]),
      lastProcessedCommit: commit.success ? commit.data : null,
      snapshotTickets: isRecord(snapshot) ? Object.keys(snapshot).length : 0,
      lastCommentIds: readCommentIds(root["_lastCommentIds"]),
      lastTimes: others.filter(isTimed),
      unknownKeys: others.filter((key) => !isTimed(key)),
    },
  };
}

type Sessions = Pick<DispatchState, "sessions" | "unusedSessions" | "badSessions">;

function readSessions(raw: unknown): Sessions {
  const found: Sessions = { sessions: [], unusedSessions: [], badSessions: [] };
  if (!isRecord(raw)) return found;
  for (const [key, value] of Object.entries(raw)) {
    if (/^(chat|consolidate):/.test(key) || key.endsWith(":sweep")) {
      found.unusedSessions.push(key);
      continue;
    }
    const [, agent, number] = /^([^:]+):([1-9]\d{0,8})$/.exec(key) ?? [];
    const sessionId = sessionIdSchema.safeParse(value);
    if (agent === undefined || number === undefined || !sessionId.success) {
      found.badSessions.push(key);
    } else {
      found.sessions.push({
        agent,
        ticketNumber: Number(number),
        sessionId: sessionId.data.toLowerCase(),
      });
    }
  }
  return found;
}

function readCommentIds(raw: unknown): Map<number, number> {
  const ids = new Map<number, number>();
  if (!isRecord(raw)) return ids;
  for (const [key, value] of Object.entries(raw)) {
    if (/^[1-9]\d{0,8}$/.test(key) && typeof value === "number") ids.set(Number(key), value);
  }
  return ids;
}
