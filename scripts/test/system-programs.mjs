import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

/** Programs of the system that tests use, and the Debian packages that bring them. */
const PROGRAMS = [
  { program: "chromium", packageName: "chromium" },
  { program: "redis-server", packageName: "redis-server" },
  { program: "git", packageName: "git" },
  { program: "faketime", packageName: "faketime" },
  { program: "tmux", packageName: "tmux" },
];

function isOnPath(program) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Installs what is missing with apt-get as root; otherwise says the one command to run. */
export function installSystemPrograms() {
  const missing = PROGRAMS.filter(({ program }) => !isOnPath(program));
  if (missing.length === 0) return;
  const packages = missing.map(({ packageName }) => packageName);
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(" ")}`;
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) {
    throw new Error(`missing: ${packages.join(", ")}. Install with: sudo sh -c '${command}'`);
  }
  console.log(`installing ${packages.join(", ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const { status } = spawnSync("sh", ["-c", command], { stdio: "inherit", env });
  if (status !== 0) throw new Error(`apt-get failed (${status}). Try: ${command}`);
}
