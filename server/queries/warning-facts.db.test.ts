import { afterAll, beforeAll, expect, it } from "vitest";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { validateAutomations } from "./automations-answer.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const rule = (id: string, column: string, to: string, more: object = {}) => ({
  id,
  name: id,
  trigger: { type: "ticketInColumn", columns: [column] },
  actions: [
    { type: "runAgent", agent: id === "review" ? "qa" : "programmer", ...more },
    { type: "moveTicketStatus", to },
  ],
});

it("a text is told its loops and who may write the same folder at once", async () => {
  const { project } = await createProjectFixture(test.database, {
    agents: [
      { slug: "programmer", type: "coder" },
      { slug: "qa", type: "devops" },
    ],
  });
  const messages = async (more: object) => {
    const text = JSON.stringify({
      automations: [rule("review", "Review", "Todo"), rule("fix", "Todo", "Review", more)],
    });
    const answer = await validateAutomations(test.database, project.id, text);
    return answer.warnings.map(({ message }) => message);
  };
  const loop = "loop: review → fix → review";
  expect(await messages({})).toEqual([loop]);
  expect(await messages({ concurrencyGroup: "code" })).toEqual([
    loop,
    "qa and programmer may write the same folder at once",
  ]);
});
