import { foldText } from '../outbox/search/fold-text.ts';
import { readCsv } from '../spreadsheets/import/read-csv.ts';

const headerPattern =
  /^(?:code|sku|service ?code|service|warehouse ?(?:code|id)|location|shipping ?type|id|代码|编码|编号|服务代码|仓库代码)$/;
const maxLength = 200;

/**
 * Reads a CSV of codes and names, with or without header; if a code is repeated, its last row counts. Throws
 * ProblemError `bad-file`.
 */
export function readListFile(csv: string): { code: string; name: string }[] {
  const rows = readCsv(csv.replace(/^\uFEFF/, '')).map(([code, name]) => ({
    code: cleanCell(code),
    name: cleanCell(name),
  }));
  const first = rows[0];
  const items = first && headerPattern.test(foldText(first.code)) ? rows.slice(1) : rows;
  return [...new Map(items.filter(({ code }) => code !== '').map((item) => [item.code, item])).values()];
}

const cleanCell = (cell: unknown): string =>
  (typeof cell === 'string' ? cell : '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxLength);
