import { expect, it } from "vitest";
import { renameColumnInText } from "./rename-column.ts";

const text = `\uFEFF// Todo is where work waits
{
  "automations": [
    {
      "id": "Todo", "name": "Todo", // kept: a rule's own name
      "Trigger": { "type": "ticketInColumn", "Columns": ["Backlog", "Todo"] },
      "conditions": [{ "type": "ticketInColumn", "column": "Todo" }],
      "actions": [
        { "type": "moveTicketStatus", "to": "Todo" },
        { "type": "createTicket", "status": "Todo", "title": "Todo" },
        { "type": "addComment", "content": "Todo" },
      ],
    },
  ],
  "tests": [{ "name": "Todo", "given": { "tickets": [{ "number": 1, "column": "Todo" }] } }],
  "status": "Todo"
}
`;

it("replaces a column's name where rules and examples name it, and nothing else", () => {
  const renamed = renameColumnInText(text, "Todo", 'Ready "now"');
  const quoted = JSON.stringify('Ready "now"');
  expect(renamed).toBe(
    text
      .replace('["Backlog", "Todo"]', `["Backlog", ${quoted}]`)
      .replaceAll('"column": "Todo"', `"column": ${quoted}`)
      .replace('"to": "Todo"', `"to": ${quoted}`)
      .replace('"status": "Todo", "title"', `"status": ${quoted}, "title"`),
  );
});

it("leaves a text alone that does not name it, or that is no JSON", () => {
  expect(renameColumnInText(text, "todo", "Ready")).toBe(text);
  expect(renameColumnInText("not json", "Todo", "Ready")).toBe("not json");
  expect(renameColumnInText("", "Todo", "Ready")).toBe("");
});
