import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runFilesDir } from "../agent/process-runtime.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

const code = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
};
const start = async (scenario: string) => {
  const project = await harness.project({ tickets: [{ title: scenario }], rules: [code] });
  await harness.drag(project, "Todo");
};
const stderrOf = async (runId: string) =>
  (await harness.events(runId))
    .filter(({ kind }) => kind === "stderr")
    .map(({ payload }) => (payload as { text: string }).text)
    .join("\n");

it("shows stderr while the agent works, each line once although its worker is killed", async () => {
  const worker = await harness.worker();
  await start("scenario: complains");
  const run = await harness.findRun({ state: "running" }, "a running run");
  await waitFor(async () => (await stderrOf(run.id)).includes("complaint 5"), {
    what: "complaints of a living agent",
  });
  await worker.end("SIGKILL");
  const before = await stderrOf(run.id);
  expect(before).not.toContain("complaint 40");
  await harness.engine();
  const ended = await harness.ended(run.id);
  expect(ended.outcome).toBe("completed");

  const lines = (await stderrOf(run.id)).split("\n");
  expect(lines.filter((line) => line.startsWith("complaint"))).toEqual(
    Array.from({ length: 40 }, (_, index) => `complaint ${index + 1}`),
  );
  const file = path.join(harness.processDir(run.id), "stderr.log.gz");
  const archive = await waitFor(() => readFile(file).catch(() => null), { what: "the archive" });
  const texts = [lines.join("\n"), gunzipSync(archive).toString("utf8")];
  for (const text of texts) {
    expect(text).toContain("my token is [redacted]");
    expect(text).not.toMatch(/PRIVATE KEY|MIIEowIBAAKC|AQEAwJ3fGtuk/);
  }
  expect(Number(ended.stderrOffset)).toBeGreaterThan(0);
});

it("keeps a large result and a picture in files of the run, redacted, and out of its events", async () => {
  await harness.engine();
  await start("scenario: report-and-picture");
  const run = await harness.findRun({ state: "ended" }, "the end");
  const results = (await harness.events(run.id)).filter(({ kind }) => kind === "tool_result");
  const [report, picture] = results.map(
    ({ payload }) =>
      payload as {
        text: string;
        truncatedBytes: number;
        file?: { name: string; bytes: number };
        images?: { name: string; bytes: number }[];
      },
  );
  if (!report?.file || !picture?.images?.[0]) throw new Error("expected both to have a file");
  expect(Buffer.byteLength(report.text)).toBeLessThanOrEqual(64 * 1024);
  const dir = runFilesDir(harness.dataDir, run.id);
  const whole = await readFile(path.join(dir, report.file.name), "utf8");
  expect(Buffer.byteLength(whole)).toBe(report.file.bytes);
  expect(Buffer.byteLength(report.text) + report.truncatedBytes).toBe(report.file.bytes);
  expect(whole.startsWith(report.text)).toBe(true);
  expect(whole).toContain("line 19999 of the report");
  expect(whole).toContain("token [redacted]");
  expect((await stat(path.join(dir, report.file.name))).mode & 0o777).toBe(0o600);

  const bytes = await readFile(path.join(dir, picture.images[0].name));
  expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(bytes.length).toBe(picture.images[0].bytes);
  expect(JSON.stringify(picture)).not.toContain(bytes.toString("base64").slice(0, 40));
});
