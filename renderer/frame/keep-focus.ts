import { flushKeys } from '../scan/buffer-keys.ts';
import { maxHistory, route } from '../state/route.svelte.ts';
import { tick } from 'svelte';

/** Identifies a control of a screen after the screen was rendered again. */
interface ControlIdentity {
  tag: string;
  id: string;
  name: string;
  /** Index among controls with the same tag, id and name. */
  index: number;
}

const contentElement = () => document.getElementById('content');
// Generated ids get new numbers on each render.
const idOf = (element: Element): string => element.id.replace(/^c\d+-/, '');
const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();

const findMatching = ({ tag, id, name }: Omit<ControlIdentity, 'index'>): HTMLElement[] =>
  [...(contentElement()?.querySelectorAll<HTMLElement>(tag) ?? [])].filter(
    (element) => idOf(element) === id && nameOf(element) === name,
  );

function focusedControl(): ControlIdentity | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.id === 'content') return null;
  if (contentElement()?.contains(activeElement) !== true) return null;
  const identity = { tag: activeElement.tagName, id: idOf(activeElement), name: nameOf(activeElement) };
  return { ...identity, index: findMatching(identity).indexOf(activeElement) };
}

/**
 * Restores the focus when the user goes back to a screen, unless a key or a mouse button was pressed meanwhile. The
 * returned function stops it.
 */
export function restoreFocusOnBack(): () => void {
  const savedFocus = new Map<string, ControlIdentity>();
  let pressCount = 0;
  const countPress = () => void pressCount++;

  async function restoreFocus(address: string): Promise<void> {
    const identity = savedFocus.get(address);
    const countBefore = pressCount;
    await tick();
    // A form that is being prepared focuses a field itself.
    await flushKeys();
    if (identity && pressCount === countBefore) findMatching(identity)[identity.index]?.focus();
  }

  route.onleave = (address) => {
    const identity = focusedControl();
    savedFocus.delete(address);
    if (identity) savedFocus.set(address, identity);
    const [oldest] = savedFocus.keys();
    if (oldest !== undefined && savedFocus.size > maxHistory) savedFocus.delete(oldest);
  };
  route.onback = (address) => void restoreFocus(address);
  window.addEventListener('keydown', countPress, true);
  window.addEventListener('pointerdown', countPress, true);
  return () => {
    route.onleave = route.onback = () => undefined;
    window.removeEventListener('keydown', countPress, true);
    window.removeEventListener('pointerdown', countPress, true);
  };
}

const focusable =
  'input:enabled, select:enabled, textarea:enabled, button:enabled, a[href], summary, [tabindex="0"]:not([disabled])';

/** The focused element and its ancestors, innermost first. */
function ancestorsOf(element: Element): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let current: Element | null = element; current instanceof HTMLElement; current = current.parentElement)
    ancestors.push(current);
  return ancestors;
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
function nextFocusTarget(ancestors: readonly HTMLElement[]): HTMLElement | null {
  const content = document.getElementById('content');
  const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open);
  const bounds = dialog ?? content;
  // An empty list is replaced by a sentence. The screen itself then keeps the focus, not a nearby button, so that the
  // list gets it back.
  const wasList = dialog === undefined && ancestors[0]?.matches('[role="grid"]') === true;
  const nearestAncestor = wasList ? undefined : ancestors.slice(1).find((ancestor) => canTakeFocus(ancestor));
  const inBounds =
    nearestAncestor && nearestAncestor !== bounds && bounds?.contains(nearestAncestor) ? nearestAncestor : undefined;
  for (const root of [inBounds, bounds])
    for (const selector of root === content ? ['[role="grid"]'] : ['[data-first]', focusable]) {
      const focusTarget = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].find(canTakeFocus);
      if (focusTarget) return focusTarget;
    }
  return content;
}

/**
 * Ensures that the focus is never lost: if its element is removed, hidden or disabled, the next best element gets it.
 * Leaving the page with Tab is respected. The returned function stops it.
 */
export function keepFocus(): () => void {
  let ancestors: HTMLElement[] = [];
  let isScheduled = false;
  /** The screen holds the focus until its list is back. */
  let awaitsList = false;

  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  const restoreIfLost = () => {
    isScheduled = false;
    const [lastFocused] = ancestors;
    const isFocusLost = isLost() && !(lastFocused && canTakeFocus(lastFocused));
    if (!isFocusLost && !(awaitsList && document.activeElement?.id === 'content')) return;
    const target = nextFocusTarget(ancestors);
    target?.focus();
    awaitsList = target?.id === 'content';
  };
  // Browsers take the focus from a disabled element only when they render.
  const scheduleCheck = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => setTimeout(restoreIfLost));
  };
  const rememberFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    ancestors = ancestorsOf(target);
    awaitsList &&= target.id === 'content';
  };
  const focusContentIfLost = () => {
    if (isLost()) document.getElementById('content')?.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(scheduleCheck);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open', 'inert'],
  });
  window.addEventListener('focusin', rememberFocus);
  window.addEventListener('click', focusContentIfLost);
  // A narrow window hides parts of the page without changing any attribute.
  window.addEventListener('resize', scheduleCheck);
  scheduleCheck();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', scheduleCheck);
    window.removeEventListener('focusin', rememberFocus);
    window.removeEventListener('click', focusContentIfLost);
  };
}
