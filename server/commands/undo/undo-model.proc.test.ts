import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { createUndoScene } from "../fixtures/undo-scene.ts";
import { undoRun } from "./undo-run.ts";

/**
 * Random scripts of two agents and a person in the same files, at the same time and one after the
 * other. Nobody touches another one's section; then undoing the first agent's run must leave the tree
 * as if it had never run.
 */
const CASES = Number(process.env["SIGNALBOX_TEST_UNDO_RUNS"] ?? 10);
const FILES = ["one.ts", "deep/two.ts", "crlf.txt"];
const SECTIONS = 8;

type Who = "agent" | "other" | "person";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const who = fc.constantFrom<Who>("agent", "other", "person");
const scriptOf = fc.record({
  owners: fc.array(who, { minLength: FILES.length * SECTIONS, maxLength: FILES.length * SECTIONS }),
  steps: fc.array(
    fc.record({
      file: fc.nat(FILES.length - 1),
      section: fc.nat(SECTIONS - 1),
      /** Lines the section has afterwards. */
      lines: fc.nat(4),
      isNewFile: fc.boolean(),
    }),
    { minLength: 4, maxLength: 24 },
  ),
  /** Before which step the first agent's run ends, and the other one's begins and ends. */
  end: fc.nat(24),
  other: fc.tuple(fc.nat(24), fc.nat(24)),
});

const endOf = (file: string) => (file === "crlf.txt" ? "\r\n" : "\n");
const head = (section: number, end: string) => `── ${section} ──${end}`;

/** A file of sections with unique borders, of which the inner lines are edited. */
function render(file: string, inner: string[][]): string {
  const end = endOf(file);
  return inner
    .map(
      (lines, at) => `${head(at, end)}first of ${at}${end}${body(lines, end)}last of ${at}${end}`,
    )
    .join("");
}
const body = (lines: string[], end: string) => lines.map((line) => `${line}${end}`).join("");
const initial = () =>
  FILES.map(() => Array.from({ length: SECTIONS }, (_, at) => [`${at} a`, `${at} b`]));

it("leaves the tree as if the run had never been, whoever else wrote beside it", async () => {
  await fc.assert(
    fc.asyncProperty(scriptOf, async ({ owners, steps, end, other }) => {
      const scene = await createUndoScene(test.database);
      try {
        const now = initial();
        const without = initial();
        const extra: Record<string, string> = {};
        for (const [at, file] of FILES.entries())
          await scene.put(file, render(file, now[at] ?? []));
        const run = await scene.startRun();
        const [from, to] = [Math.min(...other), Math.max(...other)];
        let second: { id: string } | null = null;
        let hasEnded = false;
        for (const [index, step] of steps.entries()) {
          if (index === end) {
            await scene.endRun(run.id);
            hasEnded = true;
          }
          if (index === from) second = await scene.startRun("reviewer");
          if (index === to && second !== null) {
            await scene.endRun(second.id);
            second = null;
          }
          const actor = owners[step.file * SECTIONS + step.section] ?? "person";
          const isThere = { agent: !hasEnded, other: second !== null, person: true }[actor];
          if (!isThere) continue;
          const id = actor === "agent" ? run.id : actor === "other" ? second?.id : undefined;
          if (step.isNewFile) {
            const name = `new/${actor}-${step.section}.txt`;
            const text = `${actor} ${index}\n`;
            if (id === undefined) await scene.put(name, text);
            else await scene.writeWhole(id, name, text);
            if (actor !== "agent") extra[name] = text;
            continue;
          }
          const file = FILES[step.file] ?? "";
          const lines = Array.from({ length: step.lines }, (_, at) => `${actor} ${index} ${at}`);
          const before = now[step.file]?.[step.section] ?? [];
          const border = (inner: string[]) => {
            const stop = endOf(file);
            const { section } = step;
            return `first of ${section}${stop}${body(inner, stop)}last of ${section}${stop}`;
          };
          now[step.file]?.splice(step.section, 1, lines);
          if (actor !== "agent") without[step.file]?.splice(step.section, 1, lines);
          if (id !== undefined) await scene.replace(id, file, border(before), border(lines));
          else await scene.put(file, render(file, now[step.file] ?? []));
        }
        if (!hasEnded) await scene.endRun(run.id);
        if (second !== null) await scene.endRun(second.id);

        const input = { projectId: scene.project.id, runId: run.id, dataDir: scene.dataDir };
        const nothing = { undo: null, plan: { files: [] }, problems: [] };
        const answer = await undoRun(test.database, scene.owner, input, new Date()).catch(
          (error: { code?: string }) =>
            error.code === "NOTHING_TO_UNDO" ? nothing : Promise.reject(error as Error),
        );
        expect(answer.problems).toEqual([]);
        for (const [at, file] of FILES.entries()) {
          expect(await scene.read(file)).toBe(render(file, without[at] ?? []));
        }
        for (const actor of ["agent", "other", "person"]) {
          for (let section = 0; section < SECTIONS; section += 1) {
            const name = `new/${actor}-${section}.txt`;
            expect(await scene.read(name)).toBe(extra[name] ?? null);
          }
        }
      } finally {
        await scene.clean();
      }
    }),
    { numRuns: CASES },
  );
});
