let pressed = false;
window.addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressed = false), true);

/**
 * Runs at once, or after the mouse button that is down now has come up. What moves the page while a button is down makes the
 * click miss what was pointed at.
 */
export function afterPress(run: () => void): void {
  if (!pressed) run();
  else window.addEventListener('click', () => setTimeout(run), { capture: true, once: true });
}
