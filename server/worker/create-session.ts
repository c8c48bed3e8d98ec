import { createNormaliser } from "../agent/normalise.ts";
import type { PermissionInput } from "../agent/permissions.ts";
import { createRedactor } from "../lib/redact.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { openKeeperLine } from "./keeper-line.ts";
import { createLiveState } from "./live-state.ts";
import { obeyCommands } from "./run-commands.ts";
import type { RunSession } from "./run-session.ts";
import { secretValues } from "../lib/secret-values.ts";
import type { Charge } from "./supervise.ts";

const LATER_STEP_USD = 1;

export interface SessionParts {
  n: number;
  dir: string;
  socketPath: string;
  permissions: PermissionInput;
  variables: Record<string, string>;
  apiUrl: string;
}

/** Memory of one process, empty; the control socket is opened at once and kept open. */
export function createSession(charge: Charge, parts: SessionParts): RunSession {
  const { context, run, fence, feed, signal } = charge;
  const { socketPath, ...rest } = parts;
  const keeper = openKeeperLine(context.runtime, { socketPath }, fence);
  signal.addEventListener("abort", () => keeper.close(), { once: true });

  let isObeying = false;
  let isHinted = false;
  const hint = (): void => {
    isHinted = true;
    if (isObeying || signal.aborted) return;
    isObeying = true;
    void (async () => {
      while (isHinted && !signal.aborted) {
        isHinted = false;
        await obeyCommands(session);
      }
    })()
      .catch((error: unknown) =>
        context.log.warn({ run: run.id, err: error }, "a command could not be carried out yet"),
      )
      .finally(() => {
        isObeying = false;
      });
  };

  const redactor = createRedactor(secretsOf(charge));
  const session: RunSession = {
    context,
    run,
    fence,
    ...rest,
    expectedSessionId: run.sessionId ?? "",
    isResume: run.isResume,
    signal,
    feed,
    live: createLiveState(context, run),
    keeper,
    normaliser: createNormaliser(),
    redactor,
    redactStderr: redactor.plainLines(),
    hint,
    sawInit: false,
    results: [],
    rateLimit: null,
    assistantError: null,
    cost: { cliVersion: run.cliVersion, processTotalUsd: null, sessionTotalUsd: null },
    money: {
      reservedUsd: Number(run.reservation?.amountUsd ?? 0),
      stepUsd: stepOf(run),
      isAsking: false,
      isRefused: false,
    },
    usage: new Map(),
    openRequests: new Map(),
    undelivered: new Set(),
    runGrants: [],
    isPlanApproved: false,
    wasParked: false,
    endedFor: null,
    verifyProblem: null,
    sawFullDisk: false,
    hasOpenTurn: false,
    isStopSent: false,
    isEndSent: false,
    lastOutputMs: context.clock.monotonicMs(),
  };
  charge.onSession(session);
  return session;
}

/** In USD. A run that was begun before may have been raised: its steps are then small ones. */
function stepOf(run: ClaimedRun): number {
  const amountUsd = Number(run.reservation?.amountUsd ?? 0) || LATER_STEP_USD;
  return run.startedAt === null ? amountUsd : Math.min(amountUsd, LATER_STEP_USD);
}

function secretsOf({ context, run }: Charge): string[] {
  const values = secretValues(context);
  return run.tokenSecret === null ? values : [run.tokenSecret, ...values];
}

/** What the session had cost before this process, for a CLI that goes on counting; null when new. */
export async function readSessionTotal({ context, run }: RunSession): Promise<number | null> {
  if (!run.isResume || run.ticketId === null) return null;
  const known = await context.database.prisma.agentSession.findUnique({
    where: {
      projectId_agent_ticketId: {
        projectId: run.projectId,
        agent: run.agent,
        ticketId: run.ticketId,
      },
    },
    select: { lastTotalUsd: true },
  });
  return known?.lastTotalUsd == null ? null : Number(known.lastTotalUsd);
}
