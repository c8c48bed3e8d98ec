import type { Namespace } from "socket.io";

/** What the namespaces keep on each socket. */
export type SocketCredential = {
  credentialId: string;
  /** When its rights were about to be read; absent where they never change. */
  judgedAt?: Date | null;
};

export type FindRevoked = (credentialIds: readonly string[], now: Date) => Promise<Set<string>>;
export type FindRightsChanges = (credentialIds: readonly string[]) => Promise<Map<string, Date>>;

/**
 * Ends every connection whose session or token no longer works, and every one that was let in before its
 * person's rights became others; that one may come back with the rights it has now (S-09).
 */
export async function closeRevokedSockets(
  namespaces: readonly Namespace[],
  findRevoked: FindRevoked,
  findRightsChanges: FindRightsChanges,
  now: Date,
): Promise<void> {
  const sockets = namespaces.flatMap((namespace) => [...namespace.sockets.values()]);
  const ids = [...new Set(sockets.map((socket) => (socket.data as SocketCredential).credentialId))];
  if (ids.length === 0) return;
  const [revoked, changes] = await Promise.all([findRevoked(ids, now), findRightsChanges(ids)]);
  for (const socket of sockets) {
    const { credentialId, judgedAt } = socket.data as SocketCredential;
    const changedAt = changes.get(credentialId);
    const isOlder = changedAt !== undefined && judgedAt != null && judgedAt <= changedAt;
    if (revoked.has(credentialId) || isOlder) socket.disconnect(true);
  }
}
