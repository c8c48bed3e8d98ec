import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../contracts/actor.ts";
import { isFailure } from "../contracts/failure.ts";
import { sha256Hex } from "../lib/ids.ts";
import { agentActor, createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { addBlocker } from "./blockers.ts";
import { addComment, deleteComment, editComment } from "./comments.ts";
import { createTicket } from "./create-ticket.ts";
import { deleteTicket } from "./delete-ticket.ts";
import { moveTicket } from "./move-ticket.ts";
import { patchTicket } from "./patch-ticket.ts";
import { setParent } from "./set-parent.ts";
import { setTicketLabels } from "./set-ticket-labels.ts";

/** Rule 18, line by line. Tickets: 1 own, 2 its child, 3 its grandchild, 4 foreign. */
let test: TestDatabase;
let fixture: ProjectFixture;
let agent: Actor;
const now = new Date("2026-06-01T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

beforeEach(async () => {
  fixture = await createProjectFixture(test.database, {
    agents: ["programmer", "producer"],
    tickets: [
      { title: "own" },
      { title: "child", parentId: 1 },
      { title: "grandchild", parentId: 2 },
      { title: "foreign" },
    ],
  });
  const text = JSON.stringify({
    automations: [
      {
        id: "go",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [{ type: "runAgent", agent: "programmer" }],
      },
    ],
  });
  const hash = sha256Hex(text);
  await test.database.prisma.automationFile.create({
    data: {
      projectId: fixture.project.id,
      path: "a",
      liveText: text,
      liveHash: hash,
      seenHash: hash,
    },
  });
  agent = agentActor(fixture.project, "programmer", {
    runId: await makeRun("programmer"),
    ticket: fixture.tickets[0] ?? null,
  });
});

async function makeRun(slug: string): Promise<string> {
  const id = sha256Hex(`${slug} ${Math.random()}`).slice(0, 32);
  await test.database.prisma.run.create({
    data: {
      id,
      projectId: fixture.project.id,
      ticketId: null,
      agent: slug,
      cause: "trigger",
      causeText: {},
      state: "ended",
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 1,
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 0,
    },
  });
  return id;
}

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (isFailure(error)) return `${error.status} ${error.code}`;
    throw error;
  }
}

const project = () => ({ projectId: fixture.project.id });
const move = (number: number, status: string, actor = agent) =>
  outcome(moveTicket(test.database, actor, { ...project(), number, status }, now));
const edit = (number: number, actor = agent) =>
  outcome(patchTicket(test.database, actor, { ...project(), number, title: "changed" }, now));
const create = (input: { status: string; parentId?: number }, actor = agent) =>
  outcome(createTicket(test.database, actor, { ...project(), title: "new", ...input }, now));

describe("an agent with a ticket", () => {
  it("changes its own ticket and that ticket's descendants, and no other", async () => {
    expect([await edit(1), await edit(2), await edit(3), await edit(4)]).toEqual([
      "done",
      "done",
      "done",
      "403 AGENT_RIGHTS",
    ]);
    expect([await move(1, "Review"), await move(3, "Todo"), await move(4, "Todo")]).toEqual([
      "done",
      "done",
      "403 AGENT_RIGHTS",
    ]);
    expect(
      await outcome(
        setTicketLabels(test.database, agent, { ...project(), number: 4, labelIds: [] }, now),
      ),
    ).toBe("403 AGENT_RIGHTS");
    expect(
      await outcome(addBlocker(test.database, agent, { ...project(), number: 4, blocker: 1 }, now)),
    ).toBe("403 AGENT_RIGHTS");
  });

  it("changes what its agent's runs created, and not what another agent's did", async () => {
    const mine = await createTicket(
      test.database,
      agent,
      { ...project(), title: "mine", status: "Backlog" },
      now,
    );
    const producer = agentActor(fixture.project, "producer", {
      runId: await makeRun("producer"),
      ticket: fixture.tickets[3] ?? null,
    });
    const theirs = await createTicket(
      test.database,
      producer,
      { ...project(), title: "theirs", status: "Backlog" },
      now,
    );
    const laterRun = agentActor(fixture.project, "programmer", {
      runId: await makeRun("programmer"),
      ticket: fixture.tickets[0] ?? null,
    });
    expect([await edit(mine.number, laterRun), await edit(theirs.number)]).toEqual([
      "done",
      "403 AGENT_RIGHTS",
    ]);
  });

  it("creates children of its ticket in any column, and none of a foreign ticket", async () => {
    expect([
      await create({ status: "Todo", parentId: 1 }),
      await create({ status: "Backlog", parentId: 2 }),
      await create({ status: "Backlog", parentId: 4 }),
    ]).toEqual(["done", "done", "403 AGENT_RIGHTS"]);
  });

  it("creates root tickets only where no enabled automation selects them", async () => {
    expect([await create({ status: "Backlog" }), await create({ status: "Todo" })]).toEqual([
      "done",
      "403 AGENT_RIGHTS",
    ]);
    const orchestrator = agentActor(fixture.project, "producer", {
      runId: await makeRun("producer"),
      ticket: fixture.tickets[0] ?? null,
      agentType: "orchestrator",
    });
    expect(await create({ status: "Todo" }, orchestrator)).toBe("done");
  });

  it("reaches done-role columns only where the project allows it", async () => {
    expect([await move(1, "Done"), await create({ status: "Done", parentId: 1 })]).toEqual([
      "403 AGENT_RIGHTS",
      "403 AGENT_RIGHTS",
    ]);
    await test.database.prisma.project.update({
      where: { id: fixture.project.id },
      data: { agentsMayFinish: true },
    });
    expect(await move(1, "Done")).toBe("done");
  });

  it("comments on any ticket and changes only its own comments", async () => {
    const mine = await addComment(
      test.database,
      agent,
      { ...project(), number: 4, content: "mine" },
      now,
    );
    const theirs = await addComment(
      test.database,
      fixture.owner,
      { ...project(), number: 4, content: "theirs" },
      now,
    );
    expect(
      await outcome(
        editComment(
          test.database,
          agent,
          { ...project(), number: 4, comment: mine.number, content: "x" },
          now,
        ),
      ),
    ).toBe("done");
    expect(
      await outcome(
        editComment(
          test.database,
          agent,
          { ...project(), number: 4, comment: theirs.number, content: "x" },
          now,
        ),
      ),
    ).toBe("403 AGENT_RIGHTS");
    expect(
      await outcome(
        deleteComment(
          test.database,
          agent,
          { ...project(), number: 4, comment: theirs.number },
          now,
        ),
      ),
    ).toBe("403 AGENT_RIGHTS");
  });

  it("can never sign as somebody else", async () => {
    expect(
      await outcome(
        addComment(
          test.database,
          agent,
          { ...project(), number: 1, content: "x", author: "owner" },
          now,
        ),
      ),
    ).toBe("403 AUTHOR_MISMATCH");
    expect(
      await outcome(
        addComment(
          test.database,
          agent,
          { ...project(), number: 1, content: "x", author: "programmer" },
          now,
        ),
      ),
    ).toBe("done");
  });

  it("moves a sub-ticket only between tickets that are its own", async () => {
    expect(
      await outcome(setParent(test.database, agent, { ...project(), number: 3, parentId: 1 }, now)),
    ).toBe("done");
    expect(
      await outcome(setParent(test.database, agent, { ...project(), number: 3, parentId: 4 }, now)),
    ).toBe("403 AGENT_RIGHTS");
    expect(
      await outcome(setParent(test.database, agent, { ...project(), number: 4, parentId: 1 }, now)),
    ).toBe("403 AGENT_RIGHTS");
  });

  it("deletes only what its own runs created", async () => {
    const mine = await createTicket(
      test.database,
      agent,
      { ...project(), title: "mine", status: "Backlog" },
      now,
    );
    expect(
      await outcome(deleteTicket(test.database, agent, { ...project(), number: 1 }, now)),
    ).toBe("403 AGENT_RIGHTS");
    expect(
      await outcome(deleteTicket(test.database, agent, { ...project(), number: mine.number }, now)),
    ).toBe("done");
  });

  it("never writes to another project", async () => {
    const other = await createProjectFixture(test.database, { tickets: [{}] });
    expect(
      await outcome(
        addComment(
          test.database,
          agent,
          { projectId: other.project.id, number: 1, content: "x" },
          now,
        ),
      ),
    ).toBe("403 OTHER_PROJECT");
    expect(
      await outcome(
        patchTicket(
          test.database,
          agent,
          { projectId: other.project.id, number: 1, title: "x" },
          now,
        ),
      ),
    ).toBe("403 OTHER_PROJECT");
  });
});

describe("an agent without a ticket", () => {
  it("changes any ticket and creates root tickets in any column but done ones", async () => {
    const janitor = agentActor(fixture.project, "producer", { runId: await makeRun("producer") });
    expect([
      await edit(4, janitor),
      await move(4, "Todo", janitor),
      await create({ status: "Todo" }, janitor),
      await create({ status: "Backlog", parentId: 4 }, janitor),
    ]).toEqual(["done", "done", "done", "done"]);
    expect(await move(4, "Done", janitor)).toBe("403 AGENT_RIGHTS");
  });
});

it("a person is not judged", async () => {
  expect([
    await move(4, "Done", fixture.owner),
    await create({ status: "Todo" }, fixture.owner),
  ]).toEqual(["done", "done"]);
});
