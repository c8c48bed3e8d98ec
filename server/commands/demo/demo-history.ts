import type { RunEventKind, RunEventPayload } from "#server/contracts/run-event.ts";
import type { RunOutcome } from "#server/contracts/words.ts";

/** One event of a run that is over, `[kind, payload]`. */
export type PastEvent = { [K in RunEventKind]: [K, RunEventPayload<K>] }[RunEventKind];

export interface PastRun {
  ticket: number;
  outcome: RunOutcome;
  costUsd: number;
  turns: number;
  minutes: number;
  minutesAgo: number;
  hasProgress: boolean;
  resultText: string;
  comment: string;
  events: PastEvent[];
}

function edit(callId: string, tool: string, input: object, text: string): PastEvent[] {
  return [
    ["tool_call", { callId, tool, input }],
    ["tool_result", { callId, text, isError: false, truncatedBytes: 0, exitCode: null }],
  ];
}

function command(callId: string, line: string, text: string, exitCode: number): PastEvent[] {
  return [
    ["tool_call", { callId, tool: "Bash", input: { command: line } }],
    ["tool_result", { callId, text, isError: exitCode !== 0, truncatedBytes: 0, exitCode }],
  ];
}

function say(text: string): PastEvent {
  return ["assistant_text", { text, messageId: null }];
}

/** What happened before the visitor came: ticket 4 is to review, ticket 5 is stuck (ux 26). */
export const demoHistory: PastRun[] = [
  {
    ticket: 4,
    outcome: "completed",
    costUsd: 0.42,
    turns: 6,
    minutes: 4,
    minutesAgo: 38,
    hasProgress: true,
    resultText: "The README says how to use the greeter and how to run its tests.",
    comment: "Two sections in the README: Use and Test. The example was run once.",
    events: [
      say("I read what is there before I write about it."),
      ...edit(
        "c1",
        "Read",
        { file_path: "src/greeting.js" },
        "export function greet(name) {\n  return `Hello, ${name}`;\n}\n",
      ),
      ...edit(
        "c2",
        "Edit",
        {
          file_path: "README.md",
          old_string: "Says hello.\n",
          new_string: "Says hello.\n\n## Use\n…\n\n## Test\n…\n",
        },
        "The file README.md has been updated.",
      ),
      ...command("c3", "npm test", "# tests 0\n# pass 0\n# fail 0\n", 0),
      say("The README says how to use the greeter and how to run its tests."),
    ],
  },
  {
    ticket: 5,
    outcome: "max_turns",
    costUsd: 0.31,
    turns: 20,
    minutes: 7,
    minutesAgo: 25,
    hasProgress: false,
    resultText: "I cannot reproduce the crash: there is no `reproduce` script.",
    comment:
      "I cannot reproduce this: the script reproduce does not exist. Which command shows the crash?",
    events: [
      say("I try to reproduce the crash."),
      ...command("c1", "npm run reproduce", 'npm error Missing script: "reproduce"\n', 1),
      say("The script is missing. I look for another way."),
      ...command("c2", "npm run reproduce", 'npm error Missing script: "reproduce"\n', 1),
      say("I cannot reproduce the crash: there is no `reproduce` script. I need a way to run it."),
    ],
  },
];
