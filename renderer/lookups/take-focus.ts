/** Puts the focus into a panel that was opened, unless somebody types or scans into a field that is still to be seen. */
export function takeFocus(panel: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement && focused.checkVisibility()) return;
  panel?.focus();
}
