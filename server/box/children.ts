import path from "node:path";
import { CHILD_MARK } from "../lib/leave-with-parent.ts";
import type { ChildProgram } from "./supervise-child.ts";

export type ChildSettings = {
  projectRoot: string;
  isDev: boolean;
  databaseUrl: string;
  host: string;
  port: number;
  dataDir: string;
};

const PROGRAMS = [
  { name: "web", bundle: "dist/web.js", source: "server/web.ts" },
  { name: "worker", bundle: "dist/worker.js", source: "server/worker/main.ts" },
];

/** The processes the box keeps running: the bundles, or with `--dev` the sources through tsx. */
export function describeChildren(settings: ChildSettings): ChildProgram[] {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: settings.databaseUrl,
    SIGNALBOX_HOST: settings.host,
    PORT: String(settings.port),
    SIGNALBOX_DATA_DIR: settings.dataDir,
    NODE_ENV: settings.isDev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    [CHILD_MARK]: "1",
  };
  return PROGRAMS.map((program) => ({
    name: program.name,
    command: process.execPath,
    args: settings.isDev
      ? ["--import", "tsx", path.join(settings.projectRoot, program.source), "--dev"]
      : [path.join(settings.projectRoot, program.bundle)],
    env,
    cwd: settings.projectRoot,
  }));
}
