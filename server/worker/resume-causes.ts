import type { PromptCause } from "#server/core/prompt/prompt.ts";
import type { Database } from "../store/client.ts";
import type { ClaimedRun } from "./claimed-run.ts";

interface CommentFact {
  author: string;
  authorKind: string;
}

/** What a resumed run is told, from the facts that its firing collected (rule 31). */
export async function resumeCauses(database: Database, run: ClaimedRun): Promise<PromptCause[]> {
  const payload = (run.firing?.payload ?? {}) as Record<string, unknown>;
  const causes: PromptCause[] = [];
  for (const message of listOf<{ actor: string; text: string }>(payload["messages"])) {
    causes.push({ kind: "message", name: message.actor, text: message.text });
  }
  const comments = listOf<CommentFact>(payload["comments"]);
  if (comments.some((comment) => comment.authorKind === "person")) {
    causes.push({ kind: "owner_comment" });
  }
  const others = comments.filter((comment) => comment.authorKind !== "person");
  if (others.length > 0) {
    causes.push({ kind: "comment", names: await namesOf(database, run.projectId, others) });
  }
  for (const answer of listOf<{ question: string; answer: string }>(payload["answers"])) {
    causes.push({ kind: "answer", ...answer });
  }
  if (run.cause === "retry") {
    causes.push({ kind: "retry", outcome: textOf(payload["outcome"]) || "failed", missing: [] });
  }
  if (run.cause === "wake") {
    causes.push({ kind: "woken", reason: textOf(payload["reason"]) || "a pause" });
  }
  return causes;
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function namesOf(
  database: Database,
  projectId: number,
  comments: CommentFact[],
): Promise<string[]> {
  const slugs = [...new Set(comments.map((comment) => comment.author))];
  const members = await database.prisma.member.findMany({
    where: { projectId, slug: { in: slugs } },
    select: { slug: true, name: true },
  });
  const nameOf = new Map(members.map((member) => [member.slug, member.name]));
  return slugs.map((slug) => nameOf.get(slug) ?? slug);
}
