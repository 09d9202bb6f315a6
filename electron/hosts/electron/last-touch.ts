import type { WebContents } from 'electron';

/** Deliberate input events; key releases and pointer moves also occur when a dialog closes. */
const deliberateInputs: readonly string[] = [
  'rawKeyDown',
  'keyDown',
  'mouseDown',
  'touchStart',
  'pointerDown',
  'gestureTap',
];

/** Time of the last key or button press in a watched page (ms of `monotonic`); pages cannot forge it. */
export function lastUserInput(monotonic: () => number) {
  let at = -Infinity;
  return {
    at: (): number => at,
    watch(contents: WebContents): void {
      contents.on('input-event', (_event, { type }) => {
        if (deliberateInputs.includes(type)) at = monotonic();
      });
    },
  };
}
