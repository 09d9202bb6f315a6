/** Moves the focus from link to link with the arrow keys, Home and End, within the element marked `data-walked`. */
export function moveBetweenLinks(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const focusedIndex = links.findIndex((link) => link === document.activeElement);
  const targetIndex = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: links.length - 1 }[
    event.key
  ];
  if (targetIndex === undefined || focusedIndex < 0 || event.altKey) return;
  event.preventDefault();
  links[targetIndex]?.focus();
}
