import type { Namespace } from "socket.io";

/** What the namespaces keep on each socket. */
export type SocketCredential = { credentialId: string };

/** Ends every connection whose session or token no longer works (S-09). */
export async function closeRevokedSockets(
  namespaces: readonly Namespace[],
  findRevoked: (credentialIds: readonly string[], now: Date) => Promise<Set<string>>,
  now: Date,
): Promise<void> {
  const sockets = namespaces.flatMap((namespace) => [...namespace.sockets.values()]);
  const ids = new Set(sockets.map((socket) => (socket.data as SocketCredential).credentialId));
  if (ids.size === 0) return;
  const revoked = await findRevoked([...ids], now);
  for (const socket of sockets) {
    if (revoked.has((socket.data as SocketCredential).credentialId)) socket.disconnect(true);
  }
}
