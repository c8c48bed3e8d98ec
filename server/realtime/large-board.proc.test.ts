/**
 * a product that has grown large replays a long run whole. Short by default;
 * `SIGNALBOX_TEST_EVENTS=2000000 SIGNALBOX_TEST_RUNS=1000` is the full size.
 */
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertTickets } from "../../bench/rig/bulk-tickets.ts";
import { startProduct } from "../../e2e/support/product.ts";
import type { Product } from "../../e2e/support/product.ts";
import { createDatabase } from "../store/client.ts";
import type { Database } from "../store/client.ts";
import { waitFor } from "../testing/wait-for.ts";
import { record } from "./fixtures/use-gateway.ts";

const TICKETS = 10_000;
const RUNS = Number(process.env["SIGNALBOX_TEST_RUNS"] ?? 100);
const EVENTS = Number(process.env["SIGNALBOX_TEST_EVENTS"] ?? 100_000);
const LONG_RUN = 50_000;
const PAGE = 500;
const COLUMNS = ["Backlog", "InProgress", "Blocked", "Review", "Done"];
const idOf = (run: number) => run.toString(16).padStart(32, "0");

let product: Product;

beforeAll(async () => {
  product = await startProduct();
  await product.api("POST", "/projects", { name: "Large", workspacePath: null });
  const database = createDatabase(await product.databaseUrl(), { maxConnections: 1 });
  await fill(database);
  await database.close();
}, 900_000);
afterAll(() => product.stop(), 60_000);

/** The first run has 50,000 events, the others share the rest. */
async function fill(database: Database): Promise<void> {
  const { prisma } = database;
  const { id: projectId } = await prisma.project.findFirstOrThrow({ where: { slug: "large" } });
  for (const column of COLUMNS) {
    const count = TICKETS / COLUMNS.length;
    await insertTickets(database, { projectId, column, count, assignee: null });
  }
  const each = Math.floor((EVENTS - LONG_RUN) / (RUNS - 1));
  await prisma.$executeRaw`
    INSERT INTO "Run" ("id", "projectId", "ticketId", "agent", "cause", "causeText", "state", "outcome", "verdict", "prompt",
      "permissionLevel", "maxTurns", "timeoutSeconds", "cwd", "contract", "contractHash", "admittedRevision", "nextSeq",
      "exclusions", "allowedTools", "disallowedTools", "forcedGates", "startedAt", "endedAt")
    SELECT lpad(to_hex(n), 32, '0'), ${projectId}, t."id", 'programmer', 'manual', '{}', 'ended', 'completed', 'DONE', '',
      'edit', 1, 1, '/', '{}', '', 1, 1 + CASE WHEN n = 1 THEN ${LONG_RUN}::int ELSE ${each}::int END,
      '{}', '{}', '{}', '{}', now(), now()
    FROM generate_series(1, ${RUNS}::int) n JOIN "Ticket" t ON t."projectId" = ${projectId} AND t."number" = n`;
  await prisma.$executeRaw`
    INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "payload", "processNumber", "offset")
    SELECT r."id", n, now(), 'assistant_text', jsonb_build_object('text', 'Line ' || n, 'messageId', NULL), 1, 0
    FROM "Run" r, generate_series(1, r."nextSeq" - 1) n WHERE r."projectId" = ${projectId}`;
}

it("replays a run of 50,000 events whole, by page and by socket", async () => {
  const seqs: number[] = [];
  for (;;) {
    const path = `/projects/large/runs/${idOf(1)}/events?after=${seqs.length}&limit=${PAGE}`;
    const { items } = await product.api<{ items: { seq: number }[] }>("GET", path);
    if (items.length === 0) break;
    seqs.push(...items.map(({ seq }) => seq));
  }
  const all = Array.from({ length: LONG_RUN }, (_, index) => index + 1);
  expect(seqs).toEqual(all);

  const headers = { Authorization: `Bearer ${product.ownerToken}` };
  const socket = io(`${product.url}/live`, { transports: ["websocket"], extraHeaders: headers });
  try {
    const heard = record(socket, idOf(1));
    socket.emit("run:join", { run: idOf(1), after: 0 }, () => undefined);
    await waitFor(() => heard.end, { timeoutMs: 60_000, what: "the end of the replay" });
    expect(heard.seqs).toEqual(all);
    expect(heard.faults).toEqual([]);
  } finally {
    socket.disconnect();
  }
}, 180_000);
