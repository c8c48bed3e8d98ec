import type { Locale } from "./i18n/locale.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface Format {
  /** "$0.81"; below a cent that is not zero "<$0.01". */
  money(usd: number): string;
  /** "$12", for caps and gauges: cents only where there are any. */
  moneyShort(usd: number): string;
  /** "6:12" under an hour, "1 h 04" under a day, "2 d 3 h" above. */
  duration(ms: number): string;
  /** One unit: "40 s", "12 min", "3 h", "9 d". */
  age(ms: number): string;
  /** "2 hours ago", "yesterday". */
  relative(at: string, now: number): string;
  /** Date and time in the viewer's zone, for tooltips. */
  exact(at: string): string;
  /** Clock time, with the day when it is not today. */
  clock(at: string, now: number): string;
  /** A calendar day `YYYY-MM-DD`, the same in every zone: "Nov 3". */
  day(day: string): string;
  /** "Tue, Nov 3, 2026". */
  wholeDay(day: string): string;
  number(value: number): string;
  /** "812", "48 k", "1.2 M". */
  compact(value: number): string;
  percent(share: number): string;
  /** Of a file: "812 kB", "1.2 MB". */
  size(bytes: number): string;
}

const pad = (value: number) => String(value).padStart(2, "0");

function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  if (ms < hourMs) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  if (ms < dayMs) return `${Math.floor(seconds / 3600)} h ${pad(Math.floor(seconds / 60) % 60)}`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor(seconds / 3600) % 24} h`;
}

function formatAge(ms: number, days: string): string {
  if (ms < minuteMs) return `${Math.max(0, Math.floor(ms / secondMs))} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.floor(ms / dayMs)} ${days}`;
}

const known = new Map<string, Format>();

/**
 * All numbers and times people read, in the viewer's language and zone. The browser takes long to make
 * the fifteen formatters behind them, so that those of a language and zone are made once.
 */
export function formatFor(locale: Locale, timeZone?: string): Format {
  const key = `${locale} ${timeZone ?? ""}`;
  const format = known.get(key) ?? createFormat(locale, timeZone);
  known.set(key, format);
  return format;
}

function createFormat(locale: Locale, timeZone?: string): Format {
  const currency = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const cents = new Intl.NumberFormat(locale, {
    ...currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const whole = new Intl.NumberFormat(locale, {
    ...currency,
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  });
  const plain = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, maximumFractionDigits: 1 });
  const [kilobyte, megabyte, gigabyte] = [unit("kilobyte"), unit("megabyte"), unit("gigabyte")];
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const zone = timeZone === undefined ? {} : { timeZone };
  const exact = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "medium",
    ...zone,
  });
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", ...zone });
  const dayAndClock = new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...zone,
  });
  const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", ...zone });
  // A day has no hours: read and written in UTC it stays the same day.
  const calendarDay = new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const wholeDay = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });
  const days = locale === "fr" ? "j" : "d";
  const format: Format = {
    money: (usd) => (usd > 0 && usd < 0.01 ? `<${cents.format(0.01)}` : cents.format(usd)),
    moneyShort: (usd) => (Number.isInteger(usd) ? whole.format(usd) : cents.format(usd)),
    duration: formatDuration,
    age: (ms) => formatAge(ms, days),
    relative(at, now) {
      const ms = Date.parse(at) - now;
      const size = Math.abs(ms);
      if (size < minuteMs) return relative.format(Math.trunc(ms / secondMs), "second");
      if (size < hourMs) return relative.format(Math.trunc(ms / minuteMs), "minute");
      if (size < dayMs) return relative.format(Math.trunc(ms / hourMs), "hour");
      return relative.format(Math.trunc(ms / dayMs), "day");
    },
    exact: (at) => exact.format(new Date(at)),
    clock(at, now) {
      const date = new Date(at);
      return day.format(date) === day.format(now) ? clock.format(date) : dayAndClock.format(date);
    },
    day: (text) => calendarDay.format(new Date(text)),
    wholeDay: (text) => wholeDay.format(new Date(text)),
    number: (value) => plain.format(value),
    compact: (value) => compact.format(value),
    percent: (share) => percent.format(share),
    size(bytes) {
      if (bytes < 1e6) return kilobyte.format(Math.ceil(bytes / 1e3));
      return bytes < 1e9 ? megabyte.format(bytes / 1e6) : gigabyte.format(bytes / 1e9);
    },
  };
  return format;
}
