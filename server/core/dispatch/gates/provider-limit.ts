import { waitUntil } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";
import type { ProviderLimitFacts } from "../snapshot.ts";

/** After an opening one run goes first and the others follow so far apart (rule 23). */
const STAGGER_MS = 5_000;

/** A closed login: nothing starts to find out; once it is open, one run at a time (rule 23). */
export const providerLimit: Gate = {
  judge(context) {
    if (context.run === null || context.snapshot.project.isDemo) return notApplicable;
    const hold = holdOf(context);
    return {
      pass: hold === null,
      expected: "an open login",
      actual: hold === null ? null : { model: hold.limit.model, reason: hold.limit.reason },
      until: hold?.until ?? null,
    };
  },
  sentence(context) {
    const hold = holdOf(context);
    const until = momentText(hold?.until ?? context.snapshot.now);
    return hold?.isOpen === true
      ? say("gate.PROVIDER_LIMIT.opened", { until })
      : say("gate.PROVIDER_LIMIT", { reason: hold?.limit.reason ?? "", until });
  },
  change: (context) => waitUntil(holdOf(context)?.until ?? null),
};

/** Whether a limit speaks of this model; "" = of the whole login. */
export function isLimitFor(limit: ProviderLimitFacts, model: string | null): boolean {
  return limit.model === "" || limit.model === model;
}

interface Hold {
  limit: ProviderLimitFacts;
  until: Date;
  /** The login is open again; only its turn has not come. */
  isOpen: boolean;
}

/** Of all limits of this model the one that holds longest. */
function holdOf({ run, snapshot }: GateContext): Hold | null {
  const holds = snapshot.machine.providerLimits
    .filter((limit) => isLimitFor(limit, run?.model ?? null))
    .flatMap((limit) => holdBy(limit, snapshot.now) ?? []);
  return holds.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0] ?? null;
}

function holdBy(limit: ProviderLimitFacts, now: Date): Hold | null {
  if (limit.until.getTime() > now.getTime()) return { limit, until: limit.until, isOpen: false };
  const last = limit.lastStartAfterReopen ?? null;
  if (last === null) return null;
  const until = new Date(last.getTime() + STAGGER_MS);
  return until.getTime() > now.getTime() ? { limit, until, isOpen: true } : null;
}
