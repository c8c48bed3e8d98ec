"use client";
import type { PresentPerson } from "#server/contracts/live.ts";
import { initialOf, PersonMark } from "#app/_components/person-mark.tsx";

/** Who else has the ticket open; it makes room for the card's menu. */
export function CardPresence({ people }: { people: readonly PresentPerson[] }) {
  const [first] = people;
  if (!first) return null;
  return (
    <span
      data-present={people.map((person) => person.handle).join(" ")}
      className="absolute top-1 right-1 group-focus-within:opacity-0 group-hover:opacity-0 pointer-coarse:right-7"
    >
      <PersonMark
        text={people.length === 1 ? initialOf(first.name) : String(people.length)}
        title={people.map((person) => person.name).join(", ")}
      />
    </span>
  );
}
