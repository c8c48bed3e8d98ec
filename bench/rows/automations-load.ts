/**
 * automations-load: reading a file of 60 automations and 100 kB, as every reload and every save does,
 * with its examples judged. A mark, in CPU time: 200 ms.
 */
import { parseAutomations } from "#server/core/automation/config.ts";
import { runExamples } from "#server/core/simulate/examples.ts";
import { buildSnapshot } from "#server/core/testing/board.ts";
import { judgeMark } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { ownCpuTimeMs } from "../rig/cpu-time.ts";

const AUTOMATIONS = 60;
const FILE_BYTES = 100_000;
const EXAMPLES = 20;
const MARK_MS = 200;

export function measureAutomationsLoad(pairs: number): Measure[] {
  const text = largeFile();
  const snapshot = buildSnapshot();
  const values: number[] = [];
  // One more than asked for: the first warms up.
  for (let index = 0; index <= pairs; index += 1) {
    const startedAt = ownCpuTimeMs();
    const parsed = parseAutomations(text);
    if (!parsed.ok) throw new Error(`expected a good file, found ${parsed.problems[0]?.message}`);
    const { failed } = runExamples(snapshot, parsed.config);
    if (failed[0] !== undefined) throw new Error(failed[0].message);
    if (index > 0) values.push(ownCpuTimeMs() - startedAt);
  }
  return [
    judgeMark({
      row: "automations-load",
      name: `${AUTOMATIONS} automations, ${text.length / 1_000} kB, ${EXAMPLES} examples`,
      unit: "ms CPU",
      values,
      limit: { kind: "atMost", value: MARK_MS },
    }),
  ];
}

function largeFile(): string {
  const padding = "x".repeat(Math.ceil(FILE_BYTES / AUTOMATIONS) - 420);
  const automations = Array.from({ length: AUTOMATIONS }, (_, index) => ({
    id: `rule-${index}`,
    name: `Rule ${index}`,
    trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: `agent-${index}` },
    conditions: [{ type: "minDescriptionLength", length: 10 }],
    actions: [
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: `agent-${index}`, env: { NOTE: padding } },
      { type: "moveTicketStatus", to: "Review" },
    ],
  }));
  const tests = Array.from({ length: EXAMPLES }, (_, index) => ({
    name: `example ${index}`,
    given: {
      tickets: [
        { number: 1, column: "Todo", assignee: `agent-${index}`, description: "long enough" },
      ],
    },
    at: "2026-03-01T09:00:00Z",
    expect: { ticket: 1, outcome: "admitted" },
  }));
  return JSON.stringify({ automations, tests }, null, 1);
}
