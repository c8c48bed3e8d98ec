import type { Database } from "../store/client.ts";

/** More than this are settled in two goes: the project's rows are locked meanwhile. */
const MAX_TOGETHER = 32;

interface Waiting<Input, Answer> {
  input: Input;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface Settlement<Input, Answer> {
  /** In one transaction; answers in the order of the inputs, `alone` = it must come by itself. */
  together(database: Database, projectId: number, inputs: Input[]): Promise<(Answer | "alone")[]>;
  alone(database: Database, projectId: number, input: Input): Promise<Answer>;
}

/**
 * One lane per project: work that meets on the same rows anyway. What comes while one is under way goes
 * together in the next transaction (group commit), so a burst costs little more than one, and a single
 * one waits for nobody. One that fails fails by itself: its company is tried again one by one.
 */
export function createLanes<Input, Answer>(
  settlement: Settlement<Input, Answer>,
): { add(database: Database, projectId: number, input: Input): Promise<Answer> } {
  type Lane = Waiting<Input, Answer>[];
  const lanes = new WeakMap<Database, Map<number, Lane>>();

  async function work(database: Database, projectId: number, lane: Lane): Promise<void> {
    while (lane.length > 0) {
      for (const one of await together(database, projectId, lane.splice(0, MAX_TOGETHER))) {
        await settlement.alone(database, projectId, one.input).then(one.resolve, one.reject);
      }
    }
    lanes.get(database)?.delete(projectId);
  }

  /** Those that still have to be settled, one by one. */
  async function together(database: Database, projectId: number, group: Lane): Promise<Lane> {
    const inputs = group.map(({ input }) => input);
    try {
      const answers = await settlement.together(database, projectId, inputs);
      return group.filter((one, index) => {
        const answer = answers[index];
        if (answer === undefined || answer === "alone") return true;
        one.resolve(answer);
        return false;
      });
    } catch {
      return group;
    }
  }

  return {
    add(database, projectId, input) {
      return new Promise((resolve, reject) => {
        const ofDatabase = lanes.get(database) ?? new Map<number, Lane>();
        lanes.set(database, ofDatabase);
        const waiting = { input, resolve, reject };
        const lane = ofDatabase.get(projectId);
        if (lane) {
          lane.push(waiting);
          return;
        }
        const begun = [waiting];
        ofDatabase.set(projectId, begun);
        // What comes in the same breath goes along.
        queueMicrotask(() => void work(database, projectId, begun));
      });
    },
  };
}
