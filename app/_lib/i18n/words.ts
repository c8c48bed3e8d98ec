/**
 * Catalogues of what people read. Each feature keeps one in its own `words.ts`; English is the
 * source, and a key missing in French (or one too many) is a type error.
 */
export type Entry = string | { readonly one: string; readonly other: string };
export type Entries = Readonly<Record<string, Entry>>;

/** The same keys, with plurals where English has plurals. */
export type Translated<E extends Entries> = {
  readonly [K in keyof E]: E[K] extends string
    ? string
    : { readonly one: string; readonly other: string };
};

export interface Words<E extends Entries = Entries> {
  readonly en: E;
  readonly fr: Translated<E>;
}

/** `defineWords({ moved: "Moved to {column}" }, { moved: "Déplacé vers {column}" })` */
export function defineWords<const E extends Entries>(en: E, fr: Translated<NoInfer<E>>): Words<E> {
  return { en, fr };
}

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names between braces; a plural always needs `count`. */
export type PlaceholdersOf<T> = T extends { one: infer One; other: infer Other }
  ? NamesIn<One> | NamesIn<Other> | "count"
  : NamesIn<T>;

export type WordValues<T> = Readonly<Record<PlaceholdersOf<T>, string | number>>;

export type WordArguments<T> = [PlaceholdersOf<T>] extends [never] ? [] : [values: WordValues<T>];
