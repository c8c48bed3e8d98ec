import { costGroupings, MAX_COST_DAYS, type CostGrouping } from "#server/contracts/costs.ts";

export const periods = [7, 30, 90] as const;

/** What the page shows; all of it is in its address. */
export interface CostFilters {
  /** Slug; empty: all projects. */
  project: string;
  agent: string;
  person: string;
  by: CostGrouping;
  /** The last so many days, or days chosen by hand. */
  period: (typeof periods)[number] | { from: string; to: string };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

export function readFilters(parameters: Pick<URLSearchParams, "get">): CostFilters {
  const read = (name: string) => parameters.get(name) ?? "";
  const [from, to] = [read("from"), read("to")];
  const isCustom = dayPattern.test(from) && dayPattern.test(to);
  return {
    project: read("project"),
    agent: read("agent"),
    person: read("person"),
    by: costGroupings.find((grouping) => grouping === read("by")) ?? "day",
    period: isCustom ? { from, to } : (periods.find((days) => String(days) === read("days")) ?? 30),
  };
}

/** The query of the API, and of the page's address. */
export function toQuery({ period, ...rest }: CostFilters): Record<string, string> {
  const days: Record<string, string> =
    typeof period === "number" ? { days: String(period) } : { ...period };
  return Object.fromEntries(
    Object.entries({ ...rest, ...days }).filter(([, value]) => value !== ""),
  );
}

/** Address of the page with these filters; what is the standard is left out. */
export function costsPath(filters: CostFilters): string {
  const { by, days, ...rest } = toQuery(filters);
  const query = new URLSearchParams({
    ...rest,
    ...(by === undefined || by === "day" ? {} : { by }),
    ...(days === undefined || days === "30" ? {} : { days }),
  }).toString();
  return query === "" ? "/costs" : `/costs?${query}`;
}

/** Why days chosen by hand cannot be asked for; null when they can. */
export function periodProblem(period: CostFilters["period"]): "order" | "long" | null {
  if (typeof period === "number") return null;
  const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1;
  if (Number.isNaN(days) || days < 1) return "order";
  return days > MAX_COST_DAYS ? "long" : null;
}
