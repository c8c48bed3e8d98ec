import { parseAutomations } from "#server/core/automation/config.ts";
import { emptyConfig } from "#server/core/automation/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** Where a project's automations live, relative to its workspace. */
export const automationsPath = ".agents/automations.json";

/** The same text means the same configuration, in every process: kept by its hash. */
const parsedByHash = new Map<string, AutomationsConfig>();
const keptConfigs = 64;

/**
 * The configuration in force: the last good text, whatever the file says now (rule 34). A project
 * that never had one has no automations.
 */
export async function readLiveAutomations(
  reader: Reader,
  projectId: number,
): Promise<AutomationsConfig> {
  const file = await clientOf(reader).automationFile.findUnique({
    where: { projectId },
    select: { liveHash: true, liveText: true },
  });
  if (!file || file.liveText === null || file.liveHash === null) return emptyConfig;
  return configOf(file.liveText, file.liveHash);
}

/** The configuration of this hash in force; its text is read only when this process has not met it before. */
export async function readConfigOf(
  sql: SqlRunner,
  projectId: number,
  liveHash: string | null,
): Promise<AutomationsConfig> {
  if (liveHash === null) return emptyConfig;
  const known = parsedByHash.get(liveHash);
  if (known) return known;
  const [file] = await sql.$queryRaw<{ liveHash: string | null; liveText: string | null }[]>`
    SELECT "liveHash", "liveText" FROM "AutomationFile" WHERE "projectId" = ${projectId}`;
  if (!file || file.liveText === null || file.liveHash === null) return emptyConfig;
  return configOf(file.liveText, file.liveHash);
}

/** Parsed once per text; the caller must not change the answer. */
export function configOf(text: string, hash: string): AutomationsConfig {
  const known = parsedByHash.get(hash);
  if (known) return known;
  const parsed = parseAutomations(text);
  const config = parsed.ok ? parsed.config : emptyConfig;
  const oldest = parsedByHash.keys().next();
  if (parsedByHash.size >= keptConfigs && !oldest.done) parsedByHash.delete(oldest.value);
  parsedByHash.set(hash, config);
  return config;
}
