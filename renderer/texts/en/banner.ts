import type { WarningCode } from '../../../shared/contract/desk-state.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { counting } from '../plural.ts';

const n = counting('en');

/** Problems that stop everything; warnings have codes from the desk. */
type Stop =
  | NonNullable<SyncStatus['pause']>['why']
  | 'gone'
  | 'not-let-in'
  | 'stopped'
  | 'journal-away'
  | 'disk-unknown'
  | 'cannot-deliver'
  | 'cannot-deliver-as-set';
interface Told {
  folder: string;
  /** another folder, or words for a folder on another computer */
  by: string;
  megabytes: string;
  count: string;
  days: string;
  at: string;
  setting: string;
  problem: string;
  /** several things, joined */
  things: string;
}
export interface BannerWords {
  says: string | ((p: Told) => string);
  do: string;
}

/** The banner: what stops everything, and what to do about it. */
const words: Record<WarningCode | Stop, BannerWords> = {
  gone: {
    says: 'The desk is not responding. Everything saved is safe.',
    do: 'Start Parcel Desk again; this page reconnects automatically.',
  },
  'not-let-in': {
    says: 'This page belongs to an earlier start of the desk. Everything saved is safe.',
    do: 'Open the address the desk printed when it last started.',
  },
  unauthorized: {
    says: 'The service rejects this desk’s secret, so nothing is sent.',
    do: 'Check the header and its value',
  },
  redirect: {
    says: 'The service redirects to another address. The desk does not follow redirects, so nothing is sent.',
    do: 'Check the address',
  },
  tls: {
    says: 'The connection is not secure: the service’s certificate is not trusted. Nothing is sent.',
    do: 'Check the address and the clock of this computer',
  },
  'something-else-answered': {
    says: 'Something other than the service answered, perhaps the sign-in page of this network. Nothing is sent until the service itself answers.',
    do: 'Sign in to the network, then retry',
  },
  stopped: {
    says: 'Sending has stopped. Orders are saved but not sent.',
    do: 'Close Parcel Desk and start it again.',
  },
  'cannot-deliver': {
    says: (p) => `Nothing can be sent: ${p.problem} Orders are saved and wait.`,
    do: '',
  },
  'cannot-deliver-as-set': {
    says: (p) => `Nothing can be sent: ${p.problem} Orders are saved and wait.`,
    do: 'Correct it in Settings',
  },
  'cannot-save': {
    says: (p) => `Nothing can be saved: ${p.problem}`,
    do: '',
  },
  'journal-ahead': {
    says: (p) =>
      `The disk has lost part of ${n(p.count, '# saved entry', '# saved entries')}. The rescue journal in ${p.folder} still has it.`,
    do: 'Make a backup now and restore it, with this journal, into an empty folder. Do not enter these orders again before that.',
  },
  damage: {
    says: (p) =>
      n(
        p.count,
        '# entry is damaged on this disk and is not sent.',
        '# entries are damaged on this disk and are not sent.',
      ) + ' All others continue.',
    do: 'Compare the entries marked “Damaged” with your papers. Run “verify” to see each damage and what to do, and have the disk checked.',
  },
  'damage-beside': {
    says: (p) => `Some of this desk’s other data is damaged on this disk: ${p.things}.`,
    do: 'Run “verify” to see each damage, and have the disk checked.',
  },
  'check-skipped': {
    says: (p) =>
      `The daily check of the data was skipped: the disk has no room for the copy that is checked. ${p.megabytes} MB must be free for ${p.folder}.`,
    do: 'Free some space. The check is tried again within an hour; until then, damage on this disk may go unnoticed.',
  },
  rescued: {
    says: (p) =>
      `The data file was damaged. It was set aside and replaced by the backup of ${p.at}, completed from the rescue journal. ${n(p.count, '# entry', '# entries')} may have been sent since that backup, and ${n(p.count, 'is', 'are')} checked before anything is sent again.`,
    do: 'Show what was restored',
  },
  'rehearsal-failed': {
    says: (p) => `The test of the latest backup failed. The backup is in ${p.folder}.`,
    do: 'Show what went wrong',
  },
  setting: {
    says: (p) => `The value of “${p.setting}” is not valid in this version, so the default is used.`,
    do: 'Set it again',
  },
  'folder-gone': {
    says: (p) => `The data folder ${p.folder} was deleted or moved. Nothing is saved or sent until it is back.`,
    do: 'Put it back where it was, and work continues. If it is lost, close Parcel Desk and restore the newest backup into an empty folder.',
  },
  'folder-in-use': {
    says: (p) => `Another program has taken over the data folder ${p.folder}. Nothing is saved or sent here.`,
    do: 'Close the other program, and work continues here.',
  },
  'folder-superseded': {
    says: (p) => `The folder ${p.folder} is no longer in use: this desk continues in ${p.by}.`,
    do: 'Nothing is saved or sent here, so that no order is sent twice. Work in the other folder.',
  },
  'journal-cut': {
    says: (p) =>
      `The end of the second rescue journal in ${p.folder} was missing on ${p.at}: lines that this desk had written there were removed or replaced by older ones. The desk copies them there again.`,
    do: 'Find out who or what changed that folder, such as another program, or a disk that was restored from an older copy. If you do not trust the folder, choose another one in Settings.',
  },
  journal: {
    says: 'The rescue journal cannot be written. Work continues, but without this protection.',
    do: 'Check whether the disk is full or the folder is missing.',
  },
  'journal-away': {
    says: (p) =>
      `The second rescue journal is not being written: ${p.folder} is not the folder you chose, so its disk or share is not connected. It catches up when the disk is back.`,
    do: 'Check the setting',
  },
  disk: {
    says: (p) => `The disk is nearly full: ${p.megabytes} MB left for ${p.folder}.`,
    do: 'Free some space, or orders can soon no longer be saved.',
  },
  'disk-unknown': {
    says: (p) => `The free space for ${p.folder} cannot be read.`,
    do: 'Work continues. Check that the disk or share is connected and has space left.',
  },
  'backup-failed': {
    says: (p) => `The last backup, to ${p.folder}, failed on ${p.at}.`,
    do: 'Check that its disk or share is connected and writable, or choose the folder again; then back up again.',
  },
  'backup-not-removed': {
    says: (p) =>
      n(
        p.count,
        '# old backup in ' + p.folder + ' could not be removed. The newest backup is good.',
        '# old backups in ' + p.folder + ' could not be removed. The newest backup is good.',
      ),
    do: 'Allow files to be deleted in that folder, or it fills up. The next backup tries again.',
  },
  'backup-old': {
    says: (p) => `The last backup, in ${p.folder}, is ${n(p.days, '# day', '# days')} old.`,
    do: 'Make a new one, and find out why none was made since.',
  },
  register: {
    says: (p) =>
      `This computer cannot record in ${p.folder} which data folders are in use, or a record there is damaged or from no desk.`,
    do: 'Work continues. Check who can write to that folder, and make sure nobody works in a folder whose backup was restored elsewhere.',
  },
  'open-to-others': {
    says: (p) => `Other users of this computer can read the data in ${p.folder}.`,
    do: 'Move the folder to a disk of this computer, or let nobody else log in here.',
  },
  'synced-folder': {
    says: (p) =>
      `The data folder ${p.folder} is synced by ${p.by}, which can damage the data or bring it to another computer, where orders would be sent again.`,
    do: 'Close Parcel Desk and move the folder to a disk of this computer that is not synced. Backups may stay there.',
  },
  'network-folder': {
    says: (p) =>
      `The data folder ${p.folder} is on a network drive. When its connection breaks, nothing can be saved, and it may not stop two computers from working in one folder.`,
    do: 'Close Parcel Desk and move the folder to a disk of this computer. Backups may stay there.',
  },
};

export const banner = {
  reopen: {
    title: 'Resume work in this folder?',
    means: (p: { by: string }) =>
      `This desk now works in ${p.by}. Use only one of the two. If you continue here, the other folder is refused from now on, and every unfinished order may have been sent from there: its status is checked first, or you decide.`,
    confirm: 'Continue here',
    done: (p: { count: string }) =>
      `This folder is in use again. ${n(p.count, '# order may', '# orders may')} have been sent already.`,
  },
  otherComputer: 'a folder of another computer',
  laterState: 'a later state of the same folder',
  ...words,
  kindPaused: (p: { kind: string; status: string }) => `${p.kind}: paused, because the service answers ${p.status}.`,
  kindTroubled: {
    fails: (p: { kind: string; count: string }) => `${p.kind}: failing at the service, ${p.count} waiting.`,
    'no-answer': (p: { kind: string; count: string }) => `${p.kind}: no answer from the service, ${p.count} waiting.`,
    busy: (p: { kind: string; count: string }) => `${p.kind}: the service asks for a pause, ${p.count} waiting.`,
    slow: (p: { kind: string; count: string }) => `${p.kind}: slow at the service, ${p.count} waiting.`,
  },
  details: 'What was restored',
};
