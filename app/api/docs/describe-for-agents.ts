import type { RouteDefinition } from "#app/api/_route/route.ts";
import type { ListedRoute } from "#app/api/openapi/v1.json/route-list.ts";
import { introduction } from "./introduction.ts";
import { describeAnswer, describeFields, describeModels } from "./schema-text.ts";

/** The API as Markdown: an introduction with calls that work, every route, every model (compat §2.5). */
export function describeForAgents(routes: ListedRoute[]): string {
  const forAgents = routes.filter(({ handler }) => handler.definition.agents);
  const others = routes.filter(({ handler }) => !handler.definition.agents);
  return [
    introduction,
    "## Routes for agents\n",
    ...forAgents.map(describeRoute),
    "## Routes for people only\n",
    ...others.map(describeRoute),
    "## Models\n",
    describeModels(),
  ]
    .join("\n")
    .concat("\n");
}

const rights: Record<RouteDefinition["access"], string> = {
  public: "without a token",
  read: "everybody signed in",
  write: "members",
  maintain: "maintainers and owners",
  owner: "owners",
};

function describeRoute({ method, path, handler }: ListedRoute): string {
  const { access, agents, answer, body, isBodyOptional, query, summary } = handler.definition;
  const who = [rights[access], ...(agents ? ["agents"] : [])].join(", ");
  return [
    `### ${method} ${path}\n`,
    `${summary ?? ""}. For: ${who}.\n`,
    ...(query ? ["Query:\n", block(describeFields(query))] : []),
    ...(body
      ? [`Body${isBodyOptional ? ", may be left out" : ""}:\n`, block(describeFields(body))]
      : []),
    ...(answer ? [`Answer: \`${describeAnswer(answer)}\`\n`] : []),
  ].join("\n");
}

const block = (text: string): string => `\`\`\`\n${text}\n\`\`\`\n`;
