import type { BulkResult } from "#server/contracts/bulk.ts";
import type { Card } from "#server/contracts/ticket.ts";

export type BulkMenu = "move" | "assign" | "label" | "priority";

/** Some of the chosen ones are at work and are to be moved; many are to be run; all are to be deleted. */
export type BulkQuestion =
  | { kind: "move"; column: string; before: number | null; atWork: number }
  | { kind: "run" | "delete" };

export interface BoardUiState {
  /** The selected ticket: follows the ticket, not the place (ux 30). */
  selected: number | null;
  /** The column `c` writes into. */
  column: string | null;
  dragging: Card | null;
  /** Where the one-line form is open. */
  creating: string | null;
  /** Rail that is open as an overlay. */
  openRail: string | null;
  menu: { ticket: number; kind: "all" | "move" } | null;
  deleting: Card | null;
  choosing: { card: Card; column: string } | null;
  /** A card at work was dropped somewhere else: keep its run, or stop it? */
  moving: { card: Card; column: string; index: number } | null;
  /** The tickets the viewer moved last: held columns let them through. */
  own: ReadonlySet<number>;
  /** Tickets chosen for something that is done to all of them. */
  picked: ReadonlySet<number>;
  /** Where Shift chooses from. */
  pickAnchor: number | null;
  /** The menu of the chosen ones that is open. */
  bulkMenu: BulkMenu | null;
  /** What is asked before it is done to the chosen ones. */
  asking: BulkQuestion | null;
  /** What came of each of the chosen ones. */
  report: { text: string; results: readonly BulkResult[] } | null;
  /** What the server has answered, a search or an order of columns: then cards are read and changed in its answer. */
  answered: { q: string; sort: string } | null;
}

const initial: BoardUiState = {
  selected: null,
  column: null,
  dragging: null,
  creating: null,
  openRail: null,
  menu: null,
  deleting: null,
  choosing: null,
  moving: null,
  own: new Set(),
  picked: new Set(),
  pickAnchor: null,
  bulkMenu: null,
  asking: null,
  report: null,
  answered: null,
};

/** The rows of a list or tree that is on the screen, of which only some are read. */
export interface ShownRowSource {
  /** The tickets that are read, from the top. */
  cards: () => readonly Card[];
  placeOf: (ticket: number) => number | null;
  /** The found tickets from one row to another, both included; reads what is missing. */
  between: (from: number, to: number) => Promise<readonly number[]>;
}

/** State of one board on one screen. Leaves subscribe to a part; the board itself is not drawn again. */
export class BoardStore {
  #state = initial;
  /** Null: columns are on the screen. */
  rows: ShownRowSource | null = null;
  readonly #listeners = new Set<() => void>();

  get state(): BoardUiState {
    return this.#state;
  }

  set(change: Partial<BoardUiState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
