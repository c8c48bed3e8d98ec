import { newRunId, newUuid } from "#server/lib/ids.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { systemActor } from "#server/contracts/actor.ts";
import type { PermissionLevel } from "#server/contracts/words.ts";
import { deriveContract, hashContract } from "../derive-contract.ts";
import type { PastEvent, PastRun } from "./demo-history.ts";
import type { DemoRepository } from "./demo-repository.ts";

const AGENT = "programmer";
const MINUTE_MS = 60_000;

/**
 * Writes a demo run that is over: it never had a process, starts nothing and holds nothing. Only the
 * demo has such a past; every run that is to start comes from an admission.
 */
export async function insertPastRun(
  database: Database,
  projectId: number,
  repository: DemoRepository,
  past: PastRun,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const project = await tx.project.findUniqueOrThrow({
      where: { id: projectId },
      include: { revision: true },
    });
    const ticket = await tx.ticket.findUniqueOrThrow({
      where: { projectId_number: { projectId, number: past.ticket } },
      include: { column: true },
    });
    const startedAt = new Date(now.getTime() - past.minutesAgo * MINUTE_MS);
    const endedAt = new Date(startedAt.getTime() + past.minutes * MINUTE_MS);
    const contract = deriveContract({
      ticket,
      agent: AGENT,
      agentType: "coder",
      automation: "dispatch",
      context: null,
      contextMode: "fresh",
      allowedTools: [],
      disallowedTools: [],
      timeoutSeconds: 14_400,
      retries: 4,
    });
    const events = withFrame(past, project.permissionLevel as PermissionLevel);
    const run = await tx.run.create({
      data: {
        id: newRunId(),
        projectId,
        ticketId: ticket.id,
        agent: AGENT,
        automationId: "dispatch",
        cause: "trigger",
        causeText: {
          actor: "owner",
          actorKind: "person",
          at: startedAt.toISOString(),
          rule: "dispatch",
          triggerType: "ticketInColumn",
          movedTo: "Todo",
        },
        state: "ended",
        outcome: past.outcome,
        groupName: "workspace",
        exclusions: [],
        sessionId: newUuid(),
        prompt: `#${ticket.number} ${ticket.title}`,
        agentType: "coder",
        permissionLevel: project.permissionLevel,
        allowedTools: [],
        disallowedTools: [],
        maxTurns: 20,
        maxCostUsd: 2,
        timeoutSeconds: 14_400,
        cwd: repository.folder,
        contract: { ...contract },
        contractHash: hashContract(contract),
        forcedGates: [],
        columnBefore: "Todo",
        columnAfter: "InProgress",
        admittedRevision: project.revision?.revision ?? 0n,
        isDemo: true,
        processNumber: 1,
        nextSeq: events.length + 1,
        costUsd: past.costUsd,
        turns: past.turns,
        resultText: past.resultText,
        hasProgress: past.hasProgress,
        commitBefore: repository.commitBefore,
        commitAfter: past.hasProgress ? repository.commitAfter : repository.commitBefore,
        createdAt: startedAt,
        claimedAt: startedAt,
        startedAt,
        endedAt,
        exitCode: 0,
        events: {
          create: events.map(([kind, payload], index) => ({
            seq: index + 1,
            at: new Date(startedAt.getTime() + (past.minutes * MINUTE_MS * index) / events.length),
            kind,
            payload: payload as object,
            processNumber: 1,
            offset: 0,
          })),
        },
      },
    });
    // It arrives today, so that the first look at the gauge shows it whatever the hour.
    await tx.$executeRaw`
      INSERT INTO "LedgerEntry" ("projectId", "runId", "ticketId", "agent", "day", "kind", "amountUsd", "sourceKey", "at")
      VALUES (${projectId}, ${run.id}, ${ticket.id}, ${AGENT}, (clock_timestamp() AT TIME ZONE ${project.timeZone})::date,
              'result', ${past.costUsd}::numeric, ${`${run.id}/1/demo`}, clock_timestamp())`;
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { enteredColumnAt: endedAt, lastActivityAt: endedAt },
    });
    const comment = await takeNumber(tx, projectId, "nextComment");
    await tx.comment.create({
      data: {
        projectId,
        number: comment,
        ticketId: ticket.id,
        content: past.comment,
        author: AGENT,
        authorKind: "agent",
        runId: run.id,
        createdAt: endedAt,
      },
    });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(systemActor),
      kind: "run_ended",
      data: { run: run.id, agent: AGENT, outcome: past.outcome, comment },
    });
  });
}

/** The story between what every run begins and ends with. */
function withFrame(past: PastRun, permissionLevel: PermissionLevel): PastEvent[] {
  return [
    [
      "run_started",
      { agent: AGENT, isResume: false, prompt: "", model: null, permissionLevel, isDemo: true },
    ],
    ...past.events,
    [
      "result",
      {
        subtype: past.outcome === "completed" ? "success" : "error_max_turns",
        isError: past.outcome !== "completed",
        text: past.resultText,
        errors: [],
        terminalReason: past.outcome === "completed" ? "completed" : "max_turns",
        apiErrorStatus: null,
        turns: past.turns,
        durationMs: past.minutes * MINUTE_MS,
        queuedTurns: 0,
        totalCostUsd: past.costUsd,
        costSinceLastUsd: past.costUsd,
        usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
        contextTokens: null,
        modelUsage: {},
        deniedTools: [],
        permissionDenials: 0,
      },
    ],
    ["ended", { outcome: past.outcome, exitCode: 0, signal: null, message: null }],
  ];
}
