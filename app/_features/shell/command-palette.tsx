"use client";
import { useRouter } from "next/navigation";
import { Command } from "cmdk";
import { Bot, CornerDownRight, Hash } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useDeferredValue, useState } from "react";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { useFoundTickets } from "./use-found-tickets.ts";
import { useCommands } from "./use-commands.ts";
import { useAgents } from "./use-agents.ts";
import { useShellDialogs } from "./shell-dialogs.tsx";
import { shellWords } from "./words.ts";

const row = "flex min-h-8 items-center gap-2 rounded px-2 py-1 data-[selected=true]:bg-hover";
const group =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-muted";

/** ⌘K: tickets, agents and commands. */
export function CommandPalette() {
  const { dialog, show } = useShellDialogs();
  const t = useT(shellWords);
  return (
    <Radix.Root open={dialog === "palette"} onOpenChange={(open) => show(open ? "palette" : null)}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          aria-describedby={undefined}
          className="appear fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-144 -translate-x-1/2 overflow-hidden rounded-lg border bg-raised text-ink shadow-lift"
        >
          <Radix.Title className="sr-only">{t("search")}</Radix.Title>
          <PaletteBody close={() => show(null)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaletteBody({ close }: { close: () => void }) {
  const t = useT(shellWords);
  const common = useT(componentWords);
  const router = useRouter();
  const [text, setText] = useState("");
  const project = useCurrentProject();
  const found = useFoundTickets(project?.slug ?? null, useDeferredValue(text));
  const agents = useAgents(project?.slug ?? null);
  const commands = useCommands();
  const go = (action: () => void) => {
    close();
    action();
  };
  return (
    <Command label={t("search")} loop>
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t("palette.placeholder")}
        className="h-11 w-full border-b bg-transparent px-3 text-lg outline-none"
      />
      <Command.List className="scroll-thin max-h-[52vh] overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-muted">
          {found.isFetching ? t("palette.searching") : common("noMatch")}
        </Command.Empty>
        <Command.Group heading={t("palette.tickets")} className={group}>
          {found.tickets.map((ticket) => (
            // The server chose these; the number and text are given so that our own filter keeps them.
            <Command.Item
              key={`${ticket.project}-${ticket.id}`}
              value={`${ticket.project} #${ticket.id} ${ticket.title}`}
              keywords={[text]}
              className={row}
              onSelect={() =>
                go(() => router.push(`/p/${encodeURIComponent(ticket.project)}/t/${ticket.id}`))
              }
            >
              <Hash size={13} aria-hidden className="shrink-0 text-muted" />
              <span className="shrink-0 text-muted">{ticket.id}</span>
              <span className="min-w-0 flex-1 truncate">{ticket.title}</span>
              <span className="shrink-0 text-sm text-muted">
                {ticket.project === project?.slug
                  ? ticket.status
                  : `${ticket.project} · ${ticket.status}`}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("palette.agents")} className={group}>
          {agents.map((agent) => (
            <Command.Item
              key={agent.slug}
              value={`@${agent.slug} ${agent.name}`}
              className={row}
              onSelect={() =>
                go(() =>
                  router.push(
                    `/p/${encodeURIComponent(agent.project)}/agents?agent=${encodeURIComponent(agent.slug)}`,
                  ),
                )
              }
            >
              <Bot size={14} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{agent.name}</span>
              <span className="text-sm text-muted">{agent.type}</span>
            </Command.Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("palette.commands")} className={group}>
          {commands.map((command) => (
            <Command.Item
              key={command.id}
              value={command.text}
              className={row}
              onSelect={() => go(command.run)}
            >
              <CornerDownRight size={14} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{command.text}</span>
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  );
}
