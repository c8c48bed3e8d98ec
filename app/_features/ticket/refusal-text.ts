import { z } from "zod";
import { ApiError } from "#app/_lib/api-error.ts";
import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { familyWords } from "./family-words.ts";

const circleSchema = z.object({ path: z.array(z.number()) });

/** Why the server refused a parent or a blocker, in the reader's language; other reasons as they came. */
export function refusalText(error: unknown, t: Translate<(typeof familyWords)["en"]>): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.code === "DEPTH_LIMIT") return t("refused.depth");
  if (error.code === "PARENT_CIRCLE") return t("refused.parentCircle");
  const circle = circleSchema.safeParse(error.details);
  if (error.code === "BLOCKER_CIRCLE" && circle.success)
    return t("refused.circle", {
      path: circle.data.path.map((number) => `#${number}`).join(" → "),
    });
  return error.message;
}
