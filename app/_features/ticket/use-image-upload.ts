"use client";
import type { ClipboardEvent, DragEvent } from "react";
import { z } from "zod";
import { notify } from "#app/_components/toast.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { composerWords } from "./composer-words.ts";
import { reasonOf } from "./use-ticket-writes.ts";

const storedSchema = z.object({ url: z.string() });

/** A text field's content and the way to change it, also while more is being typed. */
export interface ChangeText {
  (change: (text: string) => string): void;
}

/** Pictures pasted or dropped into a field are stored, and stand in its text once they are. */
export function useImageUpload(changeText: ChangeText) {
  const t = useT(composerWords);
  const put = async (field: HTMLTextAreaElement, files: readonly File[]) => {
    const at = field.selectionStart;
    const name = (file: File) => file.name.replaceAll(/[[\]()\n]/g, " ");
    const marks = files.map((file) => `![${t("image.uploading", { name: name(file) })}]()`);
    changeText((text) => text.slice(0, at) + marks.join("\n") + text.slice(at));
    await Promise.all(
      files.map(async (file, index) => {
        const mark = marks[index] ?? "";
        try {
          const { url } = await api.upload("/images", file, storedSchema);
          changeText((text) => text.replace(mark, () => `![${name(file)}](${url})`));
        } catch (error) {
          changeText((text) => text.replace(mark, ""));
          notify({ kind: "error", text: t("image.failed"), detail: reasonOf(error) });
        }
      }),
    );
  };
  const take = (
    event: ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>,
    data: DataTransfer | null,
  ) => {
    const images = [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
    if (images.length === 0) return;
    event.preventDefault();
    void put(event.currentTarget, images);
  };
  return {
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => take(event, event.clipboardData),
    onDrop: (event: DragEvent<HTMLTextAreaElement>) => take(event, event.dataTransfer),
    onDragOver: (event: DragEvent<HTMLTextAreaElement>) => {
      if ([...event.dataTransfer.types].includes("Files")) event.preventDefault();
    },
  };
}
