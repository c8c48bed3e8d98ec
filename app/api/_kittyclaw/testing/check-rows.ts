/** One row of a table of calls, made and judged. */
import { expect, it } from "vitest";
import type { z } from "zod";
import type { OpenBoard, Reply } from "../../_route/testing/open-board.ts";
import { refusal } from "./shapes.ts";

export interface Row {
  what: string;
  /** `GET P/tickets`: `P` stands for the project's address. */
  call: string;
  body?: unknown;
  status: number;
  /** What a success answers; absent for 204. */
  shape?: z.ZodType;
  /** Parts of the answer. */
  sees?: object;
  /** Value of `Location`, with `P` as above. */
  location?: string;
  /** Value of `X-Ignored-Fields`. */
  ignored?: string;
}

/** Declares a test per row; they run in order and build on each other. */
export function checkRows(board: () => OpenBoard, rows: Row[]): void {
  for (const row of rows) {
    it(`${row.call}: ${row.what} (${row.status})`, async () => {
      const { P, call } = board();
      const [method = "", address = ""] = row.call.split(" ");
      const reply = await call(method, address.replace(/^P(?=\/|$)/, P), row.body);
      expect({ status: reply.status, body: reply.body }).toMatchObject({ status: row.status });
      judge(reply, row, P);
    });
  }
}

function judge(reply: Reply, row: Row, P: string): void {
  if (reply.status === 204) expect(reply.body).toBe("");
  else expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
  if (reply.status >= 400) refusal.parse(reply.body);
  if (row.shape) row.shape.parse(reply.body);
  if (row.sees !== undefined) expect(reply.body).toMatchObject(row.sees);
  const location = row.location?.replace(/^P(?=\/|$)/, P) ?? null;
  expect(reply.headers.get("location")).toBe(location);
  expect(reply.headers.get("x-ignored-fields")).toBe(row.ignored ?? null);
}
