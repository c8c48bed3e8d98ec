/**
 * Every key of the query cache. A key starts with what it belongs to, so that one prefix invalidates
 * everything below it.
 */
export const queryKeys = {
  me: ["me"] as const,
  system: ["system"] as const,
  inbox: ["inbox"] as const,
  people: ["accounts", "people"] as const,
  invitations: ["accounts", "invitations"] as const,
  sessions: (isAll: boolean) => ["accounts", "sessions", isAll] as const,
  tokens: ["accounts", "tokens"] as const,
  audit: (query: Readonly<Record<string, string>>) => ["accounts", "audit", query] as const,
  accounts: ["accounts"] as const,
  projects: ["projects"] as const,
  allRuns: ["runs"] as const,
  runList: (filters: Readonly<Record<string, string>>) => ["runs", filters] as const,
  fleet: ["fleet"] as const,
  /** Of one project, or ("") of all. */
  fleetOf: (project: string) => ["fleet", project] as const,
  costs: ["costs"] as const,
  costList: (query: Readonly<Record<string, string>>) => ["costs", query] as const,
  project: (slug: string) => ["project", slug] as const,
  board: (slug: string) => ["project", slug, "board"] as const,
  /** Below the board, so that what changes every shown card reaches it too. */
  boardSearch: (slug: string, asked: { q: string; sort: string }) =>
    ["project", slug, "board", "search", asked.q, asked.sort] as const,
  allRows: (slug: string) => ["project", slug, "rows"] as const,
  /** Pages of a list or tree; not below the board, which holds something else. */
  rows: (slug: string, layout: "list" | "tree", asked: Readonly<Record<string, string>>) =>
    ["project", slug, "rows", layout, asked] as const,
  /** Not below the board, as the rows. */
  reviewQueue: (slug: string) => ["project", slug, "review-queue"] as const,
  savedViews: (slug: string) => ["saved-views", slug] as const,
  columnStarts: (slug: string, column: number) =>
    ["project", slug, "column-starts", column] as const,
  ticket: (slug: string, number: number) => ["project", slug, "ticket", number] as const,
  tickets: (slug: string) => ["project", slug, "ticket"] as const,
  foundTickets: (slug: string, text: string) => ["project", slug, "found", text] as const,
  namedTicket: (slug: string, number: number) => ["project", slug, "named", number] as const,
  why: (slug: string, number: number) => ["project", slug, "why", number] as const,
  whys: (slug: string) => ["project", slug, "why"] as const,
  detail: (slug: string) => ["project", slug, "detail"] as const,
  runs: (slug: string) => ["project", slug, "runs"] as const,
  ticketRuns: (slug: string, number: number) =>
    ["project", slug, "runs", "ticket", number] as const,
  run: (slug: string, run: string) => ["project", slug, "run", run] as const,
  runChanges: (slug: string, run: string) => ["project", slug, "run", run, "changes"] as const,
  skills: (slug: string) => ["project", slug, "skills"] as const,
  skill: (slug: string, agent: string) => ["project", slug, "skills", agent] as const,
  overview: (slug: string) => ["project", slug, "overview"] as const,
  parts: (slug: string, part: "columns" | "labels" | "members") =>
    ["project", slug, "parts", part] as const,
  columnUse: (slug: string, column: number, name: string) =>
    ["project", slug, "column-use", column, name] as const,
  /** Not below the project: what somebody reads before an undo stays as it was shown. */
  undoPreview: (slug: string, run: string, what?: unknown) =>
    ["undo-preview", slug, run, ...(what === undefined ? [] : [what])] as const,
  diskUsage: (slug: string) => ["disk-usage", slug] as const,
  settings: (slug: string) => ["settings", slug] as const,
  automations: (slug: string) => ["project", slug, "automations"] as const,
};
