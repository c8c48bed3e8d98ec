/**
 * When an account's limit ends, from the CLI's words. Only where no event carries the time: the wording
 * has changed often (claude-cli.md §4).
 *
 *   Claude AI usage limit reached|1790000000
 *   You've hit your 5-hour limit · resets 6:07pm (UTC)
 *   You've hit your weekly limit · resets Dec 4, 7am (Europe/Paris)
 */
const SECONDS = /limit reached\|(\d{10})\b/;
const TIME_OF_DAY =
  /\bresets (?:at )?(?:([A-Z][a-z]{2}) (\d{1,2}),? (?:at )?)?(\d{1,2})(?::(\d{2}))? ?([ap]m) \(([A-Za-z0-9_+\-/]+)\)/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"].concat([
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
]);
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The next such moment after `now`, in the zone it names; null where the words tell none. */
export function readResetTime(text: string, now: Date): Date | null {
  const seconds = SECONDS.exec(text)?.[1];
  if (seconds !== undefined) return new Date(Number(seconds) * 1_000);
  const found = TIME_OF_DAY.exec(text);
  if (!found) return null;
  const [, monthName, day, hour = "", minute = "0", half, zone = ""] = found;
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const clock = { hours, minutes: Number(minute) };
  const today = dateIn(zone, now);
  if (today === null || Number(hour) < 1 || Number(hour) > 12 || clock.minutes > 59) return null;
  if (monthName === undefined) {
    return (
      [0, 1]
        .map((days) => momentIn(zone, { ...today, day: today.day + days }, clock))
        .find((moment) => moment > now) ?? null
    );
  }
  const month = MONTHS.indexOf(monthName) + 1;
  if (month === 0) return null;
  // A date carries no year: in December it may be of the next one. A day that is just over is no wait.
  return (
    [today.year, today.year + 1]
      .map((year) => momentIn(zone, { year, month, day: Number(day) }, clock))
      .find((moment) => moment.getTime() > now.getTime() - DAY_MS) ?? null
  );
}

type LocalDate = { year: number; month: number; day: number };

/** The date in a zone; null for a zone nobody knows. */
function dateIn(zone: string, moment: Date): LocalDate | null {
  const fields = fieldsIn(zone, moment);
  return fields && { year: fields.year, month: fields.month, day: fields.day };
}

/** The moment at which a zone's clocks show this; twice around, because the offset may change there. */
function momentIn(
  zone: string,
  date: LocalDate,
  { hours, minutes }: { hours: number; minutes: number },
): Date {
  const wanted = Date.UTC(date.year, date.month - 1, date.day, hours, minutes);
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) guess = wanted - offsetMs(zone, new Date(guess));
  return new Date(guess);
}

function offsetMs(zone: string, moment: Date): number {
  const shown = fieldsIn(zone, moment);
  if (!shown) return 0;
  const { year, month, day, hour, minute } = shown;
  const whole = moment.getTime() - (moment.getTime() % 60_000);
  return Date.UTC(year, month - 1, day, hour, minute) - whole;
}

function fieldsIn(zone: string, moment: Date) {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    }).formatToParts(moment);
    const field = (type: string): number =>
      Number(parts.find((part) => part.type === type)?.value ?? 0);
    return {
      year: field("year"),
      month: field("month"),
      day: field("day"),
      hour: field("hour"),
      minute: field("minute"),
    };
  } catch {
    return null;
  }
}
