import {
  runEventPayloadSchemas,
  type NormalisedEvent,
  type RunEvent,
} from "#server/contracts/run-event.ts";

/**
 * A stored event with a checked payload, or null when the payload has not the shape of its kind
 * (a newer CLI, a damaged row): the caller then shows it plainly.
 */
export function parseEvent(event: RunEvent): NormalisedEvent | null {
  if (!Object.hasOwn(runEventPayloadSchemas, event.kind)) return null;
  const parsed = runEventPayloadSchemas[event.kind].safeParse(event.payload);
  if (!parsed.success) return null;
  // The schema was picked by `kind`, which the compiler cannot follow through the record.
  return {
    kind: event.kind,
    parent: event.parent ?? null,
    payload: parsed.data,
  } as NormalisedEvent;
}
