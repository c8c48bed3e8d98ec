import { execa } from "execa";
import { buildFakeClaude } from "../build-keeper.ts";

/** Runs the scripted agent without input, as a person does in a terminal. */
export async function runProgram(
  argv: string[],
): Promise<{ code: number | undefined; stdout: string; stderr: string }> {
  const { exitCode, stdout, stderr } = await execa(await buildFakeClaude(), argv, {
    reject: false,
    stdin: "ignore",
    env: { FAKE_CLAUDE_SPEED: "50" },
  });
  return { code: exitCode, stdout, stderr };
}
