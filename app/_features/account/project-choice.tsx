"use client";
import { Checkbox } from "#app/_components/field.tsx";
import { useProjects } from "#app/_lib/queries.ts";

/** Which projects somebody is a member of. */
export function ProjectChoice({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  value: readonly string[];
  onChange: (slugs: string[]) => void;
}) {
  const { data: projects = [] } = useProjects();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">{label}</legend>
      {hint === undefined ? null : <p className="text-sm text-muted">{hint}</p>}
      {projects.map(({ slug, name }) => (
        <Checkbox
          key={slug}
          label={name}
          checked={value.includes(slug)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...value, slug] : value.filter((other) => other !== slug),
            )
          }
        />
      ))}
    </fieldset>
  );
}
