import type { Card } from "#server/contracts/ticket.ts";

/** A run of the ticket is active: at work, starting, or waiting for an answer with its process alive. */
export function isAtWork({ state, runStartedAt }: Pick<Card, "state" | "runStartedAt">): boolean {
  return runStartedAt !== null || state?.word === "running" || state?.word === "starting";
}
