import type { DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";

/** Replaces `{name}` where the value is known; other braces stay as they are. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{([A-Za-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** Values for texts about a ticket; empty where there is none. */
export function ticketPlaceholders(ticket: TicketFacts | null): Record<string, string> {
  return {
    ticketId: ticket === null ? "" : String(ticket.number),
    ticketTitle: ticket?.title ?? "",
    title: ticket?.title ?? "",
    assignee: ticket?.assignee ?? "",
    previousAssignee: ticket?.assignee ?? "",
  };
}

const DAY_MS = 86_400_000;

/**
 * The calendar of the project's time zone: `{date}` and `{now}` (with the time), `{time}`, `{monday}` of
 * this week, `{firstOfMonth}`. Days are yyyy-MM-dd, times HH:mm.
 */
export function calendarPlaceholders(
  snapshot: Pick<DispatchSnapshot, "now" | "project" | "config">,
): Record<string, string> {
  const timeZone = snapshot.config.timeZone ?? snapshot.project.timeZone;
  const parts = partsOf(snapshot.now, timeZone);
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  const time = `${parts.hour}:${parts.minute}`;
  // Whole days, so no clock change can shift them.
  const day = new Date(`${date}T00:00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return {
    now: `${date} ${time}`,
    date,
    time,
    monday: new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10),
    firstOfMonth: `${parts.year}-${parts.month}-01`,
  };
}

function partsOf(now: Date, timeZone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
}
