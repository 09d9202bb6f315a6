/** Moves the focus from link to link by arrow keys, Home and End, within the element marked `data-walked`. */
export function walkLinks(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const now = links.findIndex((link) => link === document.activeElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined || now < 0 || event.altKey) return;
  event.preventDefault();
  links[to]?.focus();
}
