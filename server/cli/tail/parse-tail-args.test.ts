import { describe, expect, it } from "vitest";
import { UsageError } from "../usage-error.ts";
import { parseTailArgs } from "./parse-tail-args.ts";

const id = "270e26b7394a4929b24276605820bb75";

describe("the arguments of tail", () => {
  it.each([
    [[id], { kind: "id", prefix: id }],
    [["270e"], { kind: "id", prefix: "270e" }],
    [["#12"], { kind: "ticket", number: 12, project: null }],
    [["my-shop#12"], { kind: "ticket", number: 12, project: "my-shop" }],
  ])("finds the run in %j", (args, run) => {
    expect(parseTailArgs(args)).toEqual({
      run,
      isFollowing: true,
      from: 1,
      hasColour: true,
      isJson: false,
      lingerSeconds: 0,
    });
  });

  it("takes its options before and after the run", () => {
    const args = ["--json", "--from", "20", id, "--no-follow", "--no-color", "--linger", "60"];
    expect(parseTailArgs(args)).toMatchObject({
      isFollowing: false,
      from: 20,
      hasColour: false,
      isJson: true,
      lingerSeconds: 60,
    });
    expect(parseTailArgs([id, "--follow"]).isFollowing).toBe(true);
  });

  it.each([
    [[], "expected a run, found none"],
    [["abcd", "ef01"], "expected one run, found 2"],
    [["what?"], 'run: expected an id, its beginning or #TICKET, found "what?"'],
    [["abc"], "run: expected an id"],
    [[`${id}0`], "run: expected an id"],
    [["Shop#1"], "run: expected an id"],
    [["abcd", "--from", "0"], '--from: expected a whole number from 1, found "0"'],
    [["abcd", "--from", "x"], '--from: expected a whole number from 1, found "x"'],
    [["abcd", "--loud"], "Unknown option '--loud'"],
  ])("refuses %j", (args, words) => {
    expect(() => parseTailArgs(args)).toThrow(UsageError);
    expect(() => parseTailArgs(args)).toThrow(words);
  });
});
