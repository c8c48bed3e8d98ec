import type { SettingsProblem, SkillFileProblem } from "#server/core/dispatch/snapshot.ts";
import { findSkillProblems } from "./action-skill-file.ts";
import { isFolderLow } from "./machine.ts";
import { readRedisState } from "./redis-state.ts";
import { describeWorkspaceProblem } from "./workspace-problem.ts";
import { changedSettings, readSettingsManifest } from "./workspace-settings.ts";

/** A Redis server is asked at most this often, ms. */
const PING_EVERY_MS = 1_000;

/** What this host says about a project, read from the file system and Redis. */
interface HostFacts {
  workspaceProblem: string | null;
  /** See `readSettingsManifest`. */
  settings: string;
  /** Of the skill files that were asked about, those that no run could read. */
  skillFileProblems: Record<string, SkillFileProblem>;
  isDiskLow: boolean;
  isRedisDown: boolean;
}

const lastByFolder = new Map<string, HostFacts>();

/**
 * What decisions need to know of this host. With `isInTransaction` the answer of the last look without
 * one is used, so that no lock waits for a disk or a network; only a folder nobody looked at is read.
 */
export async function readHostFacts(
  realPath: string | null,
  options: { isInTransaction: boolean; skillFiles: readonly string[] },
): Promise<HostFacts> {
  const key = realPath ?? "";
  const last = lastByFolder.get(key);
  if (options.isInTransaction && last) return { ...last, isRedisDown: redis.isDown };
  const [workspaceProblem, isDiskLow, settings, skillFileProblems] = await Promise.all([
    describeWorkspaceProblem(realPath),
    isFolderLow(process.env["SIGNALBOX_DATA_DIR"]),
    realPath === null ? "" : readSettingsManifest(realPath),
    realPath === null ? {} : findSkillProblems(realPath, options.skillFiles),
  ]);
  const isRedisDown = options.isInTransaction ? redis.isDown : await lookAtRedis();
  const facts = { workspaceProblem, settings, skillFileProblems, isDiskLow, isRedisDown };
  lastByFolder.set(key, facts);
  return facts;
}

/** null = accepted, or nobody has been asked yet. */
export function describeSettings(accepted: string | null, found: string): SettingsProblem | null {
  if (accepted === null || accepted === found) return null;
  return { changedFiles: changedSettings(accepted, found) };
}

const redis = { isDown: false, askedAtMs: Number.NEGATIVE_INFINITY };

async function lookAtRedis(): Promise<boolean> {
  const nowMs = performance.now();
  if (nowMs - redis.askedAtMs >= PING_EVERY_MS) {
    redis.askedAtMs = nowMs;
    const state = await readRedisState();
    redis.isDown = state === "away" || state === "refuses";
  }
  return redis.isDown;
}
