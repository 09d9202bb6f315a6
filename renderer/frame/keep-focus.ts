const focusable =
  'input:enabled, select:enabled, textarea:enabled, button:enabled, a[href], summary, [tabindex="0"]:not([disabled])';

/** The focused element and its ancestors, innermost first. */
function ancestorsOf(element: Element): HTMLElement[] {
  const trail: HTMLElement[] = [];
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.parentElement) trail.push(at);
  return trail;
}

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null;

/**
 * Where the focus moves when its element is gone: a nearby ancestor if one is left, else the list of the screen, else
 * the screen.
 */
function nextFocusTarget(trail: readonly HTMLElement[]): HTMLElement | null {
  const main = document.getElementById('content');
  const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open);
  const bounds = dialog ?? main;
  // An empty list is replaced by a sentence: keep the focus on the screen, so that the list gets it back, rather than a
  // nearby button.
  const wasList = dialog === undefined && trail[0]?.matches('[role="grid"]') === true;
  const near = wasList ? undefined : trail.slice(1).find((one) => canTakeFocus(one));
  const within = near && near !== bounds && bounds?.contains(near) ? near : undefined;
  for (const place of [within, bounds])
    for (const pick of place === main ? ['[role="grid"]'] : ['[data-first]', focusable]) {
      const found = [...(place?.querySelectorAll<HTMLElement>(pick) ?? [])].find(canTakeFocus);
      if (found) return found;
    }
  return main;
}

/**
 * Ensures that the focus is never lost: if its element is removed, hidden or disabled, it moves to the next best.
 * Leaving the page with Tab is respected. The returned function ends it.
 */
export function keepFocus(): () => void {
  let trail: HTMLElement[] = [];
  let waiting = false;
  /** The screen holds the focus until its list is back. */
  let awaitsList = false;

  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  const settle = () => {
    waiting = false;
    const [had] = trail;
    const lost = isLost() && !(had && canTakeFocus(had));
    if (!lost && !(awaitsList && document.activeElement?.id === 'content')) return;
    const home = nextFocusTarget(trail);
    home?.focus();
    awaitsList = home?.id === 'content';
  };
  // Browsers take the focus from a disabled element only when they render.
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => setTimeout(settle));
  };
  const come = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    trail = ancestorsOf(target);
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
  // A narrow window hides parts of the page without changing any attribute.
  window.addEventListener('resize', soon);
  soon();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', soon);
    window.removeEventListener('focusin', come);
    window.removeEventListener('click', clicked);
  };
}
