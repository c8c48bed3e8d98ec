import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { waitFor } from "#server/testing/wait-for.ts";
import { identityOf, livenessOf, parseStat, readStat, signalProcess } from "./identity.ts";
import { findRunProcesses, hasMarker, sweepRun } from "./process-tree.ts";

/** Of this test process only: what an aborted one left behind must not count. */
const RUN = `run-${process.pid}-tree`;
const children: ReturnType<typeof spawn>[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await sweepRun({ runId: RUN, agent: null });
});
const start = (command: string, env: Record<string, string> = {}) => {
  const child = spawn("/bin/bash", ["-c", command], {
    env: { PATH: process.env["PATH"] ?? "", ...env } as unknown as NodeJS.ProcessEnv,
    stdio: "ignore",
    detached: true,
  });
  children.push(child);
  return child;
};

describe("identity", () => {
  it("is alive, then gone, and a zombie is gone", async () => {
    const parent = start("sleep 0.1 & exec sleep 30");
    const zombie = await waitFor(() => {
      const found = findRunProcesses({ runId: "-", agent: identityOf(parent.pid ?? 0) });
      return found.find(({ pid }) => readStat(pid)?.parentPid === parent.pid);
    });
    expect(livenessOf(zombie)).toBe("alive");
    await waitFor(() => readStat(zombie.pid)?.state === "Z");
    expect(livenessOf(zombie)).toBe("gone");
    const identity = identityOf(parent.pid ?? 0);
    expect(signalProcess(identity, "SIGKILL")).toBe(true);
    await once(parent, "exit");
    expect(livenessOf(identity)).toBe("gone");
    expect(signalProcess(identity, "SIGKILL")).toBe(false);
  });

  it("tells a reused pid from the process that was meant", () => {
    const child = start("sleep 30");
    const identity = identityOf(child.pid ?? 0);
    const before = { ...identity, startTime: identity.startTime - 500 };
    expect(livenessOf(before)).toBe("gone");
    expect(signalProcess(before, "SIGKILL")).toBe(false);
    expect(livenessOf(identity)).toBe("alive");
  });

  it("reads names with spaces and brackets", () => {
    const rest = "S 7 8 9 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 4242 0 0";
    expect(parseStat(5, `5 (a b) (c)) ${rest}`)).toEqual({
      pid: 5,
      state: "S",
      parentPid: 7,
      groupId: 8,
      sessionId: 9,
      startTime: 4242,
    });
    expect(parseStat(5, "")).toBeNull();
  });
});

describe("the marker", () => {
  it("matches the whole variable only", () => {
    const exact = start("sleep 30", { SIGNALBOX_RUN_ID: "run-1" });
    const longer = start("sleep 30", { SIGNALBOX_RUN_ID: "run-12" });
    const other = start("sleep 30", { X_SIGNALBOX_RUN_ID: "run-1", Y: "SIGNALBOX_RUN_ID=run-1x" });
    return waitFor(() => hasMarker(exact.pid ?? 0, "run-1")).then(() => {
      expect(hasMarker(longer.pid ?? 0, "run-1")).toBe(false);
      expect(hasMarker(other.pid ?? 0, "run-1")).toBe(false);
    });
  });

  it("finds grandchildren in sessions of their own, and nobody else's processes", async () => {
    const child = start("setsid setsid sleep 300 & exec sleep 300", { SIGNALBOX_RUN_ID: RUN });
    const bystander = start("sleep 30", { SIGNALBOX_RUN_ID: "run-3" });
    const isSleeping = ({ pid }: { pid: number }): boolean =>
      readFileSync(`/proc/${pid}/comm`, "utf8") === "sleep\n";
    await waitFor(() => {
      const found = findRunProcesses({ runId: RUN, agent: null });
      return found.length === 2 && found.every(isSleeping);
    });
    const { clean, killed } = await sweepRun({ runId: RUN, agent: null });
    expect(clean).toBe(true);
    expect(killed).toBe(2);
    expect(livenessOf(identityOf(bystander.pid ?? 0))).toBe("alive");
    await waitFor(() => child.exitCode !== null || child.signalCode !== null);
  });
});
