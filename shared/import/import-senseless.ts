import { missingParts } from '../creates/create-record.ts';
import type { ImportBadRow, ImportDoubt, ImportSenseless } from './import-steps.ts';

const rowsNamed = 10;
const doubts: readonly ImportDoubt[] = [...missingParts, 'letters'];

/** Counts what the orders of a spreadsheet lack to make sense, starting from `counted`, and keeps their first rows. */
export function countSenseless(counted: readonly ImportSenseless[] = []) {
  const found = new Map(counted.map((one) => [one.lack, { ...one, rows: [...one.rows] }]));
  return {
    count({ row, lacks: lacking }: Pick<ImportBadRow, 'row' | 'lacks'>): void {
      for (const lack of lacking) {
        const one = found.get(lack) ?? { lack, orders: 0, rows: [] };
        one.orders += 1;
        if (one.rows.length < rowsNamed) one.rows.push(row);
        found.set(lack, one);
      }
    },
    all: (): ImportSenseless[] => doubts.flatMap((lack) => found.get(lack) ?? []),
  };
}
