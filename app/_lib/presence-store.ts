import type { PresenceMessage, PresentPerson } from "#server/contracts/live.ts";

const nobody: readonly PresentPerson[] = [];

/** Who has which ticket open, as the server said last. People of a ticket keep their identity until they change. */
export class PresenceStore {
  readonly #people = new Map<string, readonly PresentPerson[]>();
  readonly #listeners = new Set<() => void>();

  people(project: string, ticket: number): readonly PresentPerson[] {
    return this.#people.get(`${project}/${ticket}`) ?? nobody;
  }

  receive({ project, tickets }: PresenceMessage): void {
    const fresh = new Map(tickets.map((one) => [`${project}/${one.ticket}`, one.people]));
    for (const key of this.#people.keys()) {
      if (key.startsWith(`${project}/`) && !fresh.has(key)) this.#people.delete(key);
    }
    for (const [key, people] of fresh) {
      if (JSON.stringify(this.#people.get(key)) !== JSON.stringify(people)) {
        this.#people.set(key, people);
      }
    }
    this.#tell();
  }

  /** The line is down: nobody is known to be there. */
  clear(): void {
    this.#people.clear();
    this.#tell();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
