import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRig } from "#server/testing/fake-claude/harness.ts";
import type { Rig } from "#server/testing/fake-claude/harness.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { probeContainment } from "../containment.ts";
import { identityOf, livenessOf, readStat } from "../identity.ts";
import type { Containment, ProcessIdentity } from "./protocol.ts";

let possible: Containment;
beforeAll(async () => {
  possible = await probeContainment("auto");
});

let rig: Rig;
beforeEach(async () => {
  rig = await createRig({ containment: "pid_namespace" });
});
afterEach(() => rig.dispose());

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** A spec that runs a shell script in the place of the agent. */
function specOf(script: string, overrides: Parameters<Rig["spec"]>[1] = {}) {
  const program = path.join(rig.dataDir, "agent.sh");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return { ...overrides, claudePath: program };
}

const outputOf = (dir: string) => readFileSync(rig.runtime.stdoutPath(dir), "utf8");

async function play(script: string) {
  const launched = await rig.launch("none", specOf(script));
  return { ...launched, read: () => outputOf(launched.spec.dir) };
}

async function playToEnd(script: string, overrides: Parameters<Rig["spec"]>[1] = {}) {
  const spec = rig.spec("none", specOf(script, overrides));
  expect(await rig.runtime.start(spec)).toMatchObject({ ok: true });
  const exit = await rig.runtime.waitForExit(spec.dir);
  return { exit, output: outputOf(spec.dir) };
}

it("finds out what this machine allows, and asks nothing where it is switched off", async () => {
  expect(await probeContainment("off")).toBe("process_group");
  expect(["pid_namespace", "process_group"]).toContain(possible);
  const { spec, process: record, connection } = await rig.launch("long-sleep");
  expect(record.containment).toBe(possible);
  expect(record.namespaceInit === null).toBe(possible === "process_group");
  await connection.send({ id: "s", fence: 1, kind: "stop" });
  await rig.runtime.waitForExit(spec.dir);
});

describe("an agent behind its limits and its namespace", () => {
  it("tells its exit code and its signal as they were", async () => {
    expect((await playToEnd("exit 7")).exit).toMatchObject({ code: 7, signal: null });
    expect((await playToEnd("exit 143")).exit).toMatchObject({ code: 143, signal: null });
    expect((await playToEnd("kill -TERM $$")).exit).toMatchObject({
      code: null,
      signal: "SIGTERM",
    });
    expect((await playToEnd("kill -SEGV $$")).exit).toMatchObject({
      code: null,
      signal: "SIGSEGV",
    });
    expect((await playToEnd("kill -KILL $$")).exit).toMatchObject({
      code: null,
      signal: "SIGKILL",
      endedBy: "agent",
      forcedBy: null,
    });
  });

  it("works in its folder, as itself, with the arguments and the environment it was given", async () => {
    const { output } = await playToEnd(
      'pwd; id -u; printf "%s|" "$@"; echo; echo "$FOO"; echo new > made; mkdir -p sub; ulimit -c',
      { argv: ["a b", "--", "$(id)", "é"], env: { FOO: "x y" } },
    );
    expect(output.split("\n")).toEqual([
      rig.workspace,
      String(process.getuid?.()),
      "a b|--|$(id)|é|",
      "x y",
      "0",
      "",
    ]);
    const made = statSync(path.join(rig.workspace, "made"));
    expect([made.uid, made.gid]).toEqual([process.getuid?.(), process.getgid?.()]);
  });

  it("reads its prompt from the pipe and is told when it is closed", async () => {
    const { spec, connection, read } = await play("cat; echo over");
    await waitFor(() => read().includes("Focus on ticket #1"), { what: "the prompt" });
    await connection.send({ id: "e", fence: 1, kind: "end" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ code: 0, forcedBy: null });
    expect(read()).toContain("over");
  });

  it("has the identity that this host knows it by", async () => {
    const { spec, process: record, connection } = await play("exec sleep 600");
    await waitFor(() => readFileSync(`/proc/${record.agent.pid}/comm`, "utf8").trim() === "sleep", {
      what: "the agent's own program",
    });
    expect(livenessOf(record.agent)).toBe("alive");
    const stat = readStat(record.agent.pid);
    expect(stat?.groupId).toBe(record.agent.pid);
    expect(stat?.sessionId).toBe(record.agent.pid);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    expect(await rig.runtime.waitForExit(spec.dir)).toMatchObject({ signal: "SIGTERM" });
    expect(livenessOf(record.agent)).toBe("gone");
  });

  it("can use git and leaves no zombies behind", async () => {
    const { output } = await playToEnd(
      [
        "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first",
        "git log --format=%s",
        "for i in 1 2 3 4 5; do (setsid sh -c 'exit 0' &) ; done",
        "sleep 0.2; grep -l '^State:.Z' /proc/[0-9]*/status 2>/dev/null | wc -l",
      ].join("\n"),
    );
    const [subject, zombies] = output.split("\n");
    expect(subject).toBe("first");
    // Without a namespace, orphans belong to the machine's own first process.
    if (possible === "pid_namespace") expect(zombies?.trim()).toBe("0");
  });
});

describe("a namespace", () => {
  it("shows an agent its own processes only, and a way to no other", async () => {
    const { output, exit } = await playToEnd(
      `ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} 2>/dev/null && echo reached`,
    );
    expect(exit?.endedBy).toBe("agent");
    if (possible === "process_group") return;
    expect(Number(output.split("\n")[0])).toBeLessThan(8);
    expect(output).not.toContain("reached");
  });

  it("keeps its mounts to itself", async () => {
    const before = readFileSync("/proc/self/mountinfo", "utf8");
    const { spec, connection, read } = await play(
      "mount -t tmpfs none /mnt 2>/dev/null; echo ready; exec sleep 600",
    );
    await waitFor(() => read().includes("ready"));
    expect(readFileSync("/proc/self/mountinfo", "utf8")).toBe(before);
    await connection.send({ id: "s", fence: 1, kind: "stop" });
    await rig.runtime.waitForExit(spec.dir);
  });

  it("ends with a keeper that was let go before it had a run", async () => {
    const known = childrenOf(process.pid);
    const keeper = rig.runtime.prepare();
    const [pid = 0] = childrenOf(process.pid).filter((child) => !known.includes(child));
    const inside: ProcessIdentity[] = [];
    if (possible === "pid_namespace") {
      const unshare = await waitFor(() => childrenOf(pid)[0], { what: "its namespace" });
      const first = await waitFor(() => childrenOf(unshare)[0], { what: "its first process" });
      inside.push(identityOf(unshare), identityOf(first));
    }
    keeper.letGo();
    await keeper.exited;
    await waitFor(() => inside.every((one) => livenessOf(one) === "gone"), {
      what: "the end of its namespace",
    });
    expect(inside).toHaveLength(possible === "pid_namespace" ? 2 : 0);
  });

  it("is ended by the worker when its keeper died, SIGTERM first", async () => {
    const {
      spec,
      process: record,
      read,
    } = await play(
      "trap 'echo told; exit 0' TERM; (setsid sleep 3600 >/dev/null 2>&1 &); echo ready; while :; do sleep 0.05; done",
    );
    await waitFor(() => read().includes("ready"));
    process.kill(record.keeper.pid, "SIGKILL");
    await waitFor(() => livenessOf(record.keeper) === "gone");
    expect(livenessOf(record.agent)).toBe("alive");
    const ended = await rig.runtime.endTree({
      runId: spec.runId,
      agent: record.agent,
      namespaceInit: record.namespaceInit ?? null,
      termGraceMs: 2_000,
    });
    expect(ended.clean).toBe(true);
    expect(read()).toContain("told");
    expect(livenessOf(record.agent)).toBe("gone");
    if (record.namespaceInit) expect(livenessOf(record.namespaceInit)).toBe("gone");
    expect(existsSync(path.join(spec.dir, "exit.json"))).toBe(false);
  });
});
