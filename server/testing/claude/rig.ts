/**
 * The real CLI behind the real keeper, argv, environment and normaliser; only the model is ours.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildArgv } from "#server/agent/argv.ts";
import type { ArgvOptions } from "#server/agent/argv.ts";
import { classifyEnding } from "#server/agent/classify.ts";
import type { Ending } from "#server/agent/classify.ts";
import { buildAgentEnv } from "#server/agent/env.ts";
import { createNormaliser } from "#server/agent/normalise.ts";
import type { LineFacts } from "#server/agent/normalise.ts";
import { probeClaude } from "#server/agent/probe.ts";
import { findRunProcesses, sweepRun } from "#server/agent/process-tree.ts";
import {
  createProcessRuntime,
  processDirFor,
  socketPathFor,
} from "#server/agent/process-runtime.ts";
import type { Connection, ExitRecord, Runtime, StartSpec } from "#server/agent/runtime.ts";
import { writeSettingsFile } from "#server/agent/settings-file.ts";
import { openTailer } from "#server/agent/tailer.ts";
import type { NormalisedEvent, RunEventKind } from "#server/contracts/run-event.ts";
import { buildKeeper } from "../build-keeper.ts";
import { startMessagesApiStub } from "../messages-api-stub/stub.ts";
import { waitFor } from "../wait-for.ts";

/** Keeps the CLI from calling anybody but the stub; set as an operator would set it. */
const QUIET = {
  DISABLE_TELEMETRY: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_MAX_RETRIES: "1",
};
const WAIT_MS = 60_000;

type RunOptions = { session?: ArgvOptions["session"]; apiUrl?: string } & Partial<ArgvOptions>;
type Payload<K extends RunEventKind> = Extract<NormalisedEvent, { kind: K }>["payload"];
type Result = NonNullable<LineFacts["result"]>;
type Request = NonNullable<LineFacts["request"]>;

export type ClaudeRun = {
  spec: StartSpec;
  facts: LineFacts[];
  partialText: string[];
  of<K extends RunEventKind>(kind: K): Payload<K>[];
  /** The `count`-th result (1 is the first). */
  result(count?: number): Promise<Result>;
  /** What the CLI asks us first. */
  request(): Promise<Request>;
  commandStarted(): Promise<unknown>;
  say(text: string): Promise<unknown>;
  interrupt(): Promise<unknown>;
  answer(request: Request, response: Record<string, unknown>): Promise<unknown>;
  /** Sends `end` or `stop`, or only waits. */
  finish(kind: "end" | "stop" | "wait"): Promise<ExitRecord>;
  classify(exit: ExitRecord): Ending;
};

export type ClaudeRig = {
  runtime: Runtime;
  version: string;
  /** A fresh folder per test. */
  workspace: string;
  newWorkspace(): void;
  start(prompt: string, options?: RunOptions): Promise<ClaudeRun>;
  /** Pids of all runs since the last call; they are killed. */
  takeLeftovers(): Promise<number[]>;
  close(): Promise<void>;
};

export async function createClaudeRig(): Promise<ClaudeRig> {
  const claudePath = process.env["CLAUDE_BIN"];
  if (!claudePath) throw new Error("CLAUDE_BIN: expected a path, use npm run test:claude");
  const stub = await startMessagesApiStub();
  const runtime = createProcessRuntime({ keeperPath: await buildKeeper() });
  const dataDir = mkdtempSync(path.join(tmpdir(), "signalbox-claude-"));
  const home = path.join(dataDir, "home");
  mkdirSync(home);
  const processEnv = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    ANTHROPIC_API_KEY: "dummy-for-loopback",
    ANTHROPIC_BASE_URL: stub.url,
  };
  const probe = await probeClaude(claudePath, { ...processEnv, ...QUIET });
  if (probe.version === null || probe.isFake) throw new Error(`no real claude at ${claudePath}`);
  const { version } = probe;
  let runIds: string[] = [];

  const start: ClaudeRig["start"] = async (prompt, { apiUrl, ...options } = {}) => {
    const runId = randomBytes(16).toString("hex");
    runIds.push(runId);
    const dir = processDirFor(dataDir, runId, 1);
    const { workspace } = rig;
    const run = {
      runId,
      project: "board",
      ticketNumber: 1,
      agent: "programmer",
      apiUrl: apiUrl ?? "http://127.0.0.1:1",
      token: "run-token-123456",
      workspace,
    };
    const argvOptions: ArgvOptions = {
      session: { id: randomUUID(), isResume: false },
      permissionMode: "acceptEdits",
      allowedTools: ["Bash"],
      disallowedTools: [],
      settingsPath: await writeSettingsFile(dir, [workspace]),
      ...options,
    };
    const spec: StartSpec = {
      dir,
      runId,
      n: 1,
      fence: 1,
      claudePath,
      argv: buildArgv(argvOptions, version),
      env: buildAgentEnv({ processEnv, extraNames: [], actionEnv: QUIET, run }),
      cwd: workspace,
      prompt: [{ id: randomUUID(), text: prompt }],
      socketPath: socketPathFor(dataDir, runId, 1),
    };
    const result = await runtime.start(spec);
    if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
    return follow(runtime, spec, await runtime.connect(result.process, 1));
  };

  const rig: ClaudeRig = {
    runtime,
    version,
    workspace: "",
    newWorkspace() {
      rig.workspace = mkdtempSync(path.join(dataDir, "work-"));
    },
    start,
    async takeLeftovers() {
      const left = runIds.flatMap((runId) => findRunProcesses({ runId, agent: null }));
      for (const runId of runIds) await sweepRun({ runId, agent: null });
      runIds = [];
      return left.map(({ pid }) => pid);
    },
    async close() {
      await stub.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return rig;
}

function follow(runtime: Runtime, spec: StartSpec, connection: Connection): ClaudeRun {
  const normaliser = createNormaliser();
  const events: NormalisedEvent[] = [];
  const facts: LineFacts[] = [];
  const partialText: string[] = [];
  const tailer = openTailer({
    path: runtime.stdoutPath(spec.dir),
    offset: 0,
    onLines(lines) {
      for (const line of lines) {
        const found = normaliser.push(line.text ?? "");
        events.push(...found.events);
        facts.push(found.facts);
        if (found.partial) partialText.push(found.partial.text);
      }
    },
  });
  const send = (line: Record<string, unknown>) =>
    connection.send({ id: randomUUID(), fence: 1, ...line } as Parameters<Connection["send"]>[0]);
  return {
    spec,
    facts,
    partialText,
    of: <K extends RunEventKind>(kind: K) =>
      events.flatMap((event) => (event.kind === kind ? [event.payload as Payload<K>] : [])),
    result: (count = 1) =>
      waitFor(() => facts.flatMap((line) => line.result ?? [])[count - 1], {
        what: `result ${count}`,
        timeoutMs: WAIT_MS,
      }),
    request: () =>
      waitFor(() => facts.find((line) => line.request)?.request, {
        what: "a request",
        timeoutMs: WAIT_MS,
      }),
    commandStarted: () =>
      waitFor(
        () =>
          facts.some((line) => line.callStarted) &&
          findRunProcesses({ runId: spec.runId, agent: null }).length >= 2,
        { what: "the command", timeoutMs: WAIT_MS },
      ),
    say: (text) => send({ kind: "user", text }),
    interrupt: () => send({ kind: "interrupt" }),
    answer: (request, response) => send({ kind: "answer", requestId: request.requestId, response }),
    async finish(kind) {
      if (kind !== "wait") await send({ kind });
      const exit = await runtime.waitForExit(spec.dir, AbortSignal.timeout(WAIT_MS));
      await tailer.drain();
      if (!exit) throw new Error("no exit.json");
      return exit;
    },
    classify: (exit) =>
      classifyEnding({
        stopRequestedBy: null,
        exit,
        sawInit: facts.some((line) => line.init),
        results: facts.flatMap((line) => line.result ?? []),
        isTurnOpen: normaliser.isTurnOpen(),
        rateLimit: null,
        assistantError: facts.findLast((line) => line.assistantError)?.assistantError ?? null,
        stderrTail: readFileSync(runtime.stderrPath(spec.dir), "utf8"),
        now: new Date(),
        endedFor: null,
      }),
  };
}
