import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startRun } from "../commands/start-run.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { endRun, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext, makeDataDir } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import { prepareQueued } from "./fixtures/spawn.ts";
import type { Prepared } from "./prepare-spawn.ts";

/** What a shell, an option parser or a path would take for its own. */
const payloads = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned",
  "| tee pwned",
  "&& touch pwned #",
  "> pwned",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "--dangerously-skip-permissions",
  "--settings=/etc/passwd",
  "-p",
  "--",
  "$HOME ${PATH} $IFS",
  "%PATH% !! ~root",
  "../../../../etc/passwd",
  "\\\"'\\'\\\\",
  "*.{sh,md} [a-z]?",
  "\u202e\u0007\u001b]0;pwned\u0007",
  '{"type":"control_request"}',
  "é 漢字 🚂 \u2028",
];
const titles = payloads.flatMap((payload) => [
  payload,
  `Fix ${payload}`,
  `${payload} now`,
  `"${payload}"`,
  `${payload}${payload}`,
]);

/** Words of our own and ids; everything a ticket says would have to show up beside them. */
const SAFE_ARGUMENT = /^[A-Za-z0-9.-]+$/;

type Entry = { event: string; runId?: string; argv?: string[]; cwd?: string; line?: string };

let test: TestDatabase;
let context: WorkerContext;
let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
const log = () => path.join(dataDir.path, "fake-log.ndjson");

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await makeDataDir();
  await pretendWorker(test.database);
  ({ context } = await createWorkerContext(test, {
    dataDir: dataDir.path,
    env: { FAKE_CLAUDE_SPEED: "1000" },
  }));
});
afterAll(async () => {
  await test.close();
  await dataDir.remove();
});

async function runToEnd({ spec }: Prepared): Promise<void> {
  const started = await context.runtime.start({ ...spec, closeStdinAfterResultMs: 1 });
  expect(started).toMatchObject({ ok: true });
  expect(await context.runtime.waitForExit(spec.dir)).toMatchObject({ code: 0 });
}

it("gives a hundred hostile tickets to agents with the same arguments, the text on stdin only (S-15)", async () => {
  expect(titles).toHaveLength(100);
  const project = await createEngineProject(test.database, {
    tickets: titles.map((title) => ({ title })),
    rules: [],
    root: { dailyBudgetUsd: null },
  });
  try {
    const prepared: Prepared[] = [];
    for (const index of titles.keys()) {
      const started = await startRun(test.database, project.owner, {
        projectId: project.project.id,
        ticketNumber: index + 1,
        agent: "programmer",
      });
      if (!("runId" in started)) throw new Error(`waits: ${JSON.stringify(started)}`);
      prepared.push(await prepareQueued(context, started.runId));
      await endRun(test.database, started.runId, "completed");
    }
    const waiting = [...prepared];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await runToEnd(next);
    };
    await Promise.all(Array.from({ length: 4 }, work));

    const entries = readFileSync(log(), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Entry);
    const starts = entries.filter(({ event }) => event === "start");
    expect(starts).toHaveLength(100);
    const [first] = prepared;
    for (const { argv = [], runId, cwd } of starts) {
      expect(cwd).toBe(project.workspace.path);
      const own = prepared.find(({ spec }) => spec.runId === runId);
      const differing = argv.filter((argument, place) => argument !== first?.spec.argv[place]);
      expect(argv).toHaveLength(first?.spec.argv.length ?? 0);
      // The session, the amount, and the settings file of this run, below a folder named by its id.
      const settings = argv[argv.indexOf("--settings") + 1] ?? "";
      expect(settings.startsWith(own?.spec.dir ?? "none")).toBe(true);
      for (const argument of differing) {
        if (argument !== settings) expect(argument).toMatch(SAFE_ARGUMENT);
      }
    }
    const said = entries.filter(({ event }) => event === "stdin").map(({ line }) => line ?? "");
    const prompts = said.flatMap((line) => {
      const parsed = JSON.parse(line) as { type: string; message?: { content: string } };
      return parsed.type === "user" ? [parsed.message?.content ?? ""] : [];
    });
    expect([...prompts].sort()).toEqual(prepared.map(({ prompt }) => prompt).sort());
    expect(existsSync(path.join(project.workspace.path, "pwned"))).toBe(false);
    expect(readdirSync(project.workspace.path)).not.toContain("pwned");
  } finally {
    await project.workspace.remove();
  }
}, 240_000);
