import { defaultScanOptions } from '../../shared/scan/scan-pace.ts';
import { subscribeChoice, storeChoice, loadChoice } from '../choices/choices.svelte.ts';
import { z } from 'zod';

const ms = (most: number) => z.int().min(10).max(most);
const edge = z.string().max(8);

/** Settings for this desk's scanner. Times in ms, `volume` from 0 to 1. */
const chosen = z.object({
  /** False: every key counts as typing, for a desk without a scanner. */
  listens: z.boolean().catch(true),
  burstMs: ms(500).catch(defaultScanOptions.burstMs),
  pauseMs: ms(1000).catch(defaultScanOptions.pauseMs),
  prefix: edge.catch(defaultScanOptions.prefix),
  suffix: edge.catch(defaultScanOptions.suffix),
  needsEnd: z.boolean().catch(defaultScanOptions.needsEnd),
  byPlace: z.boolean().catch(defaultScanOptions.byPlace),
  slowMs: z.int().min(0).max(100).catch(defaultScanOptions.slowMs),
  sounds: z.boolean().catch(true),
  volume: z.number().min(0).max(1).catch(0.6),
});
export type ScannerSettings = z.infer<typeof chosen>;

/** Parses stored settings; invalid values get their defaults. */
export const parseScannerSettings = (kept: unknown): ScannerSettings =>
  chosen.parse(typeof kept === 'object' && kept !== null ? kept : {});

class ScannerChoices {
  now = $state.raw<ScannerSettings>(parseScannerSettings(null));

  set(change: Partial<ScannerSettings>): void {
    this.now = parseScannerSettings({ ...this.now, ...change });
    storeChoice('scanner', this.now);
  }

  async start(): Promise<void> {
    subscribeChoice('scanner', (kept) => (this.now = parseScannerSettings(kept)));
    this.now = parseScannerSettings(await loadChoice('scanner'));
  }
}

export const scannerChoices = new ScannerChoices();
