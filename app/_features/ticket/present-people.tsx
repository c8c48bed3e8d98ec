"use client";
import { initialOf, PersonMark } from "#app/_components/person-mark.tsx";
import { presenceWords } from "#app/_components/presence-words.ts";
import { useOthers } from "#app/_components/use-others.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";

const named = 3;

/** Who else has this ticket open, by name where there is room. It takes no line of its own, so nothing moves when somebody comes. */
export function PresentPeople({ slug, number }: { slug: string; number: number }) {
  const t = useT(presenceWords);
  const people = useOthers(slug, number);
  const label = t("openBy", { names: people.map((person) => person.name).join(", ") });
  return (
    <span role="status" className="flex shrink-0 items-center gap-2 pt-1">
      {people.length === 0 ? null : (
        <span role="img" aria-label={label} className="flex items-center gap-2" data-present>
          {people.slice(0, named).map(({ handle, name }) => (
            <span key={handle} className="flex items-center gap-1 text-sm text-muted">
              <PersonMark text={initialOf(name)} title={name} />
              <span className="max-w-24 truncate max-sm:hidden">{name}</span>
            </span>
          ))}
          {people.length > named ? (
            <span className="text-sm text-muted">+{people.length - named}</span>
          ) : null}
        </span>
      )}
    </span>
  );
}

/** "Sam is writing a comment", over the place where one writes oneself. */
export function WritingNote({ slug, number }: { slug: string; number: number }) {
  const t = useT(presenceWords);
  const writing = useOthers(slug, number).filter((person) => person.isWriting);
  const names = writing.map((person) => person.name).join(", ");
  return (
    <div className="relative z-10">
      <p role="status" className="absolute right-3 bottom-1 max-w-[calc(100%-24px)]">
        {writing.length === 0 ? null : (
          <span className="block truncate rounded-full border bg-raised px-2 py-0.5 text-sm text-muted shadow-lift">
            {t("writing", { count: writing.length, names })}
          </span>
        )}
      </p>
    </div>
  );
}
