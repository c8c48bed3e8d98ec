import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRig } from "#server/testing/fake-claude/harness.ts";
import type { Rig } from "#server/testing/fake-claude/harness.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import type { NormalisedEvent } from "#server/contracts/run-event.ts";
import { createNormaliser } from "./normalise.ts";
import { createRedactor } from "#server/lib/redact.ts";
import { openTailer } from "./tailer.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.dispose());

describe("from the agent's output to events", () => {
  it("survives broken lines, bytes that are no text and a line of 20 MB, and shows the gap", async () => {
    const { spec, connection } = await rig.launch("malformed-lines");
    const normaliser = createNormaliser();
    const events: NormalisedEvent[] = [];
    const tailer = openTailer({
      path: rig.runtime.stdoutPath(spec.dir),
      offset: 0,
      onLines(lines) {
        for (const line of lines) {
          const found =
            line.text === null
              ? normaliser.pushSkipped(line.skippedBytes)
              : normaliser.push(line.text);
          events.push(...found.events);
        }
      },
    });
    await waitFor(() => events.some((event) => event.kind === "result"), { what: "a result" });
    await connection.send({ id: "e", fence: 1, kind: "end" });
    await rig.runtime.waitForExit(spec.dir);
    await tailer.drain();
    expect(events.filter((event) => event.kind === "raw")).toHaveLength(6);
    expect(events.filter((event) => event.kind === "unknown")).toHaveLength(2);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: "diagnostic",
        payload: expect.objectContaining({ code: "line_skipped" }),
      }),
    );
    const texts = events.flatMap((event) =>
      event.kind === "assistant_text" ? [event.payload.text] : [],
    );
    expect(texts).toEqual(["not a list", "nul \\u0000 and lone \\ud800 surrogate", "Still here."]);
  });

  it("keeps its memory bounded while an agent floods", async () => {
    const { spec } = await rig.launch("flood", { spoolLimitBytes: 300_000_000 });
    const normaliser = createNormaliser();
    const redactor = createRedactor(["a-run-token-0123456789"]);
    let lines = 0;
    let peakBytes = 0;
    const startBytes = process.memoryUsage().rss;
    const tailer = openTailer({
      path: rig.runtime.stdoutPath(spec.dir),
      offset: 0,
      onLines(batch) {
        for (const line of batch) normaliser.push(redactor.line(line.text ?? ""));
        lines += batch.length;
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss - startBytes);
      },
    });
    const exit = await rig.runtime.waitForExit(spec.dir);
    await tailer.drain();
    expect(exit).toMatchObject({ endedBy: "spool_limit" });
    expect(lines).toBeGreaterThan(4_000);
    expect(peakBytes).toBeLessThan(200 * 1024 * 1024);
  });

  it("never puts a ticket's text anywhere but on stdin", async () => {
    const log = path.join(rig.dataDir, "agents.ndjson");
    const hostile = [
      "$(touch /tmp/owned)",
      "`id`; rm -rf ~",
      "--dangerously-skip-permissions",
      "'\"; DROP TABLE tickets; --",
      "line\nbreak \u2028 \u0007 \u001b[31m",
      "{{template}} %s ${HOME}",
      "-p --resume x",
      "é 漢字 🚂",
    ];
    const prompts = hostile.map((text) => `Focus on ticket #1: ${text}`);
    for (const text of prompts) {
      const { spec, connection } = await rig.launch("empty-result", {
        prompt: [{ id: "00000000-0000-4000-8000-000000000001", text }],
        env: { FAKE_CLAUDE_LOG: log },
      });
      await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "result"));
      await connection.send({ id: "e", fence: 1, kind: "end" });
      await rig.runtime.waitForExit(spec.dir);
    }
    type Entry = { event: string; argv: string[]; envKeys: string[]; line: string };
    const entries = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Entry);
    const starts = entries.filter((entry) => entry.event === "start");
    const shapes = starts.map(({ argv, envKeys }) =>
      JSON.stringify({ argv, envKeys }).replace(/[0-9a-f-]{36}/g, "<id>"),
    );
    expect(new Set(shapes).size).toBe(1);
    const received = entries
      .filter((entry) => entry.event === "stdin")
      .map((entry) => (JSON.parse(entry.line) as { message: { content: string } }).message.content);
    expect(received).toEqual(prompts);
  });
});
