/** Two decimals of a font unit are far below what any device resolves. */
export function short(value: number, decimals: number): string {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor;
  // PDF has no exponents; numbers that would need one are zero.
  return Math.abs(rounded) < 1e-6 ? '0' : String(rounded);
}

/**
 * Converts SVG path data (absolute M, L, Q, C, Z) to PDF path operators. PDF has no quadratic curves; each becomes the
 * equivalent cubic.
 */
export function pathOperators(path: string): string {
  const out: string[] = [];
  let x = 0;
  let y = 0;
  const n = (value: number) => short(value, 2);
  for (const [, command, rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const v = rest.split(/[ ,]+/).filter(Boolean).map(Number) as [number, number, number, number, number, number];
    if (command === 'Z') out.push('h');
    else if (command === 'M') out.push(`${n(v[0])} ${n(v[1])} m`);
    else if (command === 'L') out.push(`${n(v[0])} ${n(v[1])} l`);
    else if (command === 'C') out.push(`${v.map(n).join(' ')} c`);
    else {
      const [cx, cy, ex, ey] = v;
      const first = `${n(x + ((cx - x) * 2) / 3)} ${n(y + ((cy - y) * 2) / 3)}`;
      out.push(`${first} ${n(ex + ((cx - ex) * 2) / 3)} ${n(ey + ((cy - ey) * 2) / 3)} ${n(ex)} ${n(ey)} c`);
    }
    if (v.length >= 2) [x, y] = v.slice(-2) as [number, number];
  }
  return out.join('\n');
}
