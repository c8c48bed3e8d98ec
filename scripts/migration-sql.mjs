/**
 * Prints the SQL for a schema change, offline.
 *
 *   node scripts/migration-sql.mjs                  from an empty database to prisma/schema.prisma
 *   node scripts/migration-sql.mjs --from HEAD      from the committed schema to the edited one
 *   node scripts/migration-sql.mjs --name add_x     the same, written to
 *                                                   prisma/migrations/<time>_add_x/migration.sql
 *
 * What Prisma cannot say (partial indexes, checks, triggers) is added to the file by hand and
 * named in a comment of the schema.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { diffSchemas } from "./schema-engine.mjs";

const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { from: { type: "string" }, name: { type: "string" } } });

const from = values.from
  ? execFileSync("git", ["show", "--end-of-options", `${values.from}:prisma/schema.prisma`], {
      cwd: root,
      encoding: "utf8",
    })
  : null;
const to = readFileSync(path.join(root, "prisma/schema.prisma"), "utf8");
const sql = await diffSchemas(from, to);

if (values.name) {
  const time = new Date().toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
  const folder = path.join(root, "prisma/migrations", `${time}_${values.name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "migration.sql"), sql);
  console.log(path.relative(root, path.join(folder, "migration.sql")));
} else {
  process.stdout.write(sql);
}
