import type { IppValue } from './ipp-message.ts';

/** A self-describing media name tells its size at its end: PWG 5101.1, section 5. */
const sized = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/;
/** Two names of one size may differ by what an inch is rounded to (mm). */
const slack = 1;

function sizeOf(name: string): { width: number; height: number } | null {
  const [, width, height, unit] = sized.exec(name) ?? [];
  if (width === undefined) return null;
  const mm = unit === 'in' ? 25.4 : 1;
  return { width: Number(width) * mm, height: Number(height) * mm };
}

/** The first name of this size (mm) among those that a printer has; null where it has none: then nothing is to be printed. */
export function mediaOf(names: readonly IppValue[], width: number, height: number): string | null {
  const fits = (name: IppValue): name is string => {
    const size = typeof name === 'string' ? sizeOf(name) : null;
    return size !== null && Math.abs(size.width - width) <= slack && Math.abs(size.height - height) <= slack;
  };
  return names.find(fits) ?? null;
}
