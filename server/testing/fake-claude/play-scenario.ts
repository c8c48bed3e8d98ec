/** Plays a scenario under a real keeper as a worker does, and says how its ending is classified. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { classifyEnding } from "#server/agent/classify.ts";
import type { Ending, EndingEvidence } from "#server/agent/classify.ts";
import { allowTool, answerQuestions, denyTool } from "#server/agent/control-lines.ts";
import { createNormaliser } from "#server/agent/normalise.ts";
import type { LineFacts } from "#server/agent/normalise.ts";
import type { Connection, StartSpec } from "#server/agent/runtime.ts";
import { openTailer } from "#server/agent/tailer.ts";
import type { NormalisedEvent } from "#server/contracts/run-event.ts";
import type { Rig } from "./harness.ts";
import { streamArgv } from "./harness.ts";

export type Played = { ending: Ending; events: NormalisedEvent[]; results: number };
export type PlayOptions = {
  /** Everything it asks for is allowed, or denied; of options the first is taken. */
  answer?: "allow" | "deny";
  /** Goes on in this session. */
  resume?: string;
  sessionId?: string;
};

/** Ends with the agent: after its last result the session is ended, as the worker ends it. */
export async function playScenario(
  rig: Rig,
  scenario: string,
  options: PlayOptions = {},
): Promise<Played> {
  const { spec, connection } = await rig.launch(scenario, {
    argv: argvFor(options),
    env: { FAKE_CLAUDE_SPEED: "50" },
  });
  const evidence = createEvidence();
  const events: NormalisedEvent[] = [];
  const normaliser = createNormaliser();
  const tailer = openTailer({
    path: rig.runtime.stdoutPath(spec.dir),
    offset: 0,
    async onLines(lines) {
      for (const line of lines) {
        const found =
          line.text === null
            ? normaliser.pushSkipped(line.skippedBytes)
            : normaliser.push(line.text);
        events.push(...found.events);
        note(evidence, found.facts);
        await react(connection, spec, found.facts, options.answer ?? "allow");
      }
    },
  });
  const exit = await rig.runtime.waitForExit(spec.dir);
  await tailer.drain();
  const stderrTail = readFileSync(rig.runtime.stderrPath(spec.dir), "utf8");
  const isTurnOpen = normaliser.isTurnOpen();
  const ending = classifyEnding({
    ...evidence,
    exit,
    isTurnOpen,
    stderrTail,
    now: new Date(),
  });
  return { ending, events, results: evidence.results.length };
}

function argvFor({ resume, sessionId }: PlayOptions): string[] {
  const argv = streamArgv(resume ?? sessionId ?? randomUUID());
  return resume === undefined
    ? argv
    : argv.map((word) => (word === "--session-id" ? "--resume" : word));
}

type Gathered = Omit<EndingEvidence, "exit" | "isTurnOpen" | "stderrTail" | "now">;

function createEvidence(): Gathered {
  return {
    stopRequestedBy: null,
    sawInit: false,
    results: [],
    rateLimit: null,
    assistantError: null,
    endedFor: null,
  };
}

function note(evidence: Gathered, facts: LineFacts): void {
  if (facts.init) evidence.sawInit = true;
  if (facts.result) evidence.results.push(facts.result);
  if (facts.rateLimit) evidence.rateLimit = facts.rateLimit;
  if (facts.assistantError) evidence.assistantError = facts.assistantError;
}

async function react(
  connection: Connection,
  spec: StartSpec,
  { request, result }: LineFacts,
  answer: "allow" | "deny",
): Promise<void> {
  const { fence } = spec;
  if (request) {
    const { requestId } = request;
    const response = answer === "deny" ? denyTool("Not today.") : allow(request);
    await connection.send({ id: requestId, fence, kind: "answer", requestId, response });
  }
  // It may have left by itself, as after an error.
  if (result?.queuedTurns === 0) {
    await connection.send({ id: "end", fence, kind: "end" }).catch(() => undefined);
  }
}

function allow({ tool, input }: NonNullable<LineFacts["request"]>): Record<string, unknown> {
  if (tool !== "AskUserQuestion") return allowTool(input);
  const questions = input["questions"] as { question: string; options: { label: string }[] }[];
  const labels = questions.map(({ question, options }) => [question, options[0]?.label ?? ""]);
  return answerQuestions(input, Object.fromEntries(labels) as Record<string, string>);
}
