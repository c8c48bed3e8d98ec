import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";
import { setTask } from "./task-boxes.ts";

const text = [
  "Do #4:",
  "",
  "- [ ] first",
  "  1. [x] inside",
  "",
  "```",
  "- [ ] in code",
  "```",
  "",
  "    - [ ] indented code",
  "",
  "> - [ ] quoted",
  "",
  "* [X] last",
].join("\n");
const render = (onTask?: () => void) =>
  renderToStaticMarkup(<Markdown text={text} slug="shop" {...(onTask ? { onTask } : {})} />);
const places = () =>
  [...render(() => undefined).matchAll(/data-task="(\d+)"/g)].map((match) => Number(match[1]));

describe("boxes of a checklist", () => {
  it("write back to the item they stand at, whatever looks like one before", () => {
    const [first = 0, inside = 0, quoted = 0, last = 0, ...more] = places();
    expect(more).toEqual([]);
    expect(setTask(text, first, true)).toBe(text.replace("[ ] first", "[x] first"));
    expect(setTask(text, inside, false)).toBe(text.replace("[x] inside", "[ ] inside"));
    expect(setTask(text, quoted, true)).toBe(text.replace("[ ] quoted", "[x] quoted"));
    expect(setTask(text, last, false)).toBe(text.replace("[X] last", "[ ] last"));
  });

  it("change nothing when the text has none at that place any more", () => {
    expect(setTask("another text", 0, true)).toBeNull();
    expect(setTask(text, text.length + 5, true)).toBeNull();
  });

  it("cannot be pressed where nobody listens", () => {
    expect(render(() => undefined)).not.toContain("disabled");
    expect(render().match(/disabled/g)).toHaveLength(4);
  });
});
