import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseFrontMatter, stripFrontMatter } from "./front-matter.ts";

describe("parseFrontMatter", () => {
  it("reads every key", () => {
    const text = `---
name: Programmer
type: coder
trust: edit
questions: decide
model: opus
allowedTools: [Read, "Bash(git log *)"]
disallowedTools:
  - WebFetch
maxTurns: 40
supervisor: false
---
Body
`;
    expect(parseFrontMatter(text)).toEqual({
      frontMatter: {
        name: "Programmer",
        type: "coder",
        trust: "edit",
        questions: "decide",
        model: "opus",
        allowedTools: ["Read", "Bash(git log *)"],
        disallowedTools: ["WebFetch"],
        maxTurns: 40,
        supervisor: false,
      },
      unknownKeys: {},
      problems: [],
      body: "Body\n",
    });
  });

  it("takes tools as one line, commas in brackets and all", () => {
    const { frontMatter } = parseFrontMatter(
      "---\nallowedTools: Read, Bash(npm test, npm run lint), Edit\n---\nx",
    );
    expect(frontMatter.allowedTools).toEqual(["Read", "Bash(npm test, npm run lint)", "Edit"]);
  });

  it("drops a bad value alone, and reports it", () => {
    const { frontMatter, problems, body } = parseFrontMatter(
      "---\ntype: wizard\nmaxTurns: -1\nmodel: opus\n---\nBody",
    );
    expect(frontMatter).toEqual({ model: "opus" });
    expect(problems.map(({ path }) => path)).toEqual(["type", "maxTurns"]);
    expect(body).toBe("Body");
  });

  it("keeps and reports unknown keys", () => {
    const { frontMatter, unknownKeys, problems } = parseFrontMatter(
      "---\ncolor: blue\nmodel: opus\nmodel2: [1]\n---\nx",
    );
    expect(frontMatter).toEqual({ model: "opus" });
    expect(unknownKeys).toEqual({ color: "blue", model2: [1] });
    expect(problems.map(({ path }) => path)).toEqual(["color", "model2"]);
  });

  const corpus: [string, string, string, number][] = [
    ["no front matter", "# Title\n\ntext\n", "# Title\n\ntext\n", 0],
    ["empty text", "", "", 0],
    ["an empty block", "---\n---\nBody", "Body", 0],
    ["only comments", "---\n# nothing\n---\nBody", "Body", 0],
    ["a blank line after it", "---\nmodel: x\n---\n\n\nBody\n", "Body\n", 0],
    ["Windows line ends", "---\r\nmodel: x\r\n---\r\nBody\r\n", "Body\r\n", 0],
    ["a byte order mark", "\uFEFF---\nmodel: x\n---\nBody", "Body", 0],
    ["a byte order mark alone", "\uFEFFBody", "Body", 0],
    ["spaces after the marks", "---  \nmodel: x\n---\t\nBody", "Body", 0],
    ["no text after it", "---\nmodel: x\n---", "", 0],
    ["broken YAML", "---\nmodel: [x\n---\nBody", "Body", 1],
    ["a key twice", "---\nmodel: x\nmodel: y\n---\nBody", "Body", 1],
    ["text between two rules", "---\nJust text\n---\nBody", "---\nJust text\n---\nBody", 1],
    ["a list", "---\n- a\n---\nBody", "---\n- a\n---\nBody", 1],
    ["no end", "---\nmodel: x\nBody", "---\nmodel: x\nBody", 0],
    ["a rule further down", "Body\n---\nmodel: x\n---\n", "Body\n---\nmodel: x\n---\n", 0],
    ["a rule in the body", "---\nmodel: x\n---\nA\n---\nB", "A\n---\nB", 0],
    ["four dashes", "----\nmodel: x\n----\n", "----\nmodel: x\n----\n", 0],
    ["null values", "---\nmodel:\n---\nBody", "Body", 0],
    [
      "an alias bomb",
      `---\na: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]\n---\nBody`,
      "Body",
      1,
    ],
  ];
  it.each(corpus)("%s", (_name, text, body, problemCount) => {
    const parsed = parseFrontMatter(text);
    expect(parsed.body).toBe(body);
    expect(parsed.problems).toHaveLength(problemCount);
    expect(stripFrontMatter(text)).toBe(body);
  });

  it("is quick on a long text without an end mark", () => {
    const started = performance.now();
    expect(parseFrontMatter(`---\n${"a: b\n".repeat(50_000)}`).frontMatter).toEqual({});
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("the starter skills", () => {
  it.each([
    ["programmer", "coder"],
    ["reviewer", "analyst"],
  ])("%s has sound front matter and speaks to the board with its token", (agent, type) => {
    const text = readFileSync(new URL(`../../../skills/${agent}.md`, import.meta.url), "utf8");
    const { frontMatter, problems, body } = parseFrontMatter(text);
    expect(problems).toEqual([]);
    expect(frontMatter.type).toBe(type);
    const commands = [...body.matchAll(/```sh\n(?<command>[^\n]*)\n```/g)];
    expect(commands.length).toBeGreaterThan(3);
    for (const { groups } of commands) {
      expect(groups?.["command"]).toMatch(
        /^curl -sS .*"Authorization: Bearer \$SIGNALBOX_TOKEN".* "\$SIGNALBOX_API_URL\/api\/[^"]*"$/,
      );
    }
  });
});
