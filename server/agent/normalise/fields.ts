/** Reading fields of objects nobody has checked. */
import type { TokenUsage } from "#server/contracts/run-event.ts";
import { escapeText } from "../sanitise.ts";

export type JsonRecord = Record<string, unknown>;

export function asRecord(value: unknown): JsonRecord | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : null;
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Storable text, "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? escapeText(value) : "";
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? escapeText(value) : null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function numberOf(value: unknown): number {
  return numberOrNull(value) ?? 0;
}

/** Sub-agent events carry the call that started the sub-agent. */
export function parentOf(line: JsonRecord): string | null {
  return textOrNull(line["parent_tool_use_id"]);
}

export function usageOf(value: unknown): TokenUsage {
  const usage = asRecord(value) ?? {};
  return {
    inputTokens: numberOf(usage["input_tokens"]),
    outputTokens: numberOf(usage["output_tokens"]),
    cacheReadTokens: numberOf(usage["cache_read_input_tokens"]),
    cacheWriteTokens: numberOf(usage["cache_creation_input_tokens"]),
  };
}

export function contextOf(usage: TokenUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}
