import { listImports, listParts, type ListedCode } from '../../electron/memory/import-list.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import type { ListName } from '../../shared/contract/memory-procedures.ts';

/** Replaces a list in one go, without pauses between its parts. */
export function importList(db: Sqlite, list: ListName, items: readonly ListedCode[]): void {
  Array.from(listImports(db).replace(list, listParts(items)));
}
