import type { QueryClient } from "@tanstack/react-query";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "./api.ts";
import { appendWindow, findColumn } from "./board-cache.ts";
import { queryKeys } from "./query-keys.ts";

/** Reads the next window of a column into the cached board, the whole one or what a search shows of it. False: there was none, or it was not reached. */
export async function loadWindow(
  client: QueryClient,
  project: string,
  column: string,
  shown: { key: readonly unknown[]; asked: { q: string; sort: string } | null } = {
    key: queryKeys.board(project),
    asked: null,
  },
): Promise<boolean> {
  const { key, asked } = shown;
  const read = () => client.getQueryData<Board>(key);
  const cursor = () => findColumn(read() ?? emptyBoard, column)?.next ?? null;
  for (;;) {
    const after = cursor();
    if (after === null) return false;
    const query = { column, after, ...asked };
    const path = `${projectPath(project)}/board`;
    const answer = await api.get(path, boardSchema, { query }).catch(() => null);
    const window = answer?.columns.find((other) => other.name === column);
    if (!answer || !window) return false;
    // Older than what deltas have brought, it may hold cards that have left since: ask again.
    if (answer.revision < (read()?.revision ?? 0)) continue;
    // A reread may have moved the cursor meanwhile: then this window is not the next one.
    if (cursor() !== after) continue;
    client.setQueryData<Board>(key, (board) => board && appendWindow(board, column, window));
    return true;
  }
}

const emptyBoard: Board = { project: "", revision: 0, columns: [], members: [], labels: [] };
