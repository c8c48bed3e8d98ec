/** One run this process looks after. */
export interface Supervisor {
  runId: string;
  fence: number;
  /** Something about the run changed in the database: a command, an answer, a stop. */
  hint(): void;
  /** Tells the keeper that the run has a worker. */
  beat(): Promise<void>;
  /** Stops looking after the run without touching its agent. */
  letGo(reason: string): void;
  isOver(): boolean;
  /** Settles once its agent's process was started, or will not be. Never rejects. */
  begun: Promise<void>;
  /** Settles when nothing of it runs in this process any more. Never rejects. */
  done: Promise<void>;
}

/** The runs of this process by id. */
export interface Supervisors {
  add(supervisor: Supervisor): void;
  get(runId: string): Supervisor | undefined;
  list(): Supervisor[];
}

export function createSupervisors(): Supervisors {
  const byRun = new Map<string, Supervisor>();
  return {
    add(supervisor) {
      byRun.set(supervisor.runId, supervisor);
      void supervisor.done.then(() => {
        if (byRun.get(supervisor.runId) === supervisor) byRun.delete(supervisor.runId);
      });
    },
    get: (runId) => byRun.get(runId),
    list: () => [...byRun.values()],
  };
}
