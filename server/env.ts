/**
 * The one place that reads configuration. Everything else takes what it needs from an `Env`.
 * A wrong value stops the start with a line that names the variable, what was expected and
 * what was found.
 */
import { userInfo, homedir } from "node:os";
import path from "node:path";
import { z } from "zod";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const CONTAIN_MODES = ["auto", "off"] as const;
const MEGABYTE = 1024 * 1024;
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "::1"]);

const blankAsAbsent = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

const text = z.string().trim();
const commaList = text.transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const absolutePath = text
  .transform((value) => (value.startsWith("~/") ? path.join(homedir(), value.slice(2)) : value))
  .refine(path.isAbsolute, "an absolute path")
  .transform((value) => path.resolve(value));
const pathList = text
  .transform((value) => value.split(path.delimiter).filter(Boolean))
  .pipe(z.array(absolutePath));
const urlWith = (...protocols: string[]) =>
  text.refine(
    (value) => {
      const protocol = URL.canParse(value) ? new URL(value).protocol : "";
      return protocols.includes(protocol);
    },
    `a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  );
const wholeNumber = (min: number, max: number) =>
  text
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `a whole number from ${min} to ${max}`,
    )
    .transform(Number);
const money = text
  .refine((value) => /^\d+(\.\d{1,6})?$/.test(value), "an amount in US dollars such as 10 or 2.50")
  .transform(Number);
const flag = text
  .refine((value) => ["true", "false", "1", "0"].includes(value), '"true" or "false"')
  .transform((value) => value === "true" || value === "1");
const redisName = text.regex(
  /^[A-Za-z0-9:_.-]{1,100}$/,
  "at most 100 letters, digits and the characters : _ . -",
);
const onOff = text
  .refine((value) => ["on", "off", "true", "false", "1", "0"].includes(value), '"on" or "off"')
  .transform((value) => ["on", "true", "1"].includes(value));
const environmentName = text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "variable names, comma-separated");

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsAbsent, schema.optional());

const variablesSchema = z.object({
  SIGNALBOX_HOST: optional(text),
  PORT: optional(wholeNumber(0, 65_535)),
  SIGNALBOX_DATA_DIR: optional(absolutePath),
  DATABASE_URL: optional(urlWith("postgres:", "postgresql:")),
  REDIS_URL: optional(urlWith("redis:", "rediss:")),
  SIGNALBOX_REDIS_PREFIX: optional(redisName),
  SIGNALBOX_FEED_STREAM: optional(redisName),
  SIGNALBOX_CLAUDE_BIN: optional(text),
  SIGNALBOX_MAX_RUNS: optional(wholeNumber(1, 1_000)),
  SIGNALBOX_ALLOWED_HOSTS: optional(commaList),
  SIGNALBOX_PUBLIC_URL: optional(urlWith("http:", "https:")),
  SIGNALBOX_OWNER_TOKEN: optional(text.min(32, "at least 32 characters")),
  SIGNALBOX_ALLOW_SCRIPTS: optional(flag),
  SIGNALBOX_ROOTS: optional(pathList),
  SIGNALBOX_AGENT_ENV: optional(commaList.pipe(z.array(environmentName))),
  SIGNALBOX_DEFAULT_BUDGET_USD: optional(money),
  SIGNALBOX_TMUX: optional(onOff),
  SIGNALBOX_LEASE_SECONDS: optional(wholeNumber(1, 3_600)),
  SIGNALBOX_CONTAIN: optional(z.enum(CONTAIN_MODES, `one of ${CONTAIN_MODES.join(", ")}`)),
  SIGNALBOX_MAX_PROCESSES: optional(wholeNumber(10, 4_000_000)),
  SIGNALBOX_MAX_FILE_MB: optional(wholeNumber(1, 100_000_000)),
  SIGNALBOX_MAX_OUTPUT_MB: optional(wholeNumber(1, 1_000_000)),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`)),
});

export type Env = {
  /** Where `web` listens. */
  host: string;
  port: number;
  /** Database files, spools, uploads, tokens, cookie key, worktrees, logs. */
  dataDir: string;
  /** `null`: the box runs the embedded database. Its children always get a URL. */
  databaseUrl: string | null;
  redisUrl: string | null;
  /** Before the name of every key of ours in Redis but the feed's stream. */
  redisPrefix: string;
  /** Name of the feed's stream in Redis. */
  feedStream: string;
  claudeBin: string;
  /** Machine-wide slots. */
  maxRuns: number;
  /** `host[:port]` names accepted besides loopback. */
  allowedHosts: string[];
  publicUrl: string | null;
  /** `null`: read from the file `owner-token` in the data directory. */
  ownerToken: string | null;
  allowScripts: boolean;
  /** `null`: the home folder's contents and folders a person opened by path. */
  roots: string[] | null;
  /** More variable names passed on to agents (rule 43). */
  agentEnv: string[];
  defaultBudgetUsd: number;
  /** A tmux window per run (rule 44). */
  isTmuxOn: boolean;
  /** How long a worker owns a run without renewing it (rule 10). */
  leaseSeconds: number;
  /** `auto`: agents get a pid namespace where the machine allows it. */
  contain: (typeof CONTAIN_MODES)[number];
  /** What one run may take of the machine (S-28). */
  agentLimits: {
    /** Processes at one time. */
    processLimit: number;
    /** Of a single file it writes. */
    fileLimitBytes: number;
    /** Of its output, stdout and stderr together. */
    spoolLimitBytes: number;
  };
  logLevel: (typeof LOG_LEVELS)[number];
};

/** A configuration that cannot be used; `message` is one line per fault, ready to print. */
export class EnvError extends Error {
  override name = "EnvError";
}

/** Never echoes what may hold a password. */
function describeFound(name: string, value: string | undefined): string {
  if (value === undefined) return "nothing";
  return /TOKEN|_URL$/.test(name) ? "another value (not shown)" : JSON.stringify(value);
}

function defaultDataDir(): string {
  // As root the database server runs as the user `postgres`, which cannot enter /root.
  return userInfo().uid === 0 ? "/var/lib/signalbox" : path.join(homedir(), ".signalbox");
}

/** Reads and checks the environment; throws {@link EnvError} naming variable, expected, found. */
export function loadEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = variablesSchema.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name}: expected ${issue.message}, found ${describeFound(name, source[name])}`;
    });
    throw new EnvError(lines.join("\n"));
  }
  const found = parsed.data;
  const host = found.SIGNALBOX_HOST ?? "127.0.0.1";
  const allowedHosts = found.SIGNALBOX_ALLOWED_HOSTS ?? [];
  const publicUrl = found.SIGNALBOX_PUBLIC_URL ?? null;
  if (!LOOPBACK_HOSTS.has(host) && allowedHosts.length === 0 && publicUrl === null) {
    throw new EnvError(
      `SIGNALBOX_HOST: expected 127.0.0.1, or SIGNALBOX_ALLOWED_HOSTS or SIGNALBOX_PUBLIC_URL beside it, found "${host}" alone (S-01)`,
    );
  }
  return {
    host,
    port: found.PORT ?? 4400,
    dataDir: found.SIGNALBOX_DATA_DIR ?? defaultDataDir(),
    databaseUrl: found.DATABASE_URL ?? null,
    redisUrl: found.REDIS_URL ?? null,
    redisPrefix: found.SIGNALBOX_REDIS_PREFIX ?? "signalbox:",
    feedStream: found.SIGNALBOX_FEED_STREAM ?? "nika:feed:entities",
    claudeBin: found.SIGNALBOX_CLAUDE_BIN ?? "claude",
    maxRuns: found.SIGNALBOX_MAX_RUNS ?? 6,
    allowedHosts,
    publicUrl,
    ownerToken: found.SIGNALBOX_OWNER_TOKEN ?? null,
    allowScripts: found.SIGNALBOX_ALLOW_SCRIPTS ?? false,
    roots: found.SIGNALBOX_ROOTS ?? null,
    agentEnv: found.SIGNALBOX_AGENT_ENV ?? [],
    defaultBudgetUsd: found.SIGNALBOX_DEFAULT_BUDGET_USD ?? 10,
    isTmuxOn: found.SIGNALBOX_TMUX ?? false,
    leaseSeconds: found.SIGNALBOX_LEASE_SECONDS ?? 30,
    contain: found.SIGNALBOX_CONTAIN ?? "auto",
    agentLimits: {
      processLimit: found.SIGNALBOX_MAX_PROCESSES ?? 1_000,
      fileLimitBytes: (found.SIGNALBOX_MAX_FILE_MB ?? 4_096) * MEGABYTE,
      spoolLimitBytes: (found.SIGNALBOX_MAX_OUTPUT_MB ?? 1_024) * MEGABYTE,
    },
    logLevel: found.LOG_LEVEL ?? "info",
  };
}
