import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BoardChange, BoardDelta, ChangesAnswer } from "#server/contracts/live.ts";
import type { Board } from "#server/contracts/ticket.ts";
import { BoardRoom } from "./board-room.ts";
import { boardWrites } from "./board-writes.ts";
import { queryKeys } from "./query-keys.ts";
import { idsOf, makeBoard, makeCard, makeColumn } from "./testing-board.ts";

const key = queryKeys.board("web");
const rename = (revision: number, title: string): BoardDelta => ({
  project: "web",
  revision,
  changes: [{ type: "card", card: makeCard(1, { title }) }],
});

let client: QueryClient;
let room: BoardRoom;
let seen: BoardChange[];
const fetched = vi.fn<typeof fetch>();
const answer = (body: unknown) => new Response(JSON.stringify(body));
const titleOf = () => client.getQueryData<Board>(key)?.columns[0]?.cards[0]?.title;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(key, makeBoard([makeColumn("Todo", [makeCard(1)])], 4));
  seen = [];
  room = new BoardRoom(client, "web", (changes) => seen.push(...changes));
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  room.close();
  vi.unstubAllGlobals();
});

describe("BoardRoom", () => {
  it("applies the next delta without asking the server, and tells what changed", async () => {
    await room.receive([rename(5, "five")]);
    expect([titleOf(), room.revision, seen.length]).toEqual(["five", 5, 1]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it("repairs a gap once, in order, and ends at the newest", async () => {
    const changes: ChangesAnswer = {
      items: [rename(5, "five"), rename(6, "six")],
      revision: 7,
      resync: false,
    };
    fetched.mockResolvedValue(answer(changes));
    await Promise.all([room.receive([rename(7, "seven")]), room.receive([rename(7, "seven")])]);
    expect([titleOf(), room.revision]).toEqual(["seven", 7]);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/projects/web/changes?after=4");
  });

  it("keeps what is shown when the repair is not answered, and asks again with the next delta", async () => {
    fetched.mockRejectedValueOnce(new TypeError("down"));
    await room.receive([rename(7, "seven")]);
    expect([titleOf(), room.revision]).toEqual(["Ticket 1", 4]);
    fetched.mockResolvedValueOnce(
      answer({ items: [rename(5, "five"), rename(6, "six")], revision: 8, resync: false }),
    );
    await room.receive([rename(8, "eight")]);
    expect([titleOf(), room.revision]).toEqual(["eight", 8]);
  });

  it("reads the board anew when the server says that it is too far behind", async () => {
    fetched.mockResolvedValueOnce(answer({ items: [], revision: 900, resync: true }));
    fetched.mockResolvedValueOnce(answer(makeBoard([makeColumn("Todo", [makeCard(2)])], 900)));
    await room.receive([rename(900, "late")]);
    expect(idsOf(client.getQueryData<Board>(key)!, "Todo")).toEqual([2]);
    expect(room.revision).toBe(900);
  });

  it("does not let a reread undo a move that is under way", async () => {
    const end = boardWrites.begin();
    fetched.mockResolvedValue(answer(makeBoard([makeColumn("Todo", [makeCard(2)])], 9)));
    await room.reread();
    expect(room.revision).toBe(4);
    end();
  });

  it("drops a reread that is older than what deltas have brought", async () => {
    fetched.mockResolvedValue(answer(makeBoard([makeColumn("Todo", [makeCard(2)])], 3)));
    await room.reread();
    expect([room.revision, titleOf()]).toEqual([4, "Ticket 1"]);
  });

  it("applies what came between a reread and the deltas before it again", async () => {
    const many = [makeCard(1), makeCard(2), makeCard(3)];
    client.setQueryData(key, makeBoard([makeColumn("Todo", many, { next: "3" })], 4));
    const fresh = makeBoard([makeColumn("Todo", [makeCard(1)], { next: "1" })], 5);
    const gone: BoardDelta = {
      project: "web",
      revision: 5,
      changes: [{ type: "card_removed", ticket: 3 }],
    };
    fetched.mockResolvedValueOnce(answer(fresh));
    fetched.mockResolvedValueOnce(answer({ items: [gone], revision: 5, resync: false }));
    await room.reread();
    expect(idsOf(client.getQueryData<Board>(key)!, "Todo")).toEqual([1, 2]);
    expect(room.revision).toBe(5);
  });

  it("reads every loaded window anew when too much was missed", async () => {
    const many = [makeCard(1), makeCard(2), makeCard(3)];
    client.setQueryData(key, makeBoard([makeColumn("Todo", many, { next: "3" })], 4));
    const first = makeBoard([makeColumn("Todo", [makeCard(1), makeCard(4)], { next: "4" })], 900);
    const second = makeBoard([makeColumn("Todo", [makeCard(5)], { next: null })], 900);
    fetched.mockResolvedValueOnce(answer(first));
    fetched.mockResolvedValueOnce(answer(second));
    fetched.mockResolvedValueOnce(answer({ items: [], revision: 900, resync: false }));
    await room.resync();
    expect(fetched.mock.calls[1]?.[0]).toBe("/api/projects/web/board?column=Todo&after=4");
    expect(idsOf(client.getQueryData<Board>(key)!, "Todo")).toEqual([1, 4, 5]);
    expect(room.revision).toBe(900);
  });

  it("reads the board anew once, however many ask for it meanwhile", async () => {
    fetched.mockImplementation((url) =>
      Promise.resolve(
        answer(
          String(url).includes("/changes")
            ? { items: [], revision: 900, resync: false }
            : makeBoard([makeColumn("Todo", [makeCard(2)])], 900),
        ),
      ),
    );
    await Promise.all([room.resync(), room.resync(), room.reread()]);
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      "/api/projects/web/board",
      "/api/projects/web/changes?after=900",
    ]);
    await room.resync();
    expect(fetched).toHaveBeenCalledTimes(4);
  });

  it("ends when the repair behind a board read anew says that too much is missing again", async () => {
    fetched.mockResolvedValueOnce(answer(makeBoard([makeColumn("Todo", [makeCard(2)])], 900)));
    fetched.mockResolvedValueOnce(answer({ items: [], revision: 2_000, resync: true }));
    fetched.mockResolvedValueOnce(answer(makeBoard([makeColumn("Todo", [makeCard(3)])], 2_000)));
    fetched.mockResolvedValueOnce(answer({ items: [], revision: 2_000, resync: false }));
    await room.resync();
    expect(room.revision).toBe(2_000);
    expect(idsOf(client.getQueryData<Board>(key)!, "Todo")).toEqual([3]);
  });

  it("does not shorten a list that grows while the board is read anew", async () => {
    const column = (cards: number[], next: string | null) =>
      makeColumn(
        "Todo",
        cards.map((id) => makeCard(id)),
        { next },
      );
    client.setQueryData(key, makeBoard([column([1], "1")], 4));
    fetched.mockImplementationOnce(() => {
      // The reader scrolls: the second window arrives while the first is being read anew.
      client.setQueryData(key, makeBoard([column([1, 2], "2")], 4));
      return Promise.resolve(answer(makeBoard([column([1], "1")], 900)));
    });
    fetched.mockResolvedValueOnce(answer(makeBoard([column([2], "2")], 900)));
    fetched.mockResolvedValueOnce(answer({ items: [], revision: 900, resync: false }));
    await room.resync();
    expect(idsOf(client.getQueryData<Board>(key)!, "Todo")).toEqual([1, 2]);
  });

  it("reads the board again after a refused move of this tab", async () => {
    const bridgeless = boardWrites.onRefusal(() => void room.reread());
    fetched.mockResolvedValue(
      answer(makeBoard([makeColumn("Todo", [makeCard(1)], { count: 7 })], 4)),
    );
    boardWrites.tellRefusal("web");
    await vi.waitFor(() => expect(client.getQueryData<Board>(key)?.columns[0]?.count).toBe(7));
    bridgeless();
  });
});
