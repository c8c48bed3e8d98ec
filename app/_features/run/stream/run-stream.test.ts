import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "#server/contracts/run-event.ts";
import { numbered } from "../testing/events.ts";
import { FakeServer } from "../testing/fake-server.ts";
import type { RunStream } from "./run-stream.ts";

const texts = (from: number, count: number, run = "r"): RunEvent[] =>
  numbered(
    Array.from({ length: count }, (_, i) => [
      "assistant_text" as const,
      { text: `${run} ${from + i}`, messageId: null },
    ]),
    from,
  );
const seqs = (stream: RunStream): number[] => stream.events().map((event) => event.seq);
const upTo = (last: number, after = 0): number[] =>
  Array.from({ length: last - after }, (_, i) => after + i + 1);

describe("openRunStream", () => {
  it("fetches what was stored before it joined and then follows", async () => {
    const server = new FakeServer();
    server.emit("r", texts(1, 30));
    const stream = server.open("r", 0);
    await server.settle();
    server.emit("r", texts(31, 2));
    await server.settle();
    expect(seqs(stream)).toEqual(upTo(32));
    expect(stream.getSnapshot().status).toBe("live");
    expect(stream.getSnapshot().transcript.rows).toHaveLength(32);
  });

  it("fills a gap from the stored events instead of showing a hole", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0);
    await server.settle();
    server.emit("r", texts(1, 3));
    server.emit("r", texts(4, 5), false);
    server.emit("r", texts(9, 2));
    await server.settle();
    expect(seqs(stream)).toEqual(upTo(10));
  });

  it("drops what arrives twice", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0);
    await server.settle();
    server.emit("r", texts(1, 5));
    stream.room.onEvents({ run: "r", first: 3, events: texts(3, 3) });
    await server.settle();
    expect(seqs(stream)).toEqual(upTo(5));
  });

  it("tries again after a failed fetch", async () => {
    const server = new FakeServer();
    server.emit("r", texts(1, 5));
    server.failFetches = 2;
    const stream = server.open("r", 0);
    await server.settle();
    expect(seqs(stream)).toEqual(upTo(5));
  });

  it("keeps what it has while offline, polls, and says how many it caught up", async () => {
    const server = new FakeServer();
    server.emit("r", texts(1, 4));
    const stream = server.open("r", 0);
    await server.settle();
    server.down();
    server.emit("r", texts(5, 3));
    await server.settle();
    expect(stream.getSnapshot().status).toBe("offline");
    expect(seqs(stream)).toEqual(upTo(7));
    server.emit("r", texts(8, 1));
    server.up();
    await server.settle();
    expect(seqs(stream)).toEqual(upTo(8));
    expect(stream.getSnapshot()).toMatchObject({ status: "live", caughtUp: 4 });
  });

  it("is ended only when the last event is here", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0);
    await server.settle();
    server.emit("r", texts(1, 6), false);
    server.end("r");
    expect(stream.getSnapshot().status).toBe("live");
    await server.settle();
    expect(stream.getSnapshot().status).toBe("ended");
    expect(seqs(stream)).toEqual(upTo(6));
  });

  it("opens a long run at its end and loads earlier pages without losing a row", async () => {
    const server = new FakeServer();
    server.emit("r", texts(1, 5000));
    server.finish("r");
    const stream = server.open("r", 4700);
    await server.settle();
    expect(seqs(stream)).toEqual(upTo(5000, 4700));
    expect(stream.getSnapshot().hasEarlier).toBe(true);
    while (stream.getSnapshot().hasEarlier) {
      stream.loadEarlier();
      await server.settle();
    }
    expect(seqs(stream)).toEqual(upTo(5000));
    expect(stream.getSnapshot().transcript.rows).toHaveLength(5000);
  });

  it("lets old events go while the reader follows, and fetches them again on demand", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0);
    await server.settle();
    for (let from = 1; from < 25_000; from += 1000) server.emit("r", texts(from, 1000));
    await server.settle();
    expect(stream.events().length).toBeLessThanOrEqual(20_000);
    expect(seqs(stream).at(-1)).toBe(25_000);
    stream.setFollowing(false);
    while (stream.getSnapshot().hasEarlier) {
      stream.loadEarlier();
      await server.settle();
    }
    expect(seqs(stream)).toEqual(upTo(25_000));
  });

  it("shows partial text until the stored message takes its place, and no late copy of it", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0);
    await server.settle();
    const partial = (text: string) => {
      stream.room.onPartial?.({ run: "r", text });
    };
    partial("I will");
    partial("");
    await server.settle();
    expect(stream.getSnapshot().partial.get("")).toBe("I will");
    server.emit("r", numbered([["assistant_text", { text: "I will look.", messageId: null }]]));
    partial("I will look");
    await server.settle();
    expect(stream.getSnapshot().partial.size).toBe(0);
  });

  it("tells subscribers at most once per frame", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0);
    await server.settle();
    let calls = 0;
    stream.subscribe(() => (calls += 1));
    for (let seq = 1; seq <= 100; seq += 1) server.emit("r", texts(seq, 1));
    expect(calls).toBe(0);
    await server.settle();
    expect(calls).toBe(1);
  });
});

describe("switching between runs", () => {
  it("shows no foreign, lost or doubled row after 20 fast switches", async () => {
    const server = new FakeServer();
    const runs = ["a", "b", "c", "d"];
    for (const run of runs) server.emit(run, texts(1, 50, run));
    let current = server.open("a", 0);
    let shown = "a";
    for (let step = 0; step < 20; step += 1) {
      for (const run of runs) server.emit(run, texts(server.of(run).length + 1, 3, run));
      server.close(current);
      shown = runs[(step * 3 + 1) % 4] ?? "a";
      current = server.open(shown, 0);
      if (step % 3 === 0) await Promise.resolve();
    }
    await server.settle();
    expect(seqs(current)).toEqual(upTo(110));
    expect(
      current.events().every((event) => String(event.payload.text).startsWith(`${shown} `)),
    ).toBe(true);
  });
});

describe("whatever the connection does", () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant("emit" as const),
      count: fc.integer({ min: 1, max: 40 }),
      isSent: fc.boolean(),
    }),
    fc.record({
      do: fc.constantFrom("down" as const, "up" as const, "settle" as const, "fail" as const),
    }),
  );
  it("ends with exactly the stored events in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(30), async (steps, before) => {
        const server = new FakeServer();
        server.emit("r", texts(1, before));
        const stream = server.open("r", 0);
        for (const action of steps) {
          if (action.do === "emit")
            server.emit("r", texts(server.of("r").length + 1, action.count), action.isSent);
          else if (action.do === "down" && server.isUp) server.down();
          else if (action.do === "up" && !server.isUp) server.up();
          else if (action.do === "fail") server.failFetches += 1;
          else await server.settle();
        }
        if (!server.isUp) server.up();
        await server.settle();
        server.end("r");
        await server.settle();
        expect(seqs(stream)).toEqual(upTo(server.of("r").length));
        expect(stream.getSnapshot().status).toBe("ended");
      }),
      { numRuns: 150 },
    );
  });
});

describe("a small window", () => {
  it("holds no more than it was given and keeps the newest checklist whose event it let go", async () => {
    const server = new FakeServer();
    const stream = server.open("r", 0, 40);
    await server.settle();
    const items = [{ text: "Read", state: "completed" }];
    server.emit("r", numbered([["todo", { items }]]));
    for (let first = 2; first < 500; first += 10) {
      server.emit("r", texts(first, 10));
      await server.settle();
      expect(stream.events().length).toBeLessThanOrEqual(40);
    }
    expect(stream.getSnapshot()).toMatchObject({ lastSeq: 501, transcript: { todo: items } });
    expect(stream.events()[0]?.seq).toBeGreaterThan(1);
  });
});
