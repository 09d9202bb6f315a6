let pressed = false;
window.addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressed = false), true);

/**
 * Runs at once, or after the pressed mouse button is released: moving the page while a button is down makes the click
 * miss its target.
 */
export function afterPointerRelease(run: () => void): void {
  if (!pressed) run();
  else window.addEventListener('click', () => setTimeout(run), { capture: true, once: true });
}
