import { waitUntil } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";

/** A closed login: nothing starts to find out (rule 23). */
export const providerLimit: Gate = {
  judge(context) {
    const { run, snapshot } = context;
    if (run === null || snapshot.project.isDemo) return notApplicable;
    const limit = limitFor(snapshot.machine.providerLimits, run.model, snapshot.now);
    return {
      pass: limit === null,
      expected: "an open login",
      actual: limit === null ? null : { model: limit.model, reason: limit.reason },
      until: limit?.until ?? null,
    };
  },
  sentence({ run, snapshot }) {
    const limit = limitFor(snapshot.machine.providerLimits, run?.model ?? null, snapshot.now);
    return say("gate.PROVIDER_LIMIT", {
      reason: limit?.reason ?? "",
      until: momentText(limit?.until ?? snapshot.now),
    });
  },
  change: ({ run, snapshot }) =>
    waitUntil(
      limitFor(snapshot.machine.providerLimits, run?.model ?? null, snapshot.now)?.until ?? null,
    ),
};

type Limit = { model: string; until: Date; reason: string };

/** The limit that opens last among those that close this model. */
function limitFor(limits: Limit[], model: string | null, now: Date): Limit | null {
  const closed = limits.filter(
    (limit) =>
      limit.until.getTime() > now.getTime() && (limit.model === "" || limit.model === model),
  );
  return closed.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0] ?? null;
}
