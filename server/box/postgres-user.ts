import { execa } from "execa";
import { userInfo } from "node:os";

/** Who the database server runs as when the box is root, which PostgreSQL refuses to be. */
export type ServerUser = { uid: number; gid: number };

const USER_NAME = "postgres";

/** `null` when the box is not root: the server then simply runs as the same user. */
export async function ensureServerUser(): Promise<ServerUser | null> {
  if (userInfo().uid !== 0) return null;
  const existing = await readServerUser();
  if (existing) return existing;
  await execa("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
    "--shell",
    "/usr/sbin/nologin",
    USER_NAME,
  ]);
  const created = await readServerUser();
  if (!created) throw new Error(`the system user "${USER_NAME}" could not be created`);
  return created;
}

async function readServerUser(): Promise<ServerUser | null> {
  const [uid, gid] = await Promise.all([
    execa("id", ["-u", USER_NAME], { reject: false }),
    execa("id", ["-g", USER_NAME], { reject: false }),
  ]);
  if (uid.exitCode !== 0 || gid.exitCode !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Whether `user` may enter the folder (every folder above it included) and read it. */
export async function canReach(folder: string, user: ServerUser | null): Promise<boolean> {
  if (!user) return true;
  const probe = await execa("/bin/sh", ["-c", 'cd "$1" && ls . >/dev/null', "sh", folder], {
    ...user,
    cwd: "/",
    reject: false,
  });
  return probe.exitCode === 0;
}
