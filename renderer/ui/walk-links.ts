const by: Readonly<Record<string, number | undefined>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys go from link to link of what was pressed in; it says so with `data-walked`. */
export function walkLinks(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = by[event.key];
  const links = [...event.currentTarget.querySelectorAll('a')];
  const now = links.findIndex((link) => link === document.activeElement);
  if (step === undefined || now < 0) return;
  event.preventDefault();
  links[now + step]?.focus();
}
