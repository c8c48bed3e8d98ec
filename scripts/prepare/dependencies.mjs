import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "./step.mjs";

/**
 * Installs exactly what the lockfile says, unless that is what is installed already.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function ensureDependencies(root) {
  const lockfile = readFileSync(path.join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lockfile).digest("hex");
  const stampFile = path.join(root, "node_modules/.signalbox-lock");
  if (readText(stampFile) === wanted) return "up to date";
  if (!isInstalled(root, JSON.parse(lockfile.toString("utf8")))) {
    console.log("  installing packages from the lockfile");
    await install(root);
    writeFileSync(stampFile, wanted);
    return "installed";
  }
  writeFileSync(stampFile, wanted);
  return "up to date";
}

function install(root) {
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  // Under `npm start` this is the very npm that runs us, even when none is on the PATH.
  const npmScript = process.env.npm_execpath;
  return npmScript?.endsWith(".js")
    ? runQuietly(process.execPath, [npmScript, ...args], { cwd: root })
    : runQuietly("npm", args, { cwd: root });
}

/** Whether npm's own record of node_modules holds every package of the lockfile, and no other version. */
function isInstalled(root, lock) {
  const record = readText(path.join(root, "node_modules/.package-lock.json"));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(lock.packages).every(([location, wanted]) => {
    if (location === "") return true;
    const found = installed[location];
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
