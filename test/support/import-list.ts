import type { Sqlite } from '../../electron/database/open-sqlite.ts';
import { listImports, listParts, type ListedCode } from '../../electron/memories/import-list.ts';
import type { ListName } from '../../shared/contract/memory-procedures.ts';

/** Puts a list in the place of the one before, without a rest. */
export function importList(db: Sqlite, list: ListName, items: readonly ListedCode[]): void {
  Array.from(listImports(db).replace(list, listParts(items)));
}
