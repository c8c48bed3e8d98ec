import type { Metadata } from "next";
import type { ReactNode } from "react";
import { TicketPanel } from "#app/_panels/ticket-panel.tsx";
import { BoardPage } from "#app/_features/board/board-page.tsx";
import { PanelSlot } from "#app/_features/board/panel-slot.tsx";
import { ImportBanner } from "#app/_features/import/import-banner.tsx";

type Props = { children: ReactNode; params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).slug };
}

/**
 * The board stays while tickets open and close over it: which one is open is read from the path, so
 * that opening needs no answer of the server.
 */
export default async function BoardLayout({ children, params }: Props) {
  const { slug } = await params;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ImportBanner slug={slug} />
      <div className="min-h-0 flex-1">
        <BoardPage slug={slug}>
          {children}
          <PanelSlot slug={slug} panel={TicketPanel} />
        </BoardPage>
      </div>
    </div>
  );
}
