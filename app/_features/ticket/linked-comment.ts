const anchor = /^#comment-(\d{1,9})$/;

/** The comment that the address leads to; null when it leads to the ticket itself. */
export function linkedComment(hash: string = window.location.hash): number | null {
  const number = anchor.exec(hash)?.[1];
  return number === undefined ? null : Number(number);
}
