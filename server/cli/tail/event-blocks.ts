/** A run event as lines for a terminal: one small function per kind. Tools are told in tool-blocks.ts. */
import type { RunEventKind, RunEventPayload } from "../../contracts/run-event.ts";
import { plainLine, terminalLines } from "../../lib/terminal-text.ts";
import { money, timeOfDay } from "./amounts.ts";
import type { Paint } from "./paint.ts";
import { toolName, toolSubject } from "./tool-text.ts";

/** One fact: the first line stands behind the mark, the others below it. */
export type Block = { mark: string; lines: string[] };

export type BlockContext = {
  paint: Paint;
  hasColour: boolean;
  /** Where a person answers: the ticket's page, or the board. */
  answerAt: string;
};

/** Kinds that are told together with others. */
export type ToolKind = "tool_call" | "tool_result" | "permission_denied";
type PlainKind = Exclude<RunEventKind, ToolKind>;
type Teller<K extends RunEventKind> = (
  payload: RunEventPayload<K>,
  context: BlockContext,
) => Block | null;

const MAX_PROMPT_LINES = 3;
/** Notices of the CLI that say something to a person. */
const SPOKEN_STATUS = new Set(["informational", "notification"]);

function dimLine(mark: string, text: string, { paint }: BlockContext): Block {
  return { mark: paint("dim", mark), lines: [paint("dim", plainLine(text))] };
}

function amberLine(text: string, { paint }: BlockContext): Block {
  return { mark: paint("amber", "!"), lines: [paint("amber", plainLine(text))] };
}

function howToAnswer({ paint, answerAt }: BlockContext): string {
  return `${paint("amber", "answer:")} ${answerAt}`;
}

const tellers: { [K in PlainKind]: Teller<K> } = {
  run_started: ({ agent, isResume, model, permissionLevel, isDemo }, { paint }) => ({
    mark: paint("blue", "▶"),
    lines: [
      paint("bold", `${plainLine(agent)} ${isResume ? "goes on" : "starts"}`) +
        paint(
          "dim",
          ` · ${[model, permissionLevel, isDemo ? "demo" : null]
            .filter(Boolean)
            .map((word) => plainLine(String(word)))
            .join(" · ")}`,
        ),
    ],
  }),
  init: ({ model, cliVersion, cwd }, context) =>
    dimLine("·", [model, cliVersion, cwd].filter(Boolean).join(" · "), context),
  assistant_text: ({ text }, { hasColour }) =>
    text.trim() === "" ? null : { mark: " ", lines: terminalLines(text.trim(), { hasColour }) },
  thinking: ({ text }, { paint }) =>
    text.trim() === ""
      ? null
      : {
          mark: paint("dim", "~"),
          lines: terminalLines(text.trim(), { hasColour: false }).map((line) => paint("dim", line)),
        },
  user_message: ({ text, isReplay, isSynthetic }, { paint }) => {
    if (isSynthetic && !isReplay) return null;
    const lines = terminalLines(text.trim(), { hasColour: false });
    const shown = lines.slice(0, MAX_PROMPT_LINES);
    if (lines.length > shown.length) shown.push("…");
    return { mark: paint("blue", "‹"), lines: shown.map((line) => paint("dim", line)) };
  },
  question: ({ questions }, context) => ({
    mark: context.paint("amber", "?"),
    lines: [
      ...questions.flatMap(({ question, options, multiSelect }) => [
        context.paint("bold", plainLine(question)) +
          (multiSelect ? " (several may be chosen)" : ""),
        ...options.map(({ label, description }, index) => {
          const more = description ? context.paint("dim", ` - ${plainLine(description)}`) : "";
          return `  ${index + 1} ${plainLine(label)}${more}`;
        }),
      ]),
      howToAnswer(context),
    ],
  }),
  permission_request: ({ tool, input, isPlan, decidedBy }, context) => {
    const subject = toolSubject(tool, input);
    if (decidedBy === "board") {
      return dimLine("·", `allowed by the board: ${toolName(tool)} ${subject}`, context);
    }
    const plan =
      isPlan && typeof input === "object" && input !== null ? Reflect.get(input, "plan") : null;
    const asked =
      typeof plan === "string"
        ? [
            context.paint("bold", "approve this plan?"),
            ...terminalLines(plan, { hasColour: false }),
          ]
        : [`${context.paint("bold", `may it use ${toolName(tool)}?`)} ${subject}`];
    return { mark: context.paint("amber", "?"), lines: [...asked, howToAnswer(context)] };
  },
  todo: ({ items }, { paint }) => ({
    mark: paint("dim", "≡"),
    lines: items.map(({ text, state }) => {
      const box = { pending: "[ ]", in_progress: "[>]", completed: "[x]" }[state];
      const line = `${box} ${plainLine(text)}`;
      return state === "in_progress" ? line : paint("dim", line);
    }),
  }),
  hook: ({ event, exitCode, outcome }, context) => {
    const line = `hook ${event}: ${outcome || (exitCode === 0 ? "ok" : `exit code ${exitCode}`)}`;
    return exitCode === 0 || exitCode === null
      ? dimLine("·", line, context)
      : amberLine(line, context);
  },
  status: ({ text, code }, context) =>
    text !== "" && (code === undefined || SPOKEN_STATUS.has(String(code)))
      ? dimLine("·", text, context)
      : null,
  api_retry: ({ attempt, maxRetries, delayMs, errorStatus, error }, context) =>
    amberLine(
      `the model's API: ${errorStatus ?? error}, try ${attempt} of ${maxRetries} in ${(delayMs / 1_000).toFixed(1)} s`,
      context,
    ),
  rate_limit: ({ status, resetsAt, limitType }, context) => {
    const until = resetsAt === null ? "" : `, until ${timeOfDay(resetsAt)}`;
    const line = `account limit ${limitType ?? ""}: ${status}${until}`;
    return status === "allowed" ? null : amberLine(line, context);
  },
  model_fallback: ({ from, to }, context) =>
    amberLine(`${from} is overloaded, goes on with ${to}`, context),
  task: ({ state, text }, context) =>
    state === "progress" ? null : dimLine("↳", `${text || "task"}: ${state}`, context),
  compact: ({ beforeTokens, afterTokens }, context) =>
    dimLine(
      "·",
      `conversation shortened: ${beforeTokens ?? "?"} → ${afterTokens ?? "?"} tokens`,
      context,
    ),
  usage: () => null,
  result: (payload, { paint }) => {
    const { subtype, isError, turns, durationMs, errors, text, bookedUsd } = payload;
    const facts = [`${turns} turns`, `${Math.round(durationMs / 1_000)} s`];
    if (bookedUsd !== undefined) facts.push(money(bookedUsd));
    const word = isError && subtype === "success" ? "error" : subtype;
    const said = isError ? [...errors, ...(text === null ? [] : [text])] : [];
    return {
      mark: paint("dim", "―"),
      lines: [
        paint("dim", `turn ended: ${plainLine(word)} · ${facts.join(" · ")}`),
        ...said
          .filter((line) => !line.startsWith("[ede_diagnostic]"))
          .map((line) => paint("red", plainLine(line))),
      ],
    };
  },
  stderr: ({ text }, { paint }) => ({
    mark: paint("red", "!"),
    lines: terminalLines(text.trim(), { hasColour: false }).map((line) => paint("red", line)),
  }),
  raw: ({ text }, context) => dimLine("·", text, context),
  unknown: ({ type }, context) => dimLine("·", `(${type})`, context),
  diagnostic: ({ message }, context) => amberLine(message, context),
  session_reset: ({ reason }, context) => amberLine(`begins again: ${reason}`, context),
  steer: ({ text, actor, state }, { paint }) => ({
    mark: paint("blue", "‹"),
    lines: [
      `${paint("bold", `${plainLine(actor)}:`)} ${plainLine(text)}${paint("dim", ` (${plainLine(state)})`)}`,
    ],
  }),
  interrupt: ({ actor }, context) => amberLine(`interrupted by ${actor}`, context),
  stop_requested: ({ actor, reason }, context) =>
    amberLine(`${actor} stops the run${reason ? `: ${reason}` : ""}`, context),
  answered: ({ actor, answer }, { paint }) => ({
    mark: paint("green", "✓"),
    lines: [`${plainLine(actor)} answered: ${plainLine(answerText(answer))}`],
  }),
  readopted: (_payload, context) =>
    dimLine("·", "the worker was replaced; nothing is lost", context),
  // Told with cost and duration at the very end.
  ended: () => null,
};

/** Null: nothing a person would miss. */
export function tellEvent<K extends PlainKind>(
  kind: K,
  payload: RunEventPayload<K>,
  context: BlockContext,
): Block | null {
  const teller: Teller<K> = tellers[kind];
  return teller(payload, context);
}

function answerText(answer: unknown): string {
  if (typeof answer !== "object" || answer === null) return String(answer);
  const labels: unknown = Reflect.get(answer, "labels");
  if (typeof labels === "object" && labels !== null) {
    return Object.values(labels).flat().map(String).join(", ");
  }
  const permission: unknown = Reflect.get(answer, "permission");
  const note: unknown = Reflect.get(answer, "note");
  return [permission, note].filter((part) => typeof part === "string").join(": ");
}
