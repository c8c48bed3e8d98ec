"use client";
import { useState } from "react";
import type { SelectsMany, StartChoice } from "#server/contracts/simulation.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { RadioGroup } from "#app/_components/radio-group.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { ifSavedWords } from "./if-saved-words.ts";
import { nameTickets } from "./name-tickets.ts";

/** Asked when a rule selects more than a few tickets at once: which of them may start (ux.md 12). */
export function StartDialog({
  automations,
  onChoose,
  onCancel,
}: {
  automations: readonly SelectsMany[];
  onChoose: (choice: StartChoice) => void;
  onCancel: () => void;
}) {
  const t = useT(ifSavedWords);
  const [choice, setChoice] = useState<StartChoice>("entering");
  const options = (["entering", "one", "all", "off"] as const).map((value) => ({
    value,
    label: t(`ask.${value}`),
    hint: t(`ask.${value}Hint`),
  }));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      title={t("ask.title")}
      actions={
        <>
          <Button onClick={onCancel}>{t("ask.cancel")}</Button>
          <Button look="filled" onClick={() => onChoose(choice)}>
            {t("ask.save")}
          </Button>
        </>
      }
    >
      <ul className="mb-3">
        {automations.map(({ automationId, name, count, tickets }) => (
          <li key={automationId} className="break-words">
            {t("ask.selects", {
              rule: name,
              count,
              tickets: nameTickets(tickets, count, (shown, rest) =>
                t("andMore", { tickets: shown, count: rest }),
              ),
            })}
          </li>
        ))}
      </ul>
      <RadioGroup
        label={t("ask.title")}
        options={options}
        value={choice}
        onValueChange={setChoice}
      />
    </Dialog>
  );
}
