import { entryOf, rowsOf, versionOf, type Books } from './books.ts';
import { readAnew } from './rules.ts';
import type { SimPc } from './sim-pc.ts';

/**
 * Section 8: everything in a restored folder that was not settled for good may be at the service by now and is marked
 * so, including drafts and refused entries. Called before anyone acts on the folder.
 */
export function comesBackInDoubt(pc: SimPc, books: Books, broken: (what: string) => void): void {
  for (const { endpoint, key, state } of rowsOf(pc, `state IN ('draft', 'refused') AND maybe_taken = 0`))
    broken(`rule 2: ${endpoint} ${key} came back as ${state}, and nothing says that the service may have it`);
  for (const { id } of rowsOf(pc, `endpoint = 2 AND state <> 'withdrawn'`)) books.cameBack.add(id);
  // The lost folder may have sent what was waiting then, with that content, and no desk can rule it out.
  for (const row of rowsOf(pc, `state IN ('queued', 'sending', 'unsure') AND maybe_taken = 1`))
    books.leftWith(entryOf(row), versionOf(row));
}

/** Adjusts the books to what a folder restored without its journal cannot know; people act on what it has. */
export function forgetNewer(pc: SimPc, books: Books, broken: (what: string) => void): void {
  const rows = new Map(rowsOf(pc, 'true').map((row) => [row.id, row]));
  for (const [id, known] of books.savedAt(pc)) {
    const row = rows.get(id);
    if (!row) {
      books.savedAt(pc).delete(id);
      continue;
    }
    if (known.printed !== null && row.label_list === 'ready')
      broken(`rule 2: the label of ${row.endpoint} ${row.key} was printed, and came back as never printed`);
    const before = known.body;
    readAnew(known, row);
    if (known.body !== before) books.agreed.add(entryOf(row));
  }
  // Entries that were never confirmed as saved are checked as well.
  for (const row of rows.values()) {
    const entry = entryOf(row);
    // The service may have a lost content: its answer "not changed" does not show which content it means.
    const latest = books.contents.get(entry)?.version ?? 0;
    if (!versionOf(row).endsWith(`v${latest}e`)) books.agreed.add(entry);
    if (row.state !== 'withdrawn' && books.withdrawn.delete(entry)) books.openElsewhere.set(entry, pc.generation);
    if (row.replaced_by === null) books.replaced.delete(entry);
    books.versions.get(entry)?.add(versionOf(row));
  }
}
