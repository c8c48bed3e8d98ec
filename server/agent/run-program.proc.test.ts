import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { MAX_OUTPUT_BYTES, runProgram } from "./run-program.ts";
import type { Program } from "./run-program.ts";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "signalbox-program-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }));

const node = (script: string, more: Partial<Program> = {}) =>
  runProgram({
    command: process.execPath,
    args: ["-e", script],
    cwd,
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 20_000,
    ...more,
  });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("brings back exit code and output, in the folder and with nothing but the given environment", async () => {
  const end = await node(
    "console.log(process.cwd()); console.error(Object.keys(process.env).sort().join()); process.exit(3)",
    { env: { PATH: "/bin", TOPIC: "x" } },
  );
  expect(end).toMatchObject({ kind: "ended", exitCode: 3 });
  expect(end.kind === "ended" && end.output.split("\n").sort()).toEqual(
    ["", cwd, "PATH,TOPIC"].sort(),
  );
});

it("never hands arguments to a shell", async () => {
  const args = ["-e", "console.log(process.argv[1])", "$(touch pwned); `touch pwned` > pwned"];
  const end = await node("", { args });
  expect(end).toMatchObject({ exitCode: 0, output: `${args[2] ?? ""}\n` });
  await expect(readFile(path.join(cwd, "pwned"))).rejects.toThrow("ENOENT");
});

it("keeps the end of a long output and says how much is missing", async () => {
  const end = await node(`process.stdout.write("a".repeat(1e6) + "last")`);
  if (end.kind !== "ended") throw new Error(end.kind);
  expect(end.output).toMatch(/^\[\d+ bytes left out\]\na+last$/);
  expect(end.output.length).toBeLessThan(MAX_OUTPUT_BYTES + 100);
});

it("kills the whole group when the time is over", async () => {
  const script = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    require("node:fs").writeFileSync("pid", String(child.pid));
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);`;
  const ending = node(script, { timeoutMs: 2_000 });
  const pid = Number(
    await waitFor(() => readFile(path.join(cwd, "pid"), "utf8").catch(() => ""), {
      what: "the child",
    }),
  );
  expect(isAlive(pid)).toBe(true);
  expect(await ending).toMatchObject({ kind: "timed_out" });
  await waitFor(() => !isAlive(pid), { what: "the end of the child" });
});

it("leaves nothing running behind a program that ended by itself", async () => {
  const script = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    console.log(child.pid);
    child.unref();
    process.exit(0);`;
  const end = await node(script);
  if (end.kind !== "ended") throw new Error(end.kind);
  const pid = Number(end.output);
  expect(pid).toBeGreaterThan(1);
  await waitFor(() => !isAlive(pid), { what: "the end of the child" });
});

it("ends at once when it is called off", async () => {
  const calling = new AbortController();
  const ending = node("setInterval(() => {}, 1000)", { signal: calling.signal });
  calling.abort();
  expect(await ending).toMatchObject({ kind: "aborted" });
});

it("names a program that is not there", async () => {
  expect(await node("", { command: "no-such-program" })).toMatchObject({
    kind: "not_started",
    code: "ENOENT",
  });
});
