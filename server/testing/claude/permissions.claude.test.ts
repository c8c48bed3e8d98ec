import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowTool } from "#server/agent/control-lines.ts";
import { isBoardCurl } from "#server/agent/curl-guard.ts";
import { waitFor } from "../wait-for.ts";
import { createClaudeRig } from "./rig.ts";
import type { ClaudeRig } from "./rig.ts";

let rig: ClaudeRig;
beforeAll(async () => {
  rig = await createClaudeRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.newWorkspace());
afterEach(async () => {
  expect(await rig.takeLeftovers()).toEqual([]);
});

describe("permissions", () => {
  it("a command that is not allowed asks, and runs when it is", async () => {
    const run = await rig.start("script: env-dump", { allowedTools: [] });
    const request = await run.request();
    expect(run.of("permission_request")).toMatchObject([{ tool: "Bash", isPlan: false }]);
    await run.answer(request, allowTool(request.input));
    await run.result();
    await run.finish("end");
    const names = run.of("tool_result")[0]?.text.split("\n") ?? [];
    expect(names).toEqual(
      expect.arrayContaining(["SIGNALBOX_TOKEN", "SIGNALBOX_RUN_ID", "WORKSPACE"]),
    );
    expect(names.filter((name) => /^(DATABASE|REDIS|npm_|VITEST|NODE_ENV)/.test(name))).toEqual([]);
  });

  it("a call to the board passes the guard as the CLI asks about it, and arrives", async () => {
    const calls: (string | undefined)[] = [];
    const board = createServer((request, response) => {
      calls.push(request.url);
      response.end('{"ok":true}');
    });
    await new Promise<void>((resolve) => board.listen(0, "127.0.0.1", resolve));
    const apiUrl = `http://127.0.0.1:${(board.address() as AddressInfo).port}`;
    try {
      const run = await rig.start("script: board-curl", { allowedTools: [], apiUrl });
      const request = await run.request();
      const guard = { apiUrls: [apiUrl], variables: { SIGNALBOX_API_URL: apiUrl } };
      expect(isBoardCurl(String(request.input["command"]), guard)).toBe(true);
      await run.answer(request, allowTool(request.input));
      await run.result();
      await run.finish("end");
      expect(calls).toEqual(["/api/health"]);
    } finally {
      board.close();
    }
  });

  it.each(["write-automations", "write-automations-absolute", "write-claude-settings"])(
    "our settings keep the agent away from its own rules (%s)",
    async (script) => {
      mkdirSync(path.join(rig.workspace, ".agents"));
      const absolute = path.join(rig.workspace, ".agents", "automations.json");
      const run = await rig.start(`script: ${script} at: ${absolute}`);
      await run.result();
      await run.finish("end");
      expect(existsSync(absolute)).toBe(false);
      expect(existsSync(path.join(rig.workspace, ".claude"))).toBe(false);
      expect(run.of("tool_result")).toMatchObject([{ isError: true }]);
      expect(run.of("permission_request")).toEqual([]);
    },
  );

  it("other files may be written at Edit", async () => {
    const run = await rig.start("script: write-then-text");
    await run.result();
    await run.finish("end");
    expect(readFileSync(path.join(rig.workspace, "written.txt"), "utf8")).toBe("by the agent\n");
  });

  it("an interrupt withdraws what was asked", async () => {
    const run = await rig.start("script: env-dump", { allowedTools: [] });
    const request = await run.request();
    await run.interrupt();
    const withdrawn = await waitFor(() => run.facts.find((facts) => facts.cancelledRequestId));
    expect(withdrawn.cancelledRequestId).toBe(request.requestId);
    await run.finish("stop");
  });
});
