import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildKeeper } from "#server/testing/build-keeper.ts";
import { createRig } from "#server/testing/fake-claude/harness.ts";
import type { Rig } from "#server/testing/fake-claude/harness.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { identityOf, livenessOf, readStat } from "../identity.ts";
import { createProcessRuntime } from "../process-runtime.ts";
import { findRunProcesses } from "../process-tree.ts";
import { FILES } from "./protocol.ts";
import type { ProcessIdentity } from "./protocol.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.dispose());

const hasResult = (dir: string): boolean =>
  rig.spool(dir).some((line) => line["type"] === "result");
/** The command a Bash call of the fake agent runs, found by the run's marker. */
const findCommand = (runId: string, name: string) =>
  findRunProcesses({ runId, agent: null }).find(({ pid }) =>
    readFileSync(`/proc/${pid}/comm`, "utf8").startsWith(name),
  );

/** Boots a keeper and says so, then does nothing. */
const WAITING_WORKER = `
  import { createProcessRuntime } from "#server/agent/process-runtime.ts";
  const runtime = createProcessRuntime({ keeperPath: process.env.KEEPER });
  runtime.prepare();
  process.stdout.write("waiting");
  setInterval(() => undefined, 1_000);`;
const findChildren = (parentPid: number): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && readStat(pid)?.parentPid === parentPid);

describe("a run that goes well", () => {
  it("delivers the prompt, keeps every line and says how it ended", async () => {
    const { spec, process: record, connection } = await rig.launch("default-success");
    await waitFor(() => hasResult(spec.dir), { what: "a result" });
    expect(await connection.send({ id: "e1", fence: 1, kind: "end" })).toEqual({
      id: "e1",
      status: "ok",
    });
    const exit = await rig.runtime.waitForExit(spec.dir);
    expect(exit).toMatchObject({
      code: 0,
      signal: null,
      endedBy: "end",
      forcedBy: null,
      leftovers: 0,
      spawnError: null,
    });
    const spool = rig.spool(spec.dir);
    const replayed = spool.find((line) => line["isReplay"] === true);
    expect(replayed).toMatchObject({
      uuid: spec.prompt[0]?.id,
      message: { content: "Focus on ticket #1: do it" },
    });
    expect(statSync(rig.runtime.stdoutPath(spec.dir)).size).toBe(exit?.stdoutBytes);
    expect(livenessOf(record.agent)).toBe("gone");
    await waitFor(() => livenessOf(record.keeper) === "gone", { what: "the keeper's end" });
    expect(existsSync(spec.socketPath)).toBe(false);
  });

  it("keeps its files and its socket to the owner and forgets the spec", async () => {
    const { spec, connection } = await rig.launch("long-sleep");
    for (const name of [FILES.stdout, FILES.stderr, FILES.process, FILES.started]) {
      expect(statSync(path.join(spec.dir, name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(spec.socketPath).mode & 0o777).toBe(0o600);
    expect(existsSync(path.join(spec.dir, FILES.spec))).toBe(false);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("steers, interrupts and takes a further turn in the same process", async () => {
    const { spec, connection } = await rig.launch("long-sleep");
    await waitFor(() => findCommand(spec.runId, "sleep"), { what: "the command" });
    expect(await connection.send({ id: "i1", fence: 1, kind: "interrupt" })).toMatchObject({
      status: "ok",
    });
    await waitFor(() => hasResult(spec.dir), { what: "the interrupted result" });
    expect(rig.spool(spec.dir).at(-1)).toMatchObject({ terminal_reason: "aborted_tools" });
    const id = randomUUID();
    await connection.send({ id, fence: 1, kind: "user", text: "again" });
    await waitFor(() =>
      rig.spool(spec.dir).some((line) => line["uuid"] === id && line["isReplay"] === true),
    );
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("passes an answer to the agent that waits for it", async () => {
    const { spec, connection } = await rig.launch("ask-question");
    const request = await waitFor(() =>
      rig.spool(spec.dir).find((line) => line["type"] === "control_request"),
    );
    await connection.send({
      id: "a1",
      fence: 1,
      kind: "answer",
      requestId: String(request["request_id"]),
      response: {
        behavior: "allow",
        updatedInput: { answers: { "Which storage shall I use?": "Postgres" } },
      },
    });
    await waitFor(() => hasResult(spec.dir));
    expect(rig.spool(spec.dir).at(-1)).toMatchObject({ result: "I will use Postgres." });
    await connection.send({ id: "e", fence: 1, kind: "end" });
    await rig.runtime.waitForExit(spec.dir);
  });
});

describe("the start", () => {
  it("does not happen when another worker abandoned it", async () => {
    const spec = rig.spec("default-success");
    expect(await rig.runtime.abandon(spec.dir, 2)).toBe(true);
    expect(await rig.runtime.start(spec)).toMatchObject({ ok: false, reason: "abandoned" });
    expect(existsSync(rig.runtime.stdoutPath(spec.dir))).toBe(false);
  });

  it("cannot be abandoned once a keeper owns it", async () => {
    const { spec, connection } = await rig.launch("long-sleep");
    expect(await rig.runtime.abandon(spec.dir, 2)).toBe(false);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("happens once when two workers start the same folder", async () => {
    const spec = rig.spec("long-sleep");
    const results = await Promise.all([rig.runtime.start(spec), rig.runtime.start(spec)]);
    const records = results.flatMap((result) => (result.ok ? [result.process.agent.pid] : []));
    expect(new Set(records).size).toBe(1);
    const agents = (): unknown[] =>
      findRunProcesses({ runId: spec.runId, agent: null }).filter(({ pid }) =>
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--permission-mode"),
      );
    // What the agent starts looks like the agent until it has become itself.
    await waitFor(() => agents().length === 1);
    const connection = await rig.runtime.connect({ socketPath: spec.socketPath }, 1);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("goes on with a keeper that was booted before there was a spec", async () => {
    const spec = rig.spec("long-sleep");
    const keeper = rig.runtime.prepare();
    const started = await rig.runtime.start(spec, keeper);
    expect(started).toMatchObject({ ok: true });
    // Too late to let go of it.
    keeper.letGo();
    const connection = await rig.runtime.connect({ socketPath: spec.socketPath }, 1);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ endedBy: "stop" });
    await keeper.exited;
  });

  it("claims nothing when nothing comes of it after the boot", async () => {
    const spec = rig.spec("default-success");
    const keeper = rig.runtime.prepare();
    keeper.letGo();
    await keeper.exited;
    expect(existsSync(spec.dir)).toBe(false);
  });

  it("leaves no idle keeper behind when the worker dies", async () => {
    const worker = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", WAITING_WORKER],
      {
        env: { ...process.env, KEEPER: await buildKeeper() },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let keepers: ProcessIdentity[] = [];
    try {
      await once(worker.stdout, "data");
      keepers = findChildren(worker.pid ?? 0).map(identityOf);
      expect(keepers.map(livenessOf)).toContain("alive");
    } finally {
      worker.kill("SIGKILL");
    }
    await waitFor(() => keepers.every((keeper) => livenessOf(keeper) === "gone"), {
      what: "the keeper's end",
    });
  });

  it("takes the spare keeper and boots the next one", async () => {
    const known = findChildren(process.pid);
    const news = () => findChildren(process.pid).filter((pid) => !known.includes(pid));
    const runtime = createProcessRuntime({ keeperPath: await buildKeeper(), hasSpareKeeper: true });
    const [spare = 0] = news();
    const spec = rig.spec("long-sleep");
    const started = await runtime.start(spec);
    expect(started).toMatchObject({ ok: true, process: { keeper: { pid: spare } } });
    const [next = 0] = news().filter((pid) => pid !== spare);
    const identity = identityOf(next);
    const connection = await runtime.connect({ socketPath: spec.socketPath }, 1);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await runtime.waitForExit(spec.dir);
    expect(livenessOf(identity)).toBe("alive");
    runtime.prepare().letGo();
    await waitFor(() => livenessOf(identity) === "gone", { what: "the spare keeper's end" });
  });

  it("names a program that is not there", async () => {
    const result = await rig.runtime.start(rig.spec("x", { claudePath: "/nowhere/claude" }));
    expect(result).toMatchObject({ ok: false, reason: "spawn_error" });
    expect(result.ok ? "" : result.message).toContain("ENOENT");
  });

  it("names a folder that is not there", async () => {
    const result = await rig.runtime.start(rig.spec("x", { cwd: "/nowhere/at/all" }));
    expect(result).toMatchObject({
      ok: false,
      reason: "spawn_error",
      message: "cwd: expected a folder, found nothing at /nowhere/at/all",
    });
  });

  it("reports a keeper that cannot listen, with no agent left", async () => {
    const socketPath = `/tmp/${"x".repeat(120)}/a.sock`;
    const result = await rig.runtime.start(rig.spec("long-sleep", { socketPath }));
    expect(result).toMatchObject({ ok: false, reason: "keeper_failed" });
  });
});

describe("the control socket", () => {
  it("lets a worker with a higher fence take over and ignores the older one", async () => {
    const { spec, process: record, connection } = await rig.launch("long-sleep");
    const newer = await rig.runtime.connect(record, 2);
    expect(await connection.send({ id: "old", fence: 1, kind: "stop" })).toEqual({
      id: "old",
      status: "ignored",
      reason: "stale_fence",
    });
    await expect(rig.runtime.connect(record, 1)).rejects.toThrow("expected fence 1 to be current");
    expect(livenessOf(record.agent)).toBe("alive");
    await newer.send({ id: "new", fence: 2, kind: "stop" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ endedBy: "stop" });
    const log = readFileSync(path.join(spec.dir, FILES.control), "utf8");
    expect(log).toContain('"id":"new"');
    expect(log).not.toContain('"id":"old"');
  });

  it("acts once on a line that is sent twice", async () => {
    const { spec, connection } = await rig.launch("long-sleep");
    await waitFor(() => findCommand(spec.runId, "sleep"));
    const id = randomUUID();
    const line = { id, fence: 1, kind: "user", text: "once" } as const;
    expect(await connection.send(line)).toMatchObject({ status: "ok" });
    expect(await connection.send(line)).toMatchObject({ status: "ignored", reason: "known_id" });
    await connection.send({ id: "i", fence: 1, kind: "interrupt" });
    await waitFor(() => rig.spool(spec.dir).some((entry) => entry["uuid"] === id));
    expect(rig.spool(spec.dir).filter((entry) => entry["uuid"] === id)).toHaveLength(1);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("survives lines that make no sense and a worker that vanishes", async () => {
    const { spec, process: record, connection } = await rig.launch("long-sleep");
    const bad = { id: "b", fence: 1, kind: "user" } as unknown as Parameters<
      typeof connection.send
    >[0];
    expect(await connection.send(bad)).toMatchObject({ status: "error", reason: "bad_line" });
    connection.close();
    const again = await rig.runtime.connect(record, 1);
    expect(livenessOf(record.agent)).toBe("alive");
    await again.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("ends once when two tabs press stop", async () => {
    const { spec, process: record, connection } = await rig.launch("ignores-term");
    const other = await rig.runtime.connect(record, 1);
    await Promise.all([
      connection.send({ id: "s1", fence: 1, kind: "stop" }),
      other.send({ id: "s2", fence: 1, kind: "stop" }),
    ]);
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({
      endedBy: "stop",
      signal: "SIGKILL",
    });
  });
});

describe("limits", () => {
  it("ends a run whose wall clock has run out, with the interrupted turn's result", async () => {
    const { spec } = await rig.launch("long-sleep", { wallClockMs: 700 });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ endedBy: "wall_clock" });
    expect(rig.spool(spec.dir).at(-1)).toMatchObject({ terminal_reason: "aborted_tools" });
  });

  it("does not count the time in which an answer is awaited", async () => {
    const { spec, connection } = await rig.launch("long-sleep", { wallClockMs: 800 });
    await connection.send({ id: "c1", fence: 1, kind: "clock", state: "paused" });
    const pausedAt = performance.now();
    await waitFor(() => performance.now() - pausedAt > 1_500);
    expect((await rig.runtime.inspect(spec.dir)).exit).toBeNull();
    await connection.send({ id: "c2", fence: 1, kind: "clock", state: "running" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ endedBy: "wall_clock" });
  });

  it("kills a run that writes more than its limit", async () => {
    const limit = 20_000_000;
    const { spec } = await rig.launch("flood", { spoolLimitBytes: limit });
    const exit = await rig.runtime.waitForExit(spec.dir);
    expect(exit).toMatchObject({ endedBy: "spool_limit", forcedBy: "SIGKILL" });
    expect(exit?.stdoutBytes).toBeGreaterThan(limit);
  });

  it.each(["process_group", "pid_namespace"] as const)(
    "kills a run with more processes than it may have, in a %s",
    async (containment) => {
      const contained = await createRig({ containment });
      try {
        const { spec } = await contained.launch("fork-bomb", {
          processLimit: 60,
          env: { FAKE_CLAUDE_PROCESSES: "300" },
        });
        expect(await contained.runtime.waitForExit(spec.dir)).toMatchObject({
          endedBy: "process_limit",
          forcedBy: "SIGKILL",
        });
        expect(findRunProcesses({ runId: spec.runId, agent: null })).toEqual([]);
      } finally {
        await contained.dispose();
      }
    },
  );

  it("lets no file of a run grow beyond its limit, and leaves no core dump", async () => {
    const { spec } = await rig.launch("huge-file", { fileLimitBytes: 5_000_000 });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ endedBy: "agent", code: 1 });
    expect(readFileSync(rig.runtime.stderrPath(spec.dir), "utf8")).toContain("EFBIG");
    expect(statSync(path.join(rig.workspace, "data.bin")).size).toBe(0);
    const killed = rig.spec("none", {
      claudePath: "/usr/bin/head",
      argv: ["-c", "100000000", "/dev/zero"],
      fileLimitBytes: 1_000_000,
    });
    expect(await rig.runtime.start(killed)).toMatchObject({ ok: true });
    expect(await rig.runtime.waitForExit(killed.dir)).toMatchObject({ signal: "SIGXFSZ" });
    expect(statSync(rig.runtime.stdoutPath(killed.dir)).size).toBe(1_000_000);
    expect(readdirSync(rig.workspace)).toEqual(["data.bin"]);
  });

  it("ends a run whose worker gives no beat, and not one whose worker does", async () => {
    const orphan = await rig.launch("long-sleep", { orphanLimitMs: 1_000 });
    const kept = await rig.launch("long-sleep", { orphanLimitMs: 1_000 });
    const beating = setInterval(() => void rig.runtime.beat(kept.spec.dir), 100);
    expect(await rig.runtime.waitForExit(orphan.spec.dir)).toMatchObject({ endedBy: "orphan" });
    expect((await rig.runtime.inspect(kept.spec.dir)).agent).toBe("alive");
    clearInterval(beating);
    expect(await rig.runtime.waitForExit(kept.spec.dir)).toMatchObject({ endedBy: "orphan" });
  });

  it("closes stdin by itself after a last result, but only with no worker connected", async () => {
    const { spec, connection } = await rig.launch("default-success", {
      closeStdinAfterResultMs: 400,
    });
    await waitFor(() => hasResult(spec.dir));
    const resultAt = performance.now();
    await waitFor(() => performance.now() - resultAt > 1_200);
    expect((await rig.runtime.inspect(spec.dir)).agent).toBe("alive");
    connection.close();
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({
      endedBy: "result_idle",
      code: 0,
    });
  });
});

describe("a folder in trouble", () => {
  it("lets the keeper go once its agent is gone and nobody could read its last word", async () => {
    const { spec, process: record, connection } = await rig.launch("long-sleep");
    rmSync(path.dirname(spec.dir), { recursive: true });
    expect(livenessOf(record.agent)).toBe("alive");
    expect(livenessOf(record.keeper)).toBe("alive");
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await waitFor(() => livenessOf(record.keeper) === "gone", { what: "the keeper's end" });
    expect(livenessOf(record.agent)).toBe("gone");
    expect(existsSync(spec.dir)).toBe(false);
    expect(existsSync(spec.socketPath)).toBe(false);
  });

  it("keeps the keeper trying while its last word cannot be written", async () => {
    const { spec, process: record, connection } = await rig.launch("default-success");
    await waitFor(() => hasResult(spec.dir), { what: "a result" });
    // Stands in the way of the file, as a full disk would.
    const blocker = path.join(spec.dir, FILES.exit);
    mkdirSync(path.join(blocker, "full"), { recursive: true });
    await connection.send({ id: "e", fence: 1, kind: "end" });
    await waitFor(() => livenessOf(record.agent) === "gone", { what: "the agent's end" });
    const tries = () => readdirSync(spec.dir).some((name) => name.endsWith(".tmp"));
    await waitFor(tries, { what: "a try" });
    expect(livenessOf(record.keeper)).toBe("alive");
    rmSync(blocker, { recursive: true });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ code: 0, endedBy: "end" });
    await waitFor(() => livenessOf(record.keeper) === "gone", { what: "the keeper's end" });
  });
});

describe("a worker that comes back", () => {
  it("finds a keeper that died while its agent lives, and ends the tree", async () => {
    const { spec, process: record } = await rig.launch("long-sleep");
    await waitFor(() => findCommand(spec.runId, "sleep"));
    process.kill(record.keeper.pid, "SIGKILL");
    await waitFor(() => livenessOf(record.keeper) === "gone");
    expect(await rig.runtime.inspect(spec.dir)).toMatchObject({
      keeper: "gone",
      agent: "alive",
      exit: null,
    });
    expect(await rig.runtime.waitForExit(spec.dir)).toBeNull();
    const ended = await rig.runtime.endTree({
      runId: spec.runId,
      agent: record.agent,
      termGraceMs: 500,
    });
    expect(ended.clean).toBe(true);
    expect(await rig.runtime.inspect(spec.dir)).toMatchObject({ keeper: "gone", agent: "gone" });
  });

  it("does not signal a process that got the pid of an agent that is gone", async () => {
    const { spec, process: record, connection } = await rig.launch("long-sleep");
    const innocent = { ...record.agent, startTime: record.agent.startTime - 1 };
    const ended = await rig.runtime.endTree({ runId: "someone-elses-run", agent: innocent });
    expect(ended).toEqual({ clean: true, killed: 0 });
    expect(readStat(record.agent.pid)?.state).not.toBe("Z");
    expect(livenessOf(record.agent)).toBe("alive");
    expect(livenessOf(innocent)).toBe("gone");
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("leaves alone what belongs to another boot or namespace", async () => {
    const { spec, process: record, connection } = await rig.launch("long-sleep");
    const foreign = { ...record.agent, bootId: "another-machine" };
    expect(rig.runtime.isAlive(foreign)).toBe("foreign");
    expect(await rig.runtime.endTree({ runId: spec.runId, agent: foreign })).toEqual({
      clean: false,
      killed: 0,
    });
    expect(livenessOf(record.agent)).toBe("alive");
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });
});
