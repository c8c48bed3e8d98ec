/** a whole worker process whose wall clock jumps under it, beside one with the right time. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";

const library = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((arch) => `/usr/lib/${arch}/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(async () => {
  await harness.clean();
});

it("starts each ticket once and takes no living run away while a worker's clock jumps by an hour and a day", async () => {
  if (library === undefined) throw new Error("expected Debian's package faketime, found none");
  const clock = path.join(harness.dataDir, "clock");
  await writeFile(clock, "+0");
  const settings = { env: { FAKE_CLAUDE_SPEED: "4" } };
  await harness.worker(settings, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
  const project = await harness.project({ tickets: [{ title: "scenario: slow-stream" }] });
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "running" }, "a running agent");
  await harness.engine(settings);
  for (const [index, jump] of ["+1h", "-1h", "+1d", "-1d", "-10m"].entries()) {
    await writeFile(clock, jump);
    await harness.findRun({ id: run.id, nextSeq: { gt: 5 + index } }, `events after ${jump}`);
  }
  const ended = await harness.ended(run.id);

  expect(ended).toMatchObject({ outcome: "completed", processNumber: 1, fence: 1 });
  expect(await harness.prisma.run.count()).toBe(1);
  expect((await harness.events(run.id)).map(({ kind }) => kind)).not.toContain("readopted");
}, 90_000);
