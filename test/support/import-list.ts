import { listImports, splitIntoParts, type ListedCode } from '../../electron/memory/import-list.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import type { ListName } from '../../shared/contract/memory-procedures.ts';

/** Replaces a list at once, without the pauses that a desk makes between parts. */
export function importList(db: Sqlite, list: ListName, items: readonly ListedCode[]): void {
  Array.from(listImports(db).replace(list, splitIntoParts(items)));
}
