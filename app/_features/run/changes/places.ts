/** An event of a run, as an address within the ticket's page: `#run-<id>-event-<seq>`. */
export function eventHref(slug: string, ticket: number, run: string, seq: number): string {
  return `/p/${encodeURIComponent(slug)}/t/${ticket}#run-${run}-event-${seq}`;
}

/** Where in Changes one wants to be: the part of a file that an event of the run wrote. */
export interface WantedChange {
  path: string;
  seq: number;
}

/** Between the parts of a difference and the calls that wrote them. */
export interface ChangeLinks {
  ticket: number | null;
  wanted: WantedChange | null;
  /** Absent: the addresses of the calls lead to them. */
  onShowEvent?: ((seq: number) => void) | undefined;
}

/** Path relative to the run's folder, as its changes are named. */
export function pathInRun(cwd: string, named: string): string {
  const folder = cwd.endsWith("/") ? cwd : `${cwd}/`;
  return (named.startsWith(folder) ? named.slice(folder.length) : named).replace(/^\.\//, "");
}
