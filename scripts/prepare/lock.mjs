import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Runs `work` while no other preparation of this checkout runs. A lock whose owner is gone is taken.
 * @param {string} folder
 * @param {() => Promise<void>} work
 */
export async function withLock(folder, work) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "prepare.lock");
  for (let isFirst = true; !tryTake(file); isFirst = false) {
    if (isFirst) console.log("  waiting for another preparation of this folder");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!isOwnerAlive(file)) rmSync(file, { force: true });
  return false;
}

function isOwnerAlive(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // An empty file belongs to an owner who is just about to write its number.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
