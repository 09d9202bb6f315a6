import type { WebContents } from 'electron';

/** Deliberate input events; key releases and pointer moves also occur when a dialog closes. */
const onPurpose: readonly string[] = ['rawKeyDown', 'keyDown', 'mouseDown', 'touchStart', 'pointerDown', 'gestureTap'];

/** Time of the last key or button press in a watched page (ms of `monotonic`); pages cannot forge it. */
export function lastTouch(monotonic: () => number) {
  let at = -Infinity;
  return {
    at: (): number => at,
    watch(contents: WebContents): void {
      contents.on('input-event', (_event, { type }) => {
        if (onPurpose.includes(type)) at = monotonic();
      });
    },
  };
}
