import { z } from "zod";
import { triggerShape, triggerSynonyms } from "../node.ts";
import { defaultBackoff, defineTrigger, ofTheBoard } from "./trigger.ts";

/**
 * Ticketless: new commits in the workspace, all of them in one firing. Left out: commits by somebody of
 * `ignoreAuthors` (author, committer or co-author, name or e-mail in any case) and those made while a
 * run of this automation was active (rule 16).
 */
export const gitCommit = defineTrigger({
  type: "gitCommit",
  kind: "event",
  isTicketless: true,
  followsBoard: false,
  schema: z.object({
    type: z.literal("gitCommit"),
    ...triggerShape(60),
    ignoreAuthors: z
      .array(z.string().min(1))
      .default(["noreply@anthropic.com"])
      .describe(
        "Names or e-mail addresses whose commits count for nothing, also as committer or co-author.",
      ),
    branch: z
      .string()
      .regex(/^(?![-/.])(?!.*(?:\.\.|\/\/))[^\s~^:?*[\\]{1,200}$/, "a branch's name")
      .optional()
      .describe("Branch to follow; absent: the one that is checked out."),
  }),
  synonyms: triggerSynonyms,
  mismatches: (node, facts) => ofTheBoard(facts, "a commit"),
  restMs: () => 0,
  describe({ branch }, locale) {
    if (locale === "en") return `When there are commits${branch ? ` on ${branch}` : ""}`;
    return `Quand il y a de nouveaux commits${branch ? ` sur ${branch}` : ""}`;
  },
  columns: () => [],
  backoff: () => defaultBackoff,
});
