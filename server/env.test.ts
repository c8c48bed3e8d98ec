import { describe, expect, it } from "vitest";
import { EnvError, loadEnv } from "./env.ts";

describe("loadEnv", () => {
  it("needs nothing and listens on loopback", () => {
    const env = loadEnv({});

    expect(env).toMatchObject({
      host: "127.0.0.1",
      port: 4400,
      databaseUrl: null,
      redisUrl: null,
      claudeBin: "claude",
      maxRuns: 6,
      allowScripts: false,
      defaultBudgetUsd: 10,
      leaseSeconds: 30,
      logLevel: "info",
    });
  });

  it("takes blank variables as absent", () => {
    expect(loadEnv({ DATABASE_URL: "", PORT: " " })).toMatchObject({
      databaseUrl: null,
      port: 4400,
    });
  });

  it("reads lists", () => {
    const env = loadEnv({
      SIGNALBOX_ALLOWED_HOSTS: "board.example, board.example:8443",
      SIGNALBOX_AGENT_ENV: "GOPROXY,FOO",
      SIGNALBOX_ROOTS: "/srv/a:/srv/b/",
    });

    expect(env.allowedHosts).toEqual(["board.example", "board.example:8443"]);
    expect(env.agentEnv).toEqual(["GOPROXY", "FOO"]);
    expect(env.roots).toEqual(["/srv/a", "/srv/b"]);
  });

  it.each([
    ["on", true],
    ["true", true],
    ["off", false],
    ["", false],
  ])("opens tmux windows with SIGNALBOX_TMUX=%s: %s", (value, isTmuxOn) => {
    expect(loadEnv({ SIGNALBOX_TMUX: value })).toMatchObject({ isTmuxOn });
  });

  it.each([
    ["PORT", "80a", 'PORT: expected a whole number from 0 to 65535, found "80a"'],
    ["PORT", "70000", 'PORT: expected a whole number from 0 to 65535, found "70000"'],
    ["SIGNALBOX_DATA_DIR", "data", 'SIGNALBOX_DATA_DIR: expected an absolute path, found "data"'],
    [
      "SIGNALBOX_MAX_RUNS",
      "0",
      'SIGNALBOX_MAX_RUNS: expected a whole number from 1 to 1000, found "0"',
    ],
    [
      "SIGNALBOX_ALLOW_SCRIPTS",
      "yes",
      'SIGNALBOX_ALLOW_SCRIPTS: expected "true" or "false", found "yes"',
    ],
    ["SIGNALBOX_TMUX", "yes", 'SIGNALBOX_TMUX: expected "on" or "off", found "yes"'],
    [
      "LOG_LEVEL",
      "loud",
      'LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, found "loud"',
    ],
  ])("refuses %s=%s and says what it expected", (name, value, message) => {
    expect(() => loadEnv({ [name]: value })).toThrow(new EnvError(message));
  });

  it("never shows a value that may hold a password", () => {
    const source = { DATABASE_URL: "mysql://user:hunter2@db", SIGNALBOX_OWNER_TOKEN: "hunter2" };

    expect(() => loadEnv(source)).toThrow(/DATABASE_URL: expected a URL starting with postgres:/);
    expect(() => loadEnv(source)).toThrow(/SIGNALBOX_OWNER_TOKEN: expected at least 32 characters/);
    expect(() => loadEnv(source)).not.toThrow(/hunter2/);
  });

  it.each(["0.0.0.0", "::", "192.168.1.4", "board.example"])(
    "refuses to listen on %s without a host list or public address",
    (host) => {
      expect(() => loadEnv({ SIGNALBOX_HOST: host })).toThrow(/SIGNALBOX_HOST: expected 127.0.0.1/);
      expect(loadEnv({ SIGNALBOX_HOST: host, SIGNALBOX_ALLOWED_HOSTS: "b" }).host).toBe(host);
      expect(loadEnv({ SIGNALBOX_HOST: host, SIGNALBOX_PUBLIC_URL: "https://b" }).host).toBe(host);
    },
  );
});

describe("what an agent may take of the machine", () => {
  it("has limits by default, and a namespace where the machine allows it", () => {
    expect(loadEnv({})).toMatchObject({
      contain: "auto",
      agentLimits: {
        processLimit: 1_000,
        fileLimitBytes: 4 * 1024 ** 3,
        spoolLimitBytes: 1024 ** 3,
      },
    });
  });

  it("is what the operator says, in whole megabytes", () => {
    const env = loadEnv({
      SIGNALBOX_CONTAIN: "off",
      SIGNALBOX_MAX_PROCESSES: "50",
      SIGNALBOX_MAX_FILE_MB: "2",
      SIGNALBOX_MAX_OUTPUT_MB: "3",
    });
    expect(env.contain).toBe("off");
    expect(env.agentLimits).toEqual({
      processLimit: 50,
      fileLimitBytes: 2 * 1024 ** 2,
      spoolLimitBytes: 3 * 1024 ** 2,
    });
    expect(() => loadEnv({ SIGNALBOX_CONTAIN: "on" })).toThrow("SIGNALBOX_CONTAIN");
    expect(() => loadEnv({ SIGNALBOX_MAX_FILE_MB: "0" })).toThrow("SIGNALBOX_MAX_FILE_MB");
  });
});
