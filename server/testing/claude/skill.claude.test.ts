import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as addComment } from "#app/api/projects/[slug]/tickets/[n]/comments/route.ts";
import { GET as readTicket } from "#app/api/projects/[slug]/tickets/[n]/route.ts";
import { PATCH as moveTicket } from "#app/api/projects/[slug]/tickets/[n]/status/route.ts";
import { setDatabase } from "#server/store/client.ts";
import { openTestGateway } from "../open-gateway.ts";
import type { TestGateway } from "../open-gateway.ts";
import { createBoard } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

/**
 * The skill of the starter kit as the real CLI carries it out, with the three calls its text shows:
 * through the front door with the run's own token, and without a card at level Edit.
 */
let board: Board;
let gateway: TestGateway;

beforeAll(async () => {
  board = await createBoard(async ({ test: { database, url } }) => {
    setDatabase(database);
    gateway = await openTestGateway(database, url, { next: serveTicket });
    return { apiUrl: `http://127.0.0.1:${gateway.port}` };
  });
});
afterAll(async () => {
  await gateway.close();
  await board.close();
});

it("reads its ticket, comments and moves it on with plain curl and its own token", async () => {
  const skill = await readFile(path.join(process.cwd(), "skills/programmer.md"), "utf8");
  const one = await board.begin("starter-kit", { skill });
  const run = await one.ended();

  expect(run).toMatchObject({ outcome: "completed", error: null, questions: [] });
  const results = await one.of(run.id, "tool_result");
  expect(results.map(({ isError }) => isError)).toEqual([false, false, false]);
  expect(JSON.parse(results[0]?.text ?? "")).toMatchObject({
    title: "Case 1, script: starter-kit",
  });
  const requests = await one.of(run.id, "permission_request");
  expect(requests.map(({ decidedBy }) => decidedBy)).toEqual(["board", "board", "board"]);

  const where = { projectId: one.project.project.id };
  const comments = await board.harness.prisma.comment.findMany({ where: { ticket: where } });
  expect(comments).toMatchObject([
    { author: "programmer", content: "What I did and how I tested it." },
  ]);
  expect(await one.column()).toBe("Review");
  expect(await one.owed()).toEqual([]);
  // The whole skill without its front matter is what the model was told.
  expect(one.requests()[0]?.prompt).toContain("You change the code of this project");
  expect(one.requests()[0]?.prompt).not.toContain("type: coder");
  const stored = JSON.stringify((await board.harness.events(run.id)).map((event) => event.payload));
  expect(stored).not.toContain("sbr_");
});

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

const routes: [method: string, path: RegExp, handler: Handler][] = [
  ["GET", /^\/api\/projects\/([^/]+)\/tickets\/(\d+)$/, readTicket as Handler],
  ["POST", /^\/api\/projects\/([^/]+)\/tickets\/(\d+)\/comments$/, addComment as Handler],
  ["PATCH", /^\/api\/projects\/([^/]+)\/tickets\/(\d+)\/status$/, moveTicket as Handler],
];

/** What Next does behind the front door: finds the route, hands on the sealed actor. */
async function serveTicket(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname } = new URL(incoming.url ?? "/", "http://127.0.0.1");
  for (const [method, pattern, handler] of routes) {
    const found = method === incoming.method ? pattern.exec(pathname) : null;
    if (!found) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
    const request = new Request(`http://127.0.0.1${incoming.url ?? "/"}`, {
      method,
      headers,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const [, slug = "", n = ""] = found;
    const response = await handler(request, { params: Promise.resolve({ slug, n }) });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  outgoing.writeHead(404).end();
}
