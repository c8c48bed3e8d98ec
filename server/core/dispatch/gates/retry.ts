import { suggest, waitUntil } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";

/** Waits for a retry time: the pair's, or that of a firing whose last start failed. */
export const backoff: Gate = {
  judge(context) {
    const at = retryAt(context);
    if (at === null) return notApplicable;
    const pass = at.getTime() <= context.snapshot.now.getTime();
    return {
      pass,
      expected: `from ${momentText(at)}`,
      actual: momentText(context.snapshot.now),
      until: pass ? null : at,
    };
  },
  sentence(context) {
    const until = momentText(retryAt(context) ?? context.snapshot.now);
    return say("gate.BACKOFF", { agent: context.agent ?? "", until });
  },
  change: (context) => waitUntil(retryAt(context)),
};

/** No retry is left until a person acts (rule 2). */
export const retriesSpent: Gate = {
  judge(context) {
    const { pair, request } = context;
    if (request.kind === "actions") return notApplicable;
    const limit = limitOf(context);
    const failures = failuresOfRule(context);
    if (failures !== null) {
      return {
        pass: limit === null || failures < limit,
        expected: { fewerFailuresThan: limit },
        actual: { failures, isStuck: false },
      };
    }
    if (pair === null) return notApplicable;
    const isSpent = pair.isStuck || (limit !== null && pair.failures >= limit);
    return {
      pass: !isSpent,
      expected: { fewerFailuresThan: limit },
      actual: { failures: pair.failures, isStuck: pair.isStuck },
    };
  },
  sentence(context) {
    const { pair, agent, automation } = context;
    const ofRule = failuresOfRule(context);
    if (ofRule !== null) {
      return say("gate.RETRIES_SPENT.rule", {
        rule: automation?.name ?? "",
        agent: agent ?? "",
        failures: ofRule,
      });
    }
    const failures = pair?.failures ?? 0;
    return failures >= (limitOf(context) ?? 0) && failures > 0
      ? say("gate.RETRIES_SPENT", { agent: agent ?? "", failures })
      : say("gate.RETRIES_SPENT.stuck", { agent: agent ?? "" });
  },
  change: (context) =>
    suggest(failuresOfRule(context) === null ? "change.press_run" : "change.retry_rule"),
};

/** What a trigger owes without a ticket has no pair: it carries the failed runs of its rule in a row. */
function failuresOfRule({ candidate }: GateContext): number | null {
  const { ticket, firing, cause } = candidate;
  return ticket === null && firing !== null && cause === "trigger" ? firing.failures : null;
}

/** A failed start of this very firing comes first: a person's Run does not skip it. */
export function isOwnBackoff({ candidate }: GateContext): boolean {
  return candidate.firing !== null && candidate.firing.failures > 0;
}

/** The smaller of `failure.retries` + 1 and `maxConsecutiveRuns`; null = not known. */
function limitOf({ pair, run }: GateContext): number | null {
  const limits = [pair?.failureLimit, run?.maxConsecutiveRuns].filter((one) => one !== undefined);
  return limits.length === 0 ? null : Math.min(...limits);
}

function retryAt(context: GateContext): Date | null {
  const { candidate, pair } = context;
  if (candidate.firing !== null && (isOwnBackoff(context) || candidate.cause === "retry")) {
    return candidate.firing.dueAt;
  }
  return pair?.nextRetryAt ?? null;
}
