import { announceScan } from '../state/announce-scan.ts';
import { scannerChoices } from '../state/scanner-choices.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { firstKeyLabel } from '../ui/first-key-label.ts';
import type { SlowScan } from './listen-for-keys.ts';
import { scanDispatcher } from './scan-dispatcher.svelte.ts';

/** The last scan that was too slow or lacked its end key, while the user may still accept it as a scan. */
class SlowScans {
  last = $state.raw<SlowScan | null>(null);

  receive(scan: SlowScan): void {
    this.last = scan;
    const { text, ends } = scan;
    const words = () => (ends ? t().scan.slow : t().scan.endless);
    announceScan('warning', () =>
      words()({ text, keys: firstKeyLabel('take-slow-scan'), settings: firstKeyLabel('go-scanner') }),
    );
  }

  /**
   * Removes the text from its field, processes it as a scan, and adjusts the settings to this scanner. `now`: ms of the
   * keys' clock.
   */
  accept(now: number): void {
    const { last } = this;
    if (!last) return;
    this.last = null;
    last.takeBack();
    const slowMs = Math.max(scannerChoices.now.slowMs, Math.ceil(last.pace));
    scannerChoices.set({ slowMs, ...(last.ends ? {} : { needsEnd: false }) });
    scanDispatcher.dispatch({ text: last.text, again: null }, now);
  }
}

export const slowScans = new SlowScans();
