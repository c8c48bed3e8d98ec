import type { Actor } from "#server/contracts/actor.ts";
import type { CreateTicket } from "#server/contracts/ticket.ts";
import { detectCommands } from "#server/queries/detect-commands.ts";
import { findProject } from "#server/queries/find-project.ts";
import type { Database } from "#server/store/client.ts";
import type { Project } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { addBlocker } from "../blockers.ts";
import { checkTimeZone } from "../create-project.ts";
import { createTicket } from "../create-ticket.ts";
import { insertProject } from "../insert-project.ts";
import { openWorkspace } from "../open-workspace.ts";
import { pauseProject } from "../pause-project.ts";
import { demoHistory } from "./demo-history.ts";
import { createDemoRepository } from "./demo-repository.ts";
import { insertPastRun } from "./insert-past-run.ts";

type DemoTicket = Partial<CreateTicket> & { title: string };

/** In this order: their numbers are part of the story (ux 26). */
const tickets: DemoTicket[] = [
  {
    title: "Greet by the time of day",
    description:
      "Good morning until noon, good afternoon until six, good evening after that. With a test.",
    status: "Backlog",
    assignedTo: "programmer",
    priority: "Required",
  },
  {
    title: "Say goodbye as well",
    description:
      "A second function beside greet. It should know the time of day too, so it comes after #1.",
    status: "Todo",
    assignedTo: "programmer",
  },
  {
    title: "Remember the language",
    description:
      "The greeter should remember in which language it greets. Where shall that be stored?",
    status: "Todo",
    assignedTo: "designer",
  },
  {
    title: "Describe use and test in the README",
    description: "Newcomers do not know how to call the greeter or how to run its tests.",
    status: "Review",
    assignedTo: "programmer",
  },
  {
    title: "Crash with an empty name",
    description: "Somebody saw a crash with an empty name. Reproduce it, then mend it.",
    status: "Blocked",
    assignedTo: "programmer",
    priority: "Critical",
  },
];

/**
 * Makes the demo: a project of its own on a throw-away repository, whose agents are played by the
 * scripted CLI. Nothing moves until the visitor drags #1 to Todo.
 */
export async function createDemo(database: Database, actor: Actor, now: Date): Promise<Project> {
  const repository = await createDemoRepository();
  const allowedCommands = await detectCommands(repository.folder);
  const project = await inTransaction(database, (tx) =>
    insertProject(
      tx,
      actor,
      {
        name: "Demo",
        workspacePath: repository.folder,
        workspaceRealPath: repository.folder,
        // Held until the whole story stands, so that no tick sees half of it.
        isPaused: true,
        isDemo: true,
        permissionLevel: "edit",
        isolation: "workspace",
        timeZone: checkTimeZone(undefined),
        allowedCommands,
      },
      now,
    ),
  );
  await openWorkspace(database, project.id, actor, now);
  for (const ticket of tickets)
    await createTicket(database, actor, { ...ticket, projectId: project.id }, now);
  await addBlocker(database, actor, { projectId: project.id, number: 2, blocker: 1 }, now);
  for (const past of demoHistory) await insertPastRun(database, project.id, repository, past, now);
  await pauseProject(database, actor, { projectId: project.id, paused: false }, now);
  return findProject(database, project.slug);
}
