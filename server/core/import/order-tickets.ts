/** A ticket as far as its place in the tree goes. */
interface Placed {
  id: number;
  parentId: number | null;
}

/** A ticket of another board with the parent it keeps and its level from 1. */
export interface Ordered<T> {
  ticket: T;
  parentId: number | null;
  level: number;
}

/**
 * Parents before their children, else by number. A parent that does not exist, and the link that closes
 * a circle (older boards let long ones pass), is left out; `dropped` names the children.
 */
export function orderTickets<T extends Placed>(
  tickets: readonly T[],
): { ordered: Ordered<T>[]; dropped: number[] } {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const dropped: number[] = [];
  const done = new Map<number, Ordered<T>>();
  const place = (ticket: T): Ordered<T> => {
    // Up to the first ancestor that has its place, then down again: no recursion on long chains.
    const chain: T[] = [];
    const onChain = new Set<number>();
    let at: T | undefined = ticket;
    while (at !== undefined && !done.has(at.id) && !onChain.has(at.id)) {
      chain.push(at);
      onChain.add(at.id);
      at = at.parentId === null ? undefined : byId.get(at.parentId);
    }
    for (const one of chain.toReversed()) {
      const parent = one.parentId === null ? undefined : done.get(one.parentId);
      if (one.parentId !== null && parent === undefined) dropped.push(one.id);
      done.set(one.id, {
        ticket: one,
        parentId: parent === undefined ? null : one.parentId,
        level: (parent?.level ?? 0) + 1,
      });
    }
    const placed = done.get(ticket.id);
    if (placed === undefined) throw new Error(`ticket #${ticket.id}: expected a place, found none`);
    return placed;
  };
  for (const ticket of tickets.toSorted((a, b) => a.id - b.id)) place(ticket);
  return { ordered: [...done.values()], dropped };
}

/**
 * When a ticket came into its column: the newest entry of its history whose data is `<column> → <its
 * column>` (compat §2.3), else when it was made.
 */
export function enteredColumnAt(
  ticket: { status: string; createdAt: Date; activities: readonly { text: string; at: Date }[] },
  columns: ReadonlySet<string>,
): Date {
  const entry = ticket.activities.findLast(({ text }) => {
    if (!text.endsWith(` → ${ticket.status}`)) return false;
    const before = text.slice(0, -` → ${ticket.status}`.length);
    return [...columns].some((name) => name !== ticket.status && before.endsWith(name));
  });
  return entry?.at ?? ticket.createdAt;
}
