const step = 20;

/** The lines to draw around the one shown, a bounded number of however many; moves in steps so that drawing stays rare. */
export function windowOfLines(at: number, lines: number): { from: number; to: number } {
  const from = Math.max(0, (Math.floor(at / step) - 1) * step);
  return { from, to: Math.min(lines, from + 3 * step) };
}
