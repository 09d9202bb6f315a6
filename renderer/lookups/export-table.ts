import type { TableCell, TableFormat } from '../../shared/contract/export-procedures.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { download } from '../transport/download.ts';

/** Downloads a table as a file. */
export async function exportTable(name: string, as: TableFormat, rows: TableCell[][]): Promise<void> {
  const made = await ask('table.file', { name, as, rows });
  if (made.ok) download(made.value);
  else toasts.show(() => sayProblem(made.problem), 'no');
}
