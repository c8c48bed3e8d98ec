import { createHash } from "node:crypto";

/** Statements beyond this number stay nameless: texts that never come again must not fill a connection. */
const MAX_NAMES = 400;
const MAX_SEEN = 4_000;

/**
 * Names statements that come again, so that each connection parses and plans them once: planning the
 * large reads of a tick costs more than running them. A text is named from its second time on, by its
 * hash; "" = nameless.
 */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMES || !seen.has(sql)) {
      if (seen.size < MAX_SEEN) seen.add(sql);
      return "";
    }
    const name = `s_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
    names.set(sql, name);
    seen.delete(sql);
    return name;
  };
}
