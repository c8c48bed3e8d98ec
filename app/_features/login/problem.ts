import { ApiError } from "#app/_lib/api-error.ts";

export type Problem =
  "expired" | "wrong" | "refused" | "joinRefused" | "taken" | "limited" | "network";

const byCode: Readonly<Record<string, Problem>> = {
  PASSWORD_REFUSED: "refused",
  INVITATION_REFUSED: "joinRefused",
  NAME_TAKEN: "taken",
};

/** Why nobody was signed in, in the page's words. */
export function problemOf(error: unknown, isLink: boolean): Problem {
  if (error instanceof ApiError) {
    if (error.status === 429) return "limited";
    if (error.status === 0) return "network";
    const known = byCode[error.code];
    if (known !== undefined) return known;
  }
  return isLink ? "expired" : "wrong";
}
