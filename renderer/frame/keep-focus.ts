const focusable =
  'input:enabled, select:enabled, textarea:enabled, button:enabled, a[href], summary, [tabindex="0"]:not([disabled])';

/** The focus and everything it lay in, the innermost first. */
function trailOf(element: Element): HTMLElement[] {
  const trail: HTMLElement[] = [];
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.parentElement) trail.push(at);
  return trail;
}

const canHave = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null;

/** Where the focus goes when what had it is gone: near by where something is left of it, else to the list of the screen, else to the screen. */
function nextHome(trail: readonly HTMLElement[]): HTMLElement | null {
  const main = document.getElementById('content');
  const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open);
  const bounds = dialog ?? main;
  // an empty list gives way to a sentence: the list has the focus again as soon as there is one, and not the first button near by
  const wasList = dialog === undefined && trail[0]?.matches('[role="grid"]') === true;
  const near = wasList ? undefined : trail.slice(1).find((one) => canHave(one));
  const within = near && near !== bounds && bounds?.contains(near) ? near : undefined;
  for (const place of [within, bounds])
    for (const pick of place === main ? ['[role="grid"]'] : ['[data-first]', focusable]) {
      const found = [...(place?.querySelectorAll<HTMLElement>(pick) ?? [])].find(canHave);
      if (found) return found;
    }
  return main;
}

/**
 * Sees to it that the focus is never lost: when its place was removed, hidden or switched off it goes to the next best. Who takes it out of the
 * page with Tab keeps it. Ends with the returned function.
 */
export function keepFocus(): () => void {
  let trail: HTMLElement[] = [];
  let waiting = false;
  /** the screen has the focus until its list is there */
  let awaitsList = false;

  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  const settle = () => {
    waiting = false;
    const [had] = trail;
    const lost = isLost() && !(had && canHave(had));
    if (!lost && !(awaitsList && document.activeElement?.id === 'content')) return;
    const home = nextHome(trail);
    home?.focus();
    awaitsList = home?.id === 'content';
  };
  // a browser takes the focus from what was switched off only when it draws
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => setTimeout(settle));
  };
  const come = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    trail = trailOf(target);
    awaitsList &&= target.id === 'content';
  };
  const clicked = () => {
    if (isLost()) document.getElementById('content')?.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(soon);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open', 'inert'],
  });
  window.addEventListener('focusin', come);
  window.addEventListener('click', clicked);
  // a narrow window leaves some of the page out, which no attribute tells
  window.addEventListener('resize', soon);
  soon();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', soon);
    window.removeEventListener('focusin', come);
    window.removeEventListener('click', clicked);
  };
}
