"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { automationsAnswerSchema } from "#server/contracts/automation.ts";
import { agentSlugSchema, skillSchema, type AgentSummary } from "#server/contracts/skill.ts";
import { agentTypes, type AgentType } from "#server/contracts/words.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { Select } from "#app/_components/select.tsx";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { addAutomation, newAutomation, newSkillText } from "./new-agent-files.ts";
import { skillPath } from "./use-skills.ts";
import { skillWords } from "./words.ts";

export interface NewAgentDialogProps {
  slug: string;
  agents: readonly AgentSummary[];
  onClose: () => void;
  onMade: (agent: string) => void;
}

/** Name, type, model: one skill file and a few lines of automation, shown before they are written. */
export function NewAgentDialog({ slug, agents, onClose, onMade }: NewAgentDialogProps) {
  const t = useT(skillWords);
  const client = useQueryClient();
  const columns = useBoard(slug).data?.columns ?? [];
  const automations = useQuery({
    queryKey: queryKeys.automations(slug),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/automations`, automationsAnswerSchema, { signal }),
  });
  const starting = columns.find((column) => column.name === "Todo") ?? columns[1];
  const working = columns.find((column) => column.name === "InProgress") ?? null;
  const [name, setName] = useState("");
  const [type, setType] = useState<AgentType>("coder");
  const [model, setModel] = useState("");
  const [column, setColumn] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const chosen = column ?? starting?.name ?? "";
  const agent = {
    slug: name,
    type,
    model,
    column: chosen === "" ? null : chosen,
    workColumn: working?.name ?? null,
  };
  const isTaken = agents.some((other) => other.agent === name);
  const isGood = agentSlugSchema.safeParse(name).success;
  const error =
    name === "" ? undefined : isTaken ? t("new.nameTaken") : isGood ? undefined : t("new.nameBad");
  const skill = newSkillText(agent);
  const automation = newAutomation(agent);

  const make = async () => {
    setBusy(true);
    try {
      await api.put(skillPath(slug, name), { content: skill, stamp: null }, skillSchema);
    } catch (cause) {
      notify({
        kind: "error",
        text: t("new.failed"),
        detail: cause instanceof Error ? cause.message : String(cause),
      });
      setBusy(false);
      return;
    }
    try {
      if (automation !== null) {
        const now = await api.get(`${projectPath(slug)}/automations`, automationsAnswerSchema);
        await api.put(
          `${projectPath(slug)}/automations`,
          { text: addAutomation(now.text, automation), stamp: now.stamp },
          anythingSchema,
        );
      }
      notify({ kind: "success", text: t("new.done", { agent: name }) });
    } catch (cause) {
      notify({
        kind: "error",
        text: t("new.rulesFailed", {
          reason: cause instanceof Error ? cause.message : String(cause),
        }),
      });
    }
    await client.invalidateQueries({ queryKey: queryKeys.project(slug) });
    onMade(name);
    onClose();
  };
  const canMake = isGood && !isTaken && !isBusy && automations.data !== undefined;
  const file =
    "scroll-thin max-h-44 overflow-auto rounded border bg-sunken p-2 font-mono text-sm whitespace-pre-wrap";
  return (
    <Dialog
      open
      width="medium"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("new.title")}
      description={t("new.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="filled" disabled={!canMake} onClick={() => void make()}>
            {t(automation === null ? "new.createOne" : "new.create")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t("new.name")} hint={t("new.nameHint")} error={error}>
          {(parts) => (
            <Input
              {...parts}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t("new.type")}>
            {(parts) => (
              <Select
                {...parts}
                className="w-full"
                value={type}
                onValueChange={setType}
                options={agentTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
              />
            )}
          </Field>
          <Field label={t("new.model")} hint={t("new.modelHint")}>
            {(parts) => (
              <Input {...parts} value={model} onChange={(event) => setModel(event.target.value)} />
            )}
          </Field>
        </div>
        <Field label={t("new.column")}>
          {(parts) => (
            <Select
              {...parts}
              className="w-full"
              value={chosen}
              onValueChange={setColumn}
              options={[
                ...columns.map(({ name: value }) => ({ value, label: value })),
                { value: "", label: t("new.columnNone") },
              ]}
            />
          )}
        </Field>
        <div>
          <p className="text-sm text-muted">
            {t("new.skill")}{" "}
            <span className="font-mono">.agents/skills/{name === "" ? "…" : name}.md</span>
          </p>
          <pre tabIndex={0} className={file}>
            {skill}
          </pre>
        </div>
        {automation === null ? null : (
          <div>
            <p className="text-sm text-muted">{t("new.lines")}</p>
            <pre tabIndex={0} className={file}>
              {JSON.stringify(automation, null, 2)}
            </pre>
          </div>
        )}
      </div>
    </Dialog>
  );
}
