import { z } from "zod";
import { firingCauseSchema } from "#server/contracts/words.ts";
import type { OwedFiring } from "#server/core/dispatch/candidates.ts";
import { momentSchema } from "./stored-json.ts";

/** A row of owed work. */
export const firingRowSchema = z.object({
  id: z.int(),
  automationId: z.string().nullable(),
  ticketId: z.int().nullable(),
  agent: z.string().nullable(),
  cause: firingCauseSchema,
  dueAt: momentSchema,
  createdAt: momentSchema,
  failures: z.int(),
  payload: z.record(z.string(), z.unknown()),
  requestedBy: z.string().nullable(),
});
export type FiringRow = z.infer<typeof firingRowSchema>;

/** An owed firing for the core. A person's start skips what rule 13 says. */
export function toOwedFiring(row: FiringRow): OwedFiring {
  const { ticketId: _, ...firing } = row;
  return {
    ...firing,
    isForced:
      row.requestedBy !== null &&
      (row.cause === "manual" ||
        row.cause === "message" ||
        row.cause === "answer" ||
        row.cause === "given_back"),
  };
}
