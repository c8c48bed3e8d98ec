import { z } from "zod";
import { auditActionSchema } from "#server/contracts/audit.ts";
import type { Audit, AuditRow } from "#server/contracts/audit.ts";
import { actorKindSchema } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import { readAuditLines } from "#server/store/sql/read-audit.ts";
import type { AuditFilter, AuditLine, AuditPlace } from "#server/store/sql/read-audit.ts";

const placeSchema = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/),
  z.number().int().nonnegative().max(2_147_483_647),
  z.string().regex(/^\d{1,18}$/),
]);

/** `next` of a page as text in a query; 400 for anything else. */
export const auditCursorQuery = z
  .string()
  .max(200)
  .transform((text, context): AuditPlace => {
    const found = placeSchema.safeParse(readJson(Buffer.from(text, "base64url").toString("utf8")));
    if (found.success) {
      const [at, source, seq] = found.data;
      return { at, source, seq };
    }
    context.addIssue({ code: "custom", message: "expected the `next` of a page before" });
    return z.NEVER;
  });

/** GET /audit: newest first, a page at a time; rows that come meanwhile move no page. */
export async function readAudit(database: Database, filter: AuditFilter): Promise<Audit> {
  const lines = await readAuditLines(database.prisma, { ...filter, limit: filter.limit + 1 });
  const items = lines.slice(0, filter.limit).map(toRow);
  return { items, next: lines.length > filter.limit ? (items.at(-1)?.id ?? null) : null };
}

function toRow(line: AuditLine): AuditRow {
  const place = JSON.stringify([line.at, line.source, line.seq]);
  return {
    id: Buffer.from(place).toString("base64url"),
    at: line.moment.toISOString(),
    actor: line.actor,
    actorKind: actorKindSchema.parse(line.actorKind),
    action: auditActionSchema.parse(line.kind),
    project: line.project,
    ticket: line.ticket,
    run: line.runId,
    automation: line.automationId,
    requestId: line.requestId,
    data: (line.data ?? {}) as Record<string, unknown>,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
