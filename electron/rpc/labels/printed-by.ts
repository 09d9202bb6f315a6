import type { LabelSource } from '../../labels/label-source.ts';

/** The desk's line on each label; the time is local. */
export function printedLine(desk: string, operator: string, now: number): NonNullable<LabelSource['printed']> {
  const at = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return { desk, operator, at: `${day} ${two(at.getHours())}:${two(at.getMinutes())}` };
}
