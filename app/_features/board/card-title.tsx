import type { Card } from "#server/contracts/ticket.ts";
import { LabelBadge } from "#app/_components/badge.tsx";
import { cn } from "#app/_components/class-names.ts";

const shownLabels = 2;
/** Labels stand beside the title only where it leaves room on its second line. */
const roomyTitle = 52;

/** Bold while others did something that this person has not opened (ux 16). */
export function CardTitle({ card, isOneLine }: { card: Card; isOneLine: boolean }) {
  const hasRoom = !isOneLine && card.title.length <= roomyTitle;
  const labels = hasRoom ? card.labels.slice(0, shownLabels) : [];
  const hidden = card.labels.length - labels.length;
  return (
    <span
      className={cn(
        "block max-h-[34px] overflow-hidden leading-[17px] break-words",
        isOneLine ? "truncate" : "line-clamp-2",
      )}
    >
      <span className="mr-1.5 text-muted">{card.id}</span>
      <span className={cn(card.unread && "font-bold")}>{card.title}</span>
      {labels.map((label) => (
        <LabelBadge
          key={label.id}
          name={label.name}
          color={label.color}
          className="mt-px ml-1.5 h-[15px] align-top leading-none"
        />
      ))}
      {labels.length > 0 && hidden > 0 ? (
        <span className="ml-1 text-xs text-muted">+{hidden}</span>
      ) : null}
    </span>
  );
}
