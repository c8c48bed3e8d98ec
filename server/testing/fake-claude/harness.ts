/** Starts real keepers with the fake agent in a throw-away data directory. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findRunProcesses, sweepRun } from "#server/agent/process-tree.ts";
import {
  createProcessRuntime,
  processDirFor,
  socketPathFor,
} from "#server/agent/process-runtime.ts";
import type {
  Connection,
  Containment,
  ProcessRecord,
  Runtime,
  StartSpec,
} from "#server/agent/runtime.ts";
import { buildFakeClaude, buildKeeper } from "../build-keeper.ts";

export type Rig = {
  runtime: Runtime;
  dataDir: string;
  workspace: string;
  fakeClaude: string;
  /** A spec for a new run of this scenario; anything may be overridden. */
  spec(scenario: string, overrides?: Partial<StartSpec>): StartSpec;
  /** Starts and connects with the spec's fence. */
  launch(
    scenario: string,
    overrides?: Partial<StartSpec>,
  ): Promise<{ spec: StartSpec; process: ProcessRecord; connection: Connection }>;
  /** Parsed lines of the spool so far. */
  spool(dir: string): Record<string, unknown>[];
  /** Fails when a started run has processes left; kills and removes everything. */
  dispose(): Promise<void>;
};

export const streamArgv = (sessionId: string, mode = "acceptEdits"): string[] => [
  "-p",
  "--verbose",
  ...["--output-format", "stream-json", "--input-format", "stream-json"],
  "--replay-user-messages",
  ...["--session-id", sessionId],
  ...["--permission-mode", mode],
  ...["--permission-prompt-tool", "stdio"],
  "--include-partial-messages",
  "--strict-mcp-config",
];

export async function createRig(options: { containment?: Containment } = {}): Promise<Rig> {
  const [keeperPath, fakeClaude] = await Promise.all([buildKeeper(), buildFakeClaude()]);
  const dataDir = mkdtempSync(path.join(tmpdir(), "signalbox-rig-"));
  const workspace = path.join(dataDir, "workspace");
  mkdirSync(workspace);
  const runtime = createProcessRuntime({
    keeperPath,
    ...(options.containment ? { containment: Promise.resolve(options.containment) } : {}),
  });
  const runIds = new Set<string>();
  const connections = new Set<Connection>();

  const spec: Rig["spec"] = (scenario, overrides = {}) => {
    const runId = overrides.runId ?? randomBytes(16).toString("hex");
    const n = overrides.n ?? 1;
    runIds.add(runId);
    return {
      dir: processDirFor(dataDir, runId, n),
      runId,
      n,
      fence: 1,
      claudePath: fakeClaude,
      argv: [...streamArgv(randomUUID()), "--allowedTools", "Bash"],
      cwd: workspace,
      prompt: [{ id: randomUUID(), text: "Focus on ticket #1: do it" }],
      socketPath: socketPathFor(dataDir, runId, n),
      interruptGraceMs: 300,
      termGraceMs: 500,
      endGraceMs: 700,
      ...overrides,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: dataDir,
        SIGNALBOX_RUN_ID: runId,
        FAKE_CLAUDE_SCENARIO: scenario,
        FAKE_CLAUDE_SPEED: "20",
        ...overrides.env,
      },
    };
  };
  return {
    runtime,
    dataDir,
    workspace,
    fakeClaude,
    spec,
    async launch(scenario, overrides) {
      const made = spec(scenario, overrides);
      const started = await runtime.start(made);
      if (!started.ok) throw new Error(`start: ${started.reason}: ${started.message}`);
      const connection = await runtime.connect(started.process, made.fence);
      connections.add(connection);
      return { spec: made, process: started.process, connection };
    },
    spool: (dir) =>
      readFileSync(runtime.stdoutPath(dir), "utf8")
        .split("\n")
        .flatMap((line) => {
          try {
            return [JSON.parse(line) as Record<string, unknown>];
          } catch {
            return [];
          }
        }),
    async dispose() {
      for (const connection of connections) connection.close();
      const left: string[] = [];
      for (const runId of runIds) {
        const found = findRunProcesses({ runId, agent: null });
        left.push(...found.map(({ pid }) => `${runId}: ${pid}`));
        if (found.length > 0) await sweepRun({ runId, agent: null });
      }
      rmSync(dataDir, { recursive: true, force: true });
      if (left.length > 0) throw new Error(`processes left behind: ${left.join(", ")}`);
    },
  };
}
