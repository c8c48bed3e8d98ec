import { describe, expect, it } from "vitest";
import { keepDraft, readDraft } from "./composer-draft.ts";
import { composerTargets, pickTarget } from "./composer-target.ts";

const run = (
  state: "running" | "awaiting_input" | "ending" | "ended",
  sessionId: string | null = "s",
) => ({ id: "r", agent: "programmer", state, sessionId });

describe("composerTargets", () => {
  it("reaches a running agent now by default", () => {
    expect(composerTargets(run("running"))).toEqual(["now", "after", "comment"]);
    expect(composerTargets(run("awaiting_input"))[0]).toBe("now");
  });

  it("resumes an ended one whose session can go on", () => {
    expect(composerTargets(run("ended"))).toEqual(["resume", "comment"]);
    expect(composerTargets(run("ended", null))).toEqual(["comment"]);
  });

  it("only comments where nothing has run", () => {
    expect(composerTargets(null)).toEqual(["comment"]);
  });
});

describe("pickTarget", () => {
  it("keeps the person's wish while it is possible", () => {
    expect(pickTarget(["now", "after", "comment"], "comment")).toBe("comment");
    expect(pickTarget(["resume", "comment"], "after")).toBe("resume");
  });
});

describe("the draft", () => {
  const memory = (isBroken = false) => {
    const map = new Map<string, string>();
    const guard = () => {
      if (isBroken) throw new Error("forbidden");
    };
    return {
      getItem: (key: string) => (guard(), map.get(key) ?? null),
      setItem: (key: string, value: string) => (guard(), void map.set(key, value)),
      removeItem: (key: string) => (guard(), void map.delete(key)),
    };
  };

  it("is kept per ticket and forgotten when it was sent", () => {
    const storage = memory();
    keepDraft(storage, "web", 1, "hello");
    expect(readDraft(storage, "web", 1)).toBe("hello");
    expect(readDraft(storage, "web", 2)).toBe("");
    keepDraft(storage, "web", 1, "");
    expect(readDraft(storage, "web", 1)).toBe("");
  });

  it("does not break typing where storage is forbidden", () => {
    const storage = memory(true);
    expect(() => keepDraft(storage, "web", 1, "hello")).not.toThrow();
    expect(readDraft(storage, "web", 1)).toBe("");
  });
});
