import { afterEach, beforeEach, expect, it } from "vitest";
import { findRunProcesses } from "../agent/process-tree.ts";
import type { Limits } from "../agent/runtime.ts";
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

/** Agents that want more than they get → the limit, and what the run says it ended for (S-28). */
const agents: [scenario: string, limits: Partial<Limits>, message: string][] = [
  ["fork-bomb", { processLimit: 60 }, "The agent ran more processes than a run may have"],
  ["huge-file", { fileLimitBytes: 5e6 }, "The agent wrote a file larger than a run may write"],
  ["flood", { spoolLimitBytes: 5e6 }, "The output passed the size limit of a run"],
];

it.each(agents)("ends a %s as failed, by name, and nothing of it is left", async (...agent) => {
  const [scenario, limits, message] = agent;
  await harness.engine({
    runtime: { limits, containment: Promise.resolve("pid_namespace") },
    env: { FAKE_CLAUDE_PROCESSES: "300" },
  });
  const project = await harness.project({
    tickets: [{ title: `scenario: ${scenario}` }],
    rules: [code],
  });
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "ended" }, "the end", 40_000);
  expect(run).toMatchObject({ outcome: "failed", error: message });
  expect(findRunProcesses({ runId: run.id, agent: null })).toEqual([]);
});
