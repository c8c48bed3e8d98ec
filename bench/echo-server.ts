/**
 * The reference of P-04: a bare Socket.IO server on a port of 127.0.0.1 that sends what it gets to
 * everybody who is connected. Websocket only and uncompressed, as ours is. Ends with its parent.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";

const http = createServer();
const io = new Server(http, {
  transports: ["websocket"],
  serveClient: false,
  perMessageDeflate: false,
});
io.on("connection", (socket) => {
  socket.on("echo", (message: unknown) => io.emit("echo", message));
});
http.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (http.address() as AddressInfo).port });
});
process.on("disconnect", () => process.exit(0));
