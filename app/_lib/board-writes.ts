/**
 * Writes to a board that are on their way. A reread that overlaps one would show the card where it was
 * before, so it is put off until the answer is there.
 */
export class BoardWrites {
  #pending = 0;
  #generation = 0;
  readonly #refusalListeners = new Set<(project: string) => void>();

  /** Call when a write starts; call the returned function when it is answered. */
  begin(): () => void {
    this.#pending += 1;
    this.#generation += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#pending -= 1;
    };
  }

  /** A mark to hold against `isUntouchedSince` when an answer arrives. */
  mark(): number {
    return this.#generation;
  }

  isUntouchedSince(mark: number): boolean {
    return this.#pending === 0 && this.#generation === mark;
  }

  /** A write was refused and taken back: counts that came meanwhile may be off by it. */
  tellRefusal(project: string): void {
    for (const listener of this.#refusalListeners) listener(project);
  }

  onRefusal(listener: (project: string) => void): () => void {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }
}

/** Of this tab. */
export const boardWrites = new BoardWrites();
