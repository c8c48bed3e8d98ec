import type { GateResult } from "#server/contracts/why.ts";
import type { GateCode } from "#server/contracts/words.ts";

/** A gate as a run keeps it: its code alone where it had nothing to say, which is the case of most. */
export type PackedGate = GateCode | GateResult;

/** The gates of an admission in a fifth of the bytes: a run's row is written anew at each of its steps. */
export function packGates(gates: readonly GateResult[]): PackedGate[] {
  return gates.map((gate) => (hasNothingToSay(gate) ? gate.code : gate));
}

/** The reverse of {@link packGates}; what was kept in full stays as it is. */
export function unpackGates(packed: readonly PackedGate[]): GateResult[] {
  return packed.map((gate) =>
    typeof gate === "string" ? { code: gate, pass: true, expected: null, actual: null } : gate,
  );
}

function hasNothingToSay({ pass, forced, expected, actual, until, since }: GateResult): boolean {
  const hasMore = forced !== undefined || until !== undefined || since !== undefined;
  return pass && expected === null && actual === null && !hasMore;
}
