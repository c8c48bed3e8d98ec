/** One call of every route that writes, on a board where it succeeds, for tests over the whole inventory. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Actor } from "#server/contracts/actor.ts";
import { newRunId, newUuid, sha256Hex } from "#server/lib/ids.ts";
import { hashPassword } from "#server/lib/password.ts";
import type { Database } from "#server/store/client.ts";
import { createToken } from "#server/testing/open-gateway.ts";
import { runRow } from "#server/testing/run-row.ts";
import type { EngineProject } from "#server/worker/fixtures/project.ts";

type Person = Extract<Actor, { kind: "person" }>;

export interface Board extends EngineProject {
  database: Database;
  /** The owner, signed in with a browser. */
  ada: Person;
}

export interface Write {
  actor?: Actor | null;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type Prepare = (board: Board) => Write | Promise<Write>;

const ticket = (n: number, body?: unknown) => () => ({ params: { n: String(n) }, body });

/** A run on ticket 1 in the given state, with a session behind it. */
async function addRun(
  board: Board,
  state: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { prisma } = board.database;
  const projectId = board.project.id;
  const ticketId = board.tickets[0]?.id ?? 0;
  const id = newRunId();
  await prisma.run.create({ data: { ...runRow(projectId, id), ticketId, state, ...fields } });
  await prisma.agentSession.create({
    data: { projectId, agent: "programmer", ticketId, sessionId: id, cwd: "/", isStarted: true },
  });
  return id;
}

const onRun =
  (state: string, body?: unknown, fields: Record<string, unknown> = {}): Prepare =>
  async (board) => ({ params: { id: await addRun(board, state, fields) }, body });

const stampOf = async (board: Board, file: string) =>
  sha256Hex(await readFile(path.join(board.workspace.path, file)));

const automationsStamp = (board: Board) => stampOf(board, ".agents/automations.json");

/** One that its owner shares; what is a person's own alone leaves no row. */
async function addView({ database, ada, project }: Board): Promise<string> {
  const key = { projectId: project.id, userId: ada.userId };
  const data = { ...key, name: "Shared", query: "", layout: "board", sort: "", isShared: true };
  return String((await database.prisma.savedView.create({ data })).id);
}

async function addPerson(board: Board, handle: string): Promise<number> {
  const data = { handle, name: handle, role: "member", passwordHash: null };
  return (await board.database.prisma.user.create({ data })).id;
}

async function addSession(board: Board, userId: number): Promise<string> {
  const id = newUuid();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await board.database.prisma.browserSession.create({
    data: { id, userId, tokenHash: sha256Hex(id), expiresAt },
  });
  return id;
}

const ofBoard: Record<string, Prepare> = {
  "PATCH ": () => ({ body: { name: "Renamed" } }),
  "DELETE ": () => ({}),
  "POST /agents/{agent}/hold": () => ({ params: { agent: "programmer" }, body: { paused: true } }),
  "PUT /automations": async (board) => ({
    body: { text: '{"automations":[]}', stamp: await automationsStamp(board) },
  }),
  "PATCH /automations/{id}": async (board) => ({
    params: { id: "code" },
    body: { enabled: false, stamp: await automationsStamp(board) },
  }),
  "POST /automations/{id}/hold": () => ({ params: { id: "code" }, body: { paused: true } }),
  "POST /automations/{id}/retry": () => ({ params: { id: "code" } }),
  "POST /automations/reload": async (board) => {
    await board.workspace.write('{"automations":[]}');
    return { body: {} };
  },
  "POST /columns": () => ({ body: { name: "Ideas" } }),
  "PATCH /columns/{id}": () => ({ params: { id: "1" }, body: { wipLimit: 3 } }),
  "DELETE /columns/{id}": () => ({ params: { id: "4" }, query: { moveTicketsTo: "Backlog" } }),
  "POST /columns/{id}/rename": async (board) => ({
    params: { id: "2" },
    body: { name: "Next", stamp: await automationsStamp(board) },
  }),
  "PATCH /columns/reorder": () => ({ body: { columnId: 1, index: 2 } }),
  "POST /labels": () => ({ body: { name: "urgent" } }),
  "PATCH /labels/{id}": () => ({ params: { id: "1" }, body: { name: "defect" } }),
  "DELETE /labels/{id}": () => ({ params: { id: "1" } }),
  "POST /views": () => ({ body: { name: "Ours", isShared: true } }),
  "PATCH /views/{id}": async (board) => ({
    params: { id: await addView(board) },
    body: { query: "is:waits" },
  }),
  "DELETE /views/{id}": async (board) => ({ params: { id: await addView(board) } }),
  "POST /members": () => ({ body: { name: "Sam" } }),
  "PATCH /members/{id}": () => ({ params: { id: "2" }, body: { name: "Coder" } }),
  "DELETE /members/{id}": () => ({ params: { id: "2" } }),
  "POST /pause": () => ({ body: { paused: true } }),
  "POST /settings/accept": async (board) => {
    await mkdir(path.join(board.workspace.path, ".claude"));
    await writeFile(path.join(board.workspace.path, ".claude/settings.json"), "{}\n");
    return { body: { hash: "" } };
  },
  "PATCH /settings/money": async (board) => ({
    body: { dailyBudgetUsd: 7, stamp: await automationsStamp(board) },
  }),
  "PUT /skills/{agent}": () => ({
    params: { agent: "tester" },
    body: { content: "You test.\n", stamp: null },
  }),
  "DELETE /skills/{agent}": () => ({ params: { agent: "programmer" } }),
};

const ofTickets: Record<string, Prepare> = {
  "POST /bulk": () => ({
    body: { items: [{ ticket: 1, change: { do: "edit", title: "Renamed" } }] },
  }),
  "POST ": () => ({ body: { title: "A new one", status: "Backlog" } }),
  "PATCH /{n}": ticket(1, { title: "Another title" }),
  "DELETE /{n}": ticket(1),
  "POST /{n}/approve": ticket(1),
  "POST /{n}/blockers": ticket(1, { ticket: 2 }),
  "DELETE /{n}/blockers": async ({ database, tickets }) => {
    const [ticketId = 0, blockerId = 0] = tickets.map(({ id }) => id);
    await database.prisma.ticketBlocker.create({ data: { ticketId, blockerId } });
    return { params: { n: "1" }, body: { ticket: 2 } };
  },
  "POST /{n}/comments": ticket(1, { content: "A word" }),
  "PATCH /{n}/comments/{cid}": async (board) => ({
    params: { n: "1", cid: await addComment(board) },
    body: { content: "Another word" },
  }),
  "DELETE /{n}/comments/{cid}": async (board) => ({
    params: { n: "1", cid: await addComment(board) },
  }),
  "PUT /{n}/labels": ticket(1, { labelIds: [1] }),
  "PUT /{n}/parent": ticket(1, { parentId: 2 }),
  "DELETE /{n}/parent": async ({ database, tickets }) => {
    const [id = 0, parentId = 0] = tickets.map((one) => one.id);
    await database.prisma.ticket.update({ where: { id }, data: { parentId, level: 2 } });
    return { params: { n: "1" } };
  },
  "PATCH /{n}/reorder": ticket(1, { status: "Backlog", index: 1 }),
  "POST /{n}/restore": async ({ database, tickets }) => {
    const id = tickets[0]?.id ?? 0;
    await database.prisma.ticket.update({ where: { id }, data: { deletedAt: new Date() } });
    return { params: { n: "1" } };
  },
  "POST /{n}/run": ticket(1, { agent: "programmer" }),
  "DELETE /{n}/run": async (board) => {
    await addRun(board, "queued");
    return { params: { n: "1" } };
  },
  "POST /{n}/sendback": ticket(1, { text: "" }),
  "PATCH /{n}/status": ticket(1, { status: "Review" }),
};

const ofRuns: Record<string, Prepare> = {
  "POST /answer": async (board) => {
    const id = await addRun(board, "awaiting_input");
    await board.database.prisma.question.create({
      data: {
        id: newUuid(),
        projectId: board.project.id,
        ticketId: board.tickets[0]?.id ?? null,
        runId: id,
        requestId: "1",
        kind: "permission",
        payload: { tool: "Bash", input: { command: "ls" } },
      },
    });
    const { id: questionId } = await board.database.prisma.question.findFirstOrThrow({
      where: { runId: id },
    });
    return { params: { id }, body: { questionId, answer: { permission: "allow" } } };
  },
  "POST /giveback": async (board) => {
    const id = await addRun(board, "ended");
    await board.database.prisma.agentSession.updateMany({
      where: { projectId: board.project.id },
      data: { takenOverBy: "owner", takenOverAt: new Date() },
    });
    return { params: { id }, body: { resume: true } };
  },
  "POST /readjust": onRun("ended", { harness: { note: "Shorter" } }),
  "POST /release": onRun("ended", undefined, { holdsGroup: true, groupName: "code" }),
  "POST /retry": onRun("ended"),
  "POST /steer": onRun("running", { text: "Look there", mode: "now" }),
  "POST /stop": onRun("running", {}),
  "POST /takeover": onRun("ended"),
};

async function addComment({ database, project, tickets }: Board): Promise<string> {
  const ticketId = tickets[0]?.id ?? 0;
  const data = { projectId: project.id, number: 500, ticketId, content: "A word" };
  await database.prisma.comment.create({
    data: { ...data, author: "owner", authorKind: "person" },
  });
  return "500";
}

const ofAccounts: Record<string, Prepare> = {
  "POST /login": async ({ database, ada }) => ({
    actor: null,
    body: { token: await createToken(database, "personal", { userId: ada.userId }) },
  }),
  "POST /logout": () => ({}),
  "POST /login-links": () => ({}),
  "PATCH /me": () => ({ body: { name: "Ada Lovelace" } }),
  "PUT /me/password": async ({ database, ada }) => {
    const passwordHash = await hashPassword("the old password");
    await database.prisma.user.update({ where: { id: ada.userId }, data: { passwordHash } });
    return { body: { current: "the old password", password: "the new password" } };
  },
  "PATCH /users/{handle}": async (board) => {
    await addPerson(board, "sam-patched");
    return { params: { handle: "sam-patched" }, body: { role: "viewer", projects: [] } };
  },
  "POST /invitations": () => ({ body: { role: "viewer" } }),
  "DELETE /invitations/{id}": async ({ database, ada }) => {
    const id = newUuid();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const data = { id, tokenHash: id, role: "viewer", createdById: ada.userId, expiresAt };
    await database.prisma.invitation.create({ data });
    return { params: { id } };
  },
  "POST /tokens": () => ({ body: { name: "A script" } }),
  "DELETE /tokens/{id}": async ({ database, ada }) => {
    const token = await createToken(database, "personal", { userId: ada.userId });
    const where = { tokenHash: sha256Hex(token) };
    const { id } = await database.prisma.apiToken.findUniqueOrThrow({ where });
    return { params: { id } };
  },
  "DELETE /sessions": async (board) => {
    await addSession(board, board.ada.userId);
    return {};
  },
  "DELETE /sessions/{id}": async (board) => ({
    params: { id: await addSession(board, board.ada.userId) },
  }),
  "POST /pause-all": () => ({ body: { paused: true } }),
};

function below(prefix: string, writes: Record<string, Prepare>): [string, Prepare][] {
  return Object.entries(writes).map(([name, prepare]) => {
    const [method = "", rest = ""] = name.split(" ");
    return [`${method} ${prefix}${rest}`, prepare];
  });
}

/** By `METHOD /api/path`. */
export const writes: ReadonlyMap<string, Prepare> = new Map([
  ...below("/api", ofAccounts),
  ...below("/api/projects/{slug}", ofBoard),
  ...below("/api/projects/{slug}/tickets", ofTickets),
  ...below("/api/projects/{slug}/runs/{id}", ofRuns),
]);
