"use client";
import { useQueries } from "@tanstack/react-query";
import type { Card } from "#server/contracts/ticket.ts";
import type { WhyAnswer } from "#server/contracts/why.ts";
import { MenuItem } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useBoard } from "#app/_lib/queries.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { useBoardContext } from "./board-context.tsx";
import { dropText } from "./drop-text.ts";
import { useDrop } from "./use-drop.ts";
import { dropQuery } from "./use-drop-consequence.ts";
import { boardWords } from "./words.ts";

/** The other columns, each with what would happen there. */
export function MoveItems({ card }: { card: Card }) {
  const { slug } = useBoardContext();
  const { data: board } = useBoard(slug);
  const drop = useDrop();
  const t = useT(boardWords);
  const say = useSentence();
  const format = useFormat();
  const columns = (board?.columns ?? []).filter((column) => column.name !== card.status);
  const answers = useQueries({
    queries: columns.map((column) => dropQuery(slug, card.id, column.name)),
  });
  const hint = (answer: WhyAnswer | undefined) =>
    answer?.drop ? dropText(answer.drop, t, say, format) : undefined;
  return columns.map((column, index) => (
    <MenuItem
      key={column.id}
      hint={hint(answers[index]?.data)}
      onSelect={() => drop(card, column.name, column.cards.length)}
    >
      {column.name}
    </MenuItem>
  ));
}
