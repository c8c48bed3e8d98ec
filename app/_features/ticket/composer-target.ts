import type { RunSummary } from "#server/contracts/run.ts";

/** Where a message goes (ux 9). */
export type Target = "now" | "after" | "resume" | "comment";

type RunFacts = Pick<RunSummary, "id" | "agent" | "state" | "sessionId">;

/** What can be chosen, the default first. The newest active run takes messages; else a session that can go on. */
export function composerTargets(run: RunFacts | null): readonly Target[] {
  if (run === null) return ["comment"];
  if (run.state !== "ended" && run.state !== "ending") return ["now", "after", "comment"];
  return run.sessionId === null ? ["comment"] : ["resume", "comment"];
}

/** The wish of the person while it is possible, else the default of the moment. */
export function pickTarget(targets: readonly Target[], wish: Target | null): Target {
  const [first] = targets;
  return wish !== null && targets.includes(wish) ? wish : (first ?? "comment");
}
