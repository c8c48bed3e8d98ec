import { io, type Socket } from "socket.io-client";
import type { z } from "zod";
import type {
  boardJoinAckSchema,
  boardJoinSchema,
  boardLeaveSchema,
  LiveServerEvents,
  PresenceCheck,
  presenceLeaveSchema,
  presenceSetSchema,
  runJoinAckSchema,
  runJoinSchema,
  runLeaveSchema,
} from "#server/contracts/live.ts";

/** Events a browser sends on `/live`. */
export interface LiveClientEvents {
  "board:join": (
    message: z.infer<typeof boardJoinSchema>,
    ack: (answer: z.infer<typeof boardJoinAckSchema>) => void,
  ) => void;
  "board:leave": (message: z.infer<typeof boardLeaveSchema>) => void;
  "run:join": (
    message: z.infer<typeof runJoinSchema>,
    ack: (answer: z.infer<typeof runJoinAckSchema>) => void,
  ) => void;
  "run:leave": (message: z.infer<typeof runLeaveSchema>) => void;
  "presence:set": (message: z.infer<typeof presenceSetSchema>) => void;
  "presence:leave": (message: z.infer<typeof presenceLeaveSchema>) => void;
}

export type LiveSocket = Socket<
  LiveServerEvents & { "presence:check": PresenceCheck },
  LiveClientEvents
>;

/** Tried often: a server that is back is found again within a second and a half (P-15). */
export const reconnection = {
  reconnectionDelay: 300,
  reconnectionDelayMax: 1_000,
  randomizationFactor: 0.5,
} as const;

/** One connection per tab, websocket only; the cookie proves who asks. */
export function createLiveSocket(): LiveSocket {
  return io("/live", {
    transports: ["websocket"],
    autoConnect: false,
    ...reconnection,
  });
}
