import { describe, expect, it } from "vitest";
import { linkedComment } from "./linked-comment.ts";
import { picturesOf } from "./pictures.ts";

const comment = (content: string) => ({
  id: 1,
  ticketId: 1,
  content,
  author: "ada",
  authorKind: "person" as const,
  runId: null,
  createdAt: "2026-01-05T09:00:00.000Z",
  editedAt: null,
});

describe("picturesOf", () => {
  it("lists stored pictures of description and comments once, and none of other places", () => {
    const ticket = {
      description: "![a b](/uploads/1.png) ![x](https://evil.example/2.png)",
      comments: [comment("![](/uploads/3.gif) again ![a](/uploads/1.png)")],
    };
    expect(picturesOf(ticket)).toEqual([
      { url: "/uploads/1.png", name: "a b" },
      { url: "/uploads/3.gif", name: "/uploads/3.gif" },
    ]);
  });
});

describe("linkedComment", () => {
  it.each([
    ["#comment-12", 12],
    ["#comment-", null],
    ["", null],
    ["#other-3", null],
  ])("reads %j as %j", (hash, number) => {
    expect(linkedComment(hash)).toBe(number);
  });
});
