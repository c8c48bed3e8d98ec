import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openBoard } from "../_route/testing/open-board.ts";
import type { OpenBoard } from "../_route/testing/open-board.ts";
import { checkRows } from "./testing/check-rows.ts";
import { comment, ticket, timelineItem } from "./testing/shapes.ts";

/** Comments and mentions (compat §2.3, §2.4, §6.7). */
let board: OpenBoard;
beforeAll(async () => {
  board = await openBoard({
    agents: ["dev", "developer"],
    tickets: [{ title: "One" }, { title: "Two", description: "For @developer." }],
  });
});
afterAll(() => board.close());

const text = "# Title\n\n```sh\necho 'é' \"q\" \\n\n```\n@dev #2";

describe("comments", () => {
  checkRows(
    () => board,
    [
      {
        what: "many lines, kept as sent",
        call: "POST P/tickets/1/comments",
        body: { content: text, author: "owner" },
        status: 201,
        shape: comment,
        location: "P/tickets/1",
        sees: { id: 1, ticketId: 1, content: text, author: "owner" },
      },
      {
        what: "an empty one",
        call: "POST P/tickets/1/comments",
        body: { content: "", author: "owner", kind: "x" },
        status: 201,
        shape: comment,
        location: "P/tickets/1",
        ignored: "kind",
      },
      {
        what: "a blank author",
        call: "POST P/tickets/1/comments",
        body: { content: "x", author: " " },
        status: 400,
      },
      {
        what: "no content",
        call: "POST P/tickets/1/comments",
        body: { author: "owner" },
        status: 400,
      },
      {
        what: "an unknown ticket",
        call: "POST P/tickets/999/comments",
        body: { content: "x", author: "owner" },
        status: 404,
      },
      {
        what: "another text",
        call: "PATCH P/tickets/1/comments/2",
        body: { content: "Second", author: "owner" },
        status: 204,
      },
      {
        what: "a blank author",
        call: "PATCH P/tickets/1/comments/2",
        body: { content: "x", author: "" },
        status: 400,
      },
      {
        what: "it stands on another ticket",
        call: "PATCH P/tickets/2/comments/2",
        body: { content: "x", author: "owner" },
        status: 404,
      },
      { what: "it stands on another ticket", call: "DELETE P/tickets/2/comments/2", status: 404 },
      {
        what: "both, oldest first, among the events",
        call: "GET P/tickets/1/activity",
        status: 200,
        shape: z.array(timelineItem),
        sees: [
          { type: "event", id: null },
          { type: "comment", text, id: 1 },
          { type: "comment", text: "Second", id: 2 },
        ],
      },
      { what: "goes", call: "DELETE P/tickets/1/comments/2", status: 204 },
      { what: "is gone", call: "DELETE P/tickets/1/comments/2", status: 404 },
      {
        what: "the ticket shows what is left",
        call: "GET P/tickets/1",
        status: 200,
        shape: ticket,
        sees: { comments: [{ id: 1, content: text, author: "owner" }] },
      },
    ],
  );

  it("move the ticket's `updatedAt` when added, and not when edited", async () => {
    const updatedAt = async () =>
      ticket.parse((await board.call("GET", `${board.P}/tickets/2`)).body).updatedAt;
    const before = await updatedAt();
    const reply = await board.call("POST", `${board.P}/tickets/2/comments`, { content: "a" });
    const added = await updatedAt();
    expect(added > before).toBe(true);
    const { id } = comment.parse(reply.body);
    await board.call("PATCH", `${board.P}/tickets/2/comments/${id}`, { content: "b" });
    expect(await updatedAt()).toBe(added);
  });
});

describe("mentions", () => {
  const list = z.array(ticket);
  checkRows(
    () => board,
    [
      {
        what: "whole handles only",
        call: "GET P/mentions/dev",
        status: 200,
        shape: list,
        sees: [{ id: 1 }],
      },
      {
        what: "also in a description",
        call: "GET P/mentions/developer",
        status: 200,
        shape: list,
        sees: [{ id: 2 }],
      },
      { what: "nobody", call: "GET P/mentions/deve", status: 200, shape: list, sees: [] },
      {
        what: "changed since then, no zone is UTC",
        call: "GET P/mentions/dev?since=2099-01-01T00:00:00",
        status: 200,
        sees: [],
      },
      {
        what: "changed before then",
        call: "GET P/mentions/dev?until=2099-01-01",
        status: 200,
        sees: [{ id: 1 }],
      },
      { what: "no date", call: "GET P/mentions/dev?since=soon", status: 400 },
    ],
  );
});
