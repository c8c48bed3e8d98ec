import { statfs } from "node:fs/promises";
import type { Actor } from "#server/contracts/actor.ts";
import type { System } from "#server/contracts/project.ts";
import { limitSentence } from "#server/core/dispatch/past.ts";
import { loadEnv } from "#server/env.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { problemOf } from "./automation-rows.ts";
import { readBudget } from "./budget.ts";
import { readChangedSettings } from "./changed-settings.ts";
import type { Engine } from "./engine.ts";
import { readLimitNotice } from "./limit-notice.ts";
import { readableBy } from "./project-access.ts";
import { readRedisState } from "./redis-state.ts";

type Trouble = System["troubles"][number];

/** Below this much free space nothing new starts (rule 23). */
const MIN_FREE_BYTES = 1024 ** 3;

/** What keeps agents from starting in the projects the actor sees, the most serious first (ux 27). */
export async function readTroubles(
  database: Database,
  engine: Engine,
  actor: Actor,
  now: Date,
): Promise<Trouble[]> {
  const seen = await findSlugsSeen(database, actor);
  const [disk, automations, settings, triggers, limits, everything, projects, redis] =
    await Promise.all([
      describeDisk(),
      describeAutomations(database),
      describeSettings(database),
      describeTriggers(database),
      describeLimits(database, actor, now),
      describePause(database),
      describeProjects(database, now),
      describeRedis(),
    ]);
  const troubles = [
    ...describeEngine(engine),
    ...disk,
    ...automations,
    ...describeClaude(engine),
    ...settings,
    ...triggers,
    ...redis,
    ...limits,
    ...everything,
    ...projects,
  ];
  return seen === null
    ? troubles
    : troubles.filter(({ project }) => project === null || seen.has(project));
}

/** The projects whose troubles a viewer may hear of (S-10); null: of all. */
async function findSlugsSeen(database: Database, actor: Actor): Promise<Set<string> | null> {
  if (actor.kind !== "person" || actor.role !== "viewer") return null;
  const projects = await database.prisma.project.findMany({
    where: readableBy(actor),
    select: { slug: true },
  });
  return new Set(projects.map(({ slug }) => slug));
}

function trouble(
  code: Trouble["code"],
  text: string,
  values: Trouble["values"] = {},
  project: string | null = null,
): Trouble {
  return { code, project, values, text };
}

function describeEngine(engine: Engine): Trouble[] {
  if (engine.isAlive) return [];
  const at = engine.lastTickAt?.toISOString();
  const text = `Nothing is being evaluated${at ? `; last tick ${at}` : ""}; nothing starts`;
  return [trouble("engine_down", text, at ? { lastTickAt: at } : {})];
}

async function describeDisk(): Promise<Trouble[]> {
  const { dataDir } = loadEnv();
  const found = await statfs(dataDir).catch(() => null);
  if (!found) return [];
  const freeBytes = found.bavail * found.bsize;
  if (freeBytes >= MIN_FREE_BYTES) return [];
  return [
    trouble(
      "disk_low",
      `Only ${Math.round(freeBytes / 1024 ** 2)} MB are free in ${dataDir}; nothing starts`,
      { freeBytes },
    ),
  ];
}

async function describeAutomations(database: Database): Promise<Trouble[]> {
  const files = await database.prisma.automationFile.findMany({
    select: {
      path: true,
      problems: true,
      liveHash: true,
      seenHash: true,
      loadedAt: true,
      project: { select: { slug: true } },
    },
  });
  return files.flatMap((file) => {
    const [first] = file.problems as { message?: string; line?: number }[];
    if (!first || file.liveHash === file.seenHash) return [];
    const where = first.line === undefined ? "" : ` line ${first.line}`;
    const values = {
      path: file.path,
      ...(first.line === undefined ? {} : { line: first.line }),
      ...(file.loadedAt ? { loadedAt: file.loadedAt.toISOString() } : {}),
    };
    return [
      trouble(
        "automations_invalid",
        `${file.path}${where}: ${first.message ?? "invalid"}; the last good rules stay live`,
        values,
        file.project.slug,
      ),
    ];
  });
}

async function describeSettings(database: Database): Promise<Trouble[]> {
  const changed = await readChangedSettings(database);
  return changed.map(({ project, files }) => {
    const names = files.join(", ");
    const text = `Claude settings of ${project.name} changed: ${names}; no agent starts there until a person accepts them`;
    return trouble("settings_untrusted", text, { files: names }, project.slug);
  });
}

/** Rules whose last look failed: the first one speaks for its project. */
async function describeTriggers(database: Database): Promise<Trouble[]> {
  const states = await database.prisma.automationState.findMany({
    where: { lastError: { not: Prisma.DbNull }, isEnabled: true, heldBy: null },
    orderBy: [{ projectId: "asc" }, { automationId: "asc" }],
    select: { automationId: true, lastError: true, project: { select: { slug: true } } },
  });
  const seen = new Set<string>();
  return states.flatMap(({ automationId: rule, lastError, project }) => {
    const problem = problemOf(lastError);
    if (problem === null || seen.has(project.slug)) return [];
    seen.add(project.slug);
    const values = { rule, reason: problem.text, since: problem.at };
    return [trouble("trigger_failed", `Rule ${rule}: ${problem.text}`, values, project.slug)];
  });
}

function describeClaude({ claude }: Engine): Trouble[] {
  if (!claude) return [];
  const text = [claude.message, claude.remedy].filter(Boolean).join(" ");
  const values: Trouble["values"] = claude.remedy ? { remedy: claude.remedy } : {};
  if (claude.support === "missing") return [trouble("claude_missing", text, values)];
  if (claude.support === "refused")
    return [trouble("claude_old", text, { ...values, version: claude.version ?? "" })];
  return claude.loggedIn ? [] : [trouble("claude_logged_out", text, values)];
}

async function describeLimits(database: Database, actor: Actor, now: Date): Promise<Trouble[]> {
  const isViewer = actor.kind === "person" && actor.role === "viewer";
  const limit = await readLimitNotice(database, now, isViewer ? actor.userId : null);
  if (limit === null) return [];
  const until = limit.until.toISOString();
  const sentence = limitSentence(limit.waiting, limit.until);
  const values = { until, model: limit.model, count: limit.waiting };
  return [trouble("provider_limit", sentence.text, values)];
}

async function describePause(database: Database): Promise<Trouble[]> {
  const found = await database.prisma.installation.findUnique({ where: { id: 1 } });
  if (found?.isPaused !== true) return [];
  const by = found.pausedBy ?? "somebody";
  return [trouble("paused", `Everything is paused by ${by}`, { by })];
}

async function describeProjects(database: Database, now: Date): Promise<Trouble[]> {
  const projects = await database.prisma.project.findMany({ orderBy: { name: "asc" } });
  const found = await Promise.all(
    projects.map(async (project): Promise<Trouble[]> => {
      const { spentUsd, capUsd } = await readBudget(database, project.id, now);
      const isSpent = capUsd !== null && spentUsd >= capUsd;
      return [
        ...(isSpent
          ? [
              trouble(
                "budget_reached",
                `Daily cap of ${project.name} reached: $${spentUsd.toFixed(2)} of $${capUsd}`,
                { spentUsd, capUsd },
                project.slug,
              ),
            ]
          : []),
        ...(project.isPaused
          ? [
              trouble(
                "paused",
                `${project.name} is paused by ${project.pausedBy ?? "somebody"}`,
                { by: project.pausedBy ?? "", since: project.pausedAt?.toISOString() ?? "" },
                project.slug,
              ),
            ]
          : []),
      ];
    }),
  );
  const all = found.flat();
  return [
    ...all.filter((one) => one.code === "budget_reached"),
    ...all.filter((one) => one.code === "paused"),
  ];
}

async function describeRedis(): Promise<Trouble[]> {
  const redis = await readRedisState();
  if (redis === "away")
    return [trouble("redis_down", "Redis does not answer; nothing new starts", { reason: redis })];
  if (redis === "refuses")
    return [trouble("redis_down", "Redis takes no writes; nothing new starts", { reason: redis })];
  return [];
}
