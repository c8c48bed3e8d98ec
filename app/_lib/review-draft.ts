import { z } from "zod";

const lineCommentSchema = z.object({
  /** The run whose difference was read. */
  run: z.string(),
  path: z.string(),
  /** What became of the line. */
  type: z.enum(["same", "added", "removed"]),
  /** From 1: in the old text where it was removed, else in the new one. */
  line: z.number().int(),
  quote: z.string(),
  text: z.string(),
});
const reviewDraftSchema = z.object({
  text: z.string().default(""),
  comments: z.array(lineCommentSchema).default([]),
});

/** What a person says about one line of a difference. */
export type LineComment = z.infer<typeof lineCommentSchema>;
export type LinePlace = Omit<LineComment, "text">;

/** What a person has written about a ticket under review and not sent yet. */
export type ReviewDraft = z.infer<typeof reviewDraftSchema>;

export const emptyDraft: ReviewDraft = { text: "", comments: [] };

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** One line has one comment. */
export function placeKey({ run, path, type, line }: LinePlace): string {
  return `${run}:${type}:${line}:${path}`;
}

/** The draft with this said about a line. Blank words keep the place of who is writing; they are not sent. */
export function withComment(draft: ReviewDraft, place: LinePlace, text: string): ReviewDraft {
  const key = placeKey(place);
  const at = draft.comments.findIndex((one) => placeKey(one) === key);
  const { run, path, type, line, quote } = place;
  const comment = { run, path, type, line, quote, text };
  const comments = at === -1 ? [...draft.comments, comment] : draft.comments.with(at, comment);
  return { ...draft, comments };
}

export function withoutComment(draft: ReviewDraft, place: LinePlace): ReviewDraft {
  const key = placeKey(place);
  return { ...draft, comments: draft.comments.filter((one) => placeKey(one) !== key) };
}

/** The comments that say something. */
export function saidComments({ comments }: ReviewDraft): LineComment[] {
  return comments.filter(({ text }) => text.trim() !== "");
}

/** What is left when `sent` got through: what was changed or added meanwhile stays. */
export function withoutSent(draft: ReviewDraft, sent: ReviewDraft): ReviewDraft {
  const gone = new Map(sent.comments.map((one) => [placeKey(one), one.text]));
  return {
    text: draft.text === sent.text ? "" : draft.text,
    comments: draft.comments.filter((one) => gone.get(placeKey(one)) !== one.text),
  };
}

/** Drafts per ticket, in memory and in the browser's storage; other tabs are told by `reread`. */
export class ReviewDrafts {
  readonly #drafts = new Map<string, ReviewDraft>();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly storage: () => Storage) {}

  read(key: string): ReviewDraft {
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const draft = this.#stored(key);
    this.#drafts.set(key, draft);
    return draft;
  }

  change(key: string, make: (draft: ReviewDraft) => ReviewDraft): void {
    const next = make(this.read(key));
    this.#drafts.set(key, next);
    try {
      if (next.text === "" && next.comments.length === 0) this.storage().removeItem(key);
      else this.storage().setItem(key, JSON.stringify(next));
    } catch {
      // Full or forbidden storage: the words stay in memory, as long as the page does.
    }
    this.#tell();
  }

  /** Another tab wrote this one; null: everything. */
  reread(key: string | null): void {
    if (key === null) this.#drafts.clear();
    else this.#drafts.delete(key);
    this.#tell();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #stored(key: string): ReviewDraft {
    try {
      const draft = reviewDraftSchema.parse(JSON.parse(this.storage().getItem(key) ?? "{}"));
      return { ...draft, comments: saidComments(draft) };
    } catch {
      // Nothing readable, or storage is forbidden: writing must work all the same.
      return emptyDraft;
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
