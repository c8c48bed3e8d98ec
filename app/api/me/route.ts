import { meSchema } from "#server/contracts/project.ts";
import type { Me } from "#server/contracts/project.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Who the token or cookie belongs to",
  access: "read",
  agents: true,
  answer: meSchema,
  handle({ actor }): Me {
    const { slug, name } = actor;
    if (actor.kind === "agent") return { slug, name, role: "member", isMaintainer: false };
    return { slug, name, role: actor.role, isMaintainer: actor.isMaintainer };
  },
});
