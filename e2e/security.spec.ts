import { readFile, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { createTicket, expect, runInState, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

/** Sockets that a process of the product listens on, as address and port. */
async function listListeners(pids: number[]): Promise<string[]> {
  const inodes = new Set<string>();
  for (const pid of pids) {
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode) inodes.add(inode);
    }
  }
  const found: string[] = [];
  for (const table of ["tcp", "tcp6"]) {
    const lines = (await readFile(`/proc/net/${table}`, "utf8")).split("\n").slice(1);
    for (const line of lines) {
      const fields = line.trim().split(/\s+/);
      if (fields[3] === "0A" && inodes.has(fields[9] ?? "")) found.push(fields[1] ?? "");
    }
  }
  return found;
}

/** Everything that was stored, as text. */
async function dumpDatabase(product: Product): Promise<string> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const texts = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string | null }>(
        `SELECT string_agg(t::text, E'\n') AS text FROM "${name}" t`,
      );
      texts.push(rows[0]?.text ?? "");
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}

test("every port of the product is a loopback port (S-01)", async ({ product }) => {
  const listeners = await listListeners(await product.processIds());

  expect(listeners.length).toBeGreaterThan(0);
  const foreign = listeners.filter(
    (address) => !/^(0100007F|00000000000000000000000001000000):/.test(address),
  );
  expect(foreign).toEqual([]);
});

test("every page has the policy that forbids foreign and inline scripts, and breaks none of it (S-07)", async ({
  page,
  board,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  for (const path of [
    "/",
    "/open",
    `/p/${board.slug}`,
    `/p/${board.slug}/agents`,
    "/runs",
    "/costs",
    "/nowhere",
  ]) {
    const answer = await page.goto(path);
    const policy = (await answer?.allHeaders())?.["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    await page.waitForLoadState("networkidle");
  }
  expect(violations).toEqual([]);
});

test("no secret reaches a log, the database or the browser's history (S-08)", async ({
  page,
  context,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Work [scenario: comment-and-review]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "ended");
  const link = await product.loginLink();
  await page.goto(link);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  const cookie = (await context.cookies()).find(({ httpOnly }) => httpOnly)?.value ?? "";
  const paths = [
    "/api/projects",
    `/api/projects/${board.slug}/board`,
    "/api/nothing",
    "/",
    "/login?token=x",
  ];
  for (let count = 0; count < 500; count += 1) {
    await fetch(`${product.url}${paths[count % paths.length] ?? "/"}`, {
      redirect: "manual",
      headers:
        count % 3 === 0
          ? { authorization: `Bearer ${product.ownerToken}` }
          : { cookie: `signalbox=${cookie}` },
    }).then((answer) => answer.arrayBuffer());
  }

  const secrets = [product.ownerToken, cookie, new URL(link).hash.replace("#token=", "")];
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const places: Record<string, string> = { database: await dumpDatabase(product) };
  for (const file of await readdir(join(product.dataDir, "logs"))) {
    places[file] = await readFile(join(product.dataDir, "logs", file), "utf8");
  }
  const entry = await page.evaluate(
    () => performance.getEntriesByType("navigation")[0]?.name ?? "",
  );
  places["history"] = `${page.url()} ${entry.split("#")[0]}`;
  const leaks = Object.entries(places).flatMap(([place, text]) =>
    secrets.some((secret) => text.includes(secret)) ? [place] : [],
  );
  expect(Object.keys(places).length).toBeGreaterThan(3);
  expect(leaks).toEqual([]);
});

test("a flood of writes is refused with little memory while reads are answered (S-11)", async ({
  board,
  product,
}) => {
  const webPid = await product.childPid("web");
  const residentBytes = async () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${webPid}/status`, "utf8"))?.[1]) * 1024;
  const before = await residentBytes();

  const flood = Array.from({ length: 2_000 }, async () => {
    const answer = await fetch(`${product.url}/api/projects/${board.slug}/tickets`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${product.ownerToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ title: "" }),
    });
    await answer.arrayBuffer();
    return answer.status;
  });
  const reads = Array.from({ length: 5 }, () =>
    product.api("GET", `/projects/${board.slug}/board`),
  );
  expect(await Promise.all(reads)).toHaveLength(5);
  const statuses = await Promise.all(flood);

  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1_500);
  expect(await residentBytes()).toBeLessThan(before + 100 * 1024 * 1024);
});
