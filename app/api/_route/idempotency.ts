import { claimKey, forgetKey, storeAnswer } from "#server/commands/idempotency.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import type { Database } from "#server/queries/current-database.ts";
import type { RequestActor } from "./access.ts";
import { noContent } from "./answers.ts";

/**
 * Runs `answer` at most once per actor and `Idempotency-Key` of a POST, also when the same request comes
 * many times at once; all callers get the same answer. A refusal is not kept: it changed nothing.
 */
export async function answerOnce(
  database: Database,
  actor: RequestActor | null,
  request: Request,
  body: unknown,
  answer: () => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get("idempotency-key");
  if (!key || !actor || request.method !== "POST") return answer();
  const who = actor.kind === "agent" ? `run:${actor.runId}` : `person:${actor.userId}`;
  const route = `${request.method} ${new URL(request.url).pathname} ${sha256Hex(JSON.stringify(body)).slice(0, 16)}`;

  const stored = await claimKey(database, { actor: who, key: key.slice(0, 200), route });
  if (stored) {
    if (stored.status === 204) return noContent();
    const headers = {
      "Content-Type": "application/json",
      ...stored.headers,
      "Idempotent-Replay": "true",
    };
    return new Response(stored.text, { status: stored.status, headers });
  }
  const claim = { actor: who, key: key.slice(0, 200) };
  let response: Response;
  try {
    response = await answer();
  } catch (error) {
    // After anything else nobody can say whether it took effect: the key stays taken.
    if (isFailure(error)) await forgetKey(database, claim);
    throw error;
  }
  const location = response.headers.get("location");
  await storeAnswer(database, claim, {
    status: response.status,
    text: await response.clone().text(),
    headers: location ? { Location: location } : {},
  });
  return response;
}
