import pg from "pg";

/** Statements that go over connections of this process while `work` runs, in order of their start. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, "query");
  if (original === undefined) throw new Error("pg.Client: expected a method query, found none");
  const send = original.value as (...args: unknown[]) => unknown;
  Object.defineProperty(prototype, "query", {
    ...original,
    value(this: unknown, ...args: unknown[]) {
      const [first] = args;
      statements.push(typeof first === "string" ? first : (first as { text: string }).text);
      return send.apply(this, args);
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(prototype, "query", original);
  }
  return statements;
}
