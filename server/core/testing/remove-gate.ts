/** Set-up of `scripts/mutate-gates.mjs`: takes one gate out, so that some test has to fail. */
import { inject } from "vitest";
import { gateCodes } from "#server/contracts/words.ts";
import { notApplicable } from "../dispatch/gate.ts";
import type { Gate } from "../dispatch/gate.ts";
import { gates } from "../dispatch/gates/registry.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Code of the gate that is taken out; "" = none. */
    removedGate: string;
  }
}

const removed = inject("removedGate");
const registry: Record<string, Gate> = gates;
for (const code of gateCodes) {
  const gate = registry[code];
  if (code === removed && gate !== undefined) {
    registry[code] = { ...gate, judge: () => notApplicable };
  }
}
