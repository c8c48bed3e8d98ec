import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openBoard } from "../_route/testing/open-board.ts";
import type { OpenBoard } from "../_route/testing/open-board.ts";
import { checkRows } from "./testing/check-rows.ts";
import { column, label, member, ticket } from "./testing/shapes.ts";

/** Columns, labels and members (compat §2.4). */
let board: OpenBoard;
beforeAll(async () => {
  board = await openBoard({ labels: ["zebra", "ant"], tickets: [{ title: "One" }] });
});
afterAll(() => board.close());

describe("columns", () => {
  const list = z.array(column);
  checkRows(
    () => board,
    [
      {
        what: "the six that every board begins with",
        call: "GET P/columns",
        status: 200,
        shape: list,
        sees: ["Backlog", "Todo", "InProgress", "Blocked", "Review", "Done"].map(
          (name, sortOrder) => ({ name, sortOrder, id: sortOrder + 1 }),
        ),
      },
      {
        what: "a seventh, last",
        call: "POST P/columns",
        body: { name: "Parked", author: "owner" },
        status: 201,
        shape: column,
        location: "P/columns/7",
        ignored: "author",
        sees: { id: 7, name: "Parked", color: "#5a6a80", sortOrder: 6 },
      },
      { what: "no name", call: "POST P/columns", body: { color: "#112233" }, status: 400 },
      {
        what: "another name, which tickets follow",
        call: "PATCH P/columns/1",
        body: { name: "Ideas", color: "#112233" },
        status: 200,
        shape: column,
        sees: { id: 1, name: "Ideas", color: "#112233" },
      },
      {
        what: "null leaves",
        call: "PATCH P/columns/1",
        body: { name: null, color: null },
        status: 200,
        shape: column,
        sees: { name: "Ideas", color: "#112233" },
      },
      { what: "unknown", call: "PATCH P/columns/99", body: { name: "x" }, status: 404 },
      {
        what: "to the front",
        call: "PATCH P/columns/reorder",
        body: { columnId: "7" },
        status: 204,
      },
      { what: "unknown", call: "PATCH P/columns/reorder", body: { columnId: 99 }, status: 404 },
      {
        what: "in the new order",
        call: "GET P/columns",
        status: 200,
        sees: [
          { id: 7, sortOrder: 0 },
          { id: 1 },
          { id: 2 },
          { id: 3 },
          { id: 4 },
          { id: 5 },
          { id: 6 },
        ],
      },
      { what: "says where to", call: "DELETE P/columns/1", status: 400 },
      { what: "to nowhere", call: "DELETE P/columns/1?moveTicketsTo=Nowhere", status: 404 },
      { what: "to itself", call: "DELETE P/columns/1?moveTicketsTo=Ideas", status: 404 },
      { what: "unknown", call: "DELETE P/columns/99?moveTicketsTo=Todo", status: 404 },
      { what: "its tickets move", call: "DELETE P/columns/1?moveTicketsTo=Todo", status: 204 },
      {
        what: "and tell nothing of it",
        call: "GET P/tickets/1",
        status: 200,
        shape: ticket,
        sees: { status: "Todo", activities: [{ text: "Created" }] },
      },
    ],
  );
});

describe("labels", () => {
  checkRows(
    () => board,
    [
      {
        what: "by name",
        call: "GET P/labels",
        status: 200,
        shape: z.array(label),
        sees: [{ name: "ant" }, { name: "zebra" }],
      },
      {
        what: "a new one",
        call: "POST P/labels",
        body: { name: "bug" },
        status: 201,
        shape: label,
        location: "P/labels/3",
        sees: { id: 3, name: "bug", color: "#6366f1" },
      },
      {
        what: "the same name again",
        call: "POST P/labels",
        body: { name: "bug", color: "#000000" },
        status: 201,
        shape: label,
        location: "P/labels/4",
      },
      { what: "no name", call: "POST P/labels", body: {}, status: 400 },
      {
        what: "changed",
        call: "PATCH P/labels/4",
        body: { name: "Bug", color: null },
        status: 200,
        shape: label,
        sees: { id: 4, name: "Bug", color: "#000000" },
      },
      { what: "unknown", call: "PATCH P/labels/99", body: { name: "x" }, status: 404 },
      {
        what: "a ticket's, unknown ones dropped",
        call: "PUT P/tickets/1/labels",
        body: { labelIds: [3, 99, "1"], author: "owner" },
        status: 204,
        ignored: "author",
      },
      {
        what: "a ticket's",
        call: "GET P/tickets/1/labels",
        status: 200,
        shape: z.array(label),
        sees: [{ id: 3 }, { id: 1 }],
      },
      { what: "which ones?", call: "PUT P/tickets/1/labels", body: {}, status: 400 },
      { what: "unknown", call: "PUT P/tickets/99/labels", body: { labelIds: [] }, status: 404 },
      { what: "unknown", call: "GET P/tickets/99/labels", status: 404 },
      { what: "goes, also from tickets", call: "DELETE P/labels/3", status: 204 },
      { what: "is gone", call: "DELETE P/labels/3", status: 404 },
      { what: "one is left", call: "GET P/tickets/1/labels", status: 200, sees: [{ id: 1 }] },
    ],
  );

  it("leave the ticket's `updatedAt` when they are replaced", async () => {
    const read = async () => ticket.parse((await board.call("GET", `${board.P}/tickets/1`)).body);
    const before = await read();
    await board.call("PUT", `${board.P}/tickets/1/labels`, { labelIds: [2] });
    const after = await read();
    expect(after.labels.map(({ id }) => id)).toEqual([2]);
    expect(after.updatedAt).toBe(before.updatedAt);
  });
});

describe("members", () => {
  checkRows(
    () => board,
    [
      {
        what: "owner is always there",
        call: "GET P/members",
        status: 200,
        shape: z.array(member),
        sees: [{ slug: "owner" }],
      },
      {
        what: "a slug from the name",
        call: "POST P/members",
        body: { name: " Quality  Team_A ", author: "owner" },
        status: 201,
        shape: member,
        location: "P/members/2",
        ignored: "author",
        sees: { id: 2, name: "Quality  Team_A", slug: "quality-team-a" },
      },
      { what: "no name", call: "POST P/members", body: {}, status: 400 },
      {
        what: "the slug follows the name",
        call: "PATCH P/members/2",
        body: { name: "QA" },
        status: 200,
        shape: member,
        sees: { id: 2, slug: "qa" },
      },
      { what: "unknown", call: "PATCH P/members/99", body: { name: "x" }, status: 404 },
      {
        what: "owner stays",
        call: "DELETE P/members/1",
        status: 409,
        sees: { error: "cannot delete owner" },
      },
      {
        what: "has a ticket",
        call: "PATCH P/tickets/1",
        body: { assignedTo: "qa" },
        status: 200,
        sees: { assignedTo: "qa" },
      },
      { what: "goes", call: "DELETE P/members/2", status: 204 },
      { what: "is gone", call: "DELETE P/members/2", status: 404 },
      { what: "is unassigned", call: "GET P/tickets/1", status: 200, sees: { assignedTo: null } },
    ],
  );
});
