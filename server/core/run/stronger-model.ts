/** Families of the agent CLI's models from cheap to dear; their names are aliases that it takes. */
const ladder = ["haiku", "sonnet", "opus"] as const;

/**
 * The next dearer model, as an alias; null = there is none. A model that is not known, and the CLI's own
 * default, count as the middle one.
 */
export function strongerModel(model: string | null): string | null {
  const name = model?.toLowerCase() ?? "";
  const place = ladder.findIndex((family) => name.includes(family));
  return ladder[(place === -1 ? ladder.indexOf("sonnet") : place) + 1] ?? null;
}
