/** What the stand-in says, step by step. The last step repeats. */

export type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> };

export type Step =
  | { blocks: Block[]; /** Between two pieces of text. */ pauseMs?: number }
  | { status: number; type: string; message: string; headers?: Record<string, string> };

const say = (text: string, pauseMs = 0): Step => ({ blocks: [{ type: "text", text }], pauseMs });
let calls = 0;
/** Ids must differ between requests; the CLI joins results by them. */
const use = (name: string, input: Record<string, unknown>, text?: string): Step => ({
  get blocks(): Block[] {
    calls += 1;
    const call: Block = { type: "tool_use", id: `toolu_stub_${calls}`, name, input };
    return text === undefined ? [call] : [{ type: "text", text }, call];
  },
});

export const scripts: Record<string, Step[] | undefined> = {
  text: [say("All right.")],
  "bash-then-text": [
    use("Bash", { command: "echo from-the-agent", description: "say something" }, "I will run it."),
    say("The command said what it should."),
  ],
  "write-then-text": [
    use("Write", { file_path: "written.txt", content: "by the agent\n" }),
    say("Written."),
  ],
  "write-automations": [
    use("Write", { file_path: ".agents/automations.json", content: "{}" }),
    say("I tried."),
  ],
  // `{at}` is what the prompt says after `at:`.
  "write-automations-absolute": [
    use("Write", { file_path: "{at}", content: "{}" }),
    say("I tried."),
  ],
  "write-claude-settings": [
    use("Write", { file_path: ".claude/settings.json", content: "{}" }),
    say("I tried."),
  ],
  "sleep-then-text": [
    use("Bash", { command: "sleep 300", description: "wait long", timeout: 600_000 }),
    say("The wait is over."),
  ],
  "daemon-then-text": [
    use("Bash", {
      command: "(setsid sleep 3600 >/dev/null 2>&1 &); echo started",
      description: "daemon",
    }),
    say("It runs in the background."),
  ],
  "board-curl": [
    use("Bash", {
      command: 'curl -s "$SIGNALBOX_API_URL/api/health"',
      description: "ask the board",
    }),
    say("The board answered."),
  ],
  "env-dump": [
    use("Bash", { command: "env | cut -d= -f1 | sort", description: "names" }),
    say("Listed."),
  ],
  "ask-user": [
    use("AskUserQuestion", {
      questions: [
        {
          question: "Which storage?",
          header: "Storage",
          multiSelect: false,
          options: [
            { label: "SQLite", description: "a file" },
            { label: "Postgres", description: "a server" },
          ],
        },
      ],
    }),
    say("Thank you for the answer."),
  ],
  "plan-then-write": [
    use("ExitPlanMode", { plan: "1. Write the file." }),
    use("Write", { file_path: "planned.txt", content: "as planned\n" }),
    say("Done as planned."),
  ],
  "slow-text": [say("word ".repeat(400), 100)],
  "error-500": [{ status: 500, type: "api_error", message: "Internal server error" }],
  "error-400": [
    { status: 400, type: "invalid_request_error", message: "Your credit balance is too low" },
  ],
  "error-429": [
    {
      status: 429,
      type: "rate_limit_error",
      message: "This request would exceed your limit",
      headers: { "retry-after": "3600" },
    },
  ],
  "endless-turns": [use("Bash", { command: "echo again", description: "again" })],
};
