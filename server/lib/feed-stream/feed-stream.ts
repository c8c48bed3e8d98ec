import type { Redis } from "ioredis";
import { z } from "zod";
import { runScript } from "../redis.ts";
import { feedScript } from "./script.ts";

/** How long the stream keeps events. */
export const STREAM_HOURS = 24;

export interface StreamEvent {
  id: number;
  at: string;
  project: string;
  ticket: number | null;
  event: string;
  data: object;
}

/** The feed's stream in Redis. */
export interface FeedStream {
  /**
   * Appends the events that the stream has not, and answers the number of the last one it has of this
   * installation, -1 = none. `oldest`: older ones are not kept here. Rejects while Redis is away.
   */
  append(events: readonly StreamEvent[], oldest: number): Promise<number>;
}

export function createFeedStream(options: {
  redis: Redis;
  /** Name of the stream. */
  stream: string;
  /** Id of this installation. */
  installation: string;
}): FeedStream {
  const { redis, stream, installation } = options;
  // The same slot of a Redis cluster as the stream itself.
  const keys = [stream, `{${stream}}:sent`];
  return {
    async append(events, oldest) {
      const flat = events.flatMap(({ id, at, project, ticket, event, data }) => [
        id,
        at,
        project,
        ticket ?? "",
        event,
        JSON.stringify(data),
      ]);
      const args = [installation, oldest, STREAM_HOURS, ...flat];
      return z.number().parse(await runScript(redis, feedScript, keys, args));
    },
  };
}
