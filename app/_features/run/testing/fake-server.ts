import type { RunEvent } from "#server/contracts/run-event.ts";
import { createRunStream, type RunStream } from "../stream/run-stream.ts";

/** Socket rooms and the events route in memory, for tests; time passes only in `settle`. */
export class FakeServer {
  isUp = true;
  failFetches = 0;
  private readonly stored = new Map<string, RunEvent[]>();
  private readonly ended = new Set<string>();
  private readonly opened = new Map<RunStream, { run: string; stop: () => void }>();
  private readonly timers = new Set<() => void>();
  private readonly frames = new Set<() => void>();

  /** What the panel does when it shows a run: start the stream, join its room. */
  open(run: string, after: number, heldEvents?: number): RunStream {
    const later = (set: Set<() => void>) => (callback: () => void) => {
      set.add(callback);
      return () => set.delete(callback);
    };
    const stream = createRunStream(
      run,
      after,
      {
        fetchEvents: (from, limit, signal) => this.fetchEvents(run, from, limit, signal),
        schedule: later(this.frames),
        wait: later(this.timers),
      },
      heldEvents,
    );
    this.opened.set(stream, { run, stop: stream.start() });
    stream.setConnected(this.isUp);
    if (this.isUp) void this.join(stream, run);
    return stream;
  }

  close(stream: RunStream): void {
    this.opened.get(stream)?.stop();
    this.opened.delete(stream);
  }

  of(run: string): RunEvent[] {
    return this.stored.get(run) ?? [];
  }

  /** Stores events; `isSent` false = the live copy is lost on the way. */
  emit(run: string, events: RunEvent[], isSent = true): void {
    this.stored.set(run, [...this.of(run), ...events]);
    if (!isSent || !this.isUp) return;
    const first = events[0]?.seq ?? 1;
    // Sent to every open stream: picking its own run is the stream's duty too.
    for (const stream of this.opened.keys()) stream.room.onEvents({ run, first, events });
  }

  /** The run is over; nobody is told. */
  finish(run: string): void {
    this.ended.add(run);
  }

  end(run: string): void {
    this.finish(run);
    const message = {
      run,
      lastSeq: this.of(run).length,
      outcome: "completed",
      verdict: null,
    } as const;
    for (const stream of this.opened.keys()) stream.room.onEnd?.(message);
  }

  down(): void {
    this.isUp = false;
    for (const stream of this.opened.keys()) stream.setConnected(false);
  }

  up(): void {
    this.isUp = true;
    for (const [stream, { run }] of this.opened) {
      stream.setConnected(true);
      void this.join(stream, run);
    }
  }

  /** Lets promises, timers and frames run until nothing is left to do. */
  async settle(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      const due = [...this.timers, ...this.frames];
      this.timers.clear();
      this.frames.clear();
      for (const callback of due) callback();
    }
  }

  private async join(stream: RunStream, run: string): Promise<void> {
    const from = stream.room.have() + 1;
    await Promise.resolve();
    if (!this.isUp || !this.opened.has(stream)) return;
    stream.room.onJoin?.({ from, to: this.of(run).length, ended: this.ended.has(run) });
  }

  private async fetchEvents(
    run: string,
    after: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly RunEvent[]> {
    await Promise.resolve();
    signal.throwIfAborted();
    if (this.failFetches > 0) {
      this.failFetches -= 1;
      throw new Error("failed");
    }
    return this.of(run).slice(after, after + limit);
  }
}
