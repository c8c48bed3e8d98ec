import type { decide } from "#server/core/dispatch/decide.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { admitRuns } from "../commands/admit-run.ts";
import type { Admission, AdmissionInput, Taker } from "../commands/admission.ts";
import { isPlainStart } from "../commands/prepare-ticket.ts";
import { failpoint } from "../lib/failpoint.ts";
import type { WorkerContext } from "./context.ts";

/** Who takes runs with their admission; `taker` null: they wait for a claim. */
export interface RunTaker {
  taker: Taker | null;
  start(run: { id: string; fence: number }): void;
}

/** More than this wait for another transaction: the slot row is locked meanwhile. */
const MAX_TOGETHER = 32;

/** What became of the runs of a look. */
export interface Admitted {
  count: number;
  /** How many of them wait for a worker. */
  waiting: number;
}

/**
 * Admits what a look decided, in its order: plain starts that follow each other in one transaction, every
 * other candidate in one of its own. The first runs go to `taker`, who hears of them at once.
 */
export async function admitDecided(
  context: WorkerContext,
  snapshot: DispatchSnapshot,
  decided: ReturnType<typeof decide>["admissions"],
  { taker, start }: RunTaker,
): Promise<Admitted> {
  const { database } = context;
  const inputs = decided.map(({ candidate, request }) => ({
    projectId: snapshot.project.id,
    candidate,
    request,
    actor: actorOf(candidate),
    previousRunId: previousOf(candidate),
  }));
  const admitted: Admitted = { count: 0, waiting: 0 };
  let places = taker?.atMost ?? 0;
  for (const together of splitInputs(inputs)) {
    const rest = taker && places > 0 ? { ...taker, atMost: places } : null;
    const admissions = await admitRuns(database, together, rest);
    failpoint("admit.afterCommit");
    for (const [index, admission] of admissions.entries()) {
      logAdmission(context, snapshot, together[index]?.candidate, admission);
      if (admission.kind !== "admitted") continue;
      admitted.count += 1;
      if (admission.fence === null) admitted.waiting += 1;
      else {
        places -= 1;
        start({ id: admission.runId, fence: admission.fence });
      }
    }
  }
  return admitted;
}

/** In their order; a ticket occurs once in each part. */
function splitInputs(inputs: readonly AdmissionInput[]): AdmissionInput[][] {
  const parts: AdmissionInput[][] = [];
  let open: AdmissionInput[] | null = null;
  let tickets = new Set<number>();
  for (const input of inputs) {
    const { candidate, request } = input;
    const ticketId = candidate.ticket?.id;
    const isPlain = isPlainStart(candidate, request);
    const isKnown = ticketId !== undefined && tickets.has(ticketId);
    if (open === null || !isPlain || isKnown || open.length >= MAX_TOGETHER) {
      open = isPlain ? [] : null;
      tickets = new Set();
      parts.push(open ?? [input]);
    }
    open?.push(input);
    if (ticketId !== undefined) tickets.add(ticketId);
  }
  return parts;
}

function logAdmission(
  { log }: WorkerContext,
  snapshot: DispatchSnapshot,
  candidate: Candidate | undefined,
  admission: Admission,
): void {
  log.info(
    {
      project: snapshot.project.slug,
      ticket: candidate?.ticket?.number ?? null,
      automation: candidate?.automationId ?? null,
      admission: admission.kind,
      ...(admission.kind === "admitted" ? { run: admission.runId } : {}),
      ...(admission.kind === "refused" ? { gate: admission.refusal.code } : {}),
    },
    "admission",
  );
}

function actorOf(candidate: Candidate): AdmissionInput["actor"] {
  const requestedBy = candidate.firing?.requestedBy ?? null;
  if (requestedBy !== null) {
    return { kind: "person", slug: requestedBy, runId: null, automationId: null };
  }
  const { automationId } = candidate;
  if (automationId === null) {
    return { kind: "system", slug: "system", runId: null, automationId: null };
  }
  return { kind: "automation", slug: automationId, runId: null, automationId };
}

/** The run a retry, wake or answer goes on with. */
function previousOf(candidate: Candidate): string | null {
  const previous = candidate.firing?.payload["previousRunId"];
  return typeof previous === "string" ? previous : null;
}
