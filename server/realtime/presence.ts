/**
 * Who has which ticket open, as far as their connections answer. It lives in this process alone: a
 * restart asks nobody, the browsers say it again when they are back.
 */
import type { Namespace, Socket } from "socket.io";
import type { PresenceMessage } from "#server/contracts/live.ts";
import { projectRoom } from "./rooms.ts";
import type { ProjectRef } from "./rooms.ts";
import { createThrottle } from "./throttle.ts";

/** Every connection is asked this often whether somebody is still there … */
const CHECK_MS = 3_000;
/** … and counts as gone when it has not answered by then. */
const ANSWER_WITHIN_MS = 5_000;
/** The longest that somebody is shown whose line is lost, but for the telling. */
export const GONE_WITHIN_MS = CHECK_MS + ANSWER_WITHIN_MS;
const TELL_EVERY_MS = 200;

type Seat = {
  project: ProjectRef;
  person: { handle: string; name: string };
  ticket: number;
  isWriting: boolean;
  /** False while the connection does not answer. */
  isThere: boolean;
};

export type Presence = {
  /** A tab has a ticket open; another one takes the place of the one before. */
  set(socket: Socket, seat: Omit<Seat, "isThere">): void;
  /** A tab has none open, or its connection ended. */
  leave(socket: Socket): void;
  /** Everybody who is there now, for one that has just opened the board. */
  tell(socket: Socket, project: ProjectRef): void;
  stop(): void;
};

export function createPresence(namespace: Namespace): Presence {
  const seats = new Map<Socket, Seat>();
  const changed = createThrottle<string>(TELL_EVERY_MS, (slugs) => {
    for (const slug of slugs) {
      const id = ids.get(slug);
      if (id !== undefined) namespace.to(projectRoom(id)).emit("presence", describe(slug));
    }
  });
  const ids = new Map<string, number>();

  const describe = (slug: string): PresenceMessage => {
    const tickets = new Map<number, PresenceMessage["tickets"][number]["people"]>();
    for (const { project, person, ticket, isWriting, isThere } of seats.values()) {
      if (project.slug !== slug || !isThere) continue;
      const people = tickets.get(ticket) ?? [];
      const known = people.find((other) => other.handle === person.handle);
      // Two tabs of one person are one person.
      if (known) known.isWriting ||= isWriting;
      else people.push({ ...person, isWriting });
      tickets.set(ticket, people);
    }
    return {
      project: slug,
      tickets: [...tickets]
        .sort(([a], [b]) => a - b)
        .map(([ticket, people]) => ({
          ticket,
          people: people.sort((a, b) => (a.handle < b.handle ? -1 : 1)),
        })),
    };
  };

  const check = () => {
    for (const [socket, seat] of seats) {
      socket.timeout(ANSWER_WITHIN_MS).emit("presence:check", {}, (error: Error | null) => {
        const isThere = error === null;
        const now = seats.get(socket);
        if (!now || now.isThere === isThere) return;
        now.isThere = isThere;
        changed.add(seat.project.slug);
      });
    }
  };
  const timer = setInterval(check, CHECK_MS);

  const leave = (socket: Socket) => {
    const seat = seats.get(socket);
    if (!seats.delete(socket) || !seat) return;
    changed.add(seat.project.slug);
  };
  return {
    set(socket, given) {
      const old = seats.get(socket);
      seats.set(socket, { ...given, isThere: true });
      ids.set(given.project.slug, given.project.id);
      if (old && old.project.slug !== given.project.slug) changed.add(old.project.slug);
      changed.add(given.project.slug);
    },
    leave,
    tell(socket, { slug }) {
      socket.emit("presence", describe(slug));
    },
    stop() {
      clearInterval(timer);
      changed.stop();
    },
  };
}
