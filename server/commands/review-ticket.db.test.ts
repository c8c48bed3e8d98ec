import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import { sendBackTicket } from "./review-ticket.ts";

let test: TestDatabase;
const now = new Date("2026-06-30T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("stands back with its words once, also when a full column refused it first", async () => {
  const { prisma } = test.database;
  const { project, workspace, owner, tickets } = await createEngineProject(test.database, {
    tickets: [
      { title: "In the way", status: "Todo" },
      { title: "Reviewed", status: "Review" },
    ],
  });
  await prisma.ticket.update({
    where: { id: tickets[1]?.id ?? 0 },
    data: { assignee: "programmer" },
  });
  const todo = { projectId: project.id, name: "Todo" };
  await prisma.boardColumn.updateMany({ where: todo, data: { wipLimit: 1, wipHard: true } });
  const sendBack = (text: string) =>
    sendBackTicket(test.database, owner, { projectId: project.id, number: 2, text }, now);
  const read = () =>
    prisma.ticket.findFirstOrThrow({
      where: { projectId: project.id, number: 2 },
      select: { column: { select: { name: true } }, comments: { select: { content: true } } },
    });

  await expect(sendBack("Not yet.")).rejects.toMatchObject({ code: "COLUMN_FULL" });
  expect(await read()).toEqual({ column: { name: "Review" }, comments: [{ content: "Not yet." }] });
  await prisma.boardColumn.updateMany({ where: todo, data: { wipLimit: null } });
  await sendBack("Not yet.");
  expect(await read()).toEqual({ column: { name: "Todo" }, comments: [{ content: "Not yet." }] });
  await workspace.remove();
});
