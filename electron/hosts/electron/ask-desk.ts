import type { Input, Output, ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { ScreenDesk } from '../../rpc/screen-desk.ts';
import { shellWords, type ShellWords } from './shell-words.ts';

export type Asked = Pick<ScreenDesk, 'call'>;

/** What the desk answers the program itself; null where it cannot now. */
export async function askDesk<N extends ProcedureName>(
  desk: Asked,
  name: N,
  input: Input<N>,
): Promise<Output<N> | null> {
  const result = await desk.call(name, input);
  return result.ok ? (result.value as Output<N>) : null;
}

/** The words outside the pages, in the language of the pages. */
export async function wordsOfDesk(desk: Asked, locale: string): Promise<ShellWords> {
  const kept = await askDesk(desk, 'desk.recall', { name: 'choices' });
  return shellWords(kept?.value, locale);
}
