import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { diskUsageSchema } from "#server/contracts/project.ts";
import { setDatabase } from "#server/store/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { runRow } from "#server/testing/run-row.ts";
import { GET as usage } from "../../../usage/route.ts";
import { GET as file } from "./[name]/route.ts";

const runId = "a".repeat(32);
const png = Buffer.from("89504e470d0a1a0a", "hex");
const dataDirBefore = process.env["SIGNALBOX_DATA_DIR"];

let test: TestDatabase;
let fixture: ProjectFixture;
let dataDir: string;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(async () => {
  if (dataDirBefore === undefined) delete process.env["SIGNALBOX_DATA_DIR"];
  else process.env["SIGNALBOX_DATA_DIR"] = dataDirBefore;
  await test.close();
});
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "signalbox-files-"));
  process.env["SIGNALBOX_DATA_DIR"] = dataDir;
  await test.database.prisma.project.deleteMany({});
  fixture = await createProjectFixture(test.database, {});
  await test.database.prisma.run.create({ data: runRow(fixture.project.id, runId) });
  const dir = path.join(dataDir, "runs", runId, "files");
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, "1-100-0.txt"), "<script>alert(1)</script>");
  writeFileSync(path.join(dir, "1-200-0.png"), png);
  writeFileSync(path.join(dataDir, "secret.txt"), "secret");
  symlinkSync(path.join(dataDir, "secret.txt"), path.join(dir, "1-300-0.txt"));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

const get = (name: string, id = runId) =>
  callRoute(file, { actor: fixture.owner, params: { slug: fixture.project.slug, id, name } });

it("hands out a text to be saved and a picture to be shown", async () => {
  const text = await get("1-100-0.txt");
  expect(text.body).toBe("<script>alert(1)</script>");
  expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(text.headers.get("content-disposition")).toBe('attachment; filename="1-100-0.txt"');
  expect(text.headers.get("x-content-type-options")).toBe("nosniff");
  const picture = await get("1-200-0.png");
  expect(picture.status).toBe(200);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(picture.headers.get("content-disposition")).toMatch(/^inline/);
});

it.each([
  "../../../secret.txt",
  "..%2Fsecret.txt",
  "1-100-0.txt/..",
  "1-100-0.html",
  "1-100-0.svg",
  "1-100-0.TXT",
  "1-100-0.txt\n",
  "1-100-0.txt\0.png",
  "stdout.ndjson",
  "1-999-0.txt",
  // A link that leads out.
  "1-300-0.txt",
])("has nothing under the name %j", async (name) => {
  expect((await get(name)).status).toBe(404);
});

it("has nothing for a run of another project", async () => {
  const other = await createProjectFixture(test.database, { name: "Other" });
  const reply = await callRoute(file, {
    actor: fixture.owner,
    params: { slug: other.project.slug, id: runId, name: "1-100-0.txt" },
  });
  expect(reply.status).toBe(404);
});

it("says what the project's runs take of the disk", async () => {
  const { prisma } = test.database;
  await prisma.run.update({ where: { id: runId }, data: { nextSeq: 11 } });
  const reply = await callRoute(usage, {
    actor: fixture.owner,
    params: { slug: fixture.project.slug },
  });
  const found = diskUsageSchema.parse(reply.body);
  expect(found).toMatchObject({ retentionDays: 90, runs: 1, checkpointBytes: 0 });
  // The link counts nothing.
  expect(found.fileBytes).toBe("<script>alert(1)</script>".length + png.length);
  expect(found.eventBytes).toBeGreaterThan(0);
  await prisma.run.update({ where: { id: runId }, data: { prunedAt: new Date() } });
  const later = await callRoute(usage, {
    actor: fixture.owner,
    params: { slug: fixture.project.slug },
  });
  expect(later.body).toMatchObject({ runs: 0, fileBytes: 0, eventBytes: 0 });
});
