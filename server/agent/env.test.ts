import { describe, expect, it } from "vitest";
import { buildAgentEnv } from "./env.ts";

const run = {
  runId: "r1",
  project: "board",
  ticketNumber: 42,
  agent: "programmer",
  apiUrl: "http://127.0.0.1:4400",
  token: "tok/en+1",
  workspace: "/work",
};
const processEnv = {
  PATH: "/bin",
  HOME: "/home/a",
  USER: "a",
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
  TERM: "xterm",
  TZ: "UTC",
  TMPDIR: "/tmp",
  SSH_AUTH_SOCK: "/s",
  HTTP_PROXY: "p",
  HTTPS_PROXY: "p",
  NO_PROXY: "n",
  NODE_EXTRA_CA_CERTS: "c",
  ANTHROPIC_API_KEY: "k",
  ANTHROPIC_BASE_URL: "u",
  CLAUDE_CODE_OAUTH_TOKEN: "o",
  CLAUDE_CODE_USE_BEDROCK: "1",
  CLAUDE_CONFIG_DIR: "/c",
  // None of these:
  DATABASE_URL: "postgres://x",
  REDIS_URL: "redis://x",
  SIGNALBOX_OWNER_TOKEN: "secret",
  SIGNALBOX_DATA_DIR: "/d",
  NODE_OPTIONS: "--inspect",
  CLAUDECODE: "1",
  CLAUDE_CODE_ENTRYPOINT: "cli",
  LD_PRELOAD: "/evil.so",
  PGPASSWORD: "x",
  AWS_SECRET_ACCESS_KEY: "x",
  GITHUB_TOKEN: "x",
  npm_config_registry: "x",
  SIGNALBOX_RUN_ID: "the run this server itself is part of",
};

describe("the agent's environment", () => {
  it("has exactly these names", () => {
    const env = buildAgentEnv({ processEnv, extraNames: [], run });
    expect(Object.keys(env).sort()).toEqual(
      [
        ...["PATH", "HOME", "USER", "SHELL", "LANG", "TERM", "TZ", "TMPDIR", "SSH_AUTH_SOCK"],
        ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"],
        ...["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"],
        ...["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CONFIG_DIR"],
        ...["SIGNALBOX_API_URL", "SIGNALBOX_PROJECT", "SIGNALBOX_TICKET_ID", "SIGNALBOX_RUN_ID"],
        ...["SIGNALBOX_TOKEN", "CLAUDE_AGENT", "KITTYCLAW_API_URL", "KITTYCLAW_TICKET_ID"],
        ...["KITTYCLAW_PROJECT_SLUG", "WORKSPACE"],
        ...["CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "DISABLE_AUTOUPDATER"],
      ].sort(),
    );
    expect(env["SIGNALBOX_RUN_ID"]).toBe("r1");
    expect(env["KITTYCLAW_API_URL"]).toBe("http://programmer:tok%2Fen%2B1@127.0.0.1:4400");
    expect(env["SIGNALBOX_API_URL"]).toBe("http://127.0.0.1:4400");
  });

  it("passes what the operator names, but never a credential of the stores", () => {
    const env = buildAgentEnv({
      processEnv,
      extraNames: ["GITHUB_TOKEN", "DATABASE_URL", "PGPASSWORD", "SIGNALBOX_OWNER_TOKEN"],
      run,
    });
    expect(env["GITHUB_TOKEN"]).toBe("x");
    expect(env).not.toHaveProperty("DATABASE_URL");
    expect(env).not.toHaveProperty("PGPASSWORD");
    expect(env).not.toHaveProperty("SIGNALBOX_OWNER_TOKEN");
  });

  it("takes the action's variables, but not over ours", () => {
    const actionEnv = {
      TONE: "plain",
      SIGNALBOX_TOKEN: "mine",
      SIGNALBOX_RUN_ID: "hidden",
      PATH: "/x",
    };
    const env = buildAgentEnv({ processEnv, extraNames: [], actionEnv, run });
    expect(env).toMatchObject({
      TONE: "plain",
      SIGNALBOX_TOKEN: run.token,
      SIGNALBOX_RUN_ID: "r1",
      PATH: "/x",
    });
  });

  it("has no ticket for a run without one", () => {
    const env = buildAgentEnv({
      processEnv: {},
      extraNames: [],
      run: { ...run, ticketNumber: null },
    });
    expect(env).not.toHaveProperty("SIGNALBOX_TICKET_ID");
    expect(env).not.toHaveProperty("KITTYCLAW_TICKET_ID");
  });
});
