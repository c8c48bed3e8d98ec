import type { RunEvent } from "#server/contracts/run-event.ts";
import { TranscriptFold, type Transcript } from "../transcript/fold.ts";

/**
 * The contiguous part of a run's events that is held: `after < seq <= last`. It opens near the end of
 * a long run, grows at the end as events arrive and at the start as the reader scrolls up.
 */
export class EventWindow {
  private events: RunEvent[] = [];
  private fold = new TranscriptFold();
  private generation = 0;

  constructor(private after: number) {}

  get last(): number {
    return this.after + this.events.length;
  }

  get hasEarlier(): boolean {
    return this.after > 0;
  }

  get first(): number {
    return this.after;
  }

  get size(): number {
    return this.events.length;
  }

  /** Takes what continues the window; answers how many events were new, or null at a gap. */
  append(batch: readonly RunEvent[]): number | null {
    const fresh: RunEvent[] = [];
    for (const event of batch) {
      const expected = this.last + fresh.length + 1;
      if (event.seq < expected) continue;
      if (event.seq > expected) {
        this.take(fresh);
        return null;
      }
      fresh.push(event);
    }
    this.take(fresh);
    return fresh.length;
  }

  /** Puts earlier events before the window; ignored unless they end exactly where it starts. */
  prepend(batch: readonly RunEvent[]): boolean {
    const from = batch[0]?.seq ?? 0;
    const isWhole = batch.every((event, index) => event.seq === from + index);
    if (batch.length === 0 || !isWhole || from + batch.length - 1 !== this.after) return false;
    this.events = [...batch, ...this.events];
    this.after = from - 1;
    this.refold();
    return true;
  }

  /** Lets go of the oldest events so that `keep` are left. */
  trimTo(keep: number): void {
    const drop = this.events.length - keep;
    if (drop <= 0) return;
    this.events = this.events.slice(drop);
    this.after += drop;
    this.refold();
  }

  /** `generation` changes when rows were rebuilt from another start, so keys may mean other rows. */
  read(): { transcript: Transcript; generation: number } {
    return { transcript: this.fold.read(), generation: this.generation };
  }

  list(): readonly RunEvent[] {
    return this.events;
  }

  private take(fresh: readonly RunEvent[]): void {
    for (const event of fresh) this.events.push(event);
    this.fold.push(fresh);
  }

  /** The newest checklist stays, also when its event was let go. */
  private refold(): void {
    this.fold = new TranscriptFold(this.fold.read().todo);
    this.fold.push(this.events);
    this.generation += 1;
  }
}
