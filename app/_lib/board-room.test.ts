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
});
