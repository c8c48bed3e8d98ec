"use client";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { PresentPerson } from "#server/contracts/live.ts";
import type { RunRoomHandlers } from "./run-room.ts";
import { createLiveSocket } from "./socket.ts";
import { SocketBridge } from "./socket-bridge.ts";

const BridgeContext = createContext<SocketBridge | null>(null);

/** Opens the live connection once a person is known to be logged in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [bridge, setBridge] = useState<SocketBridge | null>(null);
  useEffect(() => {
    const created = new SocketBridge(client, createLiveSocket());
    setBridge(created);
    return created.start();
  }, [client]);
  return <BridgeContext value={bridge}>{children}</BridgeContext>;
}

/** Keeps the cached board current while mounted; call it with the revision once the board is read. */
export function useBoardRoom(project: string, isLoaded: boolean): void {
  const bridge = useContext(BridgeContext);
  useEffect(() => bridge?.watchBoard(project), [bridge, project]);
  useEffect(() => {
    if (isLoaded) bridge?.boardLoaded(project);
  }, [bridge, project, isLoaded]);
}

/** Follows a run while mounted. The handlers may change between renders; the newest are called. */
export function useRunRoom(run: string | null, handlers: RunRoomHandlers): void {
  const bridge = useContext(BridgeContext);
  const newest = useRef(handlers);
  useEffect(() => {
    newest.current = handlers;
  });
  useEffect(() => {
    if (!bridge || run === null) return undefined;
    return bridge.watchRun(run, {
      have: () => newest.current.have(),
      onJoin: (ack) => newest.current.onJoin?.(ack),
      onEvents: (message) => newest.current.onEvents(message),
      onPartial: (message) => newest.current.onPartial?.(message),
      onState: (state) => newest.current.onState?.(state),
      onEnd: (message) => newest.current.onEnd?.(message),
      onRefused: (refusal) => newest.current.onRefused?.(refusal),
    });
  }, [bridge, run]);
}

/** Tells others that this ticket is open here while mounted; the answer says whether a comment is being written. */
export function useOpenTicket(project: string, ticket: number): (isWriting: boolean) => void {
  const bridge = useContext(BridgeContext);
  useEffect(() => bridge?.openTicket(project, ticket), [bridge, project, ticket]);
  return useCallback((isWriting) => bridge?.setWriting(isWriting), [bridge]);
}

/** Who has the ticket open, this person among them. */
export function usePresence(project: string, ticket: number): readonly PresentPerson[] {
  const bridge = useContext(BridgeContext);
  return useSyncExternalStore(
    (listener) => bridge?.presence.subscribe(listener) ?? (() => undefined),
    () => bridge?.presence.people(project, ticket) ?? nobody,
    () => nobody,
  );
}

const nobody: readonly PresentPerson[] = [];

export type Connection = "connecting" | "connected" | "lost";

export function useConnection(): Connection {
  const bridge = useContext(BridgeContext);
  return useSyncExternalStore<Connection>(
    (listener) => bridge?.onStatus(listener) ?? (() => undefined),
    () => (bridge?.isConnected ? "connected" : bridge?.wasConnected ? "lost" : "connecting"),
    () => "connecting",
  );
}
