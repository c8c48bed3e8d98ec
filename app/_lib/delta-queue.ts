import type { BoardDelta } from "#server/contracts/live.ts";

/**
 * Puts deltas into revision order. Deltas that came too early wait here; a gap is reported once,
 * and is repaired by asking for what is missing (api §3). Known revisions are dropped.
 */
export class DeltaQueue {
  #early = new Map<number, BoardDelta>();

  /** What can be applied now on top of `revision`, in order. */
  take(revision: number, incoming: readonly BoardDelta[]): BoardDelta[] {
    for (const delta of incoming)
      if (delta.revision > revision) this.#early.set(delta.revision, delta);
    const ready: BoardDelta[] = [];
    for (let next = revision + 1; ; next += 1) {
      const delta = this.#early.get(next);
      if (!delta) break;
      this.#early.delete(next);
      ready.push(delta);
    }
    for (const known of this.#early.keys()) if (known <= revision) this.#early.delete(known);
    return ready;
  }

  /** True while something newer waits for a revision that did not come. */
  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  clear(): void {
    this.#early.clear();
  }
}
