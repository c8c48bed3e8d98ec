"use client";
import type { TicketChange } from "#server/contracts/bulk.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { bulkWords } from "./bulk-words.ts";
import { useBulk } from "./use-bulk.ts";

/** Asked before something is done to all chosen tickets. */
export function BulkQuestionDialog() {
  const { store } = useBoardContext();
  const asking = useBoardUi((state) => state.asking);
  const count = useBoardUi((state) => state.picked.size);
  const t = useT(bulkWords);
  const common = useT(componentWords);
  const bulk = useBulk();
  if (asking === null) return null;
  const close = () => store.set({ asking: null });
  const button = (look: "filled" | "danger" | "plain", text: string, change: TicketChange) => (
    <Button look={look} autoFocus={look !== "plain"} onClick={() => void bulk.carryOut(change)}>
      {text}
    </Button>
  );
  if (asking.kind === "move") {
    const { column, before, atWork } = asking;
    const move = { do: "move", status: column, before } as const;
    return (
      <Dialog
        open
        onOpenChange={close}
        title={t("ask.move", { count, column })}
        description={t("ask.moveText", { count: atWork })}
        actions={
          <>
            <Button onClick={close}>{common("cancel")}</Button>
            {button("plain", t("ask.stop"), { ...move, stopRun: true })}
            {button("filled", t("ask.keep"), move)}
          </>
        }
      />
    );
  }
  const { kind } = asking;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(`ask.${kind}`, { count })}
      description={t(`ask.${kind}Text`)}
      actions={
        <>
          <Button onClick={close}>{common("cancel")}</Button>
          {button(kind === "run" ? "filled" : "danger", t(`ask.${kind}Button`), { do: kind })}
        </>
      }
    />
  );
}

/** What came of each ticket, where not all of it was done at once. */
export function BulkReportDialog() {
  const { store } = useBoardContext();
  const report = useBoardUi((state) => state.report);
  const t = useT(bulkWords);
  const say = useSentence();
  if (report === null) return null;
  const close = () => store.set({ report: null });
  const failed = report.results.filter(({ failure }) => failure !== null);
  const waits = report.results.flatMap(({ ticket, waits: reason }) =>
    reason === null ? [] : [{ ticket, text: t("report.waits", { reason: say(reason) }) }],
  );
  return (
    <Dialog
      open
      onOpenChange={close}
      title={
        failed.length > 0
          ? t("report.title", { count: failed.length })
          : t("report.done", { done: report.text })
      }
      {...(failed.length > 0 ? { description: t("report.done", { done: report.text }) } : {})}
      actions={
        <Button look="filled" autoFocus onClick={close}>
          {t("close")}
        </Button>
      }
    >
      <ul className="flex flex-col gap-1">
        {failed.map(({ ticket, failure }) => (
          <li key={ticket}>
            <span className="font-medium">#{ticket}</span>{" "}
            <span className="text-red">{failure?.error}</span>
          </li>
        ))}
        {waits.map(({ ticket, text }) => (
          <li key={ticket}>
            <span className="font-medium">#{ticket}</span>{" "}
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
