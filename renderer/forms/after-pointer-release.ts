let isPressed = false;
window.addEventListener('pointerdown', () => (isPressed = true), true);
for (const eventName of ['pointerup', 'pointercancel'])
  window.addEventListener(eventName, () => (isPressed = false), true);

/**
 * Runs at once, or after the pressed mouse button is released: moving the page while a button is down makes the click
 * miss its target.
 */
export function afterPointerRelease(action: () => void): void {
  if (!isPressed) action();
  else window.addEventListener('click', () => setTimeout(action), { capture: true, once: true });
}
