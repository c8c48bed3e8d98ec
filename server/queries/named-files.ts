import path from "node:path";
import { isReadOnlyCommand } from "../core/run/read-only-command.ts";
import type { Tx } from "../store/client.ts";

const MAX_CALLS = 5_000;
const editTools = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
/** They write nothing. Any other tool may have written any file. */
const harmlessTools = new Set([
  "Read",
  "Glob",
  "Grep",
  "LS",
  "TodoWrite",
  "TodoRead",
  "TaskCreate",
  "TaskUpdate",
  "TaskGet",
  "TaskList",
  "WebFetch",
  "WebSearch",
  "AskUserQuestion",
  "ExitPlanMode",
  "ToolSearch",
  "Task",
  "Agent",
]);

/** Which files a run is known to have written, as far as its events tell. */
export interface NamedFiles {
  /** Paths relative to its folder that its editing tools named. */
  edited: ReadonlySet<string>;
  /** It ran commands that do more than read: it may have written files that nothing names. */
  hasCommands: boolean;
  /** Whether an edit or a command of it names the file. */
  names(file: string): boolean;
}

export async function readNamedFiles(
  prisma: Tx,
  run: { id: string; cwd: string },
): Promise<NamedFiles> {
  const calls = await prisma.runEvent.findMany({
    where: { runId: run.id, kind: "tool_call" },
    select: { payload: true },
    orderBy: { seq: "asc" },
    take: MAX_CALLS,
  });
  const edited = new Set<string>();
  const commands: string[] = [];
  let hasCommands = calls.length === MAX_CALLS;
  for (const { payload } of calls) {
    const { tool, input } = payload as { tool?: string; input?: Record<string, unknown> };
    if (tool === undefined || harmlessTools.has(tool)) continue;
    const file = input?.["file_path"] ?? input?.["notebook_path"];
    if (editTools.has(tool) && typeof file === "string") {
      edited.add(path.relative(run.cwd, path.resolve(run.cwd, file)));
      continue;
    }
    const command = tool === "Bash" ? input?.["command"] : null;
    if (typeof command === "string" && isReadOnlyCommand(command)) continue;
    hasCommands = true;
    commands.push(JSON.stringify(input ?? {}));
  }
  const said = commands.join("\n");
  return {
    edited,
    hasCommands,
    names: (file) => edited.has(file) || said.includes(path.basename(file)),
  };
}
