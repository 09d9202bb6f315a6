import type { WebContents } from 'electron';

/** What a person does on purpose; keys that are let go and a pointer that is moved come by themselves when a dialog closes. */
const onPurpose: readonly string[] = ['rawKeyDown', 'keyDown', 'mouseDown', 'touchStart', 'pointerDown', 'gestureTap'];

/** When a person last pressed a key or a button in a page that is watched (ms of `monotonic`); pages cannot make it up. */
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
