import type { System } from "#server/contracts/project.ts";
import { formatFor } from "#app/_lib/format.ts";
import type { Locale } from "#app/_lib/i18n/locale.ts";
import { renderEntry } from "#app/_lib/i18n/translate.ts";
import { shellWords } from "./words.ts";

type Trouble = System["troubles"][number];

/** A trouble in the viewer's language; where the server gave no value for a name, its own text stands. */
export function troubleText(trouble: Trouble, locale: Locale, projectName: string | null): string {
  const format = formatFor(locale);
  const values: Record<string, string | number> = {
    project: projectName ?? trouble.project ?? "",
    ...trouble.values,
  };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value))
      values[name] = format.clock(value, Date.now());
  }
  if (projectName !== null) values.project = projectName;
  const text = renderEntry(shellWords[locale][keyOf(trouble)], values, locale);
  return /\{\w+\}/.test(text) ? trouble.text : text;
}

function keyOf({ code, project, values }: Trouble) {
  // A pause without a project is everybody's.
  if (code === "paused" && project === null) return "trouble.pausedAll";
  if (code === "redis_down" && values["reason"] === "refuses") return "trouble.redis_refuses";
  return `trouble.${code}` as const;
}
