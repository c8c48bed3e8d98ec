import type { Card } from "#server/contracts/ticket.ts";

interface CardDrag extends Record<string | symbol, unknown> {
  type: "card";
  card: Card;
}

interface CardTarget extends Record<string | symbol, unknown> {
  type: "card-target";
  ticket: number;
  column: string;
}

interface ColumnTarget extends Record<string | symbol, unknown> {
  type: "column-target";
  column: string;
  /** A rail or a head puts the card on top. */
  isTop: boolean;
}

type Data = Record<string | symbol, unknown>;

export const cardDrag = (card: Card): CardDrag => ({ type: "card", card });
export const cardTarget = (ticket: number, column: string): CardTarget => ({
  type: "card-target",
  ticket,
  column,
});
export const columnTarget = (column: string, isTop: boolean): ColumnTarget => ({
  type: "column-target",
  column,
  isTop,
});

export const isCardDrag = (data: Data): data is CardDrag => data.type === "card";
export const isCardTarget = (data: Data): data is CardTarget => data.type === "card-target";
export const isColumnTarget = (data: Data): data is ColumnTarget => data.type === "column-target";
