import type { QueryClient } from "@tanstack/react-query";
import type { ListPage, TreePage, TreeRow } from "#server/contracts/ticket-rows.ts";
import type { Card } from "#server/contracts/ticket.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

const isTreeRow = (item: Card | TreeRow): item is TreeRow => "card" in item;

/** The page with a change in one of its tickets, in the place it has; the same page where it has not that ticket. */
export function patchPage<P extends ListPage | TreePage>(
  page: P,
  ticket: number,
  change: Partial<Card>,
): P {
  const items = page.items.map((item) => {
    if (isTreeRow(item))
      return item.card.id === ticket ? { ...item, card: { ...item.card, ...change } } : item;
    return item.id === ticket ? { ...item, ...change } : item;
  });
  return items.every((item, index) => item === page.items[index]) ? page : { ...page, items };
}

/** Shows at once in lists and trees what was done to a ticket; their order follows with the next answer. */
export function patchRows(
  client: QueryClient,
  project: string,
  ticket: number,
  change: Partial<Card>,
): void {
  client.setQueriesData<ListPage | TreePage>(
    { queryKey: queryKeys.allRows(project) },
    (page) => page && patchPage(page, ticket, change),
  );
}

/** What the viewer has done is read at once, also under the pointer: only what others do is held (ux 30). */
export function readRowsAgain(client: QueryClient, project: string): void {
  void client.invalidateQueries({ queryKey: queryKeys.allRows(project) });
}
