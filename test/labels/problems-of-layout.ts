import type { Box, Layout } from '../../shared/labels/label-layout.ts';

const ROUNDING = 1e-6;

function overlap(a: Box, b: Box): boolean {
  return (
    a.x + a.width > b.x + ROUNDING &&
    b.x + b.width > a.x + ROUNDING &&
    a.y + a.height > b.y + ROUNDING &&
    b.y + b.height > a.y + ROUNDING
  );
}

function within(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - ROUNDING &&
    inner.y >= outer.y - ROUNDING &&
    inner.x + inner.width <= outer.x + outer.width + ROUNDING &&
    inner.y + inner.height <= outer.y + outer.height + ROUNDING
  );
}

/** Errors in the positions of a layout's boxes and lines: outside the label or their box, or overlapping. */
export function problemsOfLayout(layout: Layout): string[] {
  const found: string[] = [];
  const label = { x: 0, y: 0, width: layout.width, height: layout.height };
  layout.boxes.forEach((box, index) => {
    if (!within(box, label)) found.push(`${box.role} leaves the label`);
    for (const other of layout.boxes.slice(index + 1)) {
      // Rules touch each other and the edge of a black band by design.
      const rules = box.kind === 'rule' && (other.kind === 'rule' || (other.kind === 'text' && other.inverse));
      const bands = other.kind === 'rule' && box.kind === 'text' && box.inverse;
      if (overlap(box, other) && !rules && !bands) found.push(`${box.role} lies over ${other.role}`);
    }
    if (box.kind !== 'text') return;
    box.lines.forEach((line, at) => {
      if (!within(line, box)) found.push(`a line of ${box.role} leaves its box: ${line.text}`);
      for (const other of box.lines.slice(at + 1)) if (overlap(line, other)) found.push(`lines of ${box.role} overlap`);
    });
  });
  return found;
}
