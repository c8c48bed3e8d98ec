"use client";
import { ChevronDown, RotateCw } from "lucide-react";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { retrySettingsSchema, type RetrySettings, type RunDetail } from "#server/contracts/run.ts";
import { Button } from "#app/_components/button.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator, MenuSub } from "#app/_components/menu.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { controlWords } from "./control-words.ts";
import { MessageDialog } from "./message-dialog.tsx";
import type { useRunActions } from "./use-run-actions.ts";
import { runPath } from "./use-run.ts";
import { runWords } from "./words.ts";

/** Letters, as the server takes them. */
const longestNote = 1_000;

export interface TryAgainProps {
  slug: string;
  run: RunDetail;
  isFilled: boolean;
  actions: ReturnType<typeof useRunActions>;
}

/** Try again ▾: the same · with a note · stronger model · fresh session · another agent (ux 35). */
export function TryAgain({ slug, run, isFilled, actions }: TryAgainProps) {
  const t = useT(runWords);
  const control = useT(controlWords);
  const [isOpen, setOpen] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const look = isFilled ? "filled" : "plain";
  return (
    <span className="flex items-center" data-try-again>
      <Button
        look={look}
        size="small"
        className="rounded-r-none"
        onClick={() => void actions.retry()}
      >
        <RotateCw size={13} aria-hidden />
        {t("tryAgain")}
      </Button>
      <Menu
        align="end"
        label={control("more")}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            look={look}
            size="small"
            label={control("more")}
            icon={<ChevronDown size={14} aria-hidden />}
            className="rounded-l-none border-l-0"
          />
        }
      >
        {isOpen ? (
          <Choices slug={slug} run={run} actions={actions} onNote={() => setNoting(true)} />
        ) : null}
      </Menu>
      <MessageDialog
        title={control("note.title")}
        description={control("note.hint", { agent: run.agent })}
        label={control("note.label", { agent: run.agent })}
        action={t("tryAgain")}
        maxLength={longestNote}
        isOpen={isNoting}
        onOpenChange={setNoting}
        onSend={(note) => actions.retry({ harness: { note } })}
      />
    </span>
  );
}

function Choices({
  slug,
  run,
  actions,
  onNote,
}: Omit<TryAgainProps, "isFilled"> & { onNote: () => void }) {
  const t = useT(controlWords);
  const settings = useQuery({
    queryKey: [...queryKeys.run(slug, run.id), "retry"],
    queryFn: ({ signal }) =>
      api.get(`${runPath(slug, run.id)}/retry`, retrySettingsSchema, { signal }),
    staleTime: 0,
  }).data;
  const members = useBoard(slug).data?.members ?? [];
  const others = members.filter((one) => one.kind === "agent" && one.slug !== run.agent);
  const uses = useUses(settings);
  const now = settings?.model ?? t("usual");
  const stronger = settings?.strongerModel ?? null;
  const session = settings?.session ?? (run.sessionId === null ? "fresh" : "resume");
  return (
    <>
      {uses === null ? null : <MenuLabel>{t("uses", { settings: uses })}</MenuLabel>}
      <MenuItem hint={t(`same.${session}`)} onSelect={() => void actions.retry()}>
        {t("same")}
      </MenuItem>
      <MenuItem hint={t("note.hint", { agent: run.agent })} onSelect={onNote}>
        {t("note")}
      </MenuItem>
      <MenuItem
        disabled={stronger === null}
        hint={
          settings === undefined
            ? undefined
            : stronger === null
              ? t("stronger.none", { now })
              : t("stronger.hint", { model: stronger, now })
        }
        onSelect={() => void actions.retry({ harness: { model: stronger ?? undefined } })}
      >
        {t("stronger")}
      </MenuItem>
      <MenuItem
        hint={t("fresh.hint")}
        onSelect={() => void actions.retry({ harness: { session: "fresh" } })}
      >
        {t("fresh")}
      </MenuItem>
      {others.length === 0 ? null : (
        <>
          <MenuSeparator />
          <MenuSub label={t("other")}>
            {others.map((agent) => (
              <MenuItem
                key={agent.slug}
                hint={agent.type}
                onSelect={() => void actions.retry({ agent: agent.slug })}
              >
                {agent.name}
              </MenuItem>
            ))}
          </MenuSub>
        </>
      )}
    </>
  );
}

/** "rule dispatch · model opus · group workspace · 200 turns · at most $2". */
function useUses(settings: RetrySettings | undefined): string | null {
  const t = useT(controlWords);
  const format = useFormat();
  if (settings === undefined) return null;
  const { rule, model, group, maxTurns, maxCostUsd } = settings;
  return [
    rule === null ? null : t("uses.rule", { rule }),
    model === null ? t("usual") : t("uses.model", { model }),
    t("uses.group", { group }),
    t("uses.turns", { count: maxTurns }),
    maxCostUsd === null ? null : t("uses.cap", { cap: format.moneyShort(maxCostUsd) }),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
