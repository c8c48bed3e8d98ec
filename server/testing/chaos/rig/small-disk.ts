/** A disk of its own that can be filled and emptied at will: a tmpfs whose size changes. */
import { spawnSync } from "node:child_process";
import { statfs } from "node:fs/promises";

export interface SmallDisk {
  /** From now on not one more block fits. */
  fill(): Promise<void>;
  /** Space as before. */
  free(): void;
  unmount(): void;
}

const ROOMY = "3g";
const FILL_TRIES = 50;

/** Why there can be none; null: there can. Only a mount namespace of ours may be mounted in. */
export function findMountObstacle(): string | null {
  return process.env["SIGNALBOX_CHAOS_MOUNTS"] === "own"
    ? null
    : "it needs the right to mount (as root, through npm run test:chaos)";
}

/** Mounts one on `folder`; every user may walk through. */
export function mountSmallDisk(folder: string): SmallDisk {
  mount(["-t", "tmpfs", "-o", `size=${ROOMY},mode=0711`, "tmpfs", folder]);
  return {
    async fill() {
      for (let tries = 1; ; tries += 1) {
        const { blocks, bfree, bsize } = await statfs(folder);
        const usedKb = Math.ceil(((blocks - bfree) * bsize) / 1024);
        try {
          return mount(["-o", `remount,size=${usedKb}k`, folder]);
        } catch (error) {
          // More was written between the look and the change: no disk can be smaller than its content.
          if (tries >= FILL_TRIES) throw error;
        }
      }
    },
    free: () => mount(["-o", `remount,size=${ROOMY}`, folder]),
    unmount: () => void spawnSync("umount", ["--lazy", folder]),
  };
}

function mount(args: string[]): void {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`mount ${args.join(" ")}: ${stderr.trim()}`);
}
