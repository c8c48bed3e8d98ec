import type { GateResult } from "#server/contracts/why.ts";
import type { GateCode } from "#server/contracts/words.ts";

/**
 * A gate as a run keeps it: its code alone where it had nothing to say, `[code, expected, actual]` where it
 * simply let through, in full where there is more to tell.
 */
export type PackedGate = GateCode | [GateCode, unknown, unknown] | GateResult;

/** The gates of an admission in few bytes: a run's row is written anew at each of its steps. */
export function packGates(gates: readonly GateResult[]): PackedGate[] {
  return gates.map((gate): PackedGate => {
    const { code, pass, forced, expected, actual, until, since } = gate;
    const hasMore = forced !== undefined || until !== undefined || since !== undefined;
    if (!pass || hasMore) return gate;
    return expected === null && actual === null ? code : [code, expected, actual];
  });
}

/** The reverse of {@link packGates}; what was kept in full stays as it is. */
export function unpackGates(packed: readonly PackedGate[]): GateResult[] {
  return packed.map((gate) => {
    if (typeof gate === "string") return { code: gate, pass: true, expected: null, actual: null };
    if (!Array.isArray(gate)) return gate;
    const [code, expected, actual] = gate;
    return { code, pass: true, expected, actual };
  });
}
