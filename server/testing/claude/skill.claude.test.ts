import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveRoutes } from "#app/api/_route/testing/serve-routes.ts";
import { setDatabase } from "#server/store/client.ts";
import { openTestGateway } from "../open-gateway.ts";
import type { TestGateway } from "../open-gateway.ts";
import { createBoard } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

/**
 * The skills of the starter kit as the real CLI carries them out, with the calls their texts show:
 * through the front door with the run's own token, and without a card at level Edit.
 */
let board: Board;
let gateway: TestGateway;

beforeAll(async () => {
  board = await createBoard(async ({ test: { database, url } }) => {
    setDatabase(database);
    gateway = await openTestGateway(database, url, { next: serveRoutes() });
    return { apiUrl: `http://127.0.0.1:${gateway.port}` };
  });
});
afterAll(async () => {
  await gateway.close();
  await board.close();
});

/** Every command of the script stands in the skill, word for word. */
async function carryOut(name: string, script: string) {
  const skill = await readFile(path.join(process.cwd(), `skills/${name}.md`), "utf8");
  const one = await board.begin(script, { skill });
  const run = await one.ended();

  expect(run).toMatchObject({ outcome: "completed", error: null, questions: [] });
  const calls = await one.of(run.id, "tool_call");
  for (const { input } of calls) {
    expect(skill.replace('"parentId": 12', '"parentId": 1')).toContain(
      (input as { command: string }).command,
    );
  }
  const results = await one.of(run.id, "tool_result");
  expect(results.map(({ isError }) => isError)).toEqual(calls.map(() => false));
  const requests = await one.of(run.id, "permission_request");
  expect(requests.map(({ decidedBy }) => decidedBy)).toEqual(calls.map(() => "board"));
  const stored = JSON.stringify((await board.harness.events(run.id)).map((event) => event.payload));
  expect(stored).not.toContain("sbr_");
  return { one, run, results };
}

it("the programmer reads its ticket, splits it, comments and moves it on", async () => {
  const { one, results } = await carryOut("programmer", "starter-kit");
  expect(results).toHaveLength(6);
  expect(JSON.parse(results[0]?.text ?? "")).toMatchObject({
    title: "Case 1, script: starter-kit",
  });
  expect(results[2]?.text).toContain("# Signalbox API");

  const where = { projectId: one.project.project.id };
  const comments = await board.harness.prisma.comment.findMany({ where: { ticket: where } });
  expect(comments).toMatchObject([
    { author: "programmer", content: "What I did and how I tested it." },
  ]);
  const children = await board.harness.prisma.ticket.findMany({
    where: { ...where, parent: { number: 1 } },
  });
  expect(children).toMatchObject([{ title: "One line", createdByKind: "agent" }]);
  expect(await one.column()).toBe("Review");
  expect(await one.owed()).toEqual([]);
  // The whole skill without its front matter is what the model was told.
  expect(one.requests()[0]?.prompt).toContain("You change the code of this project");
  expect(one.requests()[0]?.prompt).not.toContain("type: coder");
});

it("the reviewer reads, judges, and sends the ticket back to who made it", async () => {
  const { one, results } = await carryOut("reviewer", "starter-review");
  expect(results).toHaveLength(4);
  const ticket = await board.harness.prisma.ticket.findFirstOrThrow({
    where: { projectId: one.project.project.id, number: 1 },
    include: { comments: true },
  });
  expect(ticket.assignee).toBe("programmer");
  // Back in Todo the next run may have begun already.
  expect(ticket.comments[0]).toMatchObject({ content: "Review: …", authorKind: "agent" });
});
