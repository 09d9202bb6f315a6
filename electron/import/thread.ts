import type { Problem } from '../../shared/contract/problem.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import type { CheckedRow } from './check-row.ts';
import type { ImportKind } from './import-kinds.ts';

/** What the reading thread is asked, once, as its worker data. */
export interface ReadOrder {
  path: string;
  encoding: string;
  kind: ImportKind;
  units: UnitSettings;
}

/** What it answers: the head, the rows in slices, the end; or why the file is refused. */
export type ReadAnswer =
  { head: { rows: number; ignoredColumns: string[] } } | { slice: CheckedRow[] } | { end: true } | { failed: Problem };
