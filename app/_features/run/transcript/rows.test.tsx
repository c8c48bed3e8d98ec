import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { runEventKinds, type RunEvent } from "#server/contracts/run-event.ts";
import { LocaleProvider } from "#app/_lib/i18n/locale-context.tsx";
import { TooltipProvider } from "#app/_components/tooltip.tsx";
import { call, numbered, result } from "../testing/events.ts";
import { foldEvents, TranscriptFold } from "./fold.ts";
import { RowContextProvider } from "./row-context.tsx";
import { TranscriptRow } from "./transcript-row.tsx";
import { rowText } from "./row-text.ts";

function render(events: readonly RunEvent[], locale: "en" | "fr" = "en"): string {
  const fold = new TranscriptFold();
  fold.push(events);
  const { rows, overBefore } = fold.read();
  return renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      <TooltipProvider>
        <RowContextProvider
          value={{
            slug: "web",
            run: "r",
            agent: "programmer",
            showChange: () => null,
            openRows: new Map(rows.map((row) => [row.key, true])),
            overBefore,
            drawRow: (row) => <TranscriptRow key={row.key} row={row} />,
          }}
        >
          {rows.map((row) => (
            <TranscriptRow key={row.key} row={row} />
          ))}
        </RowContextProvider>
      </TooltipProvider>
    </LocaleProvider>,
  );
}

describe("rows", () => {
  it("names every event it shows, so that nothing can be missing unseen", () => {
    const html = render(
      numbered([
        ["tool_call", call("a", "Bash", { command: "npm test" })],
        ["tool_result", result("a")],
      ]),
    );
    expect(html).toContain('data-event-seq="1"');
    expect(html).toContain('data-event-seqs="1 2"');
  });

  it("says of a call without a result that it runs, until its turn or its run is over", () => {
    const open = [["tool_call", call("a", "Bash", { command: "npm test" })]] as const;
    expect(render(numbered([...open]))).toContain("runs…");
    const killed = {
      outcome: "lost",
      exitCode: null,
      signal: "SIGKILL",
      message: "the machine died",
    };
    const over = render(numbered([...open, ["ended", killed]]));
    expect(over).toContain("no result");
    expect(over).not.toContain("runs…");
  });

  it("shows a command's first line, exit code and coloured output without escape codes", () => {
    const output =
      "\u001b[31mFAIL\u001b[0m cart \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007";
    const html = render(
      numbered([
        ["tool_call", call("a", "Bash", { command: "npm test" })],
        ["tool_result", { ...result("a", output, true), exitCode: 1 }],
      ]),
    );
    expect(html).toContain("exit 1");
    expect(html).toContain('<span class="text-red">FAIL</span>');
    expect(html).not.toContain("\u001b");
    expect(html).not.toContain("evil.example");
  });

  it("counts the lines of an edit and shows them with their signs", () => {
    const html = render(
      numbered([
        [
          "tool_call",
          call("a", "Edit", { file_path: "cart.ts", old_string: "a\nb", new_string: "a\nc\nd" }),
        ],
      ]),
    );
    expect(html).toContain("+2");
    expect(html).toContain("−1");
    expect(html).toContain("cart.ts");
  });

  it("draws tools whose arguments have another shape as they are", () => {
    for (const tool of ["Edit", "TodoWrite", "AskUserQuestion", "ExitPlanMode", "mcp__db__query"])
      expect(
        render(numbered([["tool_call", call("a", tool, { strange: [1, { x: null }] })]])),
      ).toContain("strange");
  });

  it("does not let text become markup", () => {
    const evil = '<img src=x onerror="alert(1)">';
    const html = render(
      numbered([
        ["assistant_text", { text: evil, messageId: null }],
        ["thinking", { text: evil, messageId: null }],
        ["stderr", { text: evil }],
        ["tool_call", call("a", "WebFetch", { url: evil, prompt: evil })],
        ["tool_result", result("a", evil)],
        ["steer", { messageId: "m", text: evil, actor: evil, state: "queued" }],
        ["user_message", { text: evil, isSynthetic: true, isReplay: false, uuid: null }],
      ]),
    );
    expect(html).not.toContain("<img");
  });

  it("speaks French", () => {
    const html = render(
      numbered([
        [
          "init",
          {
            sessionId: "s",
            cwd: "/",
            model: "m",
            permissionMode: "plan",
            tools: [],
            mcpServers: [],
            cliVersion: "2",
          },
        ],
      ]),
      "fr",
    );
    expect(html).toContain("Tour 1");
  });

  it("draws and copies whatever the events hold", () => {
    const event = fc.record({
      kind: fc.constantFrom(...runEventKinds),
      parent: fc.option(fc.constantFrom("a", "b"), { nil: null }),
      payload: fc.oneof(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.record({
          callId: fc.constantFrom("a", "b"),
          tool: fc.constantFrom(
            "Read",
            "Bash",
            "Task",
            "Edit",
            "Write",
            "TodoWrite",
            "WebFetch",
            "AskUserQuestion",
            "ExitPlanMode",
            "x",
          ),
          input: fc.oneof(
            fc.jsonValue(),
            fc.record({
              file_path: fc.jsonValue(),
              old_string: fc.jsonValue(),
              new_string: fc.jsonValue(),
              todos: fc.jsonValue(),
              command: fc.jsonValue(),
              plan: fc.jsonValue(),
            }),
          ),
          text: fc.string(),
          messageId: fc.constant(null),
          isError: fc.boolean(),
          truncatedBytes: fc.nat(),
          file: fc.option(fc.record({ name: fc.string(), bytes: fc.nat() }), { nil: undefined }),
          images: fc.array(fc.record({ name: fc.string(), bytes: fc.nat() })),
          exitCode: fc.option(fc.nat(), { nil: null }),
          requestId: fc.string(),
          questions: fc.constant([{ question: "q?", options: [] }]),
          isPlan: fc.boolean(),
          decidedBy: fc.constantFrom("person", "board"),
        }),
      ),
    });
    const run = fc.array(event, { maxLength: 12 }).map((list) =>
      list.map((one, index): RunEvent => ({
        ...one,
        seq: index + 1,
        at: "2026-01-05T09:00:00.000Z",
      })),
    );
    fc.assert(
      fc.property(run, (events) => {
        expect(() => render(events)).not.toThrow();
        for (const row of foldEvents(events)) expect(typeof rowText(row)).toBe("string");
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
