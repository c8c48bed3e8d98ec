import { describe, expect, it } from "vitest";
import type { FolderInspection } from "#server/contracts/project.ts";
import { defaultAnswers, parseCap, requestOf, writtenFiles } from "./answers.ts";
import { matchFolders, splitPath } from "./split-path.ts";

const inspection: FolderInspection = {
  path: "/home/ada/web",
  realPath: "/home/ada/web",
  suggestedName: "web",
  isGit: true,
  branch: "main",
  changedFiles: 4,
  hasAgents: false,
  isOlderBoard: false,
  skills: [],
  automations: [],
  automationProblems: [],
  dailyBudgetUsd: null,
  detectedCommands: ["npm test"],
  filesToWrite: [
    ".agents/skills/programmer.md",
    ".agents/skills/reviewer.md",
    ".agents/automations.json",
  ].map((path) => ({ path, content: "x" })),
  takenBy: null,
  problem: null,
};

describe("answers", () => {
  it("start with the safe defaults", () => {
    expect(defaultAnswers(inspection)).toMatchObject({
      name: "web",
      starters: ["programmer", "reviewer"],
      level: "edit",
      isolation: "workspace",
      cap: "10",
    });
  });

  it("offer no starter kit where agents are", () => {
    const answers = defaultAnswers({ ...inspection, hasAgents: true });
    expect(answers.starters).toEqual([]);
    expect(requestOf(inspection, answers, 10)).not.toHaveProperty("starterKit");
    expect(writtenFiles(inspection, answers)).toEqual([]);
  });

  it("make no example ticket where another board's tickets may come", () => {
    expect(defaultAnswers(inspection).hasFirstTicket).toBe(true);
    expect(defaultAnswers({ ...inspection, isOlderBoard: true }).hasFirstTicket).toBe(false);
  });

  it("open a folder with automations paused", () => {
    const answers = defaultAnswers(inspection);
    expect(requestOf(inspection, answers, 10)).not.toHaveProperty("paused");
    const automations = [{ id: "go", name: "Go", enabled: true }];
    expect(requestOf({ ...inspection, automations }, answers, 10)).toMatchObject({ paused: true });
  });

  it("show only the files of the chosen agents", () => {
    const answers = { ...defaultAnswers(inspection), starters: ["programmer"] as const };
    expect(writtenFiles(inspection, answers).map((file) => file.path)).toEqual([
      ".agents/skills/programmer.md",
      ".agents/automations.json",
    ]);
  });
});

it("reads sums of money as people write them", () => {
  expect(["10", "12,50", "$7.5", " ", "ten", "-3", "1e9"].map(parseCap)).toEqual([
    10,
    12.5,
    7.5,
    null,
    undefined,
    undefined,
    undefined,
  ]);
});

it("splits a path where the name being typed starts", () => {
  expect(splitPath("/home/ada/pro")).toEqual({ folder: "/home/ada", beginning: "pro" });
  expect(splitPath("/ho")).toEqual({ folder: "/", beginning: "ho" });
  expect(splitPath("x")).toEqual({ folder: "", beginning: "x" });
});

it("puts repositories and names that begin so first, and hides hidden folders", () => {
  const folders = [
    { name: "my-web", isGit: true },
    { name: "webapp", isGit: false },
    { name: "website", isGit: true },
    { name: ".web", isGit: true },
  ];
  expect(matchFolders(folders, "web").map((folder) => folder.name)).toEqual([
    "website",
    "webapp",
    "my-web",
  ]);
  expect(matchFolders(folders, ".w").map((folder) => folder.name)).toEqual([".web"]);
});
