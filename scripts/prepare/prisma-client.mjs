import path from "node:path";
import { Fingerprint } from "./fingerprint.mjs";
import { runQuietly } from "./step.mjs";

/**
 * Generates server/store/generated from the schema when one of the two changed.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function generatePrismaClient(root) {
  const fingerprint = new Fingerprint(root, "server/store/generated/.stamp", [
    "prisma/schema.prisma",
    "prisma.config.ts",
    "node_modules/prisma/package.json",
  ]);
  if (fingerprint.isUnchanged()) return "up to date";
  await runQuietly(
    process.execPath,
    [path.join(root, "node_modules/prisma/build/index.js"), "generate", "--no-hints"],
    { cwd: root, env: { PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" } },
  );
  fingerprint.remember();
  return "generated";
}
