"use client";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { Button } from "./button.tsx";
import { useAnswer } from "./use-answer.ts";
import { componentWords } from "./words.ts";

type Permission = Extract<AnswerQuestion["answer"], { permission: string }>["permission"];

/** A permission request answered where it stands; a message or "always" needs its panel. */
export function PermissionButtons({ slug, question }: { slug: string; question: OpenQuestion }) {
  const t = useT(componentWords);
  const { answer, isBusy } = useAnswer(slug, question);
  const { isReader } = useRights();
  if (isReader || question.kind !== "permission" || !["open", "parked"].includes(question.state))
    return null;
  const send = (permission: Permission) =>
    answer({ questionId: question.id, answer: { permission } });
  return (
    <span className="flex gap-1">
      <Button disabled={isBusy} onClick={() => send("allow")}>
        {t("permission.once")}
      </Button>
      <Button disabled={isBusy} onClick={() => send("allow_run")}>
        {t("permission.run")}
      </Button>
      <Button look="danger" disabled={isBusy} onClick={() => send("deny")}>
        {t("permission.deny")}
      </Button>
    </span>
  );
}
