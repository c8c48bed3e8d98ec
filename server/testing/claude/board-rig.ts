/**
 * The whole way with the real CLI: tickets in a starting column, the engine, the keeper, the CLI, the
 * stand-in for the model, and what the database says afterwards. One board serves a file of cases, each
 * on a project of its own that is put to rest after it.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { findRunProcesses } from "#server/agent/process-tree.ts";
import { estimateUsd } from "#server/agent/cost.ts";
import type { NormalisedEvent, RunEventKind } from "#server/contracts/run-event.ts";
import type { Prisma } from "#server/store/generated/client.ts";
import type { EngineFixtureOptions } from "#server/worker/fixtures/engine.ts";
import { createHarness } from "#server/worker/fixtures/harness.ts";
import type { Harness } from "#server/worker/fixtures/harness.ts";
import type { EngineProject } from "#server/worker/fixtures/project.ts";
import { INPUT_TOKENS, OUTPUT_TOKENS } from "../messages-api-stub/play.ts";
import { startMessagesApiStub } from "../messages-api-stub/stub.ts";
import type { StubRequest } from "../messages-api-stub/stub.ts";
import { waitFor } from "../wait-for.ts";

const WAIT_MS = 60_000;
export const MODEL = "claude-sonnet-4-5";

type CaseOptions = {
  /** Further keys of the rule's `runAgent`. */
  action?: Record<string, unknown>;
  /** Variables of the agent: how often the CLI tries again. */
  env?: Record<string, string>;
  skill?: string;
  level?: string;
  answerWaitSeconds?: number;
  allowedCommands?: string[];
  /** Further rules beside the one that starts tickets in Todo. */
  rules?: object[];
  /** The ticket stays in Backlog until it is dragged. */
  isWaiting?: boolean;
};

type Payload<K extends RunEventKind> = Extract<NormalisedEvent, { kind: K }>["payload"];
export type Case = Awaited<ReturnType<Board["begin"]>>;
export type Board = Awaited<ReturnType<typeof createBoard>>;

/** `prepare`: what the engine needs to know of the database it will work on. */
export async function createBoard(
  prepare: (harness: Harness) => Promise<EngineFixtureOptions> = () => Promise.resolve({}),
) {
  const claudeBin = process.env["CLAUDE_BIN"];
  if (!claudeBin) throw new Error("CLAUDE_BIN: expected a path, use npm run test:claude");
  const stub = await startMessagesApiStub();
  const harness = await createHarness();
  const home = path.join(harness.dataDir, "home");
  mkdirSync(home);
  const options = await prepare(harness);
  await harness.engine({
    claudeBin,
    ...options,
    env: {
      HOME: home,
      ANTHROPIC_BASE_URL: stub.url,
      ANTHROPIC_API_KEY: "dummy-for-loopback",
      DISABLE_TELEMETRY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: "1",
      // Whatever else the CLI might call: it gets no further than this.
      HTTPS_PROXY: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1",
      ...options.env,
    },
  });
  const cases: EngineProject[] = [];

  return {
    harness,
    stub,
    home,
    async begin(script: string, caseOptions: CaseOptions = {}) {
      const number = cases.length + 1;
      const title = `Case ${number}, script: ${script}`;
      const project = await makeProject(harness, `Case ${number}`, title, caseOptions);
      cases.push(project);
      if (caseOptions.isWaiting !== true) await harness.drag(project, "Todo");
      return observe(harness, project, () =>
        stub.requests.filter(({ prompt }) => prompt.includes(`Case ${number}, `)),
      );
    },
    /** Nothing of the cases so far goes on; the processes their runs left. */
    async rest(): Promise<number[]> {
      const ids = cases.map(({ project }) => project.id);
      const ours = { projectId: { in: ids } };
      await harness.prisma.project.updateMany({
        where: { id: { in: ids } },
        data: { isPaused: true },
      });
      await harness.prisma.run.updateMany({
        where: { ...ours, state: { not: "ended" } },
        data: {
          stopRequestedAt: new Date(),
          stopRequestedBy: "test",
          stopRequestedByKind: "system",
        },
      });
      await waitFor(
        async () =>
          (await harness.prisma.run.count({ where: { ...ours, state: { not: "ended" } } })) === 0,
        { timeoutMs: WAIT_MS, what: "the end of the case's runs" },
      );
      const runs = await harness.prisma.run.findMany({ where: ours, select: { id: true } });
      return runs
        .flatMap(({ id }) => findRunProcesses({ runId: id, agent: null }))
        .map((p) => p.pid);
    },
    async close() {
      await harness.clean();
      await stub.close();
    },
  };
}

async function makeProject(
  harness: Harness,
  name: string,
  title: string,
  { action, env, skill, rules, level, answerWaitSeconds, allowedCommands }: CaseOptions,
): Promise<EngineProject> {
  const start = {
    id: "start",
    trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
    actions: [
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: "programmer", model: MODEL, ...(env ? { env } : {}), ...action },
    ],
  };
  const project = await harness.project({
    name,
    tickets: [{ title }],
    rules: [start, ...(rules ?? [])],
    allowedCommands: allowedCommands ?? ["echo", "sleep"],
    skills: { programmer: skill ?? "You write code.\n" },
    ...(level === undefined ? {} : { permissionLevel: level }),
  });
  if (answerWaitSeconds !== undefined) {
    const data = { answerWaitSeconds };
    await harness.prisma.project.update({ where: { id: project.project.id }, data });
  }
  return project;
}

function observe(harness: Harness, project: EngineProject, requests: () => StubRequest[]) {
  const { prisma } = harness;
  const projectId = project.project.id;
  const run = (where: Prisma.RunWhereInput, what: string) =>
    harness.findRun({ projectId, ...where }, what, WAIT_MS);
  const kinds = async (runId: string) => (await harness.events(runId)).map(({ kind }) => kind);
  return {
    project,
    workspace: project.workspace.path,
    requests,
    run,
    /** The first run of the ticket, or the one after `before`, when it has ended. */
    ended: (before?: { id: string }) =>
      run({ state: "ended", ...(before ? { id: { not: before.id } } : {}) }, "the end of a run"),
    async of<K extends RunEventKind>(runId: string, kind: K): Promise<Payload<K>[]> {
      const events = await harness.events(runId);
      return events.flatMap((one) => (one.kind === kind ? [one.payload as Payload<K>] : []));
    },
    kinds,
    async column() {
      const where = { projectId, number: 1 };
      const ticket = await prisma.ticket.findFirstOrThrow({ where, include: { column: true } });
      return ticket.column.name;
    },
    /** What is owed is due at once. */
    makeDue: () =>
      prisma.firing.updateMany({
        where: { projectId, state: "owed" },
        data: { dueAt: new Date(0) },
      }),
    /** What the board still owes this ticket. */
    owed: () => prisma.firing.findMany({ where: { projectId, state: "owed" } }),
    question: (what = "a question") =>
      waitFor(
        () =>
          prisma.question.findFirst({ where: { projectId, state: { in: ["open", "parked"] } } }),
        { timeoutMs: WAIT_MS, what },
      ),
    /** What the stand-in's answers cost by our own prices, in USD. */
    paidUsd: () =>
      usdOf(
        requests()
          .filter(({ isPaid }) => isPaid)
          .map(({ model }) => model),
      ),
  };
}

/** What answers of the stand-in cost by our own prices, in USD: of these models, or so many of {@link MODEL}. */
export function usdOf(answers: string[] | number): number {
  const models = typeof answers === "number" ? Array<string>(answers).fill(MODEL) : answers;
  const usage = {
    inputTokens: INPUT_TOKENS,
    outputTokens: OUTPUT_TOKENS,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
  return estimateUsd(models.map((model) => ({ model, usage })));
}
