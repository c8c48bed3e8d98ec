import { readFile, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newRunId, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { openBoard } from "../_route/testing/open-board.ts";
import type { OpenBoard } from "../_route/testing/open-board.ts";

/** Pictures (compat §2.5, api §2): what they are is read from their bytes. */
let board: OpenBoard;
let token: string;
beforeAll(async () => {
  board = await openBoard({ agents: ["programmer"], tickets: [{ title: "One" }] });
  token = await makeRun();
});
afterAll(() => board.close());

const starts = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  gif: [...Buffer.from("GIF89a")],
  webp: [...Buffer.from("RIFF\0\0\0\0WEBP")],
};
const picture = (kind: keyof typeof starts, size = 64): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  bytes.set(starts[kind]);
  return bytes;
};

function upload(bytes: Uint8Array<ArrayBuffer>, type = "image/png", field = "anything") {
  const form = new FormData();
  form.append("note", "text parts do not count");
  form.append(field, new Blob([bytes], { type }), "../../evil.html");
  return board.send("POST", "/api/images", { body: form });
}

const fetchRaw = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(`${board.url}${url}`, { headers, redirect: "manual" });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};

/** A run that goes on; answers its token. */
async function makeRun(): Promise<string> {
  const runToken = `sbr_${randomToken()}`;
  await board.test.database.prisma.run.create({
    data: {
      id: newRunId(),
      projectId: board.fixture.project.id,
      ticketId: board.fixture.tickets[0]?.id ?? null,
      agent: "programmer",
      cause: "manual",
      causeText: {},
      state: "running",
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 1,
      timeoutSeconds: 60,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 1,
      tokenHash: sha256Hex(runToken),
    },
  });
  return runToken;
}

describe("upload", () => {
  it.each(Object.keys(starts) as (keyof typeof starts)[])(
    "stores a %s under a name of its own and gives it back as it came",
    async (kind) => {
      const bytes = picture(kind);
      const reply = await upload(bytes, "image/svg+xml");
      expect(reply.status).toBe(200);
      const { url } = z.strictObject({ url: z.string() }).parse(reply.body);
      expect(url).toMatch(new RegExp(`^/uploads/[0-9a-f]{32}\\.${kind}$`));

      const basic = Buffer.from(`programmer:${token}`).toString("base64");
      for (const authorization of [`Bearer ${token}`, `Basic ${basic}`]) {
        const got = await fetchRaw(url, { authorization });
        expect(got.response.status).toBe(200);
        expect(got.bytes).toEqual(bytes);
        expect(Object.fromEntries(got.response.headers)).toMatchObject({
          "content-type": `image/${kind}`,
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox",
          "cache-control": "private, max-age=31536000, immutable",
        });
      }
      expect((await fetchRaw(url, {})).response.status).toBe(401);
      expect(await readFile(path.join(board.dataDir, url))).toEqual(Buffer.from(bytes));
    },
  );

  it.each([
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "image/svg+xml"],
    ["a page that calls itself a picture", "<html><script>alert(1)</script>", "image/png"],
    ["nothing at all", "", "image/png"],
  ])("refuses %s with 400", async (_what, text, type) => {
    const before = await readdir(path.join(board.dataDir, "uploads"));
    const reply = await upload(new Uint8Array(Buffer.from(text)), type);
    expect([reply.status, reply.body]).toMatchObject([400, { code: "IMAGE_TYPE" }]);
    expect(await readdir(path.join(board.dataDir, "uploads"))).toEqual(before);
  });

  it("refuses a form without a file, a torn form and another type of body", async () => {
    const form = new FormData();
    form.append("file", "only text");
    const noFile = await board.send("POST", "/api/images", { body: form });
    expect([noFile.status, noFile.body]).toMatchObject([400, { code: "IMAGE_MISSING" }]);
    const torn = await board.send("POST", "/api/images", {
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: "no parts",
    });
    expect(torn.status).toBe(400);
    expect((await board.call("POST", "/api/images", { file: "x" })).status).toBe(415);
  });

  it("takes 10 MiB and refuses one byte more", async () => {
    const most = 10 * 1024 * 1024;
    expect((await upload(picture("png", most))).status).toBe(200);
    expect((await upload(picture("png", most + 1))).status).toBe(413);
    expect((await upload(picture("png", most + 200_000))).status).toBe(413);
  });
});

describe("reading", () => {
  it("gives no file that is no picture, whatever its name and however it is asked for", async () => {
    const uploads = path.join(board.dataDir, "uploads");
    const page = `${"e".repeat(32)}.png`;
    const link = `${"f".repeat(32)}.png`;
    await writeFile(path.join(uploads, page), "<script>alert(1)</script>");
    await writeFile(path.join(board.dataDir, "owner-token"), "secret");
    await symlink(path.join(board.dataDir, "owner-token"), path.join(uploads, link));
    const authorization = `Bearer ${token}`;
    const names = [page, link, `${"9".repeat(32)}.png`, "..%2fowner-token", "owner-token", "x.svg"];
    for (const name of names) {
      const { response, bytes } = await fetchRaw(`/uploads/${name}`, { authorization });
      expect([name, response.status]).toEqual([name, 404]);
      expect(Buffer.from(bytes).toString()).not.toMatch(/secret|script/);
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    }
  });
});
