import type { FrontMatter } from "#server/contracts/skill.ts";
import { mayWrite } from "#server/core/automation/may-write.ts";
import type { WarningFacts } from "#server/core/automation/warnings.ts";
import type { Tx } from "../store/client.ts";
import { areScriptsAllowed } from "./scripts-allowed.ts";

/** What the remarks on a configuration are made of: columns, who may write files, and where. */
export async function readWarningFacts(tx: Tx, projectId: number): Promise<WarningFacts> {
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { isolation: true, isImported: true, allowedHosts: true },
  });
  const columns = await tx.boardColumn.findMany({
    where: { projectId },
    orderBy: { position: "asc" },
    select: { name: true },
  });
  const members = await tx.member.findMany({
    where: { projectId, removedAt: null, kind: { not: "person" } },
    select: { slug: true, agentType: true },
  });
  const skills = await tx.skill.findMany({
    where: { projectId },
    select: { agent: true, frontMatter: true },
  });
  const typeOf = new Map(
    skills.map((skill) => [skill.agent, (skill.frontMatter as FrontMatter).type]),
  );
  const writers = members
    .filter(({ slug, agentType }) => mayWrite(typeOf.get(slug) ?? agentType))
    .map(({ slug }) => slug);
  return {
    columns: columns.map(({ name }) => name),
    writers: new Set(writers),
    isolation: project.isolation as WarningFacts["isolation"],
    isImported: project.isImported,
    outside: { allowScripts: areScriptsAllowed(), allowedHosts: project.allowedHosts },
  };
}
