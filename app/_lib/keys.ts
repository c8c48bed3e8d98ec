const storageKey = "signalbox-single-keys";

/** Single letters can be switched off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

export function switchSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
}

const ownKeys = [
  "input",
  "textarea",
  "select",
  "[contenteditable='true']",
  "[role='menu']",
  "[role='dialog']",
  "[role='listbox']",
  "[data-own-keys]",
].join(",");

/** A plain letter meant for the page: not typed into a field, menu or dialog, and no shortcut of the browser's. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  if (event.target instanceof Element && event.target.closest(ownKeys)) return false;
  // A modal dialog or menu owns every key, wherever focus was left.
  if (
    document.querySelector("[role='dialog'][data-state='open'], [role='menu'][data-state='open']")
  )
    return false;
  return event.key.length > 1 || areSingleKeysOn();
}
