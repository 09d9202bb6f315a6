import { t } from '../texts/say.svelte.ts';
import { desk } from './desk-watch.svelte.ts';
import { pageStore } from './page-store.ts';
import { toasts } from './toasts.svelte.ts';

const modeKey = 'parcel-desk mode';

/** Shows a message if the desk switched between practice and live while this window was open. */
export function announceModeSwitch(): void {
  const mode = desk.desk?.mode;
  if (mode === undefined) return;
  const before = pageStore.read(modeKey);
  pageStore.write(modeKey, mode);
  if (before !== null && before !== mode) toasts.show(() => t().settings.switched[mode]);
}
