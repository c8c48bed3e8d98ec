import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { RunHarness, StartRunAnswer } from "#server/contracts/run.ts";
import { resolveRunRequest } from "#server/core/automation/resolve.ts";
import { sentenceFor, smallestChange } from "#server/core/dispatch/explain.ts";
import { passingGates } from "#server/core/dispatch/gate.ts";
import { queuedSentence } from "#server/core/dispatch/queued.ts";
import { evaluateGates, firstRefusal } from "#server/core/dispatch/gates.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import type { GateResult } from "#server/contracts/why.ts";
import { factsFor } from "../queries/candidates.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import { findTicket } from "../queries/find-project.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Database } from "../store/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import { inTransaction } from "../store/transaction.ts";
import { admitRun } from "./admit-run.ts";
import { causeOf } from "./cause-of.ts";

export interface StartInput {
  projectId: number;
  ticketNumber: number;
  /** Default: the ticket's assignee. */
  agent?: string | undefined;
  /** The run it tries again. */
  previousRunId?: string | null;
  /** What is changed for this try. */
  harness?: RunHarness;
}

/** A ticket that changes under our hands is looked at again this often. */
const MAX_LOOKS = 3;

/**
 * A person's Run: skips what rule 13 names and records it as forced. What passes with time leaves the
 * start owed, first in line and withdrawable; 422 with the gate's code only where waiting cannot help.
 */
export async function startRun(
  database: Database,
  actor: Actor,
  input: StartInput,
): Promise<StartRunAnswer> {
  for (let look = 1; ; look += 1) {
    const { snapshot, candidate } = await lookAt(database, actor, input);
    const request = resolveRunRequest(snapshot, candidate);
    if (request.kind !== "run") {
      const refusal = firstRefusal(evaluateGates(snapshot, candidate));
      throw refused(refusal ?? { code: "AGENT_UNAVAILABLE" }, snapshot, candidate);
    }
    const admission = await admitRun(database, {
      projectId: input.projectId,
      candidate,
      request,
      actor: activityActor(actor),
      cause: {
        ...causeOf(candidate, snapshot),
        actor: actor.slug,
        actorKind: actor.kind,
        at: snapshot.now.toISOString(),
      },
      previousRunId: input.previousRunId ?? null,
    });
    if (admission.kind === "admitted") return { runId: admission.runId };
    if (admission.kind === "refused") {
      const { refusal } = admission;
      if (!passingGates.has(refusal.code)) throw refused(refusal, snapshot, candidate);
      const firingId = await owe(database, actor, input, candidate, request.agent, snapshot.now);
      const sentence = sentenceFor(refusal, snapshot, candidate);
      const place = queuedSentence(smallestChange(refusal, snapshot, candidate));
      return { firingId, waiting: refusal.code, sentence, place };
    }
    if (look >= MAX_LOOKS) {
      throw new Failure(409, "TICKET_CHANGED", "the ticket changed meanwhile; try again");
    }
  }
}

async function lookAt(
  database: Database,
  actor: Actor,
  input: StartInput,
): Promise<{ snapshot: DispatchSnapshot; candidate: Candidate }> {
  const { prisma } = database;
  const row = await findTicket(database, input.projectId, input.ticketNumber);
  const snapshot = await readDispatchSnapshot(prisma, input.projectId);
  const ticket = (await factsFor(prisma, snapshot, [row.id])).get(row.id) ?? null;
  return {
    snapshot,
    candidate: {
      automationId: null,
      ticket,
      cause: "manual",
      agent: input.agent ?? row.assignee,
      firing: null,
      isForced: actor.kind === "person",
      harness: input.harness ?? null,
    },
  };
}

function refused(
  gate: Pick<GateResult, "code">,
  snapshot: DispatchSnapshot,
  candidate: Candidate,
): Failure {
  const sentence = sentenceFor(gate, snapshot, candidate);
  return new Failure(422, gate.code, sentence.text, { sentence });
}

async function owe(
  database: Database,
  actor: Actor,
  input: StartInput,
  candidate: Candidate,
  agent: string,
  now: Date,
): Promise<number> {
  return inTransaction(database, async (tx) => {
    const ticketId = candidate.ticket?.id ?? null;
    const firingId = await oweFiring(tx, {
      projectId: input.projectId,
      automationId: null,
      ticketId,
      agent,
      cause: "manual",
      sourceSeq: null,
      dueAt: now,
      payload: {
        ...(input.previousRunId ? { previousRunId: input.previousRunId } : {}),
        ...(input.harness ? { harness: input.harness } : {}),
      },
      requestedBy: actor.slug,
      failures: 0,
    });
    await writeActivity(tx, {
      projectId: input.projectId,
      ticket: candidate.ticket
        ? { id: candidate.ticket.id, number: candidate.ticket.number }
        : null,
      actor: activityActor(actor),
      kind: "run_requested",
      data: { agent, firing: firingId },
    });
    return firingId;
  });
}
