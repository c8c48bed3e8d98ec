import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import { newUuid } from "../lib/ids.ts";
import { activityActor, notifyRun, writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import type { Question, Run } from "../store/generated/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import { inTransaction } from "../store/transaction.ts";
import { grantAlways } from "./grant-always.ts";

export interface AnswerInput extends AnswerQuestion {
  projectId: number;
  runId: string;
}

/**
 * A person's answer. A question belongs to the ticket, not to the process: while the run waits it goes
 * down to it, after the end it is a firing that resumes the session (rule 19). 409 `ANSWERED` the
 * second time, 403 for "always" without the right to widen what an agent may do.
 */
export async function answerQuestion(
  database: Database,
  actor: Actor,
  input: AnswerInput,
  now: Date,
): Promise<void> {
  const isAlways = "permission" in input.answer && input.answer.permission === "allow_always";
  if (isAlways && !mayWiden(actor)) {
    throw new Failure(403, "NOT_ALLOWED", "always allowing a command needs an owner or maintainer");
  }
  const answered = await inTransaction(database, (tx) => store(tx, actor, input, now));
  if (isAlways && answered.rule !== null) {
    await grantAlways(
      database,
      actor,
      { projectId: input.projectId, agent: answered.agent, rule: answered.rule },
      now,
    );
  }
}

function mayWiden(actor: Actor): boolean {
  return actor.kind === "person" && (actor.role === "owner" || actor.isMaintainer);
}

async function store(
  tx: Tx,
  actor: Actor,
  input: AnswerInput,
  now: Date,
): Promise<{ agent: string; rule: string | null }> {
  const { projectId, runId, questionId, answer } = input;
  // Held until the answer is stored: a run that ends meanwhile waits, and finds it.
  await tx.$executeRaw`SELECT 1 FROM "Run" WHERE "id" = ${runId} FOR SHARE`;
  const [question] = await tx.$queryRaw<Question[]>`
    SELECT * FROM "Question" WHERE "id" = ${questionId} AND "runId" = ${runId} AND "projectId" = ${projectId} FOR UPDATE`;
  if (!question)
    throw new Failure(404, "QUESTION_UNKNOWN", `no question ${questionId} in this run`);
  if (question.state === "answered") {
    throw new Failure(
      409,
      "ANSWERED",
      `${question.answeredBy ?? "somebody"} has answered it already`,
      { by: question.answeredBy ?? "", at: question.answeredAt?.toISOString() ?? "" },
    );
  }
  if (question.state === "withdrawn") {
    throw new Failure(409, "WITHDRAWN", "the agent no longer waits for an answer");
  }
  checkShape(question, answer);
  const run = await tx.run.findUniqueOrThrow({
    where: { id: runId },
    include: { ticket: { select: { id: true, number: true } } },
  });
  await tx.question.update({
    where: { id: questionId },
    data: { state: "answered", answer, answeredBy: actor.slug, answeredAt: now },
  });
  if (question.state === "open" && run.state !== "ended" && run.state !== "ending") {
    await tx.runCommand.create({
      data: {
        id: newUuid(),
        runId,
        kind: "answer",
        payload: { questionId, answer },
        actor: actor.slug,
        actorKind: actor.kind,
        createdAt: now,
      },
    });
    await notifyRun(tx, runId);
  } else {
    await oweAnswer(tx, run, question, answer, actor.slug);
  }
  await writeActivity(tx, {
    projectId,
    ticket: run.ticket,
    actor: activityActor(actor),
    kind: "run_answered",
    data: { run: runId, agent: run.agent, question: questionId },
  });
  const { rule } = question.payload as { rule?: unknown };
  return { agent: run.agent, rule: typeof rule === "string" ? rule : null };
}

function checkShape(question: Question, answer: AnswerQuestion["answer"]): void {
  const isLabels = "labels" in answer;
  if (!isLabels && answer.plan !== undefined && question.kind !== "plan") {
    throw new Failure(400, "ANSWER_SHAPE", "plan: expected only in an answer to a plan");
  }
  if (isLabels === (question.kind === "question")) return;
  const expected = question.kind === "question" ? "labels" : "permission";
  throw new Failure(400, "ANSWER_SHAPE", `answer: expected ${expected} for a ${question.kind}`);
}

/** A run that goes on with the session and is told the answer; `answeredBy` is a person's slug. */
export async function oweAnswer(
  tx: Tx,
  run: Run,
  question: Question,
  answer: AnswerQuestion["answer"],
  answeredBy: string,
): Promise<void> {
  if (run.ticketId === null) return;
  const { rule } = question.payload as { rule?: unknown };
  const isAllowed = "permission" in answer && answer.permission !== "deny";
  await oweFiring(tx, {
    projectId: run.projectId,
    automationId: run.automationId,
    ticketId: run.ticketId,
    agent: run.agent,
    cause: "answer",
    sourceSeq: null,
    dueAt: "now",
    payload: {
      answers: describeAnswers(question, answer),
      // An allowed permission is then allowed for that run (ux 6).
      ...(isAllowed && typeof rule === "string" ? { grants: [rule] } : {}),
      // An approved plan is carried out: the session is not planned in once more.
      ...(isAllowed && question.kind === "plan" ? { isPlanApproved: true } : {}),
      previousRunId: run.id,
    },
    requestedBy: answeredBy,
    failures: 0,
  });
}

/** Question and answer as the agent will read them. */
function describeAnswers(
  question: Question,
  answer: AnswerQuestion["answer"],
): { question: string; answer: string }[] {
  if ("labels" in answer) {
    return Object.entries(answer.labels).map(([text, chosen]) => ({
      question: text,
      answer: Array.isArray(chosen) ? chosen.join(", ") : chosen,
    }));
  }
  const { tool, rule } = question.payload as { tool?: string; rule?: string };
  const asked =
    question.kind === "plan"
      ? "May I carry out the plan?"
      : `May I use ${rule ?? tool ?? "this tool"}?`;
  const said =
    answer.permission === "deny"
      ? "no"
      : answer.plan === undefined
        ? "yes"
        : `yes, but follow this one: ${answer.plan}`;
  return [{ question: asked, answer: answer.note ? `${said}: ${answer.note}` : said }];
}
