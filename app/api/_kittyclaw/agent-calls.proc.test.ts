import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { setDatabase } from "#server/store/client.ts";
import { openTestGateway } from "#server/testing/open-gateway.ts";
import type { TestGateway } from "#server/testing/open-gateway.ts";
import { createHarness } from "#server/worker/fixtures/harness.ts";
import type { Harness } from "#server/worker/fixtures/harness.ts";
import { serveRoutes } from "../_route/testing/serve-routes.ts";
import { label, member, ticket, ticketSummary } from "./testing/shapes.ts";

/**
 * The calls of existing skills (compat §3) as their texts have them: plain curl in the environment of a
 * running agent, with nothing but the address that the environment gives and, once more, with the
 * address and the token of new skills.
 */
let harness: Harness;
let gateway: TestGateway;

beforeAll(async () => {
  harness = await createHarness();
  const { database, url } = harness.test;
  setDatabase(database);
  process.env["SIGNALBOX_DATA_DIR"] = harness.dataDir;
  gateway = await openTestGateway(database, url, { next: serveRoutes(), isListening: false });
  await harness.engine({ apiUrl: `http://127.0.0.1:${gateway.port}` });
});
afterAll(async () => {
  await harness.clean();
  await gateway.close();
});

interface Answer {
  text: string;
  isError: boolean;
}

/** Runs the commands as the programmer's on ticket 1 of a new project; what each said, and who allowed it. */
async function asAgent(name: string, commands: string[], allowedCommands: string[] = []) {
  const project = await harness.project({
    name,
    allowedCommands,
    tickets: [{ title: `${name}, scenario: runs-commands` }],
    agents: ["producer"],
    labels: ["bug", "blog"],
    rules: [
      {
        id: "start",
        trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
        actions: [
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: "programmer" },
        ],
      },
    ],
  });
  const folder = project.workspace.path;
  await writeFile(path.join(folder, "commands.json"), JSON.stringify(commands));
  await harness.drag(project, "Todo");
  const run = await harness.findRun(
    { projectId: project.project.id, state: "ended" },
    "the end",
    60_000,
  );
  const events = await harness.events(run.id);
  const answers = events
    .filter(({ kind }) => kind === "tool_result")
    .map(({ payload }) => payload as unknown as Answer);
  const asked = events
    .filter(({ kind }) => kind === "permission_request")
    .map(({ payload }) => (payload as { decidedBy: string }).decidedBy);
  return { project, folder, run, answers, asked };
}

const json = (answer: Answer | undefined): unknown => JSON.parse(answer?.text ?? "");

const callers: [name: string, base: string, headers: string][] = [
  ["Unchanged skills", "${KITTYCLAW_API_URL}", ""],
  ["New skills", "$SIGNALBOX_API_URL", ' -H "Authorization: Bearer $SIGNALBOX_TOKEN"'],
];

it.each(callers)("%s read and write their ticket without a card", async (name, base, headers) => {
  const P = `${base}/api/projects/${name.toLowerCase().replace(" ", "-")}`;
  const T = `${P}/tickets/1`;
  const curl = (rest: string) => `curl -s${headers} ${rest}`;
  const write = (method: string, address: string, body: object) =>
    curl(
      `-X ${method} "${address}" -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`,
    );
  const author = "programmer";
  const rows: [row: number, command: string][] = [
    [2, curl(`"${T}"`)],
    [4, curl(`"${P}/tickets?status=Done"`)],
    [5, curl(`"${P}/labels"`)],
    [6, curl(`"${P}/members"`)],
    [7, write("POST", `${T}/comments`, { content: "Ready, @owner", author })],
    [
      9,
      write("PATCH", T, {
        author,
        title: `${name}, scenario: runs-commands`,
        description: "Groomed",
        priority: "Required",
        assignedTo: "programmer",
        labelIds: [1, 2],
      }),
    ],
    [9, write("PATCH", T, { author, priority: "Low" })],
    [
      15,
      write("POST", `${P}/tickets`, {
        title: "Part",
        description: "Of it",
        assignedTo: "programmer",
        createdBy: author,
        status: "Backlog",
        priority: "Required",
        parentId: 1,
      }),
    ],
    [
      16,
      write("POST", `${P}/tickets`, {
        title: "Tidy",
        description: "Dead code",
        createdBy: author,
        status: "Backlog",
        priority: "NiceToHave",
      }),
    ],
    [
      17,
      write("POST", `${P}/tickets`, {
        title: "Later",
        createdBy: author,
        status: "Backlog",
        assignedTo: "producer",
      }),
    ],
    [10, write("PATCH", T, { assignedTo: "owner", author })],
    [12, write("PATCH", `${T}/status`, { status: "Blocked", author })],
    [13, write("PATCH", `${T}/status`, { status: "Review", author })],
    [2, curl(`"${T}"`)],
  ];
  const { run, answers, asked, project } = await asAgent(
    name,
    rows.map(([, command]) => command),
  );

  expect(run).toMatchObject({ outcome: "completed", questions: [] });
  expect(answers.map(({ isError }) => isError)).toEqual(rows.map(() => false));
  expect(asked).toEqual(rows.map(() => "board"));
  const [read, done, labels, members, comment, groomed, low, part, tidy, later, ...rest] = answers;
  expect(ticket.parse(json(read))).toMatchObject({ id: 1, status: "InProgress", comments: [] });
  expect(z.array(ticketSummary).parse(json(done))).toEqual([]);
  expect(z.array(label).parse(json(labels))).toMatchObject([{ name: "blog" }, { name: "bug" }]);
  const slugs = z
    .array(member)
    .parse(json(members))
    .map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(["owner", "producer", "programmer"]));
  expect(json(comment)).toMatchObject({ content: "Ready, @owner", author });
  expect(json(groomed)).toMatchObject({ description: "Groomed", priority: "Required" });
  expect(json(low)).toMatchObject({ error: expect.stringContaining("priority") as string });
  expect(json(part)).toMatchObject({ id: 2, parentId: 1, status: "Backlog" });
  expect(json(tidy)).toMatchObject({ id: 3, assignedTo: null });
  expect(json(later)).toMatchObject({ id: 4, assignedTo: "producer" });
  expect(rest.slice(0, 3).map(json)).toMatchObject([
    { assignedTo: "owner" },
    { status: "Blocked" },
    { status: "Review" },
  ]);
  const last = ticket.parse(json(rest[3]));
  expect(last).toMatchObject({
    comments: [{ content: "Ready, @owner", author }],
    subTickets: [{ id: 2, status: "Backlog" }],
    labels: [{ name: "blog" }, { name: "bug" }],
  });
  expect(last.activities.map(({ text }) => text).join("\n")).toContain("Blocked → Review");
  const made = await harness.prisma.ticket.findMany({
    where: { projectId: project.project.id, number: { gt: 1 } },
  });
  expect(made.map((row) => [row.createdBy, row.createdByKind])).toEqual(
    made.map(() => ["programmer", "agent"]),
  );
});

it("the calls of the documentation work as they stand", async () => {
  const {
    answers: [docs],
  } = await asAgent("Reader", ['curl -s "$KITTYCLAW_API_URL/api/docs"']);
  const examples = [...(docs?.text ?? "").matchAll(/```sh\n(.+?)\n```/gs)].map(
    (found) => found[1] ?? "",
  );
  expect(examples.length).toBeGreaterThan(6);

  const { run, answers, asked } = await asAgent("Caller", examples);
  expect(run).toMatchObject({ outcome: "completed", questions: [] });
  expect(asked).toEqual(examples.map(() => "board"));
  for (const [index, answer] of answers.entries()) {
    expect([examples[index], json(answer)]).not.toMatchObject([
      examples[index],
      { error: expect.anything() as unknown },
    ]);
  }
  expect(json(answers[1])).toMatchObject({ content: "It's done.\nTested with the whole suite." });
  expect(json(answers[2])).toMatchObject({ parentId: 1 });
  expect(json(answers.at(-1))).toMatchObject({ status: "Review", assignedTo: "owner" });
});

it("bodies from files and status codes work where the project allows curl", async () => {
  const P = "${KITTYCLAW_API_URL}/api/projects/with-files";
  const T = `${P}/tickets/1`;
  const save = (method: string, address: string) =>
    `curl -s -o answer.json -w "%{http_code}" -X ${method} "${address}" -H "Content-Type: application/json" -d @body.json`;
  const body = (value: object) => `cat > body.json <<'EOF'\n${JSON.stringify(value)}\nEOF`;
  const author = "programmer";
  const long = `# Tests\n\n${"- a line with 'quotes', \"more\" and é\n".repeat(200)}`;
  const { run, answers, folder, project } = await asAgent(
    "With files",
    [
      `curl -s '\${KITTYCLAW_API_URL}/api/projects/with-files/tickets?status=Todo'`,
      `curl -s "${P}/tickets?status=InProgress"`,
      `curl -s ${P}/tickets/{id}`,
      `${body({ content: long, author })}`,
      save("POST", `${T}/comments`),
      `${body({ assignedTo: "programmer", author })}`,
      save("PATCH", T),
      `${body({ status: "Blocked", author: "owner" })}`,
      save("PATCH", `${T}/status`),
      `${body({ status: "Blocked", author })}`,
      save("PATCH", `${T}/status`),
    ],
    ["curl", "cat"],
  );

  expect(run).toMatchObject({ outcome: "completed", questions: [] });
  const [unexpanded, list, braces, , comment, , assigned, , forged, , moved] = answers;
  expect(unexpanded?.isError).toBe(true);
  expect(z.array(ticketSummary).parse(json(list))).toMatchObject([{ id: 1 }]);
  expect(json(braces)).toMatchObject({ error: expect.any(String) as string });
  expect([comment, assigned, forged, moved].map((answer) => answer?.text)).toEqual([
    "201",
    "200",
    "403",
    "200",
  ]);
  expect(
    ticket.parse(JSON.parse(await readFile(path.join(folder, "answer.json"), "utf8"))),
  ).toMatchObject({
    status: "Blocked",
  });
  const [stored] = await harness.prisma.comment.findMany({
    where: { projectId: project.project.id },
  });
  expect(stored).toMatchObject({ content: long, author, authorKind: "agent" });
});
