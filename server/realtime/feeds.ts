import type { Namespace, Socket } from "socket.io";
import { createBoardFeed } from "./board-feed.ts";
import type { BoardFeed, ReadDeltas } from "./board-feed.ts";
import { createRunFeed } from "./run-feed.ts";
import type { ReadEvents, RunFeed } from "./run-feed.ts";
import { projectRoom, stateRoom } from "./rooms.ts";
import type { ProjectRef } from "./rooms.ts";

export type FeedSources = {
  readEvents: ReadEvents;
  readDeltas: ReadDeltas;
  onError: (error: unknown) => void;
};

/** The feeds somebody reads now; one without readers is forgotten. */
export type Feeds = {
  run(runId: string): RunFeed | undefined;
  board(projectId: number): BoardFeed | undefined;
  joinRun(socket: Socket, runId: string, lastSeq: number, after: number): RunFeed;
  joinBoard(socket: Socket, project: ProjectRef, current: number, revision: number): BoardFeed;
  leaveRun(socket: Socket, runId: string): void;
  leaveBoard(socket: Socket, projectId: number): void;
  leaveAll(socket: Socket): void;
  watchedRuns(): string[];
  /** Who sees a run's state: its panel and its board. */
  stateRooms(runId: string, projectId: number | null): string[];
};

export function createFeeds(namespace: Namespace, sources: FeedSources): Feeds {
  const runs = new Map<string, RunFeed>();
  const boards = new Map<number, BoardFeed>();

  const leaveRun = (socket: Socket, runId: string) => {
    const feed = runs.get(runId);
    feed?.leave(socket);
    void socket.leave(stateRoom(runId));
    if (feed?.size() === 0) runs.delete(runId);
  };
  const leaveBoard = (socket: Socket, projectId: number) => {
    const feed = boards.get(projectId);
    feed?.leave(socket);
    void socket.leave(projectRoom(projectId));
    if (feed?.size() === 0) boards.delete(projectId);
  };

  return {
    run: (runId) => runs.get(runId),
    board: (projectId) => boards.get(projectId),
    joinRun(socket, runId, lastSeq, after) {
      const feed =
        runs.get(runId) ??
        createRunFeed(namespace, runId, lastSeq, sources.readEvents, sources.onError);
      runs.set(runId, feed);
      void socket.join(stateRoom(runId));
      feed.join(socket, after);
      feed.fillTo(lastSeq);
      return feed;
    },
    joinBoard(socket, project, current, revision) {
      const feed =
        boards.get(project.id) ??
        createBoardFeed(namespace, project, current, sources.readDeltas, sources.onError);
      boards.set(project.id, feed);
      void socket.join(projectRoom(project.id));
      feed.join(socket, revision);
      feed.advance(current);
      return feed;
    },
    leaveRun,
    leaveBoard,
    leaveAll(socket) {
      for (const runId of runs.keys()) leaveRun(socket, runId);
      for (const projectId of boards.keys()) leaveBoard(socket, projectId);
    },
    watchedRuns: () =>
      [...runs.values()].filter((feed) => !feed.hasEnded()).map((feed) => feed.runId),
    stateRooms: (runId, projectId) =>
      projectId === null ? [stateRoom(runId)] : [stateRoom(runId), projectRoom(projectId)],
  };
}
