"use client";
import { Plus } from "lucide-react";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { agentsWords } from "./agents-words.ts";
import { DraftArea } from "./draft-input.tsx";
import { linesOf } from "./numbers.ts";
import { Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useProjectField } from "./use-settings.ts";

const maxCommands = 50;
const maxChars = 200;

/** Commands that need no asking at level Edit; what the folder offers is one press away (rule 6). */
export function CommandsSetting({
  project,
  overview,
  isDisabled,
}: TabProps & { isDisabled: boolean }) {
  const t = useT(agentsWords);
  const commands = useProjectField(project, "allowedCommands");
  const { allowedCommands } = project;
  const found = overview.detectedCommands.filter((command) => !allowedCommands.includes(command));
  return (
    <Setting
      label={t("commands")}
      hint={t("commands.hint")}
      field="allowedCommands"
      changes={overview.changes}
      save={commands}
    >
      {(parts) => (
        <>
          <DraftArea
            {...parts}
            rows={Math.min(10, allowedCommands.length + 1)}
            disabled={isDisabled}
            value={allowedCommands.join("\n")}
            check={(text) => {
              const lines = linesOf(text);
              const isFine =
                lines.length <= maxCommands && lines.every((line) => line.length <= maxChars);
              return isFine ? null : t("commands.tooMany");
            }}
            onCommit={(text) => commands.save(linesOf(text))}
          />
          {found.length > 0 && !isDisabled ? (
            <div className="flex flex-wrap items-center gap-1.5">
              <span className="text-sm text-muted">{t("commands.found")}</span>
              {found.map((command) => (
                <Button
                  key={command}
                  size="small"
                  aria-label={t("commands.add", { command })}
                  className="font-mono"
                  onClick={() =>
                    void commands.save([...allowedCommands, command]).catch(() => undefined)
                  }
                >
                  <Plus size={12} aria-hidden />
                  {command}
                </Button>
              ))}
            </div>
          ) : null}
        </>
      )}
    </Setting>
  );
}
