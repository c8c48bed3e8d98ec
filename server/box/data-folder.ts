import { chmod, mkdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import type { Env } from "../env.ts";

/** The files and folders of the data directory that belong to the box. */
export type DataFolder = {
  root: string;
  logs: string;
  postgres: string;
  lockFile: string;
  postgresFile: string;
  instanceFile: string;
  ownerTokenFile: string;
  workerTokenFile: string;
  cookieKeyFile: string;
};

export function describeDataFolder(root: string): DataFolder {
  const at = (name: string) => path.join(root, name);
  return {
    root,
    logs: at("logs"),
    postgres: at("postgres"),
    lockFile: at("box.lock"),
    postgresFile: at("postgres.json"),
    instanceFile: at("instance-id"),
    ownerTokenFile: at("owner-token"),
    workerTokenFile: at("worker-token"),
    cookieKeyFile: at("cookie-key"),
  };
}

/**
 * Creates the data directory. It is closed to others, except that the database server's user has to
 * walk through it when the box is root; every secret file and folder in it is closed by itself.
 */
export async function prepareDataFolder(env: Pick<Env, "dataDir" | "databaseUrl">) {
  const folder = describeDataFolder(env.dataDir);
  const uid = userInfo().uid;
  const isWalkedThrough = uid === 0 && env.databaseUrl === null;
  try {
    await mkdir(folder.root, { recursive: true, mode: 0o700 });
    const owner = (await stat(folder.root)).uid;
    if (owner === uid) await chmod(folder.root, isWalkedThrough ? 0o711 : 0o700);
    await mkdir(folder.logs, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`SIGNALBOX_DATA_DIR: expected a folder this user may write, found ${reason}`, {
      cause: error,
    });
  }
  return folder;
}
