"use client";
import { QueryClientContext, useQuery } from "@tanstack/react-query";
import { useContext, useState, type ReactNode } from "react";
import { ticketRefSchema } from "#server/contracts/ticket.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

export interface TicketLinkProps {
  slug: string;
  number: number;
  children: ReactNode;
}

const look = "break-words text-accent underline underline-offset-2";

function hrefOf({ slug, number }: TicketLinkProps): string {
  return `/p/${encodeURIComponent(slug)}/t/${number}`;
}

/** A ticket named in a text; under the pointer or the focus it says its title and its column. */
export function TicketLink(props: TicketLinkProps) {
  // Text is also rendered where nothing can be asked.
  if (useContext(QueryClientContext) !== undefined) return <NamedLink {...props} />;
  return (
    <a href={hrefOf(props)} className={look}>
      {props.children}
    </a>
  );
}

function NamedLink(props: TicketLinkProps) {
  const { slug, number, children } = props;
  const [isWanted, setWanted] = useState(false);
  const named = useQuery({
    queryKey: queryKeys.namedTicket(slug, number),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/tickets/find`, listOf(ticketRefSchema), {
        query: { numbers: number },
        signal,
      }),
    enabled: isWanted,
    staleTime: 60_000,
  });
  const ticket = named.data?.[0];
  return (
    <a
      href={hrefOf(props)}
      className={look}
      title={ticket ? `${ticket.title} · ${ticket.status}` : undefined}
      onPointerEnter={() => setWanted(true)}
      onFocus={() => setWanted(true)}
    >
      {children}
    </a>
  );
}
