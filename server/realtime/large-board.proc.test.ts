/**
 * a product that has grown large replays a long run whole. Short by default;
 * `SIGNALBOX_TEST_EVENTS=2000000 SIGNALBOX_TEST_RUNS=1000` is the full size. Its start is timed by
 * `npm run bench`.
 */
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { COLUMNS, fillLarge, idOfRun, LONG_RUN } from "../../bench/rig/large-project.ts";
import { startProduct } from "../../e2e/support/product.ts";
import type { Product } from "../../e2e/support/product.ts";
import type { Board } from "../contracts/ticket.ts";
import { createDatabase } from "../store/client.ts";
import { waitFor } from "../testing/wait-for.ts";
import { record } from "./fixtures/use-gateway.ts";

const RUNS = Number(process.env["SIGNALBOX_TEST_RUNS"] ?? 100);
const EVENTS = Number(process.env["SIGNALBOX_TEST_EVENTS"] ?? 100_000);
const PAGE = 500;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
  await product.api("POST", "/projects", { name: "Large", workspacePath: null });
  const database = createDatabase(await product.databaseUrl(), { maxConnections: 1 });
  const { id } = await database.prisma.project.findFirstOrThrow({ where: { slug: "large" } });
  await fillLarge(database, id, { runs: RUNS, events: EVENTS });
  await database.close();
}, 900_000);
afterAll(() => product.stop(), 60_000);

it("shows true counts after a new start", async () => {
  await product.restart();
  const { columns } = await product.api<Board>("GET", "/projects/large/board");
  const counts = Object.fromEntries(columns.map(({ name, count }) => [name, count]));
  expect(counts).toEqual({ Todo: 0, ...Object.fromEntries(COLUMNS.map((name) => [name, 2_000])) });
}, 120_000);

it("replays a run of 50,000 events whole, by page and by socket", async () => {
  const seqs: number[] = [];
  for (;;) {
    const path = `/projects/large/runs/${idOfRun(1)}/events?after=${seqs.length}&limit=${PAGE}`;
    const { items } = await product.api<{ items: { seq: number }[] }>("GET", path);
    if (items.length === 0) break;
    seqs.push(...items.map(({ seq }) => seq));
  }
  const all = Array.from({ length: LONG_RUN }, (_, index) => index + 1);
  expect(seqs).toEqual(all);

  const headers = { Authorization: `Bearer ${product.ownerToken}` };
  const socket = io(`${product.url}/live`, { transports: ["websocket"], extraHeaders: headers });
  try {
    const heard = record(socket, idOfRun(1));
    socket.emit("run:join", { run: idOfRun(1), after: 0 }, () => undefined);
    await waitFor(() => heard.end, { timeoutMs: 60_000, what: "the end of the replay" });
    expect(heard.seqs).toEqual(all);
    expect(heard.faults).toEqual([]);
  } finally {
    socket.disconnect();
  }
}, 180_000);
