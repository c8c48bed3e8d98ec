"use client";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useAnswer } from "#app/_lib/use-answer.ts";
import { Button } from "./button.tsx";
import { notify } from "./toast.tsx";
import { useTellTaken } from "./use-tell-taken.ts";
import { componentWords } from "./words.ts";

type Permission = Extract<AnswerQuestion["answer"], { permission: string }>["permission"];

/** A permission request answered where it stands; a message or "always" needs its panel. */
export function PermissionButtons({ slug, question }: { slug: string; question: OpenQuestion }) {
  const t = useT(componentWords);
  const answer = useAnswer(slug, question);
  const tellTaken = useTellTaken(slug);
  if (question.kind !== "permission" || !["open", "parked"].includes(question.state)) return null;
  const isBusy = answer.isPending || answer.isSuccess;
  const send = (permission: Permission) =>
    answer.mutate(
      { permission },
      {
        onError: (error) => {
          if (tellTaken(error, { ticket: question.ticket, words: "" })) return;
          notify({ kind: "error", text: error.message });
        },
      },
    );
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
