import { describe, expect, it } from "vitest";
import {
  ReviewDrafts,
  saidComments,
  withComment,
  withoutComment,
  withoutSent,
} from "./review-draft.ts";

const place = { run: "r1", path: "a.ts", type: "added", line: 3, quote: "let a;" } as const;
const other = { ...place, line: 4 };

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("the draft of a review", () => {
  it("has one comment per line, changed in place", () => {
    let draft = withComment({ text: "", comments: [] }, place, "first");
    draft = withComment(draft, other, "second");
    draft = withComment(draft, place, "changed");
    expect(draft.comments.map(({ line, text }) => [line, text])).toEqual([
      [3, "changed"],
      [4, "second"],
    ]);
    expect(withComment(draft, { ...place, type: "removed" }, "old").comments).toHaveLength(3);
    expect(withoutComment(draft, place).comments.map(({ line }) => line)).toEqual([4]);
  });

  it("outlives the page, but for comments that say nothing", () => {
    const storage = memory();
    const before = new ReviewDrafts(() => storage);
    before.change("t", (draft) => withComment(withComment(draft, place, "kept"), other, " "));
    before.change("t", (draft) => ({ ...draft, text: "words" }));
    const after = new ReviewDrafts(() => storage).read("t");
    expect(after).toEqual({ text: "words", comments: [{ ...place, text: "kept" }] });
    expect(before.read("t").comments).toHaveLength(2);
    expect(saidComments(before.read("t"))).toHaveLength(1);
  });

  it("loses with a sending only what was sent", () => {
    const sent = withComment({ text: "words", comments: [] }, place, "said");
    const meanwhile = withComment(withComment(sent, place, "said better"), other, "more");
    expect(withoutSent(meanwhile, sent)).toEqual({ text: "", comments: meanwhile.comments });
    expect(withoutSent(sent, sent)).toEqual({ text: "", comments: [] });
    expect(withoutSent({ ...sent, text: "other words" }, sent).text).toBe("other words");
  });

  it("leaves nothing behind when it is empty", () => {
    const storage = memory();
    const drafts = new ReviewDrafts(() => storage);
    drafts.change("t", (draft) => withComment(draft, place, "said"));
    expect(storage.kept.size).toBe(1);
    drafts.change("t", (draft) => withoutComment(draft, place));
    expect(storage.kept.size).toBe(0);
  });

  it("follows what another tab wrote", () => {
    const storage = memory();
    const [here, there] = [new ReviewDrafts(() => storage), new ReviewDrafts(() => storage)];
    let told = 0;
    here.subscribe(() => (told += 1));
    expect(here.read("t").text).toBe("");
    there.change("t", (draft) => ({ ...draft, text: "from there" }));
    here.reread("t");
    expect([here.read("t").text, told]).toEqual(["from there", 1]);
  });

  it("works without a storage, and with a foreign thing in it", () => {
    const forbidden = new ReviewDrafts(() => {
      throw new Error("forbidden");
    });
    forbidden.change("t", (draft) => ({ ...draft, text: "typed" }));
    expect(forbidden.read("t").text).toBe("typed");
    const storage = memory();
    storage.setItem("t", '{"comments":[{"line":"x"}]}');
    expect(new ReviewDrafts(() => storage).read("t")).toEqual({ text: "", comments: [] });
  });
});
