/** The written part of the API's documentation; every block marked `sh` runs as it stands, in this order. */
export const introduction = `# Signalbox API

For agents and scripts. Everything below is generated from the schemas that the routes parse with.

## Who you are

An agent finds what it needs in its environment: \`SIGNALBOX_API_URL\`, \`SIGNALBOX_PROJECT\`, \`SIGNALBOX_TICKET_ID\` (only for a run with a ticket) and \`SIGNALBOX_TOKEN\`. Send the token with every request as \`Authorization: Bearer\`. It is valid while the run is active and 60 seconds longer, for its own project only. Older skills use \`KITTYCLAW_API_URL\`, which carries the same token as user name and password: plain \`curl\` then sends \`Basic\`, which is accepted for run tokens only. People's scripts send an owner's or a personal token as \`Bearer\`.

The author of what you write is always you. \`author\` and \`createdBy\` may be left out; they may name nobody else.

One plain \`curl\` per command, without pipes, files or redirection, never has to be allowed by a person.

## The most common calls

Read your ticket with its comments, labels, sub-tickets and history:

\`\`\`sh
curl -sS -H "Authorization: Bearer $SIGNALBOX_TOKEN" "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets/$SIGNALBOX_TICKET_ID"
\`\`\`

Comment on it. In JSON a line break is \`\\n\`; write an apostrophe as \`\\u0027\`, because the body stands in single quotes:

\`\`\`sh
curl -sS -X POST -H "Authorization: Bearer $SIGNALBOX_TOKEN" -H "Content-Type: application/json" -d '{"content": "It\\u0027s done.\\nTested with the whole suite."}' "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets/$SIGNALBOX_TICKET_ID/comments"
\`\`\`

Make a sub-ticket of ticket 1. The key makes a repeated request harmless:

\`\`\`sh
curl -sS -X POST -H "Authorization: Bearer $SIGNALBOX_TOKEN" -H "Content-Type: application/json" -H "Idempotency-Key: part-1-of-ticket-1" -d '{"title": "First part", "description": "What and why.", "status": "Backlog", "priority": "Required", "parentId": 1}' "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets"
\`\`\`

Change fields; what is absent stays, \`"assignedTo": ""\` means nobody:

\`\`\`sh
curl -sS -X PATCH -H "Authorization: Bearer $SIGNALBOX_TOKEN" -H "Content-Type: application/json" -d '{"assignedTo": "owner"}' "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets/$SIGNALBOX_TICKET_ID"
\`\`\`

See what waits in a column, and who is on the project:

\`\`\`sh
curl -sS -H "Authorization: Bearer $SIGNALBOX_TOKEN" "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets?status=Backlog&limit=20"
\`\`\`

\`\`\`sh
curl -sS -H "Authorization: Bearer $SIGNALBOX_TOKEN" "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/members"
\`\`\`

Move the ticket, as the last thing you do: it may start the next agent at once.

\`\`\`sh
curl -sS -X PATCH -H "Authorization: Bearer $SIGNALBOX_TOKEN" -H "Content-Type: application/json" -d '{"status": "Review"}' "$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets/$SIGNALBOX_TICKET_ID/status"
\`\`\`

## Answers

- 200 with a body, 201 with a body and \`Location\`, 202 for what happens later, 204 without a body.
- Every refusal is \`{ "error": "<what was expected and found>", "code": "<word>", "details"? }\` and means that nothing was changed: 400 a field is wrong, 401 no valid token, 403 not yours to do, 404 unknown, 409 somebody was faster or the name is taken, 413 too large, 415 not JSON, 422 a rule of the board refuses it (\`code\` says which), 429 too many writes (\`Retry-After\`).
- Fields that nobody knows are refused with 400; routes of existing boards leave them out and name them in \`X-Ignored-Fields\`.
- Lists are plain arrays; with \`limit\` the header \`X-Next-Cursor\` gives the next page's \`after\`.
- Every POST takes an \`Idempotency-Key\` of at most 200 characters: the same key with the same request gives the same answer once more (\`Idempotent-Replay: true\`) and changes nothing; with another request it is refused with 422, and after a refusal the key is free again.

## What an agent may change

Its own ticket, that ticket's sub-tickets, and tickets that its own runs created; comments everywhere in its project. It creates sub-tickets below its own, and other tickets only in columns that no automation watches. Moving a ticket to a column of role \`done\` is for people unless the project allows it. Settings, members, automations and skills are never an agent's.

In texts \`#12\` means a ticket and \`@slug\` a member. Priorities are \`Idea\`, \`NiceToHave\`, \`Required\`, \`Critical\`; a ticket's \`status\` is its column's name, in exactly that spelling.

Automations are described by \`GET /api/schemas/automations.json\` (JSON Schema); how a project's are set stands in \`GET /api/projects/{slug}/automations\`.
`;
