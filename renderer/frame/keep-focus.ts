import { flushKeys } from '../scan/buffer-keys.ts';
import { maxHistory, route } from '../state/route.svelte.ts';
import { tick } from 'svelte';

/** Identifies a control of a screen after the screen is rendered again. */
interface ControlIdentity {
  tag: string;
  id: string;
  name: string;
  /** Index among controls with the same tag, id and name. */
  at: number;
}

const contentElement = () => document.getElementById('content');
// Generated ids get new numbers on each render.
const idOf = (element: Element): string => element.id.replace(/^c\d+-/, '');
const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();

const findMatching = ({ tag, id, name }: Omit<ControlIdentity, 'at'>): HTMLElement[] =>
  [...(contentElement()?.querySelectorAll<HTMLElement>(tag) ?? [])].filter(
    (element) => idOf(element) === id && nameOf(element) === name,
  );

function focusedControl(): ControlIdentity | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.id === 'content') return null;
  if (contentElement()?.contains(activeElement) !== true) return null;
  const told = { tag: activeElement.tagName, id: idOf(activeElement), name: nameOf(activeElement) };
  return { ...told, at: findMatching(told).indexOf(activeElement) };
}

/**
 * Restores the focus when the user goes back to a screen, unless another key was pressed meanwhile. The returned
 * function ends it.
 */
export function restoreFocusOnBack(): () => void {
  const spots = new Map<string, ControlIdentity>();
  let pressed = 0;
  const press = () => void pressed++;

  async function restoreFocus(address: string): Promise<void> {
    const spot = spots.get(address);
    const before = pressed;
    await tick();
    // A form being prepared focuses a field itself.
    await flushKeys();
    if (spot && pressed === before) findMatching(spot)[spot.at]?.focus();
  }

  route.onleave = (address) => {
    const spot = focusedControl();
    spots.delete(address);
    if (spot) spots.set(address, spot);
    const [oldest] = spots.keys();
    if (oldest !== undefined && spots.size > maxHistory) spots.delete(oldest);
  };
  route.onback = (address) => void restoreFocus(address);
  window.addEventListener('keydown', press, true);
  window.addEventListener('pointerdown', press, true);
  return () => {
    route.onleave = route.onback = () => undefined;
    window.removeEventListener('keydown', press, true);
    window.removeEventListener('pointerdown', press, true);
  };
}

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
