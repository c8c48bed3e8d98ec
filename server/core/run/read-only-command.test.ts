import { expect, it } from "vitest";
import { isReadOnlyCommand } from "./read-only-command.ts";

it.each([
  "ls -la src",
  "cat a.ts | head -20 | wc -l",
  "cd src && rg -n 'total' . 2>/dev/null",
  "git status && git diff -- a.ts 2>&1",
  "git log --oneline -5; pwd",
  "find . -name '*.ts' -type f",
  'curl -s -X POST "$SIGNALBOX_API_URL/api/x" -H "A: b" -d "{}"',
])("sees that nothing is written: %s", (command) => {
  expect(isReadOnlyCommand(command)).toBe(true);
});

it.each([
  "npm test",
  "echo x > a.ts",
  "cat a.ts >>b.ts",
  "sed -i s/a/b/ a.ts",
  "sort -o a.ts a.ts",
  "ls && rm a.ts",
  "ls & rm a.ts",
  "ls | xargs rm",
  "echo $(rm a.ts)",
  "echo `rm a.ts`",
  "diff <(rm a.ts) b.ts",
  "find . -delete",
  "find . -exec rm {} +",
  "git checkout a.ts",
  "git -c core.pager=x log",
  "git diff --output=a.ts",
  "git grep -Ovi x",
  "rg --pre ./evil x",
  "curl -so a.ts http://x",
  "curl --output a.ts http://x",
  "cat <<EOF",
  "ls\nrm a.ts",
  "",
])("does not say so of: %s", (command) => {
  expect(isReadOnlyCommand(command)).toBe(false);
});
