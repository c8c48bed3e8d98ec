/** Can agents of this machine be held in a pid namespace? Found out once, by doing it. */
import { readFile } from "node:fs/promises";
import { execa } from "execa";
import { launchCommand } from "./keeper/launch.ts";
import { openNamespace } from "./keeper/namespace.ts";
import type { Namespace } from "./keeper/namespace.ts";
import { findTool } from "./keeper/tools.ts";
import type { Containment } from "./runtime.ts";

const TIMEOUT_MS = 10_000;
const POLL_MS = 5;

/**
 * Opens a namespace as a keeper does and looks around in it. `mode` is `SIGNALBOX_CONTAIN`. Never
 * rejects: whatever goes wrong, agents run without one.
 */
export async function probeContainment(mode: "auto" | "off"): Promise<Containment> {
  if (mode === "off" || process.platform !== "linux") return "process_group";
  try {
    return (await canEnter()) ? "pid_namespace" : "process_group";
  } catch {
    return "process_group";
  }
}

async function canEnter(): Promise<boolean> {
  const cat = findTool("cat");
  const namespace = cat === null ? null : await openNamespace().ready();
  if (cat === null || namespace === null) return false;
  namespace.release();
  try {
    if (!(await isKept(namespace))) return false;
    const look = { claudePath: cat, argv: ["/proc/1/comm"], cwd: "/" };
    const { file, args } = launchCommand(look, namespace);
    const found = await execa(file, args, { reject: false, timeout: TIMEOUT_MS, stdin: "ignore" });
    // Its `/proc` is its own: the first process it sees is ours.
    return found.exitCode === 0 && found.stdout === "sleep";
  } finally {
    namespace.kill();
  }
}

/** Released, its first process must become the one that waits; with older tools it ends instead. */
async function isKept({ init, gone }: Namespace): Promise<boolean> {
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  const deadline = performance.now() + TIMEOUT_MS;
  while (!isGone && performance.now() < deadline) {
    const comm = await readFile(`/proc/${init.pid}/comm`, "utf8").catch(() => "");
    if (comm.trim() === "sleep") return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
