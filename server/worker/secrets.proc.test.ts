import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { streamRunLog } from "../queries/run-log.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";

const dataDirBefore = process.env["SIGNALBOX_DATA_DIR"];
let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
  process.env["SIGNALBOX_DATA_DIR"] = harness.dataDir;
});
afterEach(async () => {
  if (dataDirBefore === undefined) delete process.env["SIGNALBOX_DATA_DIR"];
  else process.env["SIGNALBOX_DATA_DIR"] = dataDirBefore;
  await harness.clean();
});

const code = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
};

/** Escapes undone, however often they were made. */
function unescape(text: string): string {
  return text.replace(/\\+u([0-9a-fA-F]{4})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

it("lets no secret through, at any place of a line, in any spelling, cut anywhere (S-17)", async () => {
  const { sent } = await harness.engine();
  const project = await harness.project({
    tickets: [{ title: "scenario: leaks" }],
    rules: [code],
  });
  await harness.drag(project, "Todo");
  const started = await harness.findRun({ tokenSecret: { not: null } }, "the run and its token");
  const secret = started.tokenSecret ?? "";
  expect(secret.length).toBeGreaterThan(20);
  const run = await harness.ended(started.id);
  expect(run.outcome).toBe("completed");

  const dir = harness.processDir(run.id);
  const archives = ["stdout.ndjson.gz", "stderr.log.gz", "control.ndjson.gz"];
  const isArchived = async () => {
    const names = await readdir(dir);
    return archives.every((name) => names.includes(name));
  };
  await waitFor(isArchived, { what: "the archives" });
  const places: Record<string, string> = {
    database: JSON.stringify(await harness.events(run.id), (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ),
    socket: JSON.stringify(sent),
    log: "",
  };
  for await (const chunk of streamRunLog(harness.test.database, run.id)) {
    places["log"] += Buffer.from(chunk).toString("utf8");
  }
  for (const name of archives) {
    places[name] = gunzipSync(await readFile(path.join(dir, name))).toString("utf8");
  }
  expect(await readdir(dir)).not.toContain("stdout.ndjson");

  for (const [place, text] of Object.entries(places)) {
    expect([place, unescape(text).includes(secret.slice(0, 10))]).toEqual([place, false]);
    expect([place, unescape(text).includes(secret.slice(-10))]).toEqual([place, false]);
  }
  // It was all there: once a line and place in text, key, argument and result, and in what was streamed.
  expect(places["database"]?.split("[redacted]").length).toBeGreaterThan(61 * 2 * 4);
  const partials = sent.filter(({ event }) => event === "partial");
  expect(partials.length).toBeGreaterThan(secret.length);
  expect(places["socket"]).toContain("Token: [redacted] that was it");
});
