import { loadEnv } from "../env.ts";

let fallbackUsd: number | undefined;

/** Daily cap of a project whose automations name none (rule 28), USD. Read from the environment once. */
export function defaultBudgetUsd(): number {
  fallbackUsd ??= loadEnv().defaultBudgetUsd;
  return fallbackUsd;
}
