/**
 * Whether saving `mine` would throw away what somebody else wrote. `base` is the text the editing
 * started from; null = not known (a draft found later), then any other text counts as somebody's.
 */
export function hasConflict(base: string | null, mine: string, theirs: string): boolean {
  return theirs !== base && theirs !== mine;
}
