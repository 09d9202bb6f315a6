import { announceScan } from '../state/announce-scan.ts';
import { scannerChoices } from '../state/scanner-choices.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { firstKeyLabel } from '../ui/first-key-label.ts';
import type { SlowScan } from './listen-for-keys.ts';
import { scanDispatcher } from './scan-dispatcher.svelte.ts';

/** The last scan that was too slow or lacked its end key, until the user accepts it as a scan. */
class SlowScans {
  pending = $state.raw<SlowScan | null>(null);

  handleSlowScan(scan: SlowScan): void {
    this.pending = scan;
    const { text, ends } = scan;
    const textOf = () => (ends ? t().scan.slow : t().scan.endless);
    announceScan('warning', () =>
      textOf()({ text, keys: firstKeyLabel('take-slow-scan'), settings: firstKeyLabel('go-scanner') }),
    );
  }

  /**
   * Removes the text from its field, processes it as a scan, and adjusts the settings to this scanner. `now`: ms of the
   * keys' clock.
   */
  accept(now: number): void {
    const { pending: scan } = this;
    if (!scan) return;
    this.pending = null;
    scan.takeBack();
    const slowMs = Math.max(scannerChoices.current.slowMs, Math.ceil(scan.pace));
    scannerChoices.set({ slowMs, ...(scan.ends ? {} : { needsEnd: false }) });
    scanDispatcher.dispatch({ text: scan.text, repeatedAfterMs: null }, now);
  }
}

export const slowScans = new SlowScans();
