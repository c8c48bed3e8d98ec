import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunSummary } from "#server/contracts/run.ts";
import { setDatabase } from "#server/store/client.ts";
import { createOwner } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { hashTables } from "#server/testing/hash-tables.ts";
import { POST as demo } from "./demo/route.ts";
import { listRoutes } from "./openapi/v1.json/route-list.ts";
import { GET as listRuns } from "./projects/[slug]/runs/route.ts";

let test: TestDatabase;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "signalbox-get-"));
  process.env["SIGNALBOX_DATA_DIR"] = scratch;
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(async () => {
  await test.close();
  await rm(scratch, { recursive: true });
});

it("changes no row, whichever route is read twice (S-05)", async () => {
  const owner = await createOwner(test.database);
  await callRoute(demo, { actor: owner, method: "POST" });
  const runs = await callRoute(listRuns, { actor: owner, params: { slug: "demo" } });
  const [run] = runs.body as RunSummary[];
  const files = path.join(scratch, "runs", run?.id ?? "", "files");
  await mkdir(files, { recursive: true });
  await writeFile(path.join(files, "1-0-0.txt"), "A long result");
  const params = {
    slug: "demo",
    n: "1",
    cid: "1",
    id: run?.id ?? "",
    agent: "programmer",
    handle: "owner",
  };
  const picture = `${"0".repeat(32)}.gif`;
  await mkdir(path.join(scratch, "uploads"));
  await writeFile(path.join(scratch, "uploads", picture), "GIF89a");
  const reads = listRoutes().filter(({ method }) => method === "GET");
  expect(reads.length).toBeGreaterThan(20);
  const before = await hashTables(test.database.pool);

  const answered: string[] = [];
  for (const { path: route, handler } of reads) {
    const query: Record<string, string> = /browse|inspect|file$/.test(route)
      ? { path: scratch }
      : route.endsWith("/changes")
        ? { after: "0" }
        : {};
    for (let time = 0; time < 2; time += 1) {
      const { status } = await callRoute(handler, {
        actor: owner,
        params: {
          ...params,
          // A file of a run, a picture, a column by its number.
          name: route.includes("/files/") ? "1-0-0.txt" : picture,
          id: route.includes("/columns/") ? "1" : params.id,
        },
        query,
      });
      if (status === 200) answered.push(route);
    }
  }

  // A read that is refused proves nothing: nearly all of them have to have answered.
  expect(new Set(answered).size).toBeGreaterThan(reads.length - 5);
  expect(await hashTables(test.database.pool)).toEqual(before);
});
