import { askDesk, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { shellWords, type ShellWords } from './shell-words.ts';

/** The words outside the pages, in the language of the pages. */
export async function wordsOfDesk(desk: Pick<ScreenDesk, 'call'>, locale: string): Promise<ShellWords> {
  const kept = await askDesk(desk, 'desk.recall', { name: 'choices' });
  return shellWords(kept?.value, locale);
}
