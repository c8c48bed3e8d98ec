/** Puts the focus on a card once it is in the page (a virtual list may have to draw it first). */
export function focusCard(ticket: number, attempts = 20): void {
  const link = document.querySelector<HTMLElement>(`[data-ticket="${ticket}"] [data-card-link]`);
  if (link) {
    link.focus({ preventScroll: false });
    return;
  }
  if (attempts > 0) requestAnimationFrame(() => focusCard(ticket, attempts - 1));
}
