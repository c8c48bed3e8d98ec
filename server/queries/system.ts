import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import type { Actor } from "#server/contracts/actor.ts";
import type { System } from "#server/contracts/project.ts";
import { programVersion } from "#server/lib/program-version.ts";
import type { Database } from "#server/store/client.ts";
import { readEngine } from "./engine.ts";
import { readTroubles } from "./troubles.ts";

const run = promisify(execFile);
const nobodyPays = { account: null, subscription: null, keyEnd: null };
let gitVersion: Promise<string | null> | undefined;

/** For the bar, the strip under it and the first page. */
export async function readSystem(database: Database, actor: Actor, now: Date): Promise<System> {
  const isViewer = actor.kind === "person" && actor.role === "viewer";
  const [engine, installation, git] = await Promise.all([
    readEngine(database),
    database.prisma.installation.findUnique({ where: { id: 1 } }),
    (gitVersion ??= findGit()),
  ]);
  return {
    version: programVersion(),
    claude: isViewer && engine.claude ? { ...engine.claude, ...nobodyPays } : engine.claude,
    git: { version: git },
    engine: { alive: engine.isAlive, lastTickAt: engine.lastTickAt?.toISOString() ?? null },
    places: engine.places,
    isPaused: installation?.isPaused ?? false,
    homePath: homedir(),
    troubles: await readTroubles(database, engine, actor, now),
  };
}

async function findGit(): Promise<string | null> {
  try {
    const { stdout } = await run("git", ["--version"], { timeout: 5_000 });
    return /\d+(\.\d+)+/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}
