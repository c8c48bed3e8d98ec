import type { TicketActivity } from "#server/contracts/ticket.ts";
import type { StoryTranslate } from "./change-text.ts";

/** What happened beside changes of fields, as the rest of a sentence about who did it; null = nothing. */
export function eventText({ kind, data }: TicketActivity, t: StoryTranslate): string | null {
  const agent = typeof data.agent === "string" ? data.agent : "";
  switch (kind) {
    case "ticket_created":
      return t("event.created");
    case "ticket_deleted":
      return t("event.deleted");
    case "ticket_restored":
      return t("event.restored");
    case "run_withdrawn":
      return t("event.withdrawn");
    case "run_message":
      return t("event.message", { agent });
    case "run_undone":
      return t("event.undone", { agent });
    case "run_taken_over":
      return t("event.takenOver", { agent });
    case "run_given_back":
      return t(data.resume === false ? "event.freed" : "event.givenBack", { agent });
    case "group_released":
      return t("event.released", { group: typeof data.group === "string" ? data.group : "" });
    case "stop_lifted":
      return t("event.stopLifted");
    default:
      return null;
  }
}
