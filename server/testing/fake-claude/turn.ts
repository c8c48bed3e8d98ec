/** One turn of the agent, emitted as the real CLI emits it. */
import { randomUUID } from "node:crypto";
import { decide } from "./permissions.ts";
import { replay } from "./replay.ts";
import { createSpeaker } from "./speaker.ts";
import { createStage } from "./stage.ts";
import { killRunningCommands, runTool } from "./tools.ts";
import type { ToolOutcome } from "./tools.ts";
import { TurnEnd } from "./turn-context.ts";
import type { Turn, TurnContext } from "./turn-context.ts";

/** `end` emits the result unless the scenario did; true when the last result was an error. */
export function createTurn(
  context: TurnContext,
): Turn & { end(result: Record<string, unknown>): boolean } {
  const { args, session, input, output, signal, cwd } = context;
  const { block, stream, closeMessage, pause, usage, outputTokens } = createSpeaker(context);
  const startedMs = performance.now();
  const startTotalUsd = session.totalCostUsd;
  let toolResults = 0;
  let text = "";
  let isFinished = false;
  let isLastAnError = false;
  const denials: { tool_name: string; tool_use_id: string; tool_input: unknown }[] = [];

  const toolResult = (callId: string, outcome: ToolOutcome): void => {
    toolResults += 1;
    output.emit({
      type: "user",
      message: {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: callId,
            content: outcome.text,
            is_error: outcome.isError,
          },
        ],
      },
      tool_use_result: { stdout: outcome.text, stderr: "", interrupted: false },
      parent_tool_use_id: null,
    });
  };
  const askBoard = async (
    tool: string,
    toolInput: Record<string, unknown>,
    callId: string,
  ): Promise<Record<string, unknown> | null> => {
    // Nobody to ask: these tools are not there at all, and others were decided before.
    if (!args.hasPermissionPrompt) return null;
    const requestId = randomUUID();
    output.raw(
      `${JSON.stringify({
        type: "control_request",
        request_id: requestId,
        request: {
          subtype: "can_use_tool",
          tool_name: tool,
          input: toolInput,
          tool_use_id: callId,
          permission_suggestions: [],
        },
      })}\n`,
    );
    try {
      return await input.awaitAnswer(requestId, signal);
    } catch (error) {
      output.raw(`${JSON.stringify({ type: "control_cancel_request", request_id: requestId })}\n`);
      throw error;
    }
  };
  /** Messages that came meanwhile are folded in after the tool's result. */
  const foldIn = async (): Promise<void> => {
    if (input.hasUrgent()) {
      throw new TurnEnd({
        subtype: "success",
        is_error: false,
        result: text,
        terminal_reason: "aborted_tools",
      });
    }
    for (const message of input.takePending()) {
      replay(context, message);
      await say(`Understood: ${message.text}`);
    }
  };
  const say = async (whole: string): Promise<void> => {
    closeMessage();
    await stream("text", whole);
    block({ type: "text", text: whole });
    text = whole;
  };
  const refused = (
    tool: string,
    callId: string,
    toolInput: unknown,
    message: string,
  ): ToolOutcome => {
    denials.push({ tool_name: tool, tool_use_id: callId, tool_input: toolInput });
    const outcome = { text: message, isError: true };
    toolResult(callId, outcome);
    return outcome;
  };
  const use = async (tool: string, toolInput: Record<string, unknown>): Promise<ToolOutcome> => {
    const callId = `toolu_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
    block({ type: "tool_use", id: callId, name: tool, input: toolInput });
    closeMessage();
    const decision = decide(tool, toolInput, args, context.mode.value, cwd);
    let actual = toolInput;
    if (decision === "refuse") {
      const message = `Claude requested permissions to use ${tool}, but you haven't granted it yet.`;
      output.emit({
        type: "system",
        subtype: "permission_denied",
        tool_name: tool,
        tool_use_id: callId,
        decision_reason_type: "rule",
        message,
      });
      return refused(tool, callId, toolInput, message);
    }
    if (decision === "ask") {
      const answer = await askBoard(tool, toolInput, callId);
      if (answer === null)
        return refused(
          tool,
          callId,
          toolInput,
          "Tool permission stream closed before response received",
        );
      if (answer["behavior"] !== "allow") {
        const outcome = refused(tool, callId, toolInput, String(answer["message"] ?? "Denied"));
        if (answer["interrupt"] === true) throw new Error("interrupted by the answer");
        return outcome;
      }
      actual = (answer["updatedInput"] ?? toolInput) as Record<string, unknown>;
      if (tool === "ExitPlanMode") context.mode.value = "default";
    }
    const outcome = await withAbort(perform(tool, actual), signal);
    toolResult(callId, outcome);
    await foldIn();
    return outcome;
  };
  const perform = (tool: string, toolInput: Record<string, unknown>): Promise<ToolOutcome> => {
    if (tool === "AskUserQuestion") {
      return Promise.resolve({ text: JSON.stringify(toolInput["answers"] ?? {}), isError: false });
    }
    if (tool === "ExitPlanMode") {
      return Promise.resolve({ text: "User has approved your plan.", isError: false });
    }
    return runTool(tool, toolInput, cwd);
  };
  const finish = (fields: Record<string, unknown> = {}): void => {
    closeMessage();
    isFinished = true;
    isLastAnError = fields["is_error"] === true;
    const costUsd = session.totalCostUsd - startTotalUsd;
    output.emit({
      subtype: "success",
      is_error: false,
      ...(fields["subtype"] === undefined || fields["subtype"] === "success"
        ? { result: text }
        : {}),
      num_turns: 1 + toolResults,
      duration_ms: Math.round(performance.now() - startedMs),
      duration_api_ms: Math.round((performance.now() - startedMs) * 0.7),
      total_cost_usd: round(session.totalCostUsd),
      usage: { ...usage(), output_tokens: outputTokens() },
      modelUsage: {
        [args.model]: { outputTokens: outputTokens(), costUSD: round(session.totalCostUsd) },
      },
      model_usage_since_last_result: {
        [args.model]: { outputTokens: outputTokens(), costUSD: round(costUsd) },
      },
      permission_denials: denials,
      terminal_reason: "completed",
      stop_reason: "end_turn",
      api_error_status: null,
      queued_turn_count: input.pendingCount(),
      ...fields,
      type: "result",
    });
  };

  return {
    prompt: context.message.text,
    number: session.turns,
    isResumed: context.isResumed,
    cwd,
    sessionId: session.id,
    tellInit: context.tellInit,
    keepSession: context.keepSession,
    stage: createStage(output, args.model, () => {
      toolResults += 1;
    }),
    say,
    async think(whole) {
      closeMessage();
      await stream("thinking", whole);
      block({ type: "thinking", thinking: whole, signature: "" });
    },
    use,
    bash: (command) => use("Bash", { command, description: command.slice(0, 40) }),
    async todo(items) {
      const todos = items.map(([content, status]) => ({ content, status, activeForm: content }));
      await use("TodoWrite", { todos });
    },
    async ask(questions) {
      const asked = questions.map((question) => ({ multiSelect: false, ...question }));
      const outcome = await use("AskUserQuestion", { questions: asked });
      return outcome.isError
        ? null
        : (JSON.parse(outcome.text) as Record<string, string | string[]>);
    },
    pause,
    spend(usd) {
      context.spentUsd.value += usd;
      session.totalCostUsd += usd;
    },
    emit: (event) => output.emit(event),
    raw: (content) => output.raw(content),
    crash: (code) => context.exit(code, "crash"),
    exit: context.exit,
    finish,
    lastText: () => text,
    end(result) {
      if (!isFinished) finish(result);
      return isLastAnError;
    },
  };
}

function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      killRunningCommands();
      reject(signal.reason as Error);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function round(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
