import { defaultScanOptions } from '../../shared/scan/scan-pace.ts';
import { subscribeChoice, storeChoice, loadChoice } from '../choices/choices.svelte.ts';
import { z } from 'zod';

const millisecondsUpTo = (max: number) => z.int().min(10).max(max);
const affix = z.string().max(8);

/** Settings for this desk's scanner. Times in ms, `volume` from 0 to 1. */
const settingsSchema = z.object({
  /** False: every key counts as typing, for a desk without a scanner. */
  listens: z.boolean().catch(true),
  burstMs: millisecondsUpTo(500).catch(defaultScanOptions.burstMs),
  pauseMs: millisecondsUpTo(1000).catch(defaultScanOptions.pauseMs),
  prefix: affix.catch(defaultScanOptions.prefix),
  suffix: affix.catch(defaultScanOptions.suffix),
  needsEnd: z.boolean().catch(defaultScanOptions.needsEnd),
  byPlace: z.boolean().catch(defaultScanOptions.byPlace),
  slowMs: z.int().min(0).max(100).catch(defaultScanOptions.slowMs),
  sounds: z.boolean().catch(true),
  volume: z.number().min(0).max(1).catch(0.6),
});
export type ScannerSettings = z.infer<typeof settingsSchema>;

/** Parses stored settings; invalid values get their defaults. */
export const parseScannerSettings = (stored: unknown): ScannerSettings =>
  settingsSchema.parse(typeof stored === 'object' && stored !== null ? stored : {});

class ScannerChoices {
  current = $state.raw<ScannerSettings>(parseScannerSettings(null));

  set(change: Partial<ScannerSettings>): void {
    this.current = parseScannerSettings({ ...this.current, ...change });
    storeChoice('scanner', this.current);
  }

  async start(): Promise<void> {
    subscribeChoice('scanner', (stored) => (this.current = parseScannerSettings(stored)));
    this.current = parseScannerSettings(await loadChoice('scanner'));
  }
}

export const scannerChoices = new ScannerChoices();
