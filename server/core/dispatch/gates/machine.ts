import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

/** Less than 1 GB free. */
export const diskLow: Gate = {
  judge({ run, snapshot }) {
    if (run === null) return notApplicable;
    const { isDiskLow } = snapshot.machine;
    return { pass: !isDiskLow, expected: "1 GB free", actual: isDiskLow ? "less" : null };
  },
  sentence: () => say("gate.DISK_LOW"),
  change: () => suggest("change.free_disk"),
};

/** No worker with a fresh heartbeat. */
export const engineDown: Gate = {
  judge({ snapshot }) {
    const { isEngineAlive } = snapshot.machine;
    return {
      pass: isEngineAlive,
      expected: "a live worker",
      actual: isEngineAlive ? null : "none",
    };
  },
  sentence: () => say("gate.ENGINE_DOWN"),
  change: () => suggest("change.start_engine"),
};

/** The last gate of the admission: places of this installation (rule 9). */
export const slotsFull: Gate = {
  judge({ run, snapshot }) {
    if (run === null) return notApplicable;
    const { capacity, active } = snapshot.slots;
    return { pass: active < capacity, expected: { capacity }, actual: active };
  },
  sentence: ({ snapshot }) => say("gate.SLOTS_FULL", { capacity: snapshot.slots.capacity }),
  change: () => suggest("change.wait_for_place"),
};

/** Redis is set up, holds the places of several installations and is away: nothing new starts (rule 9). */
export const redisDown: Gate = {
  judge({ run, snapshot }) {
    if (run === null) return notApplicable;
    const isDown = snapshot.machine.isRedisDown === true;
    return { pass: !isDown, expected: "Redis answers", actual: isDown ? "away" : null };
  },
  sentence: () => say("gate.REDIS_DOWN"),
  change: () => suggest("change.start_redis"),
};
