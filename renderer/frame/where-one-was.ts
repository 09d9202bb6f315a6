import { tick } from 'svelte';
import { flushKeys } from '../scan/buffer-keys.ts';
import { maxHistory, route } from '../state/route.svelte.ts';

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
