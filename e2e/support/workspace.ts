import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A small git repository with one commit, as a person's own project. */
export async function createRepository(
  path: string,
  files: Record<string, string> = {},
): Promise<string> {
  const all: Record<string, string> = {
    "README.md": "# Web shop\n",
    "package.json": JSON.stringify({ name: "web-shop", scripts: { test: "node --test" } }, null, 2),
    "src/cart.js": "export const total = (items) => items.reduce((sum, item) => sum + item, 0);\n",
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.invalid", ...args], {
      cwd: path,
    });
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=Start");
  return path;
}

/** Automations of a small team: one dispatcher and one that answers a person's comments. */
export const dispatchAutomations = {
  dailyBudgetUsd: 10,
  automations: [
    {
      id: "dispatch",
      name: "Dispatch to the programmer",
      trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "programmer" },
      actions: [
        { type: "moveTicketStatus", to: "InProgress" },
        { type: "runAgent", agent: "programmer" },
      ],
    },
    {
      id: "owner-feedback",
      name: "Feedback",
      trigger: { type: "ticketCommentAdded", authors: ["owner"] },
      conditions: [{ type: "assignedTo", slugs: ["programmer"] }],
      actions: [{ type: "runAgent", agent: "programmer" }],
    },
  ],
};

/** Files of a workspace that already has agents. */
export function agentFiles(skill = "You are the programmer.\n"): Record<string, string> {
  return {
    ".agents/automations.json": JSON.stringify(dispatchAutomations, null, 2),
    ".agents/skills/programmer.md": skill,
  };
}
