const anchor = /^#comment-(\d{1,9})$/;

const event = /^#run-([\w-]{1,64})-event-(\d{1,9})$/;

/** The event of a run that the address leads to. */
export function linkedEvent(
  hash: string = window.location.hash,
): { run: string; seq: number } | null {
  const [, run, seq] = event.exec(hash) ?? [];
  return run === undefined || seq === undefined ? null : { run, seq: Number(seq) };
}

/** The comment that the address leads to; null when it leads to the ticket itself. */
export function linkedComment(hash: string = window.location.hash): number | null {
  const number = anchor.exec(hash)?.[1];
  return number === undefined ? null : Number(number);
}
