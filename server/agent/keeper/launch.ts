/** The command line of an agent: the program itself, its limits around it, and the way into its namespace. */
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import type { Namespace } from "./namespace.ts";
import type { KeeperSpec } from "./protocol.ts";
import { findTool } from "./tools.ts";

type Launch = Pick<KeeperSpec, "claudePath" | "argv" | "cwd" | "fileLimitBytes">;

/**
 * Every part replaces itself by the next, so the agent keeps the pid that was started; only the way
 * into a namespace forks.
 */
export function launchCommand(
  spec: Launch,
  namespace: Pick<Namespace, "enter"> | null,
): { file: string; args: string[] } {
  const limited = [...limitsOf(spec), spec.claudePath, ...spec.argv];
  const [file = spec.claudePath, ...args] = namespace
    ? namespace.enter(limited, spec.cwd)
    : limited;
  return { file, args };
}

/** No core dumps: they hold whole memories. A file that grows beyond its limit is SIGXFSZ. */
function limitsOf({ fileLimitBytes }: Launch): string[] {
  const prlimit = findTool("prlimit");
  if (prlimit === null) return [];
  const size = fileLimitBytes === undefined ? [] : [`--fsize=${fileLimitBytes}`];
  return [prlimit, "--core=0", ...size, "--"];
}

/**
 * Why this cannot start, as starting it directly would have said; null when it can. Behind another
 * program it would look like an agent that ended at once.
 */
export function findLaunchProblem(
  spec: Pick<KeeperSpec, "claudePath" | "cwd" | "env">,
): string | null {
  if (!isFolder(spec.cwd)) return `cwd: expected a folder, found nothing at ${spec.cwd}`;
  const { claudePath } = spec;
  const candidates = claudePath.includes("/")
    ? [path.resolve(spec.cwd, claudePath)]
    : (spec.env["PATH"] ?? "").split(":").map((folder) => path.join(folder, claudePath));
  let code = "ENOENT";
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.X_OK);
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EACCES") code = "EACCES";
    }
  }
  return `spawn ${claudePath} ${code}`;
}

function isFolder(dir: string): boolean {
  try {
    return statSync(dir).isDirectory();
  } catch {
    return false;
  }
}
