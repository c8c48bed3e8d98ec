import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRig } from "#server/testing/fake-claude/harness.ts";
import type { Rig } from "#server/testing/fake-claude/harness.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { findRunProcesses } from "../process-tree.ts";

const GRACE_MS = 300 + 500;

/** Misbehaviour → how many processes must be there before it is worth stopping. */
const misbehaviours: [scenario: string, processes: number][] = [
  ["long-sleep", 2],
  ["ignores-term", 1],
  ["stops-itself", 1],
  ["zombie-maker", 2],
  ["exec-chain", 3],
  ["hang-after-result", 1],
  ["no-init", 1],
];

/** Where the machine forbids namespaces, the second one is the way back to the first. */
describe.each(["process_group", "pid_namespace"] as const)("stop in a %s", (containment) => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await createRig({ containment });
  });
  afterEach(() => rig.dispose());

  it.each(misbehaviours)(
    "leaves no process of an agent of kind %s within the grace and 2 s",
    async (scenario, processes) => {
      const { spec, connection } = await rig.launch(scenario);
      const marked = () => findRunProcesses({ runId: spec.runId, agent: null });
      await waitFor(() => marked().length >= processes, { what: `${processes} processes` });
      if (scenario !== "no-init") {
        await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "assistant"));
      }
      const pressedAt = performance.now();
      await connection.send({ id: "stop", fence: 1, kind: "stop" });
      const exit = await rig.runtime.waitForExit(spec.dir);
      const tookMs = performance.now() - pressedAt;
      expect(exit).toMatchObject({ endedBy: "stop" });
      expect(marked()).toEqual([]);
      expect(tookMs).toBeLessThan(GRACE_MS + 2_000);
    },
  );

  it("finds a daemon that left session, group and parent", async () => {
    const { spec, connection } = await rig.launch("double-fork-daemon");
    await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "result"));
    await connection.send({ id: "e", fence: 1, kind: "end" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({
      code: 0,
      endedBy: "end",
      leftovers: 1,
    });
  });

  it("finds a daemon whose environment was cleaned, because it was seen before", async () => {
    const { spec, process: record, connection } = await rig.launch("hidden-daemon");
    await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "result"));
    await connection.send({ id: "e", fence: 1, kind: "end" });
    const exit = await rig.runtime.waitForExit(spec.dir);
    expect(exit).toMatchObject({ code: 0, leftovers: 1 });
    expect(record.agent.pid).toBeGreaterThan(0);
  });

  it("does not wait for a child that keeps the output open", async () => {
    const { spec, connection } = await rig.launch("holds-stdout");
    await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "result"));
    await connection.send({ id: "e", fence: 1, kind: "end" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ code: 0, leftovers: 1 });
  });

  it("ends an agent that hangs after its result: grace, then SIGTERM", async () => {
    const { spec, connection } = await rig.launch("hang-after-result");
    await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "result"));
    await connection.send({ id: "e", fence: 1, kind: "end" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({
      endedBy: "end",
      forcedBy: "SIGTERM",
      code: 143,
    });
  });

  it("cuts an orderly end short when somebody presses stop", async () => {
    const { spec, connection } = await rig.launch("hang-after-result", { endGraceMs: 60_000 });
    await waitFor(() => rig.spool(spec.dir).some((line) => line["type"] === "result"));
    await connection.send({ id: "e", fence: 1, kind: "end" });
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ endedBy: "stop" });
  });
});
