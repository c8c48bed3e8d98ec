import { Failure } from "#server/contracts/failure.ts";
import { sleep } from "#server/lib/abort.ts";
import type { Database } from "#server/store/client.ts";

/** How long a second request with the same key waits for the first one's answer. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 25;

export interface StoredAnswer {
  status: number;
  /** As it was sent, so that a repetition is the same byte for byte; JSONB would sort its keys. */
  text: string;
  headers: Record<string, string>;
}

/**
 * Claims an idempotency key for the caller (answer null: go on and store the answer), or returns the
 * answer of the request that had it before, waiting while that one is still being served. 422 when the
 * key was used for another request; 409 when the earlier request never came to an answer, because then
 * nobody can say whether it took effect.
 */
export async function claimKey(
  database: Database,
  claim: { actor: string; key: string; route: string },
): Promise<StoredAnswer | null> {
  const { actor, key, route } = claim;
  const waitUntil = performance.now() + WAIT_MS;
  for (;;) {
    const { count } = await database.prisma.idempotencyKey.createMany({
      data: { actor, key, route, status: 0 },
      skipDuplicates: true,
    });
    if (count === 1) return null;
    const row = await database.prisma.idempotencyKey.findUnique({
      where: { actor_key: { actor, key } },
    });
    if (row && row.route !== route) {
      throw new Failure(
        422,
        "IDEMPOTENCY_KEY_REUSED",
        "this Idempotency-Key belongs to another request",
      );
    }
    if (row && row.status !== 0) {
      return {
        status: row.status,
        ...(row.response as { text: string; headers: Record<string, string> }),
      };
    }
    if (performance.now() > waitUntil) {
      throw new Failure(
        409,
        "IDEMPOTENCY_KEY_OPEN",
        "an earlier request with this Idempotency-Key has no answer yet; look whether it took effect",
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Keeps the answer for later requests with the same key. */
export async function storeAnswer(
  database: Database,
  claim: { actor: string; key: string },
  answer: StoredAnswer,
): Promise<void> {
  await database.prisma.idempotencyKey.update({
    where: { actor_key: { actor: claim.actor, key: claim.key } },
    data: { status: answer.status, response: { text: answer.text, headers: answer.headers } },
  });
}

/** Gives the key back after a refusal: nothing happened, so the next request may try again. */
export async function forgetKey(
  database: Database,
  claim: { actor: string; key: string },
): Promise<void> {
  await database.prisma.idempotencyKey.deleteMany({
    where: { actor: claim.actor, key: claim.key, status: 0 },
  });
}
