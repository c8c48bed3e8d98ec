"use client";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { useCardWrites } from "./use-card-writes.ts";
import { boardWords } from "./words.ts";

export function DeleteDialog() {
  const { store } = useBoardContext();
  const card = useBoardUi((state) => state.deleting);
  const t = useT(boardWords);
  const common = useT(componentWords);
  const writes = useCardWrites();
  if (!card) return null;
  const close = () => store.set({ deleting: null });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("delete.title", { number: `#${card.id}` })}
      description={t("delete.text", { title: card.title })}
      actions={
        <>
          <Button onClick={close}>{common("cancel")}</Button>
          <Button
            look="danger"
            autoFocus
            onClick={() => {
              close();
              void writes.remove(card);
            }}
          >
            {t("delete.button")}
          </Button>
        </>
      }
    />
  );
}
