"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { FolderInspection } from "#server/contracts/project.ts";
import { Button } from "#app/_components/button.tsx";
import { Checkbox, Field, Input } from "#app/_components/field.tsx";
import { RadioGroup } from "#app/_components/radio-group.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AgentsAnswer } from "./agents-answer.tsx";
import { ClaudeLine } from "./claude-line.tsx";
import { FilesToWrite } from "./files-to-write.tsx";
import { FoundInFolder } from "./found-in-folder.tsx";
import {
  defaultAnswers,
  isolations,
  levels,
  parseCap,
  requestOf,
  writtenFiles,
  type Answers,
} from "./answers.ts";
import { useOpenFolder } from "./use-open-folder.ts";
import { openingWords } from "./words.ts";

export function OpeningForm({ inspection }: { inspection: FolderInspection }) {
  const t = useT(openingWords);
  const router = useRouter();
  const open = useOpenFolder();
  const [answers, setAnswers] = useState<Answers>(() => defaultAnswers(inspection));
  const change = (part: Partial<Answers>) => setAnswers((old) => ({ ...old, ...part }));
  const cap = parseCap(answers.cap);
  const files = writtenFiles(inspection, answers);
  const commands = inspection.detectedCommands.join(", ");
  if (inspection.takenBy !== null) {
    const slug = inspection.takenBy;
    return (
      <p className="flex items-center gap-3">
        {t("taken", { project: slug })}
        <Button onClick={() => router.push(`/p/${encodeURIComponent(slug)}`)}>
          {t("goThere")}
        </Button>
      </p>
    );
  }
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (cap !== undefined) open.mutate(requestOf(inspection, answers, cap));
      }}
    >
      <FoundInFolder inspection={inspection} />
      <Field label={t("name")}>
        {(parts) => (
          <Input
            {...parts}
            required
            maxLength={100}
            value={answers.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">{t("agents")}</legend>
        <AgentsAnswer inspection={inspection} answers={answers} onChange={change} />
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-medium">{t("level")}</legend>
        <RadioGroup
          label={t("level")}
          value={answers.level}
          onValueChange={(level) => change({ level })}
          options={levels.map((level) => ({
            value: level,
            label: t(`level.${level}`),
            hint:
              level === "edit"
                ? commands === ""
                  ? t("level.edit.hintPlain")
                  : t("level.edit.hint", { commands })
                : t(`level.${level}.hint`),
          }))}
        />
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-medium">{t("isolation")}</legend>
        <RadioGroup
          label={t("isolation")}
          value={answers.isolation}
          onValueChange={(isolation) => change({ isolation })}
          options={isolations.map((isolation) => ({
            value: isolation,
            label: t(`isolation.${isolation}`),
            hint: t(`isolation.${isolation}.hint`),
            disabled: isolation === "worktree" && !inspection.isGit,
          }))}
        />
      </fieldset>
      <Field
        label={t("cap")}
        hint={t("capHint")}
        error={cap === undefined ? t("capWrong") : null}
        className="max-w-80"
      >
        {(parts) => (
          <Input
            {...parts}
            inputMode="decimal"
            value={answers.cap}
            onChange={(event) => change({ cap: event.target.value })}
            className="w-28"
          />
        )}
      </Field>
      <ClaudeLine />
      <FilesToWrite files={files} />
      <Checkbox
        label={t("firstTicket")}
        hint={t("firstLine")}
        checked={answers.hasFirstTicket}
        onChange={(event) => change({ hasFirstTicket: event.target.checked })}
      />
      <div className="flex justify-end border-t pt-4">
        <Button
          type="submit"
          look="filled"
          className="h-9 px-4"
          disabled={open.isPending || cap === undefined || answers.name.trim() === ""}
        >
          {open.isPending ? t("opening") : t("submit")}
        </Button>
      </div>
    </form>
  );
}
