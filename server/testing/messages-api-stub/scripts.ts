/** What the stand-in says, step by step. The last step repeats. */

export type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> };

/** An answer of the model. */
export type Answer = {
  blocks: Block[];
  /** Between two pieces of text. */
  pauseMs?: number;
  stopReason?: string;
};
/** A refusal; without `times` for ever, else the script goes on after so many. */
type Refusal = {
  status: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
  times?: number;
  /** Only this model is refused. */
  model?: string;
};
/** An answer that breaks off in the middle. */
export type Breakage = {
  breaks: "drop" | "malformed" | "error_frame" | "early_end";
  times?: number;
};
export type Step = Answer | Refusal | Breakage;

export function isFailure(step: Step): step is Refusal | Breakage {
  return !("blocks" in step);
}

const say = (text: string, pauseMs = 0): Step => ({ blocks: [{ type: "text", text }], pauseMs });
const refuse = (status: number, type: string, message: string) => ({ status, type, message });
let calls = 0;
/** Ids must differ between requests; the CLI joins results by them. */
const use = (name: string, input: Record<string, unknown>, text?: string): Step => ({
  get blocks(): Block[] {
    calls += 1;
    const call: Block = { type: "tool_use", id: `toolu_stub_${calls}`, name, input };
    return text === undefined ? [call] : [{ type: "text", text }, call];
  },
});

/** A call of the board's API as our skills write it: without a method it reads. */
function board(method: string, address: string, body?: object): Step {
  const json = JSON.stringify(body, null, 1)
    ?.replace(/\n\s*/g, " ")
    .replace(/^\{ | \}$/g, (edge) => edge.trim());
  const options = body === undefined ? "" : ` -H "Content-Type: application/json" -d '${json}'`;
  return use("Bash", {
    command: `curl -sS${method === "" ? "" : ` -X ${method}`} -H "Authorization: Bearer $SIGNALBOX_TOKEN"${options} "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT${address}"`,
    description: "call the board",
  });
}

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
  // Word for word what the skills of the starter kit show; the ticket is number 1.
  "starter-kit": [
    board("", "/tickets/$SIGNALBOX_TICKET_ID"),
    board("", "/members"),
    use("Bash", {
      command: 'curl -sS -H "Authorization: Bearer $SIGNALBOX_TOKEN" "$SIGNALBOX_API_URL/api/docs"',
      description: "what the board can do",
    }),
    board("POST", "/tickets", {
      title: "One line",
      description: "What and why.",
      status: "Backlog",
      parentId: 1,
    }),
    board("POST", "/tickets/$SIGNALBOX_TICKET_ID/comments", {
      content: "What I did and how I tested it.",
    }),
    board("PATCH", "/tickets/$SIGNALBOX_TICKET_ID/status", { status: "Review" }),
    say("Handed over."),
  ],
  "starter-review": [
    board("", "/tickets/$SIGNALBOX_TICKET_ID"),
    board("POST", "/tickets/$SIGNALBOX_TICKET_ID/comments", { content: "Review: …" }),
    board("PATCH", "/tickets/$SIGNALBOX_TICKET_ID", { assignedTo: "programmer" }),
    board("PATCH", "/tickets/$SIGNALBOX_TICKET_ID/status", { status: "Todo" }),
    say("Sent back."),
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
  "error-500": [refuse(500, "api_error", "Internal server error")],
  "error-500-once": [{ ...refuse(500, "api_error", "Oops"), times: 1 }, say("Better now.")],
  "error-400": [refuse(400, "invalid_request_error", "Your credit balance is too low")],
  "error-401": [refuse(401, "authentication_error", "invalid x-api-key")],
  "error-403": [refuse(403, "permission_error", "Your account may not use this model")],
  "error-404": [refuse(404, "not_found_error", "model: claude-sonnet-4-5")],
  "error-413": [refuse(413, "request_too_large", "Request exceeds the maximum size")],
  "error-529": [refuse(529, "overloaded_error", "Overloaded")],
  "error-429": [
    {
      ...refuse(429, "rate_limit_error", "This request would exceed your limit"),
      headers: { "retry-after": "3600" },
    },
  ],
  "error-429-twice": [
    {
      ...refuse(429, "rate_limit_error", "This request would exceed your limit"),
      headers: { "retry-after": "1" },
      times: 2,
    },
    say("Here I am again."),
  ],
  "prompt-too-long": [
    refuse(400, "invalid_request_error", "prompt is too long: 215000 tokens > 200000 maximum"),
  ],
  drop: [{ breaks: "drop" }],
  "drop-once": [{ breaks: "drop", times: 1 }, say("Mended.")],
  "malformed-once": [{ breaks: "malformed", times: 1 }, say("Mended.")],
  "error-frame-once": [{ breaks: "error_frame", times: 1 }, say("Mended.")],
  "early-end-once": [{ breaks: "early_end", times: 1 }, say("Mended.")],
  "overloaded-model": [
    { ...refuse(529, "overloaded_error", "Overloaded"), model: "claude-sonnet-4-5" },
    say("The other model answers."),
  ],
  // What a subscription says when its five hours are used up; `{at}` is the time of the opening.
  "limit-reached": [
    {
      ...refuse(429, "rate_limit_error", "This request would exceed your account's rate limit."),
      headers: {
        "anthropic-ratelimit-unified-status": "rejected",
        "anthropic-ratelimit-unified-reset": "{at}",
        "anthropic-ratelimit-unified-representative-claim": "five_hour",
        "anthropic-ratelimit-unified-5h-status": "rejected",
        "anthropic-ratelimit-unified-5h-reset": "{at}",
        "anthropic-ratelimit-unified-5h-utilization": "1.0",
      },
    },
  ],
  "write-for-ever": [use("Write", { file_path: "again.txt", content: "again\n" })],
  // Waits for the one who opens the pipe.
  "wait-then-text": [
    use("Bash", { command: "cat .git/go", description: "wait" }, "I wait."),
    say("Somebody came."),
  ],
  "env-dump-twice": [
    use("Bash", { command: "env | cut -d= -f1 | sort", description: "names" }),
    use("Bash", { command: "env | cut -d= -f1 | sort", description: "names again" }),
    say("Listed twice."),
  ],
  "node-twice": [
    use("Bash", { command: "node -p 41+1", description: "sum" }),
    use("Bash", { command: "node -p 41+1", description: "sum again" }),
    say("Asked twice."),
  ],
  "node-once": [use("Bash", { command: "node -p 41+1", description: "sum" }), say("Asked once.")],
  "background-then-text": [
    use("Bash", {
      command: "sleep 300",
      description: "in the background",
      run_in_background: true,
    }),
    say("I did not wait."),
  ],
  "timeout-then-text": [
    use("Bash", { command: "sleep 300", description: "too long", timeout: 1_000 }),
    say("It took too long."),
  ],
  "sub-agent": [
    use("Task", {
      subagent_type: "general-purpose",
      description: "say it",
      prompt: "script: bash-then-text",
    }),
    say("My helper said it."),
  ],
  "fetch-a-page": [
    use("WebFetch", { url: "https://example.com/", prompt: "What is there?" }),
    say("I could not look."),
  ],
  "write-rules-by-shell": [
    use("Bash", { command: "echo '{}' > .agents/automations.json", description: "rules" }),
    use("Bash", { command: "mkdir -p .claude", description: "folder" }),
    use("Bash", {
      command: "cp .agents/preamble.md .claude/settings.json",
      description: "settings",
    }),
    use("Bash", { command: "sed -i s/a/b/ .agents/automations.json", description: "edit" }),
    say("I tried."),
  ],
  "task-list": [
    use("TaskCreate", { subject: "Write it", description: "The code", activeForm: "Writing it" }),
    use("TaskCreate", { subject: "Test it", description: "The tests" }),
    use("TaskUpdate", { taskId: "1", status: "in_progress" }),
    use("TaskUpdate", { taskId: "1", status: "completed" }),
    use("TaskUpdate", { taskId: "2", subject: "Test it well", status: "deleted" }),
    use("TaskList", {}),
    say("One of two is done."),
  ],
  "task-start": [
    use("TaskCreate", { subject: "Write it", description: "The code" }),
    use("TaskCreate", { subject: "Test it", description: "The tests" }),
    say("Two to do."),
  ],
  "task-go-on": [use("TaskUpdate", { taskId: "1", status: "completed" }), say("One to do.")],
  "schedule-wakeup": [
    use("ScheduleWakeup", { delaySeconds: 60, reason: "later", prompt: "go on" }),
    say("Later."),
  ],
  cron: [use("CronCreate", { cron: "* * * * *", prompt: "go on", recurring: true }), say("Later.")],
  monitor: [
    use("Monitor", {
      command: "sleep 300",
      description: "watch",
      persistent: true,
      timeout_ms: 300000,
    }),
    say("I watch."),
  ],
  "enter-worktree": [
    use("EnterWorktree", { name: "elsewhere" }),
    use("Write", { file_path: "there.txt", content: "x" }),
    say("Moved."),
  ],
  "cut-off": [
    { blocks: [{ type: "text", text: "This goes on and" }], stopReason: "max_tokens" },
    say("on, and now it ends."),
  ],
  "says-nothing": [{ blocks: [] }],
  "endless-turns": [use("Bash", { command: "echo again", description: "again" })],
};
