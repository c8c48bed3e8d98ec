import { z } from "zod";
import type { AutomationsAnswer } from "#server/contracts/automation.ts";
import type { Member } from "#server/contracts/ticket.ts";
import { namedIn } from "./mention-parse.ts";

const rulesSchema = z.object({
  automations: z.array(
    z.looseObject({
      id: z.string().optional(),
      trigger: z.looseObject({
        type: z.string(),
        authors: z.array(z.string()).catch([]).default([]),
        mentions: z.array(z.string()).catch([]).default([]),
      }),
    }),
  ),
});

export interface CommentReaders {
  /** Names of the rules that will read it. */
  rules: string[];
  /** People who get a row under Needs you. */
  people: string[];
  /** Agents that are named although no rule reads this comment: nothing starts. */
  idle: string[];
}

/** What a comment will do (ux 9): which rules read it, whom it calls, which named agents it does not start. */
export function commentReaders(
  text: string,
  me: string,
  automations: Pick<AutomationsAnswer, "rows" | "config">,
  members: readonly Pick<Member, "slug" | "kind">[],
): CommentReaders {
  const named = namedIn(text);
  const stored = rulesSchema.safeParse(automations.config).data?.automations ?? [];
  const rules = automations.rows
    .filter((row) => row.enabled && row.disabled === null)
    .filter((row) => row.triggerType === "ticketCommentAdded")
    .filter((row) => {
      const trigger = stored.find((one) => one.id === row.id)?.trigger;
      const authors: readonly string[] = trigger?.authors ?? [];
      const mentions: readonly string[] = trigger?.mentions ?? [];
      return (
        (authors.length === 0 || authors.includes(me)) &&
        (mentions.length === 0 || mentions.some((slug) => named.includes(slug.toLowerCase())))
      );
    })
    .map((row) => row.name);
  const isNamed = (member: Pick<Member, "slug">) => named.includes(member.slug.toLowerCase());
  const slugs = (kind: Member["kind"]) =>
    members.filter((member) => member.kind === kind && isNamed(member)).map(({ slug }) => slug);
  return {
    rules,
    people: slugs("person").filter((slug) => slug !== me),
    idle: rules.length === 0 ? slugs("agent") : [],
  };
}
