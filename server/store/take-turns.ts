import type pg from "pg";

/**
 * Sends a connection's statements one after the other. Prisma reads the relations of a row side by
 * side, in a transaction too, where all of them share one connection; `pg` keeps such a queue itself
 * but warns that it will stop doing so. Calls that bring a callback go straight through: nobody here
 * makes two of those at once.
 */
export function takeTurns(client: pg.ClientBase): void {
  // Looked up at each call, so that what watches statements by the class sees these too.
  const { prototype } = client.constructor as { prototype: { query(...call: unknown[]): unknown } };
  const send = (...call: unknown[]): unknown => prototype.query.apply(client, call);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const query = (...call: unknown[]): unknown => {
    if (typeof call.at(-1) === "function" || isSubmittable(call[0])) return send(...call);
    const answer = waiting === 0 ? Promise.resolve(send(...call)) : last.then(() => send(...call));
    waiting += 1;
    const done = (): void => {
      waiting -= 1;
    };
    last = answer.then(done, done);
    return answer;
  };
  Object.assign(client, { query });
}

/** A query object of its own, such as a cursor, instead of a text. */
function isSubmittable(value: unknown): boolean {
  return typeof (value as { submit?: unknown } | null)?.submit === "function";
}
