import type { Row, ToolRow } from "./row.ts";

/**
 * A list of rows that only grows: the run's own, or one sub-agent's. `owner` is the call that started
 * the sub-agent; replacing anything inside replaces the owner too, up to the top.
 */
export interface Lane {
  rows: Row[];
  owner: Place | null;
}

/** Where a row lies. `item` is set inside a group of reads. */
export interface Place {
  lane: Lane;
  index: number;
  item: number | null;
}

export function appendRow(lane: Lane, row: Row): Place {
  lane.rows.push(row);
  touchOwner(lane);
  return { lane, index: lane.rows.length - 1, item: null };
}

export function replaceRow(place: Place, row: Row): void {
  place.lane.rows[place.index] = row;
  touchOwner(place.lane);
}

/** Counts an event to a row that shows it already. */
export function attachSeq(place: Place, seq: number): void {
  const row = place.lane.rows[place.index];
  if (row !== undefined) replaceRow(place, { ...row, seqs: [...row.seqs, seq] });
}

/** Changes a tool row in place of its group or lane; a place that holds something else is left alone. */
export function changeTool(place: Place, change: (row: ToolRow) => ToolRow): void {
  const row = place.lane.rows[place.index];
  if (row?.kind === "tool") {
    replaceRow(place, change(row));
  } else if (row?.kind === "reads" && place.item !== null) {
    const item = row.items[place.item];
    if (item === undefined) return;
    const changed = change(item);
    const items = row.items.with(place.item, changed);
    const added = changed.seqs.filter((seq) => !item.seqs.includes(seq));
    replaceRow(place, { ...row, items, seqs: [...row.seqs, ...added] });
  }
}

function touchOwner(lane: Lane): void {
  if (lane.owner === null) return;
  changeTool(lane.owner, (row) => ({
    ...row,
    children: lane.rows,
    childCount: lane.rows.length,
  }));
}
