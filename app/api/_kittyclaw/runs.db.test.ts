import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newRunId, newUuid } from "#server/lib/ids.ts";
import { openBoard } from "../_route/testing/open-board.ts";
import type { OpenBoard } from "../_route/testing/open-board.ts";
import { checkRows } from "./testing/check-rows.ts";
import { runSummary } from "./testing/shapes.ts";

/** The list of runs, and stop, steer and retry (compat §2.6). */
let board: OpenBoard;
let running: string;
let ended: string;

beforeAll(async () => {
  board = await openBoard({ agents: ["programmer"], tickets: [{ title: "One" }] });
  await board.test.database.prisma.skill.create({
    data: {
      projectId: board.fixture.project.id,
      agent: "programmer",
      path: ".agents/programmer/SKILL.md",
      hash: "0",
      sizeBytes: 1,
    },
  });
  await board.test.database.prisma.worker.create({
    data: {
      id: "worker",
      host: "h",
      pid: 1,
      bootId: "b",
      pidNamespace: "n",
      processStart: "0",
      version: "0",
      heartbeatAt: new Date(),
    },
  });
  ended = await makeRun({ state: "ended", outcome: "failed", endedAt: new Date() });
  running = await makeRun({ state: "running" });
});
afterAll(() => board.close());

async function makeRun(more: { state: string; outcome?: string; endedAt?: Date }): Promise<string> {
  const id = newRunId();
  await board.test.database.prisma.run.create({
    data: {
      id,
      projectId: board.fixture.project.id,
      ticketId: board.fixture.tickets[0]?.id ?? null,
      agent: "programmer",
      cause: "manual",
      causeText: {},
      groupName: "workspace",
      sessionId: newUuid(),
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 1,
      timeoutSeconds: 60,
      cwd: board.workspace,
      contract: {},
      contractHash: "",
      admittedRevision: 1,
      startedAt: new Date(),
      ...more,
    },
  });
  return id;
}

const list = z.array(runSummary);

describe("list", () => {
  checkRows(
    () => board,
    [
      {
        what: "active ones",
        call: "GET P/runs?active=true",
        status: 200,
        shape: list,
        sees: [
          {
            agentName: "programmer",
            skillFile: ".agents/programmer/SKILL.md",
            ticketId: 1,
            concurrencyGroup: "workspace",
            status: "Running",
          },
        ],
      },
      {
        what: "all, newest first",
        call: "GET P/runs",
        status: 200,
        shape: list,
        sees: [{ status: "Running" }, { status: "Failed" }],
      },
      { what: "no such board", call: "GET /api/projects/ghost/runs", status: 404 },
      { what: "no such run", call: `GET P/runs/${"0".repeat(32)}`, status: 404 },
      { what: "no id of a run", call: "GET P/runs/1", status: 404 },
      { what: "no such run", call: `POST P/runs/${"0".repeat(32)}/stop`, status: 404 },
      { what: "no such run", call: `POST P/runs/${"0".repeat(32)}/retry`, status: 404 },
      {
        what: "no such run",
        call: `POST P/runs/${"0".repeat(32)}/steer`,
        body: { text: "Hello" },
        status: 404,
      },
    ],
  );
});

describe("steer, stop, retry", () => {
  const at = (id: string, what: string) => `${board.P}/runs/${id}/${what}`;

  it("takes the text alone with 204, and with a mode answers the message", async () => {
    const short = await board.call("POST", at(running, "steer"), { text: "Look here" });
    expect([short.status, short.body]).toEqual([204, ""]);
    const long = await board.call("POST", at(running, "steer"), { text: "There", mode: "queue" });
    expect([long.status, long.body]).toMatchObject([
      202,
      { messageId: expect.any(String) as string },
    ]);
    expect(await board.test.database.prisma.runCommand.count({ where: { runId: running } })).toBe(
      2,
    );
    expect((await board.call("POST", at(running, "steer"), {})).status).toBe(400);
  });

  it("refuses to try again what has not ended", async () => {
    const reply = await board.call("POST", at(running, "retry"));
    expect([reply.status, reply.body]).toMatchObject([409, { code: "RUN_ACTIVE" }]);
  });

  it("stops with 204, also what has ended", async () => {
    for (const id of [running, running, ended]) {
      const reply = await board.call("POST", at(id, "stop"));
      expect([reply.status, reply.body]).toEqual([204, ""]);
    }
  });

  it("tries again with the new run's id", async () => {
    await board.test.database.prisma.run.update({
      where: { id: running },
      data: { state: "ended", outcome: "stopped", endedAt: new Date() },
    });
    const reply = await board.call("POST", at(running, "retry"));
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { runId: expect.any(String) as string },
    ]);
    const { runId } = z.looseObject({ runId: z.string() }).parse(reply.body);
    const active = list.parse((await board.call("GET", `${board.P}/runs?active=true`)).body);
    expect(active).toMatchObject([{ runId, agentName: "programmer", ticketId: 1 }]);
  });

  it("sends the stream as frames without buffering, with `event: end` as the last", async () => {
    const reply = await board.call("GET", at(ended, "stream"));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(reply.headers.get("x-accel-buffering")).toBe("no");
    expect(reply.body).toMatch(/event: end\ndata: \{\}\n\n$/);
  });
});
