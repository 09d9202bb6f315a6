import type { IppValue } from './ipp-message.ts';

/** A self-describing media name ends with its size: PWG 5101.1, section 5. */
const sizePattern = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/;
/** Names of one size may differ by how an inch is rounded (mm). */
const tolerance = 1;
/**
 * A printer that measures its labels counts some of the gap between them as length (mm); on shorter paper a label is
 * cut.
 */
const maxExtraLength = 3;

function sizeOf(name: string): { width: number; height: number } | null {
  const [, width, height, unit] = sizePattern.exec(name) ?? [];
  if (width === undefined) return null;
  const mm = unit === 'in' ? 25.4 : 1;
  return { width: Number(width) * mm, height: Number(height) * mm };
}

/**
 * The name of the nearest media of this size (mm) that a printer has; null if it has none, and then nothing may be
 * printed.
 */
export function findMedia(names: readonly IppValue[], width: number, height: number): string | null {
  let best: { name: string; deviation: number } | null = null;
  for (const name of names) {
    const size = typeof name === 'string' ? sizeOf(name) : null;
    if (typeof name !== 'string' || !size) continue;
    const [wider, longer] = [size.width - width, size.height - height];
    if (Math.abs(wider) > tolerance || longer < -tolerance || longer > maxExtraLength) continue;
    const deviation = Math.abs(wider) + Math.abs(longer);
    if (!best || deviation < best.deviation) best = { name, deviation };
  }
  return best?.name ?? null;
}
