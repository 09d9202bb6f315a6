/**
 * A block of cells as a spreadsheet puts it on the clipboard: tabs between cells, a line for each row, cells with breaks in
 * quotes. Null for a text that is one cell.
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
  // a quote that does not end before a tab, a break or the end of the text is a character like any other: 6" pipe
  const quoted = text[from] === '"' ? /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(text.slice(from)) : null;
  if (quoted) return { cell: (quoted[1] ?? '').replaceAll('""', '"'), end: from + quoted[0].length };
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end++;
  return { cell: text.slice(from, end), end };
}
