import { spawn } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { CHILD_MARK } from "./leave-with-parent.ts";

it("leaves at once when the box died before the child had started up", async () => {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.join(import.meta.dirname, "fixtures/late-leaver.ts")],
    { stdio: ["ignore", "pipe", "inherit", "ipc"], env: { ...process.env, [CHILD_MARK]: "1" } },
  );
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await waitFor(() => output.includes("starting"));

  child.disconnect();

  expect(await exited).toBe(0);
  expect(output).toContain("left: the box is gone");
});
