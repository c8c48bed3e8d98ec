/** What was typed for a ticket, kept in this browser until it was sent. */
const prefix = "signalbox-message";

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

function keyOf(slug: string, number: number): string {
  return `${prefix}:${slug}:${number}`;
}

export function readDraft(storage: Storage, slug: string, number: number): string {
  try {
    return storage.getItem(keyOf(slug, number)) ?? "";
  } catch {
    // Storage can be forbidden; typing must work all the same.
    return "";
  }
}

export function keepDraft(storage: Storage, slug: string, number: number, text: string): void {
  try {
    if (text === "") storage.removeItem(keyOf(slug, number));
    else storage.setItem(keyOf(slug, number), text);
  } catch {
    // Full or forbidden storage: the text stays in the field.
    return;
  }
}
