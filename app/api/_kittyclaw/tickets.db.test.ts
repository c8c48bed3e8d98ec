import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openBoard } from "../_route/testing/open-board.ts";
import type { OpenBoard } from "../_route/testing/open-board.ts";
import { checkRows } from "./testing/check-rows.ts";
import { ticket, ticketSummary, timelineItem } from "./testing/shapes.ts";

/** Tickets as existing skills and scripts call them (compat §2.3, §6): tickets 1 to 4 stand in Backlog. */
let board: OpenBoard;
beforeAll(async () => {
  board = await openBoard({
    agents: ["programmer"],
    labels: ["bug", "blog"],
    tickets: [{ title: "One" }, { title: "Two" }, { title: "Three" }, { title: "Four" }],
  });
});
afterAll(() => board.close());

const created = { title: "Five", createdBy: "owner", status: "Todo" };

describe("create", () => {
  checkRows(
    () => board,
    [
      {
        what: "only what is needed",
        call: "POST P/tickets",
        body: created,
        status: 201,
        shape: ticket,
        location: "P/tickets/5",
        sees: {
          id: 5,
          description: "",
          priority: "NiceToHave",
          assignedTo: null,
          parentId: null,
          comments: [],
          labels: [],
          subTickets: [],
          activities: [{ ticketId: 5, author: "owner" }],
        },
      },
      {
        what: "everything, names in any case, numbers as text, fields nobody knows",
        call: "POST P/tickets",
        body: {
          TITLE: "Six",
          createdby: "owner",
          Status: "Backlog",
          description: "Text",
          priority: 3,
          labelIds: [1, "2", 77],
          assignedTo: "programmer",
          parentId: "1",
          author: "owner",
          dueDate: null,
        },
        status: 201,
        shape: ticket,
        location: "P/tickets/6",
        ignored: "author, dueDate",
        sees: {
          priority: "Critical",
          assignedTo: "programmer",
          parentId: 1,
          labels: [{ name: "blog" }, { name: "bug" }],
        },
      },
      {
        what: "null where a default stands, nobody as an empty text",
        call: "POST P/tickets",
        body: { ...created, priority: null, labelIds: null, parentId: null, assignedTo: "" },
        status: 201,
        shape: ticket,
        location: "P/tickets/7",
        sees: { priority: "NiceToHave", assignedTo: null },
      },
      ...[
        ["a blank creator", { ...created, createdBy: " " }],
        ["an assignee who is no member", { ...created, assignedTo: "ghost" }],
        ["an assignee in another case", { ...created, assignedTo: "Programmer" }],
        ["an unknown parent", { ...created, parentId: 999 }],
        ["an unknown priority", { ...created, priority: "Low" }],
        ["an unknown column", { ...created, status: "todo" }],
        ["no title", { ...created, title: null }],
        ["a title of another type", { ...created, title: { text: "x" } }],
      ].map(([what, body]) => ({
        what: String(what),
        call: "POST P/tickets",
        body,
        status: 400,
      })),
      {
        what: "a board that does not exist",
        call: "POST /api/projects/ghost/tickets",
        body: created,
        status: 404,
      },
    ],
  );

  it.each([
    ["text/plain", JSON.stringify(created), 415],
    [undefined, JSON.stringify(created), 415],
    ["application/json", "{ title: 1 }", 400],
    ["application/json", "", 400],
    ["application/json; charset=utf-8", JSON.stringify(created), 201],
  ])("takes a body of type %s with %s: %i", async (type, text, status) => {
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const body = new TextEncoder().encode(text);
    const reply = await board.send("POST", `${board.P}/tickets`, { headers, body });
    expect(reply.status).toBe(status);
  });
});

describe("list", () => {
  const list = z.array(ticketSummary);
  const rows: [query: string, ids: number[]][] = [
    ["?status=Todo", [5, 7, 8]],
    ["?status=todo", []],
    ["?priority=Critical", [6]],
    ["?assignedTo=programmer", [6]],
    ["?createdBy=owner&status=Backlog", [1, 2, 3, 4, 6]],
    ["?createdBy=nobody", []],
    ["?parentId=1", [6]],
    ["?search=Six", [6]],
    ["?search=six", []],
    ["?search=Text", [6]],
    ["?limit=2&status=Backlog", [1, 2]],
  ];
  checkRows(
    () => board,
    [
      ...rows.map(([query, ids]) => ({
        what: `finds ${ids.join(", ") || "nothing"}`,
        call: `GET P/tickets${query}`,
        status: 200,
        shape: list,
        sees: ids.map((id) => ({ id })),
      })),
      { what: "a word that is no priority", call: "GET P/tickets?priority=Low", status: 400 },
      { what: "a parent that is no number", call: "GET P/tickets?parentId=x", status: 400 },
      { what: "no such board", call: "GET /api/projects/ghost/tickets", status: 404 },
    ],
  );

  it("is flat, with children as entries and as `subTickets`, and pages by a header", async () => {
    const all = list.parse((await board.call("GET", `${board.P}/tickets`)).body);
    expect(all.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(all.find(({ id }) => id === 1)?.subTickets).toEqual([
      { id: 6, title: "Six", status: "Backlog", assignedTo: "programmer" },
    ]);
    const first = await board.call("GET", `${board.P}/tickets?limit=5`);
    const cursor = first.headers.get("x-next-cursor") ?? "";
    const rest = await board.call("GET", `${board.P}/tickets?limit=5&after=${cursor}`);
    expect(rest.headers.get("x-next-cursor")).toBeNull();
    expect([...list.parse(first.body), ...list.parse(rest.body)]).toEqual(all);
  });
});

describe("change", () => {
  checkRows(
    () => board,
    [
      {
        what: "all its fields",
        call: "PATCH P/tickets/2",
        body: {
          author: "owner",
          title: "Two and a half",
          description: "é → 漢",
          priority: "critical",
          assignedTo: "programmer",
          labelIds: [1],
          status: "Done",
        },
        status: 200,
        shape: ticket,
        ignored: "status",
        sees: {
          title: "Two and a half",
          description: "é → 漢",
          priority: "Critical",
          assignedTo: "programmer",
          labels: [{ id: 1 }],
          status: "Backlog",
        },
      },
      {
        what: "null leaves",
        call: "PATCH P/tickets/2",
        body: { author: "owner", assignedTo: null, labelIds: null, title: null, description: null },
        status: 200,
        shape: ticket,
        sees: { title: "Two and a half", assignedTo: "programmer", labels: [{ id: 1 }] },
      },
      {
        what: "an empty text and an empty list clear",
        call: "PATCH P/tickets/2",
        body: { author: "owner", assignedTo: "", labelIds: [] },
        status: 200,
        shape: ticket,
        sees: { assignedTo: null, labels: [] },
      },
      {
        what: "a blank author, before anything else",
        call: "PATCH P/tickets/999",
        body: { author: "" },
        status: 400,
      },
      {
        what: "an assignee who is no member, before anything else",
        call: "PATCH P/tickets/999",
        body: { author: "owner", assignedTo: "ghost" },
        status: 400,
      },
      {
        what: "signing as somebody else",
        call: "PATCH P/tickets/2",
        body: { author: "programmer" },
        status: 403,
      },
      {
        what: "an unknown ticket",
        call: "PATCH P/tickets/999",
        body: { author: "owner" },
        status: 404,
      },
      { what: "no number", call: "PATCH P/tickets/id", body: { author: "owner" }, status: 404 },
    ],
  );

  it("moves `updatedAt` even when nothing changed, and gives the same text at every read", async () => {
    const read = async () => ticket.parse((await board.call("GET", `${board.P}/tickets/2`)).body);
    const before = await read();
    await board.call("PATCH", `${board.P}/tickets/2`, { author: "owner" });
    const after = await read();
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(after.activities).toEqual(before.activities);
    expect((await read()).updatedAt).toBe(after.updatedAt);
  });

  it("tells a change as `old → new` in the history", async () => {
    const { activities } = ticket.parse((await board.call("GET", `${board.P}/tickets/2`)).body);
    const texts = activities.map(({ text }) => text).join("\n");
    expect(texts).toContain('"Two" → "Two and a half"');
    expect(texts).toContain("Nice to have → Critical");
    expect(texts).toContain("→ programmer");
  });
});

describe("move", () => {
  checkRows(
    () => board,
    [
      {
        what: "to another column",
        call: "PATCH P/tickets/3/status",
        body: { status: "Review", author: "owner" },
        status: 200,
        shape: ticket,
        sees: { status: "Review" },
      },
      {
        what: "to its own column",
        call: "PATCH P/tickets/3/status",
        body: { status: "Review", author: "owner" },
        status: 200,
        shape: ticket,
        sees: { status: "Review" },
      },
      {
        what: "an unknown column, before anything else",
        call: "PATCH P/tickets/999/status",
        body: { status: "Nowhere", author: "owner" },
        status: 400,
      },
      {
        what: "a blank author",
        call: "PATCH P/tickets/3/status",
        body: { status: "Todo", author: "" },
        status: 400,
      },
      {
        what: "no column",
        call: "PATCH P/tickets/3/status",
        body: { author: "owner" },
        status: 400,
      },
      {
        what: "an unknown ticket",
        call: "PATCH P/tickets/999/status",
        body: { status: "Todo", author: "owner" },
        status: 404,
      },
      {
        what: "to a place, with a field nobody knows",
        call: "PATCH P/tickets/4/reorder",
        body: { status: "Backlog", index: 0, author: "owner" },
        status: 204,
        ignored: "author",
      },
      {
        what: "a place far away is the last",
        call: "PATCH P/tickets/1/reorder",
        body: { status: "Review", index: 99 },
        status: 204,
      },
      {
        what: "without an index it is the first",
        call: "PATCH P/tickets/2/reorder",
        body: { status: "Review" },
        status: 204,
      },
      {
        what: "an unknown column",
        call: "PATCH P/tickets/2/reorder",
        body: { status: "Nowhere" },
        status: 400,
      },
      {
        what: "an unknown ticket",
        call: "PATCH P/tickets/999/reorder",
        body: { status: "Review" },
        status: 404,
      },
      {
        what: "the order is what was asked for",
        call: "GET P/tickets?status=Review",
        status: 200,
        sees: [{ id: 2 }, { id: 3 }, { id: 1 }],
      },
      {
        what: "one event per change of column",
        call: "GET P/tickets/3/activity",
        status: 200,
        shape: z.array(timelineItem),
        sees: [{ text: "Created" }, { text: "Column: Backlog → Review" }],
      },
    ],
  );
});

describe("parents and the end", () => {
  checkRows(
    () => board,
    [
      {
        what: "gets a parent",
        call: "PUT P/tickets/4/parent",
        body: { parentId: "2", author: "owner" },
        status: 204,
        ignored: "author",
      },
      {
        what: "the parent is itself",
        call: "PUT P/tickets/4/parent",
        body: { parentId: 4 },
        status: 400,
      },
      {
        what: "the parent is its child",
        call: "PUT P/tickets/2/parent",
        body: { parentId: 4 },
        status: 400,
      },
      {
        what: "an unknown parent",
        call: "PUT P/tickets/4/parent",
        body: { parentId: 999 },
        status: 400,
      },
      {
        what: "an unknown ticket",
        call: "PUT P/tickets/999/parent",
        body: { parentId: 2 },
        status: 400,
      },
      { what: "no parent", call: "PUT P/tickets/4/parent", body: {}, status: 400 },
      { what: "becomes a root", call: "DELETE P/tickets/4/parent", status: 204 },
      { what: "has none any more", call: "DELETE P/tickets/4/parent", status: 404 },
      { what: "is deleted", call: "DELETE P/tickets/1", status: 204 },
      { what: "is gone", call: "GET P/tickets/1", status: 404 },
      { what: "is gone", call: "DELETE P/tickets/1", status: 404 },
      {
        what: "its child is a root",
        call: "GET P/tickets/6",
        status: 200,
        shape: ticket,
        sees: { parentId: null },
      },
      { what: "nothing of a ticket nobody has", call: "GET P/tickets/999/activity", status: 404 },
      { what: "braces left in by an agent", call: "GET P/tickets/id", status: 404 },
      {
        what: "the same for the board",
        call: "GET /api/projects/project-slug/tickets/1",
        status: 404,
      },
    ],
  );
});
