import { expect, it } from "vitest";
import { asRead, judgeUnread, newsRevision } from "./unread.ts";
import { makeCard } from "./testing-board.ts";

const by = (who: string | null, revision: number) => ({ by: who, revision });
const card = (news: { by: string | null; revision: number }[], unread = false) =>
  makeCard(1, { news, unread });
const judge = (
  before: ReturnType<typeof card> | null,
  after: ReturnType<typeof card>,
  me: string | null = "ada",
) => judgeUnread(after, { card: before, revision: 10 }, me).unread;

it("takes the newest change by others, whoever made the newest of all", () => {
  expect(newsRevision(card([]), "ada")).toBe(0);
  expect(newsRevision(card([by("ada", 9), by("bob", 4)]), "ada")).toBe(4);
  expect(newsRevision(card([by("ada", 9), by(null, 4)]), "bob")).toBe(9);
  expect(newsRevision(card([by(null, 9)]), "ada")).toBe(9);
});

it("becomes unread when another acts, and never by one's own doing", () => {
  expect(judge(card([]), card([by(null, 11)]))).toBe(true);
  expect(judge(card([by("bob", 5)]), card([by("bob", 11)]))).toBe(true);
  expect(judge(card([by("bob", 5)]), card([by("ada", 11), by("bob", 5)]))).toBe(false);
  expect(judge(card([]), card([by("ada", 11)]))).toBe(false);
  // The agent's comment and my edit came in one delta: the comment is still news.
  expect(judge(card([]), card([by("ada", 12), by(null, 11)]))).toBe(true);
});

it("stays unread until it is opened", () => {
  expect(judge(card([by(null, 5)], true), card([by("ada", 11), by(null, 5)]))).toBe(true);
  expect(judge(card([by(null, 5)], true), card([by(null, 5)]), null)).toBe(true);
});

it("judges a card that was not loaded by the board's revision, and nothing while nobody is known", () => {
  expect(judge(null, card([by(null, 10)]))).toBe(false);
  expect(judge(null, card([by(null, 11)]))).toBe(true);
  expect(judge(null, card([by(null, 11)]), null)).toBe(false);
});

it("is read up to the revision that was seen and no farther", () => {
  expect(asRead(card([by("bob", 8)], true), 8, "ada").unread).toBe(false);
  expect(asRead(card([by("bob", 8)], true), 7, "ada").unread).toBe(true);
  expect(asRead(card([by("ada", 9), by("bob", 7)], true), 7, "ada").unread).toBe(false);
});
