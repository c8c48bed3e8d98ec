"use client";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { runEventSchema } from "#server/contracts/run-event.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { useConnection, useRunRoom } from "#app/_lib/live-provider.tsx";
import { createRunStream, type RunSnapshot, type RunStream } from "./run-stream.ts";

export interface StreamSize {
  /** How much of a long run is read first. */
  tailEvents: number;
  /** How much is held while the end is followed; absent: as much as a transcript needs. */
  heldEvents?: number;
}

/** Enough to fill any screen with the end of a run. */
const wholeTranscript: StreamSize = { tailEvents: 400 };

const eventsSchema = listOf(runEventSchema);

/**
 * The events of a run, live. `lastSeq` is where the run stood when it was opened: a long one starts
 * at its end. Use it below a component keyed by the run.
 */
export function useRunStream(
  slug: string,
  run: string,
  lastSeq: number,
  { tailEvents, heldEvents }: StreamSize = wholeTranscript,
): [RunStream, RunSnapshot] {
  // Where a stream starts does not change while it is open.
  const [after] = useState(() => Math.max(0, lastSeq - tailEvents));
  const stream = useMemo(
    () =>
      createRunStream(
        run,
        after,
        {
          fetchEvents: (after, limit, signal) =>
            api.get(`${projectPath(slug)}/runs/${encodeURIComponent(run)}/events`, eventsSchema, {
              query: { after, limit },
              signal,
            }),
          schedule: onNextFrame,
          wait: (callback, delayMs) => {
            const timer = setTimeout(callback, delayMs);
            return () => clearTimeout(timer);
          },
        },
        heldEvents,
      ),
    [slug, run, after, heldEvents],
  );
  useRunRoom(run, stream.room);
  const connection = useConnection();
  useEffect(() => stream.start(), [stream]);
  useEffect(() => stream.setConnected(connection === "connected"), [stream, connection]);
  const snapshot = useSyncExternalStore(stream.subscribe, stream.getSnapshot, stream.getSnapshot);
  return [stream, snapshot];
}

/** Once per frame; a hidden tab draws no frames, so there it is a slow timer. */
function onNextFrame(callback: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(callback, 250);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(frame);
}
