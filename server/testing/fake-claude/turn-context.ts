/** What a scenario may do in a turn, and what a turn is made of. */
import type { Arguments } from "./arguments.ts";
import type { Input, UserMessage } from "./input.ts";
import type { Output } from "./output.ts";
import type { Session } from "./session-store.ts";
import type { Stage } from "./stage.ts";
import type { ToolOutcome } from "./tools.ts";

/** Thrown inside a turn to end it with a result that is not success. */
export class TurnEnd extends Error {
  constructor(readonly result: Record<string, unknown>) {
    super(String(result["subtype"]));
  }
}

export type AskedQuestion = {
  question: string;
  header: string;
  multiSelect?: boolean;
  options: { label: string; description: string }[];
};

export type Turn = {
  prompt: string;
  /** 1 for the first turn of the session. */
  number: number;
  isResumed: boolean;
  cwd: string;
  sessionId: string;
  /** The `init` of a silent scenario, or one more of another; the message is told as consumed once. */
  tellInit(): void;
  /** Makes the session known to later processes, which else happens with the `init`. */
  keepSession(): void;
  stage: Stage;
  say(text: string): Promise<void>;
  think(text: string): Promise<void>;
  use(tool: string, input: Record<string, unknown>): Promise<ToolOutcome>;
  bash(command: string): Promise<ToolOutcome>;
  todo(items: [text: string, state: "pending" | "in_progress" | "completed"][]): Promise<void>;
  /** The chosen label per question; null when nobody answered. */
  ask(questions: AskedQuestion[]): Promise<Record<string, string | string[]> | null>;
  /** Scaled by `$FAKE_CLAUDE_SPEED`; ends early when the turn is interrupted. */
  pause(ms: number): Promise<void>;
  /** Costs more than its messages do: counts in the totals of the result. */
  spend(usd: number): void;
  emit(event: Record<string, unknown>): void;
  raw(text: string | Uint8Array): void;
  /** Ends the process at once, without a result. */
  crash(code: number): never;
  exit(code: number, reason: string): never;
  /** The result of this turn, emitted now instead of at the end. */
  finish(fields?: Record<string, unknown>): void;
  lastText(): string;
};

export type TurnContext = {
  args: Arguments;
  session: Session;
  input: Input;
  output: Output;
  message: UserMessage;
  isResumed: boolean;
  /** Permission mode; changes with `set_permission_mode` and an approved plan. */
  mode: { value: string };
  spentUsd: { value: number };
  signal: AbortSignal;
  speed: number;
  cwd: string;
  tellInit(): void;
  keepSession(): void;
  exit(code: number, reason: string): never;
};
