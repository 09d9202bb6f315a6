import type { TableCell, TableFormat } from '../../shared/contract/export-procedures.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { download } from '../transport/download.ts';

/** Downloads a table as a file. */
export async function exportTable(name: string, format: TableFormat, rows: TableCell[][]): Promise<void> {
  const answer = await ask('table.file', { name, as: format, rows });
  if (answer.ok) download(answer.value);
  else toasts.show(() => sayProblem(answer.problem), 'no');
}
