import { keysOf } from '../keys/keys-of.ts';
import { t } from '../texts/say.svelte.ts';
import type { SlowScan } from './listen-for-keys.ts';
import { scanDesk } from './scan-desk.svelte.ts';
import { scannerChoices } from './scanner-choices.svelte.ts';
import { announceScan } from './announce-scan.ts';

/** The last scan that came too slowly to be one, or without its end, for as long as a person may still take it as such. */
class SlowScans {
  last = $state.raw<SlowScan | null>(null);

  receive(scan: SlowScan): void {
    this.last = scan;
    const { text, ends } = scan;
    const words = () => (ends ? t().scan.slow : t().scan.endless);
    announceScan('warning', () => words()({ text, keys: keysOf('take-slow-scan'), settings: keysOf('go-scanner') }));
  }

  /** Takes it back from where it was typed, does what it means, and hears this scanner from now on. `now` in ms of the keys' clock. */
  take(now: number): void {
    const { last } = this;
    if (!last) return;
    this.last = null;
    last.takeBack();
    const slowMs = Math.max(scannerChoices.now.slowMs, Math.ceil(last.pace));
    scannerChoices.set({ slowMs, ...(last.ends ? {} : { needsEnd: false }) });
    scanDesk.take({ text: last.text, again: null }, now);
  }
}

export const slowScans = new SlowScans();
