import type { DeskState } from '../../../shared/contract/desk-state.ts';
import type { Desk } from '../../threads/desk.ts';
import { jsonLine } from './terminal-text.ts';

type Warning = DeskState['warnings'][number];

/** Warnings that mean data may be lost or sent twice, as a person reads them who looks at a script's errors. */
const sentences: Partial<Record<Warning['code'], (params: Warning['params']) => string>> = {
  journal: ({ folder, reason }) =>
    reason === 'away'
      ? `${folder} is not the folder that was chosen for the second rescue journal: its disk or share is not connected. What is captured is saved, and follows when it is back. Where the folder is to be used as it is now, choose it again: settings --set journalCopy=FOLDER.`
      : `The rescue journal cannot be written in ${folder}. What is captured is saved, but the journal will lack it until there is room.`,
  'journal-ahead': ({ folder, count }) =>
    `The rescue journal in ${folder} knows something of ${count} entries that the database has lost. Make a backup and restore it with this journal into an empty folder.`,
  damage: ({ folder, count }) =>
    `${count} entries in ${folder} are damaged on this disk, so that they cannot be sent. Run verify for each damage and what to do about it.`,
  'synced-folder': ({ folder, by }) =>
    `${by} copies ${folder} to other machines while the desk writes in it: the data can be damaged by that, and a desk that is started on such a copy sends everything again. Move the folder to a disk of this computer that is not synced, and put backups there.`,
  'network-folder': ({ folder }) =>
    `${folder} lies on a network drive. When the connection breaks, nothing can be saved, and locks of such drives may fail. Move the folder to a disk of this computer, and put backups on the network drive.`,
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
      write(jsonLine({ warning: { code, params, message } }));
    }
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'desk') void print();
  });
  return { print };
}
