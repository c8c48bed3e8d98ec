/**
 * Fails when an installed package is older than the version that fixed a known hole (S-25). Reads
 * the lockfile only, so it works offline.
 */
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const read = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const floors = read("scripts/version-floors.json");
const { packages } = read("package-lock.json");

function parse(version) {
  return version.split("-")[0].split(".").map(Number);
}

function isBelow(version, floor) {
  const [found, wanted] = [parse(version), parse(floor)];
  const index = wanted.findIndex((part, position) => part !== (found[position] ?? 0));
  return index >= 0 && (found[index] ?? 0) < wanted[index];
}

const breaches = [];
let checked = 0;
for (const [location, { version }] of Object.entries(packages)) {
  const name = location.split("node_modules/").at(-1);
  const floor = floors[name];
  if (!floor || !version) continue;
  checked += 1;
  if (isBelow(version, floor))
    breaches.push(`${location}: expected ${floor} or newer, found ${version}`);
}

if (checked === 0)
  breaches.push("no package of the table is installed: the table or the lockfile is wrong");
for (const breach of breaches) console.error(breach);
console.log(`${checked} packages checked against their floors, ${breaches.length} below`);
process.exitCode = breaches.length === 0 ? 0 : 1;
