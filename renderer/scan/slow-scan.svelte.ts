import { keysOf } from '../keys/keys-of.ts';
import { t } from '../texts/say.svelte.ts';
import type { SlowScan } from './hear-keys.ts';
import { scanDesk } from './scan-desk.svelte.ts';
import { scannerChoices } from './scanner-choices.svelte.ts';
import { tellScan } from './tell-scan.ts';

/** The last scan that came too slowly to be one, for as long as a person may still take it as such. */
class SlowScans {
  last = $state.raw<SlowScan | null>(null);

  hear(scan: SlowScan): void {
    this.last = scan;
    tellScan('warning', () => t().scan.slow({ text: scan.text, keys: keysOf('take-slow-scan') }));
  }

  /** Takes it back from where it was typed, does what it means, and hears this scanner from now on. `now` in ms of the keys' clock. */
  take(now: number): void {
    const { last } = this;
    if (!last) return;
    this.last = null;
    last.takeBack();
    scannerChoices.set({ slowMs: Math.ceil(last.pace) });
    scanDesk.take({ text: last.text, again: null }, now);
  }
}

export const slowScans = new SlowScans();
