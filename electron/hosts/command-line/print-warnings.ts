import type { DeskState } from '../../../shared/contract/desk-state.ts';
import type { Desk } from '../../threads/desk.ts';
import { lineOf } from './terminal-text.ts';

type Warning = DeskState['warnings'][number];

/** Warnings of possible data loss, worded for a person who reads a script's errors. */
const sentences: Partial<Record<Warning['code'], (params: Warning['params']) => string>> = {
  journal: ({ folder, reason }) =>
    reason === 'away'
      ? `${folder} is not the folder that was chosen for the second rescue journal: its disk or share is not connected. What is captured is saved, and follows when it is back. Where the folder is to be used as it is now, choose it again: settings --set journalCopy=FOLDER.`
      : `The rescue journal cannot be written in ${folder}. What is captured is saved, but the journal will lack it until there is room.`,
  'journal-ahead': ({ folder, count }) =>
    `The rescue journal in ${folder} knows something of ${count} entries that the database has lost. Make a backup and restore it with this journal into an empty folder.`,
  damage: ({ folder, count }) =>
    `${count} entries in ${folder} are damaged on this disk, so that they cannot be sent. Run verify for each damage and what to do about it.`,
  rescued: ({ folder, at, count }) =>
    `The data file was damaged and lies in ${folder} now. The backup of ${new Date(Number(at)).toISOString()} was opened in its place, and the rescue journal filled the gap. ${count} entries may have been sent since, and are checked or ask a person before they are sent again.`,
};

/** Writes each such warning once, as `{"warning": …}`, to standard error: standard output has only the answers. */
export function printWarnings(desk: Desk, write: (line: string) => void) {
  const printed = new Set<Warning['code']>();

  async function print(): Promise<void> {
    const answer = await desk.call('desk.warnings', {});
    if (!answer.ok) return;
    for (const { code, params } of (answer.value as { warnings: Warning[] }).warnings) {
      const message = sentences[code]?.(params);
      if (message === undefined || printed.has(code)) continue;
      printed.add(code);
      write(lineOf({ warning: { code, params, message } }));
    }
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'desk') void print();
  });
  return { print };
}
