import { afterEach, expect, it } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { superviseChild } from "./supervise-child.ts";
import type { Death, SupervisedChild } from "./supervise-child.ts";

const children: SupervisedChild[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()));
});

function supervise(script: string) {
  const deaths: Death[] = [];
  const pids: number[] = [];
  let output = "";
  const child = superviseChild(
    { name: "web", command: process.execPath, args: ["-e", script], env: process.env, cwd: "/" },
    {
      onStart: (pid) => pids.push(pid),
      onOutput: (chunk) => (output += chunk.toString("utf8")),
      onDeath: (death) => deaths.push(death),
    },
  );
  children.push(child);
  return { child, deaths, pids, output: () => output };
}

it("starts a child that keeps dying more and more slowly", async () => {
  const { deaths } = supervise("process.exit(3)");

  await waitFor(() => deaths.length >= 3);

  expect(deaths.map((death) => death.code)).toEqual([3, 3, 3]);
  expect(deaths.map((death) => death.restartInMs)).toEqual([500, 1_000, 2_000]);
});

it("starts a child at once when it was asked to restart", async () => {
  const { child, deaths, pids, output } = supervise(
    "setInterval(() => undefined, 1000); console.log('up')",
  );
  await waitFor(() => output().includes("up"));

  child.restart();

  await waitFor(() => pids.length === 2);
  expect(deaths).toEqual([{ code: null, signal: "SIGTERM", restartInMs: 0 }]);
});

it("does not start a child again that it stopped", async () => {
  const { child, deaths, pids, output } = supervise(
    "setInterval(() => undefined, 1000); console.log('up')",
  );
  await waitFor(() => output().includes("up"));

  await child.stop();

  expect(child.pid()).toBeUndefined();
  expect(pids).toHaveLength(1);
  expect(deaths).toEqual([]);
});

it("kills a child that does not leave", async () => {
  const { child, pids, output } = supervise(
    "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('up')",
  );
  await waitFor(() => output().includes("up"));

  await child.stop();

  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow("ESRCH");
});
