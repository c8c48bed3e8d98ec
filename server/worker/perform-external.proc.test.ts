import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ExternalAction } from "#server/core/automation/plan.ts";
import { systemClock } from "../lib/clock.ts";
import { createLogger } from "../lib/logger.ts";
import type { WorkerContext } from "./context.ts";
import { defaultTunables } from "./context.ts";
import { performExternal } from "./perform-external.ts";

let workspace = "";
beforeEach(async () => {
  workspace = await realpath(await mkdtemp(path.join(tmpdir(), "signalbox-external-")));
});
afterEach(() => rm(workspace, { recursive: true, force: true, maxRetries: 5 }));

type Command = Extract<ExternalAction, { type: "runCommand" }>;
type Script = Extract<ExternalAction, { type: "executePowerShell" }>;

const shape = {
  index: 0,
  on: "completed",
  env: {},
  timeoutSeconds: 20,
  abortOnFailure: false,
} as const;
const command = (script: string, more: Partial<Command> = {}): Command => ({
  type: "runCommand",
  command: process.execPath,
  args: ["-e", script],
  ...shape,
  ...more,
});
const script = (more: Partial<Script> = {}): Script => ({
  type: "executePowerShell",
  script: "Write-Host hi",
  scriptFile: null,
  args: [],
  ...shape,
  ...more,
});

function perform(action: ExternalAction, more: Partial<WorkerContext> = {}) {
  const context = {
    allowScripts: true,
    env: process.env,
    agentEnv: [],
    clock: systemClock,
    log: createLogger("worker", "silent"),
    tunables: defaultTunables,
    ...more,
  } as unknown as WorkerContext;
  const about = {
    project: { slug: "shop", workspaceRealPath: workspace, allowedHosts: [] },
    ticket: { number: 41, title: 'a "hostile" $(title); `x`' },
    runId: "r1",
  };
  return performExternal(context, action, about, new AbortController().signal);
}

it("runs a program in the workspace, with what is known of the ticket as data around it", async () => {
  const names = [
    "SIGNALBOX_PROJECT",
    "SIGNALBOX_TICKET_ID",
    "SIGNALBOX_TICKET_TITLE",
    "SIGNALBOX_RUN_ID",
    "WORKSPACE",
    "EXTRA",
    "DATABASE_URL",
  ];
  const print = `console.log(JSON.stringify([process.cwd(), ...${JSON.stringify(names)}.map((name) => process.env[name] ?? null)]))`;
  const effect = await perform(
    command(print, { env: { EXTRA: "mine", SIGNALBOX_TICKET_ID: "999" } }),
    { env: { ...process.env, DATABASE_URL: "postgres://x" } },
  );
  expect(effect).toMatchObject({ ok: true });
  expect(JSON.parse(effect.output ?? "")).toEqual([
    workspace,
    "shop",
    "41",
    'a "hostile" $(title); `x`',
    "r1",
    workspace,
    "mine",
    null,
  ]);
});

it("records how it ended and what it said, without secrets", async () => {
  const effect = await perform(command("console.log(process.env.BUILD_API_KEY); process.exit(4)"), {
    env: { ...process.env, BUILD_API_KEY: "key-1234567890" },
    agentEnv: ["BUILD_API_KEY"],
  });
  expect(effect).toEqual({
    ok: false,
    text: `runCommand: FAILED: ${process.execPath} ended with exit code 4`,
    sentence: expect.objectContaining({ key: "action.exit_failed" }) as object,
    output: "[redacted]\n",
  });
});

it("ends a program that takes too long", async () => {
  const effect = await perform(command("setInterval(() => {}, 1000)", { timeoutSeconds: 1 }));
  expect(effect).toMatchObject({
    ok: false,
    text: `runCommand: TIMED_OUT: ${process.execPath} was ended after 1 s`,
  });
});

it("says what is missing where there is no PowerShell", async () => {
  const nowhere = { env: { ...process.env, PATH: workspace } };
  expect(await perform(script(), nowhere)).toEqual({
    ok: false,
    isFinal: true,
    text: "executePowerShell: PROGRAM_MISSING: pwsh is not on this machine; PowerShell 7 installs it",
    sentence: expect.objectContaining({ key: "action.powershell_missing" }) as object,
  });
});

it("hands PowerShell a file and its arguments, never a command line", async () => {
  const stub = path.join(workspace, "pwsh");
  await writeFile(stub, '#!/bin/sh\nfor part; do echo "$part"; done\ncat "$4"\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${workspace}:${process.env["PATH"] ?? ""}` };
  const text = await perform(script({ script: "the script", args: ["-Id", "41; rm"] }), { env });
  expect(text.output?.split("\n")).toEqual([
    "-NoProfile",
    "-NonInteractive",
    "-File",
    expect.stringMatching(/action\.ps1$/) as string,
    "-Id",
    "41; rm",
    "the script",
  ]);
  await writeFile(path.join(workspace, "tool.ps1"), "from the file");
  const file = await perform(script({ scriptFile: "tool.ps1" }), { env });
  expect(file.output).toContain(`${workspace}/tool.ps1`);
  expect(file.output).toContain("from the file");
  expect(await perform(script({ scriptFile: "../../etc/passwd" }), { env })).toMatchObject({
    ok: false,
  });
});

it("runs nothing where the operator does not allow it", async () => {
  const effect = await perform(command("require('fs').writeFileSync('ran', '')"), {
    allowScripts: false,
  });
  expect(effect).toMatchObject({ ok: false, isFinal: true });
  expect(effect.text).toContain("SCRIPTS_NOT_ALLOWED");
});

it("commits a memory only under an agent's name", async () => {
  const commit = (agent: string) =>
    perform({ type: "commitAgentMemory", index: 0, on: "always", agent });
  expect(await commit("../x")).toMatchObject({ ok: false, isFinal: true });
  expect(await commit("programmer")).toMatchObject({
    ok: false,
    isFinal: true,
    text: "commitAgentMemory: the workspace is no git repository",
  });
});
