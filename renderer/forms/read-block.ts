/**
 * Parses a block of cells from a spreadsheet's clipboard: tabs between cells, one line per row, quotes around cells
 * with line breaks. Null for a single cell.
 */
export function readBlock(text: string): string[][] | null {
  const whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(whole)) return null;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const { cell, end } = readCell(whole, at);
    row.push(cell);
    if (whole[end] !== '\t') {
      rows.push(row);
      row = [];
    }
    if (end >= whole.length) return rows;
    at = end + 1;
  }
}

function readCell(text: string, from: number): { cell: string; end: number } {
  // A quote that is not closed before a tab, a line break or the end of the text is an ordinary character: 6" pipe
  const quoted = text[from] === '"' ? /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(text.slice(from)) : null;
  if (quoted) return { cell: (quoted[1] ?? '').replaceAll('""', '"'), end: from + quoted[0].length };
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end++;
  return { cell: text.slice(from, end), end };
}
