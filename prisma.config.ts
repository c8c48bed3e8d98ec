import { defineConfig } from "prisma/config";

// `prisma generate` insists on finding a schema engine and would download one. It never runs it,
// so any executable will do; whoever has the real engine sets the variable and gets `migrate` too.
process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= process.execPath;

const databaseUrl = process.env["DATABASE_URL"];

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  ...(databaseUrl ? { datasource: { url: databaseUrl } } : {}),
});
