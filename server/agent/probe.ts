/** Which `claude` is there, which version, and is it logged in (ux.md 26)? Nothing leaves the machine. */
import { execa } from "execa";
import { findProgram } from "../lib/find-program.ts";
import { judgeVersion, parseVersion } from "./version.ts";

export type ClaudeProbe = {
  /** Absolute; null when it was not found. */
  path: string | null;
  version: string | null;
  supported: "ok" | "warn" | "refused" | "missing";
  /** Null where it could not be asked. */
  loggedIn: boolean | null;
  authMethod: string | null;
  /** Whose login it is and by which plan, where the CLI says so. */
  account: string | null;
  subscription: string | null;
  /** The scripted agent of the demo: never for a project a person opened. */
  isFake: boolean;
};

const TIMEOUT_MS = 15_000;
const MISSING: ClaudeProbe = {
  path: null,
  version: null,
  supported: "missing",
  loggedIn: null,
  authMethod: null,
  account: null,
  subscription: null,
  isFake: false,
};

/**
 * `program`: a name to look up in `env.PATH`, or a path. `env`: whole environment of the two calls,
 * as an agent would get it (the login depends on HOME). Never throws.
 */
export async function probeClaude(
  program: string,
  env: Record<string, string>,
): Promise<ClaudeProbe> {
  const found = await findProgram(program, env["PATH"] ?? "");
  if (found === null) return MISSING;
  const [said, auth] = await Promise.all([
    ask(found, ["--version"], env),
    ask(found, ["auth", "status"], env),
  ]);
  const version = parseVersion(said.stdout);
  // A program that answers without a version may be a wrapper of the operator's: run it, and say so.
  if (version === null) {
    if (!said.isOk) return { ...MISSING, path: found };
    return { path: found, version, supported: "warn", isFake: false, ...readAuth(auth.stdout) };
  }
  return {
    path: found,
    version,
    supported: judgeVersion(version),
    isFake: said.stdout.includes("Signalbox demo agent"),
    ...readAuth(auth.stdout),
  };
}

function ask(file: string, args: string[], env: Record<string, string>) {
  return execa(file, args, {
    env,
    extendEnv: false,
    reject: false,
    stdin: "ignore",
    timeout: TIMEOUT_MS,
    maxBuffer: 1024 * 1024,
  }).then(({ stdout, exitCode }) => ({
    stdout: typeof stdout === "string" ? stdout : "",
    isOk: exitCode === 0,
  }));
}

type Auth = Pick<ClaudeProbe, "loggedIn" | "authMethod" | "account" | "subscription">;

function readAuth(stdout: string): Auth {
  try {
    const status = JSON.parse(stdout) as Record<string, unknown>;
    const text = (name: string) => {
      const value = status[name];
      return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
    };
    return {
      loggedIn: typeof status["loggedIn"] === "boolean" ? status["loggedIn"] : null,
      authMethod: text("authMethod"),
      account: text("email") ?? text("orgName"),
      subscription: text("subscriptionType"),
    };
  } catch {
    return { loggedIn: null, authMethod: null, account: null, subscription: null };
  }
}
