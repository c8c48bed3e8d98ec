import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildFakeClaude } from "#server/testing/build-keeper.ts";
import { probeClaude } from "./probe.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "signalbox-probe-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const PATH = process.env["PATH"] ?? "";
const program = (script: string): string => {
  const file = path.join(dir, "claude");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
};

describe("probe", () => {
  it("knows the demo agent", async () => {
    const fake = await buildFakeClaude();
    expect(await probeClaude(fake, { PATH, HOME: dir })).toEqual({
      path: fake,
      version: "2.1.332",
      supported: "ok",
      loggedIn: true,
      authMethod: "demo",
      account: null,
      subscription: null,
      isFake: true,
    });
  });

  it("sees a login that is missing and a version that is too old", async () => {
    const fake = await buildFakeClaude();
    const env = { PATH, HOME: dir, FAKE_CLAUDE_LOGGED_OUT: "1", FAKE_CLAUDE_VERSION: "2.1.197" };
    expect(await probeClaude(fake, env)).toMatchObject({ supported: "refused", loggedIn: false });
  });

  it("looks a name up in PATH and says when it is nowhere", async () => {
    const file = program('echo "2.1.230 (Claude Code)"');
    expect(await probeClaude("claude", { PATH: `${dir}:${PATH}` })).toMatchObject({
      path: file,
      supported: "warn",
      loggedIn: null,
      isFake: false,
    });
    expect(await probeClaude("claude", { PATH: "/nowhere" })).toMatchObject({
      path: null,
      supported: "missing",
    });
    expect(await probeClaude("/nowhere/claude", { PATH })).toMatchObject({ supported: "missing" });
  });

  it("takes a program that answers without a version, with a warning", async () => {
    const file = program('echo "my wrapper"');
    expect(await probeClaude(file, { PATH })).toMatchObject({
      path: file,
      version: null,
      supported: "warn",
    });
  });

  it("survives a program that only complains", async () => {
    program("echo broken >&2; exit 3");
    expect(await probeClaude("claude", { PATH: `${dir}:${PATH}` })).toMatchObject({
      path: path.join(dir, "claude"),
      version: null,
      supported: "missing",
    });
  });

  it("hands over nothing of its own environment", async () => {
    program('env > "$HOME/env.txt"; echo "2.1.332 (Claude Code)"');
    await probeClaude("claude", { PATH: `${dir}:${PATH}`, HOME: dir });
    const names = readFileSync(path.join(dir, "env.txt"), "utf8").match(/^[A-Za-z_]+(?==)/gm) ?? [];
    expect(
      names.filter((name) => !["PATH", "HOME", "PWD", "_", "SHLVL", "OLDPWD"].includes(name)),
    ).toEqual([]);
  });
});
