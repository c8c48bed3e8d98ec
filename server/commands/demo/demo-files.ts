/** What lies in the demo's repository before anything happens: a small program, two agents, their rules. */
export const demoFiles: Record<string, string> = {
  "package.json": `${JSON.stringify({ name: "greeter", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
  "README.md": "# Greeter\n\nSays hello.\n",
  "src/greeting.js": "export function greet(name) {\n  return `Hello, ${name}`;\n}\n",
  ".agents/skills/programmer.md": `---
type: coder
---
You are the programmer of this demo. You change the greeter, run its tests and move your ticket to Review.

<!-- scenarios: 1=demo-edit 2=comment-and-review 5=demo-stuck else=comment-and-review -->
`,
  ".agents/skills/designer.md": `---
type: coder
---
You are the designer of this demo. Where two ways are sensible you ask the owner.

<!-- scenario: demo-ask -->
`,
  ".agents/automations.json": `{
  // The rules of the demo. Change them: saved rules are live at once.
  "dailyBudgetUsd": 5,
  "automations": [
    {
      "id": "dispatch",
      "name": "dispatch",
      "trigger": { "type": "ticketInColumn", "columns": ["Todo"], "assigneeSlug": "programmer" },
      "actions": [
        { "type": "moveTicketStatus", "to": "InProgress" },
        { "type": "runAgent", "agent": "programmer", "maxCostUsd": 2 }
      ]
    },
    {
      // The designer works beside the programmer, so it has a group of its own.
      "id": "design",
      "name": "design",
      "trigger": { "type": "ticketInColumn", "columns": ["Todo"], "assigneeSlug": "designer" },
      "conditions": [
        { "type": "ticketCountInColumn", "columns": ["InProgress"], "operator": ">", "value": 0 }
      ],
      "actions": [
        { "type": "moveTicketStatus", "to": "InProgress" },
        { "type": "runAgent", "agent": "designer", "concurrencyGroup": "design", "maxCostUsd": 2 }
      ]
    }
  ]
}
`,
};

/** The work that ticket 4 shows for review: a second commit. */
export const demoReviewFiles: Record<string, string> = {
  "README.md": `# Greeter

Says hello.

## Use

\`\`\`js
import { greet } from "./src/greeting.js";

console.log(greet("Ada"));
\`\`\`

## Test

\`\`\`
npm test
\`\`\`
`,
};
