import { describe, expect, it } from "vitest";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import type { Ask } from "../transcript/row.ts";
import { openAsks, unknownAsks } from "./open-asks.ts";
import { answersOf, toggleLabel } from "./question-answers.ts";

const ask = (requestId: string): Ask => ({
  requestId,
  type: "permission",
  tool: "Bash",
  input: { command: "npm test" },
  questions: [],
  state: "open",
  answer: null,
  actor: null,
  answeredAt: null,
});
const question = (id: string, facts: Partial<OpenQuestion> = {}): OpenQuestion => ({
  id,
  runId: "r",
  ticket: 1,
  kind: "permission",
  state: "open",
  payload: { requestId: `req-${id}`, tool: "Bash", input: { command: "ls" } },
  answer: null,
  answeredBy: null,
  createdAt: "2026-01-05T09:00:00.000Z",
  answeredAt: null,
  ...facts,
});

describe("openAsks", () => {
  it("offers what is stored, joined with what the transcript shows", () => {
    const open = openAsks(
      "r",
      [ask("req-1")],
      [
        question("1"),
        question("2"),
        question("3", { runId: "other" }),
        question("4", { state: "answered" }),
      ],
    );
    expect(open.map((one) => one.questionId)).toEqual(["1", "2"]);
    expect(open[0]?.ask.input).toEqual({ command: "npm test" });
    expect(open[1]?.ask.input).toEqual({ command: "ls" });
  });

  it("shows the rule as the server will write it", () => {
    const stored = question("1", {
      payload: { requestId: "req-1", tool: "Bash", rule: "Bash(ls)" },
    });
    expect(openAsks("r", [], [stored, question("2")]).map((one) => one.rule)).toEqual([
      "Bash(ls)",
      null,
    ]);
  });

  it("keeps a parked question answerable after the run ended", () => {
    expect(openAsks("r", [], [question("1", { state: "parked" })])[0]).toMatchObject({
      isParked: true,
    });
  });

  it("knows what it must ask the server about", () => {
    expect(
      unknownAsks("r", [ask("req-1"), ask("req-9")], [question("1")]).map((one) => one.requestId),
    ).toEqual(["req-9"]);
  });
});

describe("answersOf", () => {
  const questions = [
    { question: "Which?", options: [{ label: "a" }, { label: "b" }] },
    { question: "What?", multiSelect: true, options: [{ label: "x" }, { label: "y" }] },
  ];

  it("waits until every question has an answer", () => {
    expect(answersOf(questions, { "Which?": { labels: ["a"], other: "" } })).toBeNull();
  });

  it("sends one label as a text and several as a list, with typed text beside them", () => {
    const choices = {
      "Which?": { labels: ["a"], other: "" },
      "What?": { labels: ["x", "y"], other: " and z " },
    };
    expect(answersOf(questions, choices)).toEqual({ "Which?": "a", "What?": ["x", "y", "and z"] });
  });

  it("lets typed text replace a single choice", () => {
    expect(
      answersOf(questions.slice(0, 1), { "Which?": { labels: ["a"], other: "neither" } }),
    ).toEqual({ "Which?": "neither" });
  });

  it("toggles labels of a multiple choice only", () => {
    expect(toggleLabel({ labels: ["a"], other: "" }, "b", false).labels).toEqual(["b"]);
    expect(toggleLabel({ labels: ["a"], other: "" }, "b", true).labels).toEqual(["a", "b"]);
    expect(toggleLabel({ labels: ["a", "b"], other: "" }, "a", true).labels).toEqual(["b"]);
  });
});
