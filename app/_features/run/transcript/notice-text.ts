import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { Format } from "#app/_lib/format.ts";
import type { rowWords } from "./row-words.ts";
import type { Notice } from "./row.ts";

/** A plain line in the reader's language. */
export function noticeText(
  row: Notice,
  t: Translate<(typeof rowWords)["en"]>,
  format: Format,
): string {
  switch (row.notice) {
    case "hook":
      return t("notice.hook", { event: row.payload.event, outcome: row.payload.outcome });
    case "status":
      return row.payload.text;
    case "api_retry":
      return t("notice.api_retry", {
        error: row.payload.errorStatus ?? row.payload.error,
        attempt: row.payload.attempt,
        max: row.payload.maxRetries,
        delay: `${format.number(Math.round(row.payload.delayMs / 100) / 10)} s`,
      });
    case "rate_limit":
      return row.payload.resetsAt === null
        ? t("notice.rate_limit", { status: row.payload.status })
        : t("notice.rate_limitUntil", {
            status: row.payload.status,
            at: format.exact(row.payload.resetsAt),
          });
    case "model_fallback":
      return t("notice.model_fallback", { from: row.payload.from, to: row.payload.to });
    case "task":
      return `${row.payload.text} · ${row.payload.state}`;
    case "compact":
      return row.payload.beforeTokens === null || row.payload.afterTokens === null
        ? t("notice.compact", { trigger: row.payload.trigger })
        : t("notice.compactTokens", {
            before: format.compact(row.payload.beforeTokens),
            after: format.compact(row.payload.afterTokens),
          });
    case "diagnostic":
      return row.payload.message;
    case "session_reset":
      return t("notice.session_reset", { reason: row.payload.reason });
    case "interrupt":
      return t("notice.interrupt", { actor: row.payload.actor });
    case "stop_requested":
      return t("notice.stop_requested", { actor: row.payload.actor });
    case "readopted":
      return t("notice.readopted");
    case "permission_denied":
      return `${t("notice.permission_denied", { tool: row.payload.tool })}: ${row.payload.message}`;
  }
}
